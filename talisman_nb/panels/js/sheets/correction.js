// @ts-check
/** Correction by hand: what is to be set of a person, a space or the table, sent as one list of changes. */

import { toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, make, span } from "../base/elements.js";
import { counter, seatMark } from "../base/icons.js";
import { press } from "../base/messages.js";
import { paint } from "../base/painting.js";
import { rovingList } from "../base/roving.js";
import { cardsAt, cardsAway, cardTo, personFields, placed, putOn, stepper } from "./correction_person.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Change, Question } from "../base/screen.js"
 */

/**
 * Changes not sent yet: `values` by what is set ("1 life", "ruins gold"), `cards` those moved. The form shows the
 * space `space` if there is one, the table if `table`, else the seat `seat`.
 * @typedef {{seat: number, space: string, table: boolean, values: Record<string, Entry>, cards: Moved[]}} Edit
 * @typedef {{label: string, change: Change, to: number | string}} Entry
 * @typedef {{id: string, label: string, change: Change}} Moved
 */

/**
 * A part of the form: `again` paints it anew, `listed` only the list of changes.
 * @typedef {{app: App, edit: Edit, again: () => void, listed: () => void}} Part
 */

/**
 * The form, for a question of kind "hands" or (without a question) for the correction drawer.
 * @param {App} app @param {Question | null} question
 */
export function byHand(app, question = null) {
  const edit = editOf(app, question);
  const list = make("ul", { class: "list chips", "aria-live": "polite" });
  const again = () => paint(app, question ? "ask" : "drawer");
  const listed = () => { list.replaceChildren(...listOf(edit, again)); };
  const part = { app, edit, again, listed };
  listed();
  const fields = edit.space ? spaceFields(part) : edit.table ? tableFields(part) : personFields(part);
  return make("div", { class: "options byhand" }, subjects(part), ...fields, done(app, edit, question, list));
}

/** @param {App} app @param {Question | null} question */
function editOf(app, question = null) {
  const edit = app.ui.edit ??= { seat: question?.who?.seat ?? app.activeSeat(), space: "", table: false, values: {},
    cards: [] };
  if (setsOwnSheet(app)) Object.assign(edit, { seat: app.screen.viewer, space: "", table: false });
  return edit;
}

/** Whether the form is open: a press on the board then chooses a space for it. @param {App} app */
export function correcting(app) {
  return app.ui.drawer === "straight" || inAsk(app);
}

/** Whether the form is the question itself. @param {App} app */
function inAsk(app) {
  return ["hands", "sheets"].includes(app.question()?.kind ?? "");
}

/** Whether the form is that of a seat's own sheet, at a table that keeps sheets only. @param {App} app */
function setsOwnSheet(app) {
  return app.isPhone() && app.question()?.kind === "sheets";
}

/**
 * Show a space that was pressed on the board in the form; in that of a seat's own sheet it is where the seat stands.
 * @param {App} app @param {string} space
 */
export function correctSpace(app, space) {
  const edit = editOf(app, inAsk(app) ? app.question() : null);
  const own = setsOwnSheet(app) && app.sheets().find(({ who }) => who.seat === edit.seat);
  if (own) putOn({ app, edit }, own, space);
  else Object.assign(edit, { space, table: false });
  paint(app, "board");
  paint(app, app.ui.drawer === "straight" ? "drawer" : "ask");
}

/** Chips of what may be set: everybody, the table, the space chosen on the board. @param {Part} part */
function subjects({ app, edit, again }) {
  if (setsOwnSheet(app)) return "";
  const choose = (/** @type {Partial<Edit>} */ what) => () => {
    Object.assign(edit, { space: "", table: false }, what);
    paint(app, "board");
    again();
  };
  const chip = (/** @type {string} */ id, /** @type {boolean} */ on, /** @type {Partial<Edit>} */ what,
    /** @type {(Node | string)[]} */ ...said) =>
    button(id, choose(what), { class: "chip", "aria-pressed": String(on) }, ...said);
  return rovingList(make("div", { class: "seats" },
    app.sheets().map(({ who }) => chip(`hand-seat:${who.seat}`, !edit.space && !edit.table && who.seat === edit.seat,
      { seat: who.seat }, seatMark(who, 24), who.name)),
    app.isPhone() ? null : chip("hand-table", edit.table, { table: true }, app.word("the-table")),
    edit.space ? chip("hand-place", true, { space: edit.space }, app.placeName(edit.space))
      : span("quiet", app.word("press-a-space"))));
}

