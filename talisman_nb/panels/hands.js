/** Correction by hand: a form for counters, space, cards and missed turns of each seat, sent as one list of changes. */

import { make, button, seatMark, counter, findCards } from "./shared.js";
import { figureName, total } from "./sheets.js";

/** Fields that have a stepper, besides missed turns. */
const FIGURES = ["life", "fate", "gold", "strength", "craft"];

/**
 * The form, for a question of kind "hands" or (without a question) for the correction drawer.
 * Unsent changes are in `app.ui.edit`: `values` maps "SEAT FIELD" to the new value, `cards` lists moved cards.
 */
export function byHand(app, question = null) {
  const edit = (app.ui.edit ??= { seat: question?.who?.seat ?? app.activeSeat(), values: {}, cards: [] });
  const sheet = app.sheets().find((each) => each.who.seat === edit.seat) ?? app.sheets()[0];
  if (!sheet) return make("div", { class: "options byhand" });
  const again = () => app.paint(question ? "ask" : "drawer");
  return make("div", { class: "options byhand" },
    seats(app, edit, again),
    make("div", { class: "steppers" }, FIGURES.map((what) => stepper(app, edit, sheet, what, again)),
      stepper(app, edit, sheet, "miss", again)),
    place(app, edit, sheet, again), cardsFrom(app, edit, sheet, again), cardTo(app, edit, sheet, again),
    done(app, edit, question));
}

function seats(app, edit, again) {
  const choose = (seat) => { edit.seat = seat; again(); };
  return make("div", { class: "seats" }, app.sheets().map((sheet) =>
    button(`hand-seat:${sheet.who.seat}`, () => choose(sheet.who.seat),
      { class: "chip", "aria-pressed": String(sheet.who.seat === edit.seat) }, seatMark(sheet.who, 24), sheet.who.name)));
}

/** The current value of a field of a sheet; missed turns are not shown and start from 0. */
function shown(sheet, what) {
  return what === "miss" ? 0 : total(sheet, what);
}

function stepper(app, edit, sheet, what, again) {
  const seat = sheet.who.seat;
  const now = shown(sheet, what);
  const value = edit.values[`${seat} ${what}`] ?? now;
  const step = (by) => {
    const next = Math.max(0, value + by);
    if (next === now) delete edit.values[`${seat} ${what}`];
    else edit.values[`${seat} ${what}`] = next;
    again();
  };
  const name = figureName(app, what);
  return make("div", { class: value === now ? "stepper" : "stepper changed" },
    what === "miss" ? null : counter(what), make("span", { class: "what" }, name),
    button(`less:${what}`, () => step(-1), { "aria-label": `${name} −1` }, "−"),
    make("output", { "aria-label": name }, String(value)),
    button(`more:${what}`, () => step(1), { "aria-label": `${name} +1` }, "+"));
}

function place(app, edit, sheet, again) {
  const key = `${sheet.who.seat} space`;
  const change = (event) => {
    if (event.target.value === sheet.at) delete edit.values[key];
    else edit.values[key] = event.target.value;
    again();
  };
  const now = edit.values[key] ?? sheet.at;
  return make("label", { class: "row" }, make("span", { class: "what" }, app.word("stands-on")),
    make("select", { "data-id": "hand-space", onchange: change }, app.places().map((each) =>
      make("option", { value: each.space, selected: each.space === now }, `${each.name} · ${each.region}`))));
}

function cardsFrom(app, edit, sheet, again) {
  const held = [["goods", "seat"], ["trophies", "trophies"]].flatMap(([field, where]) => (sheet[field] ?? []).map(
    (name, i) => ({ name, card: sheet[`${field}_keys`]?.[i] ?? name, origin: `${where}:${sheet.who.seat}`, i })));
  const gone = (card) => edit.cards.some((each) => each.id === `${card.origin} ${card.i}`);
  const toggle = (card) => {
    const id = `${card.origin} ${card.i}`;
    if (gone(card)) edit.cards = edit.cards.filter((each) => each.id !== id);
    else edit.cards.push({ id, label: `− ${card.name}`, change: away(card) });
    again();
  };
  return held.length ? make("div", { class: "row chips" }, make("span", { class: "what" }, app.word("cards-away")), held.map((card) =>
    button(`away:${card.origin}:${card.i}`, () => toggle(card), { class: "chip", "aria-pressed": String(gone(card)) },
      card.name, " ×"))) : "";
}

/** The change that discards a card; the table completes the pile of its deck. */
function away({ card, origin }) {
  return { what: "card", card, origin, to: "discards" };
}

function cardTo(app, edit, sheet, again) {
  const all = Object.assign({}, ...Object.values(app.labels.cards ?? {}));
  const hits = make("span", { class: "chips" });
  const add = (card) => {
    const change = { what: "card", card: card.key, to: `seat:${sheet.who.seat}` };
    edit.cards.push({ id: `to ${card.key} ${edit.cards.length}`, label: `+ ${card.name}`, change });
    again();
  };
  const show = (event) => hits.replaceChildren(...findCards(all, event.target.value, 4).map((card) =>
    button(`add:${card.key}`, () => add(card), { class: "chip" }, "+ ", card.name)));
  const enter = (event) => { if (event.key === "Enter") { event.preventDefault(); hits.firstChild?.click(); } };
  return make("label", { class: "row" }, make("span", { class: "what" }, app.word("cards-to")),
    make("input", { type: "text", "data-id": "hand-card", autocomplete: "off", oninput: show, onkeydown: enter }), hits);
}

/** The summary of the changes, and the button that sends them. */
function done(app, edit, question) {
  const changes = changesOf(edit);
  const send = () => {
    if (!question && !changes.length) return app.toggle("");
    app.ui.edit = null;
    return app.press({ type: "correct", changes, done: Boolean(question) }, app.word("so-it-is"));
  };
  return make("div", { class: "done" },
    make("p", { class: "list" }, summary(app, edit)),
    button("hand-done", send, { class: "option first" }, make("span", { class: "label" },
      question ? app.word("done") : app.word("so-it-is"))));
}

function summary(app, edit) {
  const named = Object.entries(edit.values).map(([key, value]) => {
    const [seat, what] = key.split(" ");
    const sheet = app.sheets().find((each) => each.who.seat === Number(seat));
    if (what === "space") return `${sheet.who.name} → ${app.placeName(value)}`;
    return `${sheet.who.name}: ${figureName(app, what)} ${shown(sheet, what)} → ${value}`;
  });
  return [...named, ...edit.cards.map((card) => card.label)].join(" · ");
}

/** The changes as fields of `Change`: new values, and moves of cards. */
export function changesOf(edit) {
  const values = Object.entries(edit.values).map(([key, value]) => {
    const [seat, what] = key.split(" ");
    return what === "space" ? { what, seat: Number(seat), to: value } : { what, seat: Number(seat), n: value };
  });
  return [...values, ...edit.cards.map((card) => card.change)];
}
