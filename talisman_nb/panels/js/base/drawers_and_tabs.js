// @ts-check
/** Open parts of a view: drawers, tabs, the board as a list, large letters. */

import { backToQuestion, find, focusOn, leaveQuestion } from "./focus.js";
import { paintAll } from "./painting.js";

/**
 * @import { Moved } from "../sheets/correction.js"
 * @import { App } from "./app.js"
 */

/** Width in pixels below which the panel has tabs. */
const NARROW = 600;

/** Whether the panel is so narrow that it has tabs. @param {App} app */
export function isNarrow(app) {
  return app.width() < NARROW;
}

/**
 * Open or close a drawer; the journal of a wide panel is always open, in a narrow one it is a tab.
 * @param {App} app @param {string} name
 */
export function toggleDrawer(app, name, seat = -1) {
  const shut = app.ui.drawer === name && app.ui.seat === seat;
  if (name === "journal" && isNarrow(app)) return chooseTab(app, app.ui.tab === "log" ? "play" : "log");
  if (name === "journal" && app.hosts.journal.checkVisibility()) return goToJournal(app);
  leaveQuestion(app);
  Object.assign(app.ui, { drawer: shut ? "" : name, seat, edit: null, amending: null, line: "", sure: "" });
  paintAll(app);
  return app.ui.drawer ? focusOn(app, "drawer-head") : backToQuestion(app);
}

/** Show the journal's search, and focus its line that the Tab key stops at, the newest or that focused last. @param {App} app */
function goToJournal(app) {
  app.ui.finding = true;
  paintAll(app);
  const line = /** @type {HTMLElement | null} */ (app.hosts.journal.querySelector('.line[tabindex="0"]'));
  focusOn(app, line?.dataset.id ?? "find-lines");
  line?.scrollIntoView({ block: "nearest" });
}

/**
 * Open the correction drawer at a number or card of a person, at a space of the board or a card there, or with a card
 * `moved` in its list.
 * @param {App} app @param {{seat?: number, what?: string, space?: string, card?: string, moved?: Moved}} at
 */
export function setStraight(app, { seat = app.activeSeat(), what = "", space = "", card = "", moved }) {
  const edit = { seat, space, table: false, values: {}, cards: moved ? [moved] : [] };
  Object.assign(app.ui, { drawer: "straight", seat: -1, edit, amending: null, line: "" });
  paintAll(app);
  const entry = what ? `number:${what}` : card ? `away:${card}` : moved ? "hand-done" : "drawer-head";
  focusOn(app, entry);
  find(app, entry)?.scrollIntoView({ block: "nearest" });
}

/** Return the change that a press of `flip` makes, as "Board → List of spaces". @param {App} app @param {"list" | "large"} what */
export function flipsTo(app, what) {
  const words = { list: [app.word("board"), app.word("board-list")],
    large: [app.word("usual-letters"), app.word("table-size")] }[what];
  const [now, then] = app.ui[what] ? words.reverse() : words;
  return app.word("becomes", { now, then });
}

/** Turn the board's list or the large letters on or off. @param {App} app @param {"list" | "large"} what */
export function flip(app, what) {
  const on = app.ui[what] = !app.ui[what];
  const listed = what === "list" && on;
  if (listed) app.ui.drawer = ""; // the list replaces the board, which a drawer would cover
  if (listed && isNarrow(app)) app.ui.tab = "board";
  paintAll(app);
  if (listed) app.hosts.board.querySelector("button")?.focus();
}

/** @param {App} app @param {string} tab */
export function chooseTab(app, tab) {
  Object.assign(app.ui, { tab, drawer: "" });
  paintAll(app);
}
