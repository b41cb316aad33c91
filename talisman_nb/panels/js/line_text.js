// @ts-check
/** A line of the journal as a situation: its text to copy, and the bench that looks into it. */

import { button, make } from "./elements.js";
import { say } from "./messages.js";

/**
 * @import { App } from "./app.js"
 * @typedef {{n: number, text: string, link: string, sorry: string}} LineText a line's text, or why no text says it
 */

/** The chip that asks for the text of line `n`. @param {App} app @param {number} n */
export function askForText(app, n) {
  return button("as-situation", () => say(app, { type: "situation", n }), { class: "chip" }, app.word("as-situation"));
}

/**
 * The text to copy, or why there is none. The full page alone has an address for the bench.
 * @param {App} app @param {LineText} line
 */
export function textOfLine(app, { text, link, sorry }) {
  if (sorry) return make("p", { class: "refusal", role: "alert", tabindex: -1, "data-id": "line-text" }, sorry);
  const field = make("textarea", { class: "search", rows: 2, readonly: true, spellcheck: "false",
    "aria-label": app.word("situation"), "data-id": "line-text" });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const copy = (/** @type {string} */ what) => () => navigator.clipboard?.writeText(what);
  const address = "bench" in document.body.dataset ? new URL(link, location.href).href : "";
  return make("div", { class: "line-text" }, field, make("div", { class: "chips" },
    button("copy-text", copy(text), { class: "chip" }, app.word("copy-text")),
    address ? button("copy-link", copy(address), { class: "chip" }, app.word("copy-link")) : null,
    address ? make("a", { href: address, target: "_blank", rel: "noopener", class: "chip", "data-id": "open-bench" },
      app.word("open-bench")) : null));
}
