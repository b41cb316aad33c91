// @ts-check
/** Amending a line of the journal, beside its column or in a drawer: its question, and the trial of another answer. */

import { button, cap, entered, make, span } from "../base/elements.js";
import { find, focusOn } from "../base/focus.js";
import { face } from "../base/icons.js";
import { withKeys } from "../base/letters.js";
import { press, say } from "../base/messages.js";
import { paintAll } from "../base/painting.js";
import { rovingList } from "../base/roving.js";
import { findCards } from "../base/text.js";
import { nameStop, touchable } from "../looking_up/touchable.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { Question } from "../base/screen.js"
 */

/**
 * A line being amended: its number and question, the result of another answer once one was tried, and the drawer that was
 * open before.
 * @typedef {{n: number, question: Question, trial?: Trial, back?: string}} Amending
 * @typedef {{key: string, label: string, told: string[], hands?: string[]}} Trial
 */

/** Contents: the line, its question, and at the foot, always in sight, what may be done. @param {App} app */
export function amendDrawer(app) {
  const { amending } = app.ui;
  if (!amending) return [];
  const line = [...app.older(), ...(app.screen.journal ?? [])].find((each) => each.n === amending.n);
  return [line ? make("p", { class: "quiet" }, line.text) : null, amendment(app, amending), make("div", { class: "chips amend-foot" },
    amending.trial ? button("change-it", () => amendNow(app), { class: "option first" },
      cap("⏎"), span("label", app.word("change-it"))) : null,
    button("leave-it", () => leaveIt(app), { class: "option" }, cap("Esc"), span("label", app.word("leave-it"))))];
}

/**
 * The question of a line to amend: a press on an option requests a trial, a second button confirms it.
 * @param {App} app @param {Amending} amending
 */
function amendment(app, { n, question, trial }) {
  const anew = (/** @type {string} */ key, /** @type {string} */ label, /** @type {Child} */ inside = label, brings = "", press = "") =>
    button(`anew:${key}`, () => tryAmend(app, n, key), { class: inside === label || brings ? "chip" : "chip small-die",
      "aria-label": brings ? app.word("labelled", { label, text: brings }) : label, "aria-pressed": String(trial?.key === key) }, inside === label ? cap(press) : null, inside,
    brings ? span("brings", brings) : null);
  const options = withKeys(question.options ?? []).filter((option) => !option.closed).map((option) =>
    anew(option.key, option.label, option.face ? face(option.face) : option.label, option.detail, option.press === "Enter" ? "" : option.press));
  return make("div", { class: "amend" }, make("p", {}, question.headline),
    question.kind === "card" && question.cards ? anotherCard(app, question.cards, anew) : null, rovingList(make("div", { class: "chips" }, options)),
    trial ? whatWouldCome(app, trial) : null);
}

/** The result of a trial: what is kept, what stops, what hands would move. @param {App} app @param {Trial} trial */
function whatWouldCome(app, { label, told, hands = [] }) {
  return make("div", { class: "trial", role: "status" }, make("h3", {}, label),
    nameStop(make("div", {}, told.map((line) => make("p", {}, touchable(app, line))), hands.length
      ? make("p", {}, make("b", {}, app.word("on-the-table"), " "), touchable(app, hands.join(" "))) : null)));
}

/** Open the drawer with a reply to it, and show what came of a trial. @param {App} app @param {Amending} amending */
export function takeAmending(app, { n, question, trial }) {
  const { drawer } = app.ui;
  const back = drawer === "amend" ? app.ui.amending?.back ?? "" : drawer;
  const inPlace = Boolean(find(app, "told")?.closest(".beside"));
  Object.assign(app.ui, { amending: { n, question, trial, back }, drawer: inPlace ? drawer : "amend", pinned: true });
  paintAll(app);
  focusOn(app, trial ? "change-it" : inPlace ? "told" : "drawer-head");
  app.root.querySelector(":is(.drawer, .beside) .trial")?.scrollIntoView({ block: "nearest" });
}

/** Request the trial of another answer to line `n`. @param {App} app @param {number} n @param {string} key */
export function tryAmend(app, n, key) {
  say(app, { type: "amend", n, key, trial: true });
}

/** Amend the line with the answer of the trial. @param {App} app */
export function amendNow(app) {
  const { n, trial } = app.ui.amending ?? {};
  if (!trial) return;
  leaveIt(app);
  press(app, { type: "amend", n, key: trial.key }, trial.label);
}

/** Close the amendment without a change. @param {App} app */
export function leaveIt(app) {
  Object.assign(app.ui, { drawer: app.ui.amending?.back ?? "", amending: null });
  paintAll(app);
  focusOn(app, `line:${app.ui.line}`);
  find(app, `line:${app.ui.line}`)?.scrollIntoView({ block: "nearest" });
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