/** The changes so far, each with a press that drops it. @param {Edit} edit @param {() => void} again */
function listOf(edit, again) {
  const chip = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => void} */ drop) =>
    make("li", {}, button(`drop:${id}`, () => { drop(); again(); }, { class: "chip" }, label, " ×"));
  return [
    ...Object.entries(edit.values).map(([id, entry]) => chip(id, entry.label, () => { delete edit.values[id]; })),
    ...edit.cards.map((card) => chip(card.id, card.label, () => {
      edit.cards = edit.cards.filter((each) => each !== card);
    })),
  ];
}

/**
 * The list of changes, and the button that sends them.
 * @param {App} app @param {Edit} edit @param {Question | null} question @param {HTMLElement} list
 */
function done(app, edit, question, list) {
  const settled = question?.kind === "hands";
  const send = () => {
    const changes = changesOf(edit);
    if (!question && !changes.length) return toggleDrawer(app, "");
    if (question?.kind === "sheets" && !changes.length) return undefined;
    app.ui.edit = null;
    return press(app, { type: "correct", changes, done: settled }, app.word("so-it-is"));
  };
  return make("div", { class: "done" }, list,
    button("hand-done", send, { class: "option first" }, span("label",
      settled ? app.word("done") : app.word("so-it-is"))));
}

/** The changes as the table takes them: new values, then moves of cards. @param {Edit} edit @returns {Change[]} */
export function changesOf(edit) {
  return [...Object.values(edit.values), ...edit.cards].map((each) => each.change);
}

// What may be set of a space (who stands there, gold, cards) and of the table (round, what lasts).

/** @param {Part} part */
function spaceFields(part) {
  const { app, edit: { space } } = part;
  const of = placed(part, space);
  const names = app.screen.here?.[space] ?? [];
  const keys = app.screen.lies?.[space] ?? [];
  return [make("h3", {}, of), standing(part), covering(part), ...piecesHere(part),
    make("div", { class: "steppers" }, stepper(part, { id: "lying-gold", key: `${space} gold`, name: app.word("gold"),
      of, now: app.screen.lies_gold?.[space] ?? 0, icon: counter("gold"),
      change: (n) => ({ what: "lying-gold", to: space, n }) })),
    cardsAway(part, cardsAt(`space:${space}`, names.slice(0, keys.length), keys)), cardTo(part, `space:${space}`)];
}

/** Who stands on the space; a press puts somebody there. @param {Part} part */
function standing(part) {
  const { app, edit, again } = part;
  const people = app.sheets().filter((sheet) => sheet.at).map((sheet) => {
    const at = edit.values[`${sheet.who.seat} space`]?.to ?? sheet.at;
    const put = () => { putOn(part, sheet, at === edit.space ? sheet.at ?? "" : edit.space); again(); };
    return button(`stands:${sheet.who.seat}`, put, { class: "chip", "aria-pressed": String(at === edit.space) },
      seatMark(sheet.who, 24), sheet.who.name);
  });
  return rovingList(make("div", { class: "row chips" }, span("what", app.word("stands-here")), people));
}

/** Cards that may cover the space; a press lays one over it, another one takes it off. @param {Part} part */
function covering({ app, edit, again }) {
  const { space } = edit;
  const names = Object.assign({}, ...Object.values(app.labels.cards));
  const chips = Object.keys(names).filter((card) => app.labels.types?.[card] === COVER).map((card) => {
    const id = `cover ${space} ${card}`;
    const lies = (app.screen.lies?.[space] ?? []).includes(card);
    const changed = edit.cards.some((each) => each.id === id);
    const change = { what: "card", card, ...(lies ? { origin: `space:${space}`, to: "discards" } : { to: `space:${space}` }) };
    const toggle = () => {
      edit.cards = edit.cards.filter((each) => each.id !== id);
      if (!changed) edit.cards.push({ id, label: `${lies ? "−" : "+"} ${names[card]}`, change });
      again();
    };
    return button(`covers:${card}`, toggle, { class: "chip", "aria-pressed": String(lies !== changed) }, names[card]);
  });
  return chips.length ? rovingList(make("div", { class: "row chips" }, span("what", app.word("covers-space")), chips)) : "";
}

