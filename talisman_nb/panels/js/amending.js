// @ts-check
/** Amending a line of the journal: its question, and the trial of another answer. */

import { button, cap, entered, make, span } from "./elements.js";
import { face } from "./icons.js";
import { findCards } from "./text.js";
import { press, say } from "./messages.js";
import { paintAll } from "./painting.js";
import { focusOn } from "./focus.js";
import { rovingList } from "./roving.js";
import { nameStop, touchable } from "./touchable.js";
import { reveal } from "./scroll_anchor.js";

/**
 * @import { App } from "./app.js"
 * @import { Child } from "./elements.js"
 * @import { Question } from "./screen.js"
 */

/**
 * A line being amended: its number and question, and the result of another answer once one was tried.
 * @typedef {{n: number, question: Question, trial?: Trial}} Amending
 * @typedef {{key: string, label: string, told: string[], hands?: string[]}} Trial
 */

/**
 * The question of a line to amend: a press on an option requests a trial, a second button confirms it.
 * @param {App} app @param {Amending} amending
 */
export function amendment(app, { n, question, trial }) {
  const anew = (/** @type {string} */ key, /** @type {string} */ label, /** @type {Child} */ inside = label, brings = "") =>
    button(`anew:${key}`, () => tryAmend(app, n, key), { class: inside === label || brings ? "chip" : "chip small-die",
      "aria-label": brings ? app.word("labelled", { label, text: brings }) : label, "aria-pressed": String(trial?.key === key) }, inside,
    brings ? span("brings", brings) : null);
  const options = (question.options ?? []).filter((option) => !option.closed).map((option) =>
    anew(option.key, option.label, option.face ? face(option.face) : option.label, option.detail));
  return make("div", { class: "amend" }, make("p", {}, question.headline),
    question.cards ? anotherCard(app, question.cards, anew) : null, rovingList(make("div", { class: "chips" }, options)),
    trial ? whatWouldCome(app, trial) : null);
}

/** The result of a trial, with buttons to confirm or leave it. @param {App} app @param {Trial} trial */
function whatWouldCome(app, { label, told, hands = [] }) {
  return make("div", { class: "trial", role: "status" }, make("h3", {}, label),
    nameStop(make("div", {}, told.map((line) => make("p", {}, touchable(app, line))), hands.length
      ? make("p", {}, make("b", {}, app.word("on-the-table"), " "), touchable(app, hands.join(" "))) : null)),
    make("div", { class: "chips" },
      button("change-it", () => amendNow(app), { class: "option first" },
        cap("⏎"), span("label", app.word("change-it"))),
      button("leave-it", () => leaveIt(app), { class: "option" }, cap("Esc"), span("label", app.word("leave-it")))));
}

/** Scroll to the question being amended, or to its trial. @param {App} app */
export function showAmending(app) {
  const opened = [...app.root.querySelectorAll(".amend")].find((each) => each.getClientRects().length);
  const list = opened?.closest("ol");
  if (opened && list) reveal(list, opened.querySelector(".trial") ?? opened);
}

/** Request the trial of another answer to line `n`. @param {App} app @param {number} n @param {string} key */
export function tryAmend(app, n, key) {
  say(app, { type: "amend", n, key, trial: true });
}

/** Amend the line with the answer of the trial. @param {App} app */
export function amendNow(app) {
  const { n, trial } = app.ui.amending ?? {};
  if (trial) press(app, { type: "amend", n, key: trial.key }, trial.label);
}

/** Close the amendment without a change. @param {App} app */
export function leaveIt(app) {
  app.ui.amending = null;
  paintAll(app);
  focusOn(app, `line:${app.ui.line}`);
}

/**
 * A search field for another card, because a draw's question has no options.
 * @param {App} app @param {string} deck @param {(key: string, label: string) => HTMLElement} anew
 */
function anotherCard(app, deck, anew) {
  const hits = make("div", { class: "chips" });
  const names = app.labels.cards[deck] ?? {};
  const show = (/** @type {any} */ event) => hits.replaceChildren(...findCards(names, event.target.value)
    .map((hit) => anew(hit.key, hit.name)));
  return make("div", { class: "about" }, make("input", { type: "text", "data-id": "anew-card", autocomplete: "off",
    placeholder: app.word("type-a-card"), "aria-label": app.word("type-a-card"), oninput: show,
    onkeydown: entered(hits) }), hits);
}
