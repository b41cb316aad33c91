// @ts-check
/**
 * The told of a row of the journal: its sentence, the sums of its fight, its steps and rules, and what may be done from
 * there. It stands beside the column, in a drawer or tab below its row.
 */

import { isNarrow } from "../base/drawers_and_tabs.js";
import { button, make, setAttribute, span } from "../base/elements.js";
import { find, focusOn } from "../base/focus.js";
import { motif, oddsBar, sign } from "../base/icons.js";
import { press, say } from "../base/messages.js";
import { paint, paintAll } from "../base/painting.js";
import { wholeLink } from "../base/session.js";
import { nameStop, ruleLine, touchable } from "../looking_up/touchable.js";
import { amendDrawer } from "../question/amending.js";
import { fightSums } from "../question/fight.js";
import { replayHere } from "./exports.js";

/**
 * @import { App } from "../base/app.js"
 * @import { FightSums, JournalLine } from "../base/screen.js"
 * @typedef {{n: number, fight: FightSums | null}} ToldLine the sums of the fight that a line decided
 * @typedef {{id: string, lines: JournalLine[], steps: JournalLine[], newRound: boolean, unplayed: number[]}} Turn
 */

/** Whether a line's answer is to be given again after what is put in before it. @param {App} app @param {{n: number}} line */
export function isWaiting(app, { n }) {
  return Boolean(app.screen.waits && n >= app.screen.waits);
}

/** Whether what is told of a line stands beside the column, not below its row. @param {App} app */
export function isBeside(app) {
  return !isNarrow(app) && app.ui.drawer !== "journal";
}

/** Lines by the turn they belong to, and the rounds before it that no answer has because nobody played. @param {JournalLine[]} lines @returns {Turn[]} */
export function turnsOf(lines) {
  const turns = /** @type {Turn[]} */ ([]);
  const ids = new Set();
  let before = /** @type {JournalLine | undefined} */ (undefined);
  for (const line of lines) {
    const { round = 0, turn = -1, whose = "" } = line;
    if (!before || round !== (before.round ?? 0) || turn !== (before.turn ?? -1) || whose !== (before.whose ?? "")) {
      const key = `${round}:${turn}`;
      const id = ids.has(key) ? `${key}:${line.n}` : key;
      ids.add(key);
      const last = before?.round && line.n === before.n + 1 ? before.round : round; // else lines between them are not shown
      const unplayed = Array.from({ length: Math.max(round - last - 1, 0) }, (_, i) => last + 1 + i);
      turns.push({ id, lines: [], steps: [], newRound: round > 0 && round !== (before?.round ?? 0), unplayed });
    }
    const last = /** @type {Turn} */ (turns.at(-1));
    last.lines.push(line);
    if (line.step) last.steps.push(line);
    before = line;
  }
  return turns;
}

/** Show what is told of a row, "" for none. @param {App} app @param {string} id @param {boolean} pinned it stays when nothing points there */
export function openRow(app, id, pinned) {
  if (app.ui.line === id && app.ui.pinned === pinned) return;
  const other = app.ui.line !== id;
  Object.assign(app.ui, { line: id, pinned, ...(other ? { amending: null, lineText: null } : {}) });
  const n = /^\d/.test(id) ? Number.parseInt(id, 10) : 0;
  if (other && n > 0 && fought(app, n)) app.alive.ask({ type: "told", n });
  paintAll(app);
}

/** Whether the answer of line `n` decided a fight, as far as its glances tell. @param {App} app @param {number} n */
function fought(app, n) {
  return n !== app.ui.told?.n && linesOf(app).some((line) => line.n === n && line.glances?.length);
}

/** Views whose focus comes back to a row, which tells it no more. @type {WeakSet<App>} */
const COMING_BACK = new WeakSet();

/** Close what stands beside the column; `back`: the focus goes back to its row. @param {App} app */
export function closeBeside(app, back = false) {
  if (!app.ui.line || !isBeside(app)) return;
  const row = openButton(app);
  COMING_BACK.add(app);
  openRow(app, "", false);
  if (back) focusOn(app, row);
  COMING_BACK.delete(app);
}

/** Whether the focus of a view comes back to a row. @param {App} app */
export function comesBack(app) {
  return COMING_BACK.has(app);
}

/** All lines that are known. @param {App} app */
export function linesOf(app) {
  return [...app.older(), ...(app.screen.journal ?? [])];
}

