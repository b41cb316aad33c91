// @ts-check
/** Entry point of the page of all codes: the button that prints it. */

document.getElementById("print")?.addEventListener("click", () => window.print());
