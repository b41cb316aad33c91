// @ts-check
/** Correction by hand: a form for counters, space, cards and missed turns of each seat, sent as one list of changes. */

import { button, entered, make, span } from "./elements.js";
import { counter, seatMark } from "./icons.js";
import { findCards } from "./text.js";
import { figureName, had, total } from "./sheets.js";
import { press } from "./messages.js";
import { paint } from "./painting.js";
import { toggleDrawer } from "./drawers_and_tabs.js";

/**
 * @import { App } from "./app.js"
 * @import { Change, Question, Sheet } from "./screen.js"
 * @import { Counted } from "./sheets.js"
 */

/**
 * Changes not sent yet: `values` maps "SEAT FIELD" to the new value, `cards` are those moved.
 * @typedef {{seat: number, values: Record<string, number | string>, cards: Moved[]}} Edit
 * @typedef {{id: string, label: string, change: Change}} Moved
 * @typedef {{app: App, edit: Edit, sheet: Sheet, again: () => void}} Part
 */

/** Fields that have a stepper, besides missed turns. @type {Counted[]} */
const FIGURES = ["life", "fate", "gold", "strength", "craft"];

/**
 * The form, for a question of kind "hands" or (without a question) for the correction drawer.
 * @param {App} app @param {Question | null} question
 */
export function byHand(app, question = null) {
  const edit = (app.ui.edit ??= { seat: question?.who?.seat ?? app.activeSeat(), values: {}, cards: [] });
  const sheet = app.sheets().find((each) => each.who.seat === edit.seat) ?? app.sheets()[0];
  if (!sheet) return make("div", { class: "options byhand" });
  const again = () => paint(app, question ? "ask" : "drawer");
  const part = { app, edit, sheet, again };
  return make("div", { class: "options byhand" }, seats(part),
    make("div", { class: "steppers" }, had(sheet, FIGURES).map((what) => stepper(part, what)), stepper(part, "miss")),
    place(part), cardsFrom(part), cardTo(part), done(app, edit, question));
}

/** @param {Part} part */
function seats({ app, edit, again }) {
  const choose = (/** @type {number} */ seat) => { edit.seat = seat; again(); };
  return make("div", { class: "seats" }, app.sheets().map((sheet) =>
    button(`hand-seat:${sheet.who.seat}`, () => choose(sheet.who.seat),
      { class: "chip", "aria-pressed": String(sheet.who.seat === edit.seat) },
      seatMark(sheet.who, 24), sheet.who.name)));
}

/**
 * The current value of a field of a sheet; missed turns are not shown and start from 0.
 * @param {Sheet} sheet @param {Counted | "miss"} what
 */
function shown(sheet, what) {
  return what === "miss" ? 0 : total(sheet, what);
}

/** @param {Part} part @param {Counted | "miss"} what */
function stepper({ app, edit, sheet, again }, what) {
  const seat = sheet.who.seat;
  const now = shown(sheet, what);
  const value = Number(edit.values[`${seat} ${what}`] ?? now);
  const step = (/** @type {number} */ by) => {
    const next = Math.max(0, value + by);
    if (next === now) delete edit.values[`${seat} ${what}`];
    else edit.values[`${seat} ${what}`] = next;
    again();
  };
  const name = figureName(app, what);
  return make("div", { class: value === now ? "stepper" : "stepper changed" },
    what === "miss" ? null : counter(what), span("what", name),
    button(`less:${what}`, () => step(-1), { "aria-label": `${name} −1` }, "−"),
    make("output", { "aria-label": name }, String(value)),
    button(`more:${what}`, () => step(1), { "aria-label": `${name} +1` }, "+"));
}

