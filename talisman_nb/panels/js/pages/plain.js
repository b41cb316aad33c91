// @ts-check
/** Entry point of the plain pages of what is hosted: the list of all codes, and a class's question on a phone. */

import { button, make, span } from "../base/elements.js";
import { connectModel } from "./socket_model.js";

/**
 * @import { Model } from "../base/app.js"
 * @import { VoteScreen } from "../base/screen.js"
 */

document.getElementById("print")?.addEventListener("click", () => window.print());

const here = document.getElementById("vote"), lost = document.getElementById("lost");
if (here) {
  connectModel(here.dataset.socket ?? "").then((model) => {
    const paint = () => paintVote(here, model);
    model.on("change:screen", paint);
    model.on("connection", (/** @type {string} */ now) => { if (lost) lost.hidden = now !== "lost"; });
    paint();
  });
}

/** The question on the wall; a press answers it, and another one in its place. @param {HTMLElement} host @param {Model} model */
function paintVote(host, model) {
  const { setting, question, choices, open, told } = /** @type {VoteScreen} */ (model.get("screen"));
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.id;
  const answer = (/** @type {string} */ value) => {
    try { model.send({ type: "vote", value }); } catch { if (lost) lost.hidden = false; }
  };
  host.replaceChildren(
    setting ? make("p", { class: "hint" }, setting) : "",
    question ? make("h2", {}, question) : "",
    make("div", { class: "votes", role: "group", "aria-label": question }, choices.map(({ letter, says, mine, verdict }) =>
      button(`vote:${letter}`, () => answer(letter), { class: mine ? "vote mine" : "vote", "aria-pressed": String(mine), disabled: !open },
        make("kbd", {}, letter), span("text", says), verdict ? span("verdict", verdict) : null))),
    make("p", { class: "told", role: "status" }, told));
  if (focused) /** @type {HTMLElement | null} */ (host.querySelector(`[data-id="${focused}"]`))?.focus();
}
