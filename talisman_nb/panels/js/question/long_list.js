// @ts-check
/** A long list of choices: open ones found by typing, closed ones folded under their reasons. */

import { combobox } from "../base/combobox.js";
import { button, cap, make, span } from "../base/elements.js";
import { findCards } from "../base/text.js";
import { beginsWithName, nameStop, touchable } from "../looking_up/touchable.js";
import { HITS } from "./cards.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Choice, Question } from "../base/screen.js"
 */

/**
 * A field that finds choices by their label, closed ones last and with their reason; without text in it the buttons in
 * `below` are shown.
 * @param {App} app @param {Choice[]} choices @param {HTMLElement} below
 * @param {(choice: Choice) => void} take
 */
export function choiceSearch(app, choices, below, take) {
  const list = make("div", { class: "hits", id: `${app.id}-found`, "aria-label": app.word("cards-found") });
  const none = make("p", { class: "none", role: "status" });
  const box = make("input", { type: "text", class: "search", "data-id": "search", autocomplete: "off",
    autocapitalize: "off", spellcheck: "false", "aria-label": app.word("type-a-card"),
    placeholder: app.word("type-a-card") });
  const names = Object.fromEntries(choices.map((choice) => [choice.key, choice.label]));
  const closed = Object.fromEntries(choices.filter((choice) => choice.closed).map((choice) => [choice.key, choice]));
  const find = () => {
    const found = findCards(names, box.value, HITS + 1, closed);
    none.textContent = box.value.trim() && !found.length ? app.word("no-such-choice") : found.length > HITS ? app.word("more-hits") : "";
    below.hidden = Boolean(box.value.trim());
    return found.slice(0, HITS).map(({ key, name }) => ({ id: `${app.id}-${key}`, "data-id": `hit:${key}`,
      class: key in closed ? "option elsewhere" : "option",
      take: () => take(/** @type {Choice} */ (choices.find((each) => each.key === key))),
      kids: [cap("⏎"), span("text", span("label", name),
        key in closed ? span("note", `${app.word("closed")} ${closed[key].closed}`) : null)] }));
  };
  combobox(box, list, { find, lost: () => {} })();
  return make("div", { class: "searchrow" }, box, list, none);
}

/** The highest number that a field asks for. */
const MOST = 99;

/**
 * A field for a number, `now` at first, with a button that takes it; Enter in the field takes it too.
 * @param {App} app @param {string} id @param {string} name @param {number} now @param {(n: number) => void} take
 */
export function numberAsked(app, id, name, now, take, { least = 1, most = MOST } = {}) {
  const field = make("input", { type: "number", min: least, max: most, value: now, required: true, "data-id": id,
    "aria-label": name, inputmode: "numeric", autocomplete: "off", onfocus: () => field.select() });
  return make("form", { class: "number-asked", onsubmit: (event) => { event.preventDefault(); take(Number(field.value)); } },
    field, make("button", { type: "submit", class: "offer", "data-id": `${id}:go` }, cap("⏎"), app.word("so-it-is")));
}

/**
 * The characters that a question for one does not offer, closed, with who plays them.
 * @param {App} app @param {Question | null} question @returns {Choice[]}
 */
export function absentCharacters(app, question) {
  if (question?.kind !== "character") return [];
  const players = Object.fromEntries(app.sheets().map(({ who }) => [who.character, who.name]));
  const offered = new Set(question.options?.map(({ key }) => key));
  return Object.entries(app.labels.characters).filter(([key]) => !offered.has(key)).map(([key, label]) => ({ key, label,
    closed: label in players ? app.word("played-by", { who: players[label] }) : app.word("not-any-more") }));
}

/** Closed choices: one line that opens to their names, by reason; null for none. @param {App} app @param {Choice[]} closed */
export function foldOfClosed(app, closed) {
  if (!closed.length) return null;
  const reasons = [...new Set(closed.map(reasonOf))];
  const inside = nameStop(make("div", { class: "folded", hidden: true }, reasons.map((reason) => make("p", {},
    make("b", {}, touchable(app, closed.filter((each) => reasonOf(each) === reason).map((each) => each.label).join(", "))),
    " · ", touchable(app, reason)))));
  const unfold = (/** @type {Event} */ event) => {
    inside.hidden = !inside.hidden;
    /** @type {Element} */ (event.currentTarget).setAttribute("aria-expanded", String(!inside.hidden));
  };
  const text = reasons.length === 1 ? app.word("closed-because", { n: closed.length, why: withinSentence(app, reasons[0]) })
    : app.word("closed-several", { n: closed.length });
  return make("div", { class: "fold" },
    button("fold", unfold, { class: "offer", "aria-expanded": "false" }, text), inside);
}

/** Why a choice is closed, without the rule behind it. @param {Choice} choice */
export function reasonOf({ closed = "" }) {
  return closed.split(". ")[0].replace(/\.$/, "");
}

/** A sentence inside another one; a name that it begins with keeps its capital. @param {App} app @param {string} text */
function withinSentence(app, text) {
  return beginsWithName(app, text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
