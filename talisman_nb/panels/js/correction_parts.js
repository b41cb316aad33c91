// @ts-check
/** Parts of the correction by hand: numbers with steps, cards to take away or to add. */

import { button, entered, make, span } from "./elements.js";
import { rovingList } from "./roving.js";
import { findCards } from "./text.js";

/**
 * @import { Part } from "./correction.js"
 * @import { Child } from "./elements.js"
 * @import { Change } from "./screen.js"
 */

/** Highest number on a sheet. */
const MOST = 99;

/**
 * Note that a value is to be set; the value it has already is no change.
 * @param {Pick<Part, "edit">} part @param {string} id @param {number | string} now @param {number | string} to
 * @param {string} label @param {Change} change
 */
export function setValue({ edit }, id, now, to, label, change) {
  if (to === now) delete edit.values[id];
  else edit.values[id] = { label, change, to };
}

/**
 * A number with steps, which may be typed too: `of` says whose it is, `change` makes the correction of a new number.
 * @typedef {{id: string, key: string, name: string, of: string, now: number, icon?: Child, least?: number,
 *   change: (n: number) => Change}} Stepped
 * @param {Part} part @param {Stepped} what
 */
export function stepper(part, { id, key, name, of, now, icon = null, least = 0, change }) {
  const field = make("input", { type: "number", min: least, max: MOST, "data-id": `number:${id}`, "aria-label": name,
    value: part.edit.values[key]?.to ?? now, oninput: () => set(Number(field.value)) });
  const box = make("div", { class: "stepper" }, icon, span("what", name),
    button(`less:${id}`, () => step(-1), { "aria-label": `${name} −1` }, "−"), field,
    button(`more:${id}`, () => step(1), { "aria-label": `${name} +1` }, "+"));
  const step = (/** @type {number} */ by) => {
    field.value = String(Math.min(MOST, Math.max(least, Number(field.value) + by)));
    set(Number(field.value));
  };
  const set = (/** @type {number} */ n) => {
    if (field.value === "" || !Number.isInteger(n) || n < least || n > MOST) return;
    const text = `${name} ${now} → ${n}`;
    setValue(part, key, now, n, part.app.word("labelled", { label: of, text }), change(n));
    show();
    part.listed();
  };
  const show = () => box.classList.toggle("changed", key in part.edit.values);
  show();
  return box;
}

/**
 * Cards that lie at a place, each with a press that takes it away.
 * @typedef {{id: string, origin: string, name: string, card: string}} Held
 * @param {Part} part @param {Held[]} held
 */
export function cardsAway({ app, edit, again }, held) {
  const gone = (/** @type {string} */ id) => edit.cards.some((each) => each.id === id);
  const toggle = (/** @type {Held} */ { id, name, card, origin }) => {
    // the table completes the pile of the card's deck
    if (gone(id)) edit.cards = edit.cards.filter((each) => each.id !== id);
    else edit.cards.push({ id, label: `− ${name}`, change: { what: "card", card, origin, to: "discards" } });
    again();
  };
  return held.length ? rovingList(make("div", { class: "row chips" }, span("what", app.word("cards-away")), held.map((card) =>
    button(`away:${card.id}`, () => toggle(card), { class: "chip", "aria-pressed": String(gone(card.id)) },
      card.name, " ×")))) : "";
}

/**
 * The cards at a place by name, with their keys.
 * @param {string} origin @param {string[]} names @param {string[]} keys @returns {Held[]}
 */
export function cardsAt(origin, names, keys = []) {
  return names.map((name, i) => ({ id: `${origin}:${i}`, origin, name, card: keys[i] ?? name }));
}

/** A search for a card to put at the place `to`. @param {Part} part @param {string} to */
export function cardTo({ app, edit, again }, to) {
  const all = Object.assign({}, ...Object.values(app.labels.cards));
  const hits = span("chips");
  const add = (/** @type {{key: string, name: string}} */ card) => {
    const change = { what: "card", card: card.key, to };
    edit.cards.push({ id: `to ${card.key} ${edit.cards.length}`, label: `+ ${card.name}`, change });
    again();
  };
  const show = (/** @type {any} */ event) => hits.replaceChildren(...findCards(all, event.target.value, 4).map((card) =>
    button(`add:${card.key}`, () => add(card), { class: "chip" }, "+ ", card.name)));
  return make("label", { class: "row" }, span("what", app.word("cards-to")),
    make("input", { type: "text", "data-id": "hand-card", autocomplete: "off", oninput: show,
      onkeydown: entered(hits) }),
    hits);
}