/** Tell a row or heading. @param {App} app @param {string} id */
export function toldOf(app, id) {
  const turns = turnsOf(linesOf(app));
  if (id.startsWith("steps:")) {
    const turn = turns.find((each) => `steps:${each.id}` === id);
    return turn ? make("div", { class: "about", tabindex: -1, "data-id": "told" }, stepsOf(app, turn.steps)) : null;
  }
  const n = Number.parseInt(id, 10);
  const turn = turns.find((each) => each.lines.some((line) => line.n === n));
  const line = turn?.lines.find((each) => each.n === n);
  if (!turn || !line) return null;
  if (app.ui.amending && isBeside(app)) return make("div", { class: "about amends", tabindex: -1, "data-id": "told" }, amendDrawer(app));
  const before = turn.lines.findLast((each) => each.n < n && !each.step)?.n ?? 0;
  const steps = line.step ? [] : turn.steps.filter((each) => each.n < n && each.n > before);
  return make("div", { class: "about", tabindex: -1, "data-id": "told" },
    make("div", { class: "told-head" }, line.glances?.[0]?.picture ? motif(app, line.glances[0].picture, 52) : null,
      nameStop(make("p", { class: "told-text" }, touchable(app, line.text), line.by ? span("by", ` (${line.by})`) : null)),
      line.step || !line.glances?.length ? null : sign(line.glances[0].tone || "level")),
    fightOf(app, n), n < 1 ? null : waysOn(app, line), app.ui.lineText?.n === n ? textOfLine(app, app.ui.lineText) : null,
    steps.length ? stepsOf(app, steps) : null,
    (line.why ?? []).map((why) => ruleLine(app, why)));
}

/** The sums of the fight of line `n`, and what chance it had. @param {App} app @param {number} n */
function fightOf(app, n) {
  const fight = app.ui.told?.n === n ? app.ui.told.fight : null;
  if (!fight) return null;
  return make("div", { class: "fought" }, fightSums(app, fight), fight.chances ? make("p", { class: "had-been" },
    make("span", { class: "odds-bar", "aria-hidden": "true" }, oddsBar(fight.chances)),
    app.word("had-been", { n: fight.chances.won })) : null);
}

/** Steps as buttons, each of which is told in its turn. @param {App} app @param {JournalLine[]} steps */
function stepsOf(app, steps) {
  return make("div", { class: "steps" }, make("h3", {}, app.word("steps-folded", { n: steps.length })),
    make("ul", {}, steps.map((step) => make("li", {}, button(`line:${step.n}:0`,
      () => { openRow(app, `${step.n}:0`, true); focusOn(app, "told"); }, { class: "step" }, step.text)))));
}

/** Ways on from a line. @param {App} app @param {JournalLine} line */
function waysOn(app, { n, text }) {
  return make("div", { class: "chips" },
    app.isPhone() ? null : button("hold-on", () => press(app, { type: "hold-on", n }, text), { class: "chip" }, app.word("hold-on")),
    app.isPhone() ? null : button("amend", () => say(app, { type: "amend", n }), { class: "chip" }, app.word("change")),
    replayHere(app, n), askForText(app, n));
}

/** The id of the button in the list behind which a row is: of a step that is folded the heading of its turn. @param {App} app */
export function openButton(app) {
  const { line, searched } = app.ui;
  const folds = (/** @type {Turn} */ turn) => !searched && turn.steps.some((step) => line === `${step.n}:0`);
  const turn = line ? turnsOf(linesOf(app)).find(folds) : undefined;
  return turn ? `steps:${turn.id}` : line.startsWith("steps:") ? line : `line:${line}`;
}

/** Mark the open row, or the heading it is folded into. @param {App} app @param {HTMLElement} list */
export function markOpen(app, list) {
  const open = openButton(app);
  const rows = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("button.line"));
  for (const each of rows) setAttribute(each, "aria-expanded", String(each.dataset.id === open));
}

/** Set what stands beside the column. @param {App} app @param {HTMLElement} beside */
export function showBeside(app, beside) {
  const shown = app.ui.line && isBeside(app) ? toldOf(app, app.ui.line) : null;
  beside.hidden = !shown;
  beside.replaceChildren(...(shown ? [shown] : []));
}