/** The type of the cards that cover a space. */
const COVER = "terrain";

/**
 * Pieces that lie on spaces for somebody, by what they are; a press lays that of a person here, from wherever it lies, or
 * takes it off.
 * @param {Part} part
 */
function piecesHere({ app, edit, again }) {
  if (app.isPhone()) return []; // what lasts is set right at the laptop
  const { space } = edit;
  const lying = (app.screen.lasting ?? []).flatMap(({ change }) => change ?? []);
  return Object.entries(app.labels.pieces ?? {}).map(([card, name]) => {
    const chips = app.sheets().filter((sheet) => sheet.at).map(({ who }) => {
      const id = `piece ${who.seat} ${card}`;
      const now = lying.find((each) => each.card === card && each.seat === who.seat);
      const at = edit.values[id]?.to ?? (`${id} off` in edit.values ? "" : now?.to ?? "");
      const put = () => {
        const to = at === space ? "" : space;
        delete edit.values[id];
        delete edit.values[`${id} off`];
        const label = app.word("labelled", { label: who.name, text: `${name} → ${to ? placed({ app }, to) : "–"}` });
        if (now && to !== now.to) edit.values[`${id} off`] = { label: app.word("labelled", { label: who.name, text: `${name} ×` }), change: { ...now, n: 0 }, to: "" };
        if (to && to !== now?.to) edit.values[id] = { label, change: { what: "lasts", seat: who.seat, n: 1, to, card, origin: String(who.seat) }, to };
        again();
      };
      return button(`piece:${card}:${who.seat}`, put, { class: "chip", "aria-pressed": String(at === space) }, seatMark(who, 24), who.name);
    });
    return rovingList(make("div", { class: "row chips" }, span("what", name), chips));
  });
}

/** @param {Part} part */
function tableFields(part) {
  const { app } = part;
  const lasting = (app.screen.lasting ?? []).map(({ text, left, change, n = 0 }, i) => {
    if (!change) return null;
    if (!n) return ending(part, i, text, change);
    return stepper(part, { id: `lasts:${i}`, key: `lasts ${i}`, name: `${text} · ${left}`, of: app.word("the-table"),
      now: n, change: (to) => ({ ...change, n: to }) });
  });
  return [make("div", { class: "steppers wide" }, stepper(part, { id: "round", key: "round",
    name: app.word("rounds"), of: app.word("the-table"), now: app.screen.round,
    change: (n) => ({ what: "round", n }) }), lasting), winners(part)];
}

/** Chips of everybody; a press says who has won, as a text does that nobody has written. @param {Part} part */
function winners({ app, edit, again }) {
  const chips = app.sheets().filter((sheet) => sheet.at).map(({ who }) => {
    const set = () => {
      const on = edit.values.won?.to === who.seat;
      delete edit.values.won;
      const label = app.word("labelled", { label: who.name, text: app.word("has-won") });
      if (!on) edit.values.won = { label, change: { what: "won", seat: who.seat }, to: who.seat };
      again();
    };
    return button(`won:${who.seat}`, set, { class: "chip", "aria-pressed": String(edit.values.won?.to === who.seat) },
      seatMark(who, 24), who.name);
  });
  return rovingList(make("div", { class: "row chips" }, span("what", app.word("has-won")), chips));
}

/**
 * A press that ends an effect without turns or rounds to count.
 * @param {Part} part @param {number} i @param {string} text @param {import("../base/screen.js").Change} change
 */
function ending({ app, edit, again }, i, text, change) {
  const key = `lasts ${i}`;
  const toggle = () => {
    if (edit.values[key]) delete edit.values[key];
    else edit.values[key] = { label: app.word("it-is-over", { effect: text }), change: { ...change, n: 0 }, to: "over" };
    again();
  };
  return button(`ends:${i}`, toggle, { class: "chip", "aria-pressed": String(key in edit.values) },
    app.word("it-is-over", { effect: text }));
}