/** @param {Part} part */
function place({ app, edit, sheet, again }) {
  const key = `${sheet.who.seat} space`;
  const change = (/** @type {any} */ event) => {
    if (event.target.value === sheet.at) delete edit.values[key];
    else edit.values[key] = event.target.value;
    again();
  };
  const now = edit.values[key] ?? sheet.at;
  return make("label", { class: "row" }, span("what", app.word("stands-on")),
    make("select", { "data-id": "hand-space", onchange: change }, app.places().map((each) =>
      make("option", { value: each.space, selected: each.space === now }, `${each.name} · ${each.region}`))));
}

/** @param {Part} part */
function cardsFrom({ app, edit, sheet, again }) {
  const { who: { seat }, goods = [], goods_keys: goodsKeys, trophies = [], trophies_keys: trophiesKeys } = sheet;
  const held = [...cardsAt(`seat:${seat}`, goods, goodsKeys), ...cardsAt(`trophies:${seat}`, trophies, trophiesKeys)];
  const gone = (/** @type {string} */ id) => edit.cards.some((each) => each.id === id);
  const toggle = (/** @type {Held} */ { id, name, card, origin }) => {
    // the table completes the pile of the card's deck
    if (gone(id)) edit.cards = edit.cards.filter((each) => each.id !== id);
    else edit.cards.push({ id, label: `− ${name}`, change: { what: "card", card, origin, to: "discards" } });
    again();
  };
  return held.length ? make("div", { class: "row chips" }, span("what", app.word("cards-away")), held.map((card) =>
    button(`away:${card.id}`, () => toggle(card), { class: "chip", "aria-pressed": String(gone(card.id)) },
      card.name, " ×"))) : "";
}

/**
 * The cards at a place by name, with their keys.
 * @typedef {ReturnType<typeof cardsAt>[number]} Held
 * @param {string} origin @param {string[]} names @param {string[]} keys
 */
function cardsAt(origin, names, keys = []) {
  return names.map((name, i) => ({ id: `${origin}:${i}`, origin, name, card: keys[i] ?? name }));
}

/** @param {Part} part */
function cardTo({ app, edit, sheet, again }) {
  const all = Object.assign({}, ...Object.values(app.labels.cards));
  const hits = span("chips");
  const add = (/** @type {{key: string, name: string}} */ card) => {
    const change = { what: "card", card: card.key, to: `seat:${sheet.who.seat}` };
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

/**
 * The summary of the changes, and the button that sends them.
 * @param {App} app @param {Edit} edit @param {Question | null} question
 */
function done(app, edit, question) {
  const changes = changesOf(edit);
  const send = () => {
    if (!question && !changes.length) return toggleDrawer(app, "");
    app.ui.edit = null;
    return press(app, { type: "correct", changes, done: Boolean(question) }, app.word("so-it-is"));
  };
  return make("div", { class: "done" },
    make("p", { class: "list" }, summary(app, edit)),
    button("hand-done", send, { class: "option first" }, span("label",
      question ? app.word("done") : app.word("so-it-is"))));
}

/** @param {App} app @param {Edit} edit */
function summary(app, edit) {
  const named = Object.entries(edit.values).map(([key, value]) => {
    const [seat, what] = key.split(" ");
    const sheet = app.sheets().find((each) => each.who.seat === Number(seat));
    if (!sheet) return "";
    if (what === "space") return `${sheet.who.name} → ${app.placeName(String(value))}`;
    const field = /** @type {Counted | "miss"} */ (what);
    return `${sheet.who.name}: ${figureName(app, field)} ${shown(sheet, field)} → ${value}`;
  });
  return [...named, ...edit.cards.map((card) => card.label)].join(" · ");
}

/** The changes as the table takes them: new values, and moves of cards. @param {Edit} edit @returns {Change[]} */
export function changesOf(edit) {
  const values = Object.entries(edit.values).map(([key, value]) => {
    const [seat, what] = key.split(" ");
    return { what, seat: Number(seat), ...(typeof value === "string" ? { to: value } : { n: value }) };
  });
  return [...values, ...edit.cards.map((card) => card.change)];
}