/** Put what stands beside the column where its row is, above the dice and the sheets. @param {App} app */
export function fitBeside(app) {
  const beside = /** @type {HTMLElement | null} */ (app.hosts.journal.querySelector(".beside"));
  if (!beside || beside.hidden) return;
  const row = app.hosts.journal.querySelector('.line[aria-expanded="true"]')?.getBoundingClientRect();
  const column = app.hosts.journal.getBoundingClientRect();
  const grid = app.frame.grid.getBoundingClientRect();
  const tops = [".ask .faces .face", ".hands"].map((each) => app.frame.grid.querySelector(each))
    .filter((each) => each?.getClientRects().length).map((each) => /** @type {Element} */ (each).getBoundingClientRect().top);
  const above = tops.filter((top) => top > grid.top + LOWEST);
  const end = Math.min(...above, app.hosts.sheets.getBoundingClientRect().top, grid.bottom) - GAP;
  const [asked, board] = [app.hosts.ask, app.hosts.board].map((each) => each.getBoundingClientRect());
  const over = asked.left >= board.right; // over the board: what is asked is seen beside it
  beside.style.right = over ? `${column.right - board.right}px` : "";
  beside.style.maxWidth = over ? `${board.right - grid.left - GAP}px` : "";
  const room = Math.max(end - grid.top - GAP, LOWEST);
  beside.style.maxHeight = `${room}px`;
  const at = (row ? row.top + row.height / 2 : column.top) - beside.offsetHeight / 2;
  beside.style.top = `${Math.max(Math.min(at, end - beside.offsetHeight), grid.top + GAP) - column.top}px`;
}

/** Least height of what stands beside the column, and its distance from what is around it, in pixels. */
const [LOWEST, GAP] = [200, 6];

/** Show the sums of a line's fight. @param {App} app @param {ToldLine} told */
export function takeTold(app, { n, fight }) {
  app.ui.told = { n, fight };
  if (Number.parseInt(app.ui.line, 10) === n && fight) paintAll(app);
}

/** Whether what is told of the row that is open stands beside the column. @param {App} app */
export function besideIsOpen(app) {
  return Boolean(app.ui.line && isBeside(app) && find(app, "told"));
}

// A page just opened has the newest lines only: it asks for what fills its column.

/** Lines that come with a screen, where there are older ones, and of how many known ones no more are asked for. */
const [SENT, ENOUGH] = [8, 64];

/** Ask for what came before the lines of a page just opened, while the column has room for more. @param {App} app */
export function askEarlier(app) {
  const { screen: { journal = [] }, ui: { filling, reach, only, searched } } = app;
  const [known, list] = [linesOf(app), /** @type {HTMLElement | null} */ (app.hosts.journal.querySelector("ol.lines"))];
  const whole = !known[0]?.n || journal.length < SENT || known.length >= ENOUGH;
  if (whole || filling || reach || only >= 0 || searched || !list?.clientHeight || list.scrollHeight > list.clientHeight) return;
  app.ui.filling = app.alive.ask({ type: "earlier", before: known[0].n });
}

/** Show the lines before those of a page just opened, unless others were asked for meanwhile. @param {App} app @param {string} reply @param {JournalLine[]} lines */
export function takeEarlier(app, reply, lines) {
  const { only, searched, filling } = app.ui;
  const first = linesOf(app)[0]?.n ?? 0;
  if (reply !== filling || only >= 0 || searched || lines.at(-1)?.n !== first - 1) return;
  Object.assign(app.ui, { older: [...lines, ...app.older()], filling: "" });
  paint(app, "journal"); // not all: a painting of everything ends what moves
}

// A line of the journal as a situation: its text to copy, and the bench that looks into it.

/** @typedef {{n: number, text: string, link: string, sorry: string}} LineText a line's text, or why no text says it */

/** The chip that asks for the text of line `n`. @param {App} app @param {number} n */
function askForText(app, n) {
  return button("as-situation", () => say(app, { type: "situation", n }), { class: "chip" }, app.word("as-situation"));
}

/**
 * The text to copy, or why there is none. The full page alone has an address for the bench.
 * @param {App} app @param {LineText} line
 */
function textOfLine(app, { text, link, sorry }) {
  if (sorry) return make("p", { class: "refusal", role: "alert", tabindex: -1, "data-id": "line-text" }, sorry);
  const field = make("textarea", { class: "search", rows: 2, readonly: true, spellcheck: "false",
    "aria-label": app.word("situation"), "data-id": "line-text" });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const copy = (/** @type {string} */ what) => () => navigator.clipboard?.writeText(what);
  const address = "bench" in document.body.dataset ? new URL(link, location.href).href : "";
  return make("div", { class: "line-text" }, field, make("div", { class: "chips" },
    button("copy-text", copy(text), { class: "chip" }, app.word("copy-text")),
    address ? button("copy-link", copy(wholeLink(link)), { class: "chip" }, app.word("copy-link")) : null,
    address ? make("a", { href: address, target: "_blank", rel: "noopener", class: "chip", "data-id": "open-bench" },
      app.word("open-bench")) : null,
    address ? make("a", { href: `?${new URLSearchParams({ make: "", situation: text, lang: app.screen.lang })}`, target: "_blank",
      rel: "noopener", class: "chip", "data-id": "ask-class" }, app.word("ask-class")) : null));
}
