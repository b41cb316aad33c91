// @ts-check
/** Correction by hand: what is to be set of a person, a space or the table, sent as one list of changes. */

import { button, make, span } from "./elements.js";
import { seatMark } from "./icons.js";
import { press } from "./messages.js";
import { paint } from "./painting.js";
import { personFields, putOn } from "./correction_person.js";
import { spaceFields, tableFields } from "./correction_space.js";
import { rovingList } from "./roving.js";
import { toggleDrawer } from "./drawers_and_tabs.js";

/**
 * @import { App } from "./app.js"
 * @import { Change, Question } from "./screen.js"
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
