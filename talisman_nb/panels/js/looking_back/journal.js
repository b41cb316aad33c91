// @ts-check
/** The journal: lines by turn with their rules, a search, a filter by seat, older lines, hold on and amend. */

import { button, cap, focused, make, span } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { seatMark } from "../base/icons.js";
import { hold, renew, reuse } from "../base/memo.js";
import { say } from "../base/messages.js";
import { paintAll } from "../base/painting.js";
import { rovingList, setListStop } from "../base/roving.js";
import { hasWords, plain } from "../base/text.js";
import { headingOf, rowItem, rowsOf, tellWhilePointed, turnItem } from "./journal_line.js";
import { isBeside, isWaiting, linesOf, markOpen, openButton, showBeside, turnsOf } from "./journal_told.js";

/**
 * @import { App } from "../base/app.js"
 * @import { JournalLine } from "../base/screen.js"
 */

/** Milliseconds after the last letter of a search before older lines are asked for. */
const TYPED = 250;
/** Selector of what the arrow keys reach in a list of lines. */
const LINES = ".line, [data-id='older']";
/** Lines that stay in the journal after they have left the screen. */
const LINES_KEPT = 40;

/** @param {App} app @param {HTMLElement} host */
export function paintJournal(app, host) {
  renew(host, 0, [app.labels, app.ui.finding], () => make("div", { class: "journal-head" }, make("h2", {}, app.word("journal")),
    button("chronicle", () => openChronicle(app), { class: "chip" }, app.word("chronicle")),
    button("find", () => find(app), { class: "chip key", "aria-label": app.word("find-lines"), title: app.word("find-lines"),
      "aria-pressed": String(app.ui.finding) }, cap("J"))));
  journalIn(app, host, 1, !isBeside(app));
  renew(host, 3, [], () => make("div", { class: "beside", hidden: true }));
  tellWhilePointed(app, host);
  showBeside(app, /** @type {HTMLElement} */ (host.children[3]));
}

/** Show or hide the field of the search, which a low window has no room for at rest. @param {App} app */
function find(app) {
  app.ui.finding = !app.ui.finding;
  paintAll(app);
  focusOn(app, app.ui.finding ? "find-lines" : "find");
}

/**
 * Paint the filter and the lines as the children of `host` from index `at`; `inline`: what is told of a row stands below it.
 * @param {App} app @param {HTMLElement} host
 */
export function journalIn(app, host, at = 0, inline = true) {
  renew(host, at, [app.labels, app.ui.only, names(app)], () => filters(app));
  const filtered = /** @type {HTMLElement} */ (host.children[at]);
  filtered.dataset.finding = String(app.ui.finding || Boolean(app.ui.searched));
  renew(host, at + 1, [], () => rovingList(readable(make("ol", { class: "lines" })), LINES, true));
  const list = /** @type {HTMLElement} */ (host.children[at + 1]);
  keepPlace(list, Boolean(app.ui.line), app.ui.reach > 0, () => fillLines(app, list, inline));
}

/** Scroll all lists of lines to their end, unless a line is open. @param {App} app */
export function showNewest(app) {
  if (app.ui.line) return;
  const lists = /** @type {NodeListOf<HTMLElement>} */ (app.root.querySelectorAll("ol.lines"));
  for (const list of lists) showEnd(list);
}

/**
 * Update the older lines when the screen's lines change from `before` to `now`: those that left the screen join them, so
 * that what was shown stays in the journal, at most `LINES_KEPT` of them unless more were loaded. Without a common line the
 * past may have been changed, so the older lines are dropped and requested again.
 * @param {App} app @param {JournalLine[]} before @param {JournalLine[]} now
 */
export function keepOlder(app, before, now) {
  const { older } = app.ui;
  const last = older.at(-1)?.n ?? 0;
  const goesOn = before.some((line) => line.n > 0 && now.some((each) => each.id === line.id));
  if (!goesOn && older.length) forgetOlder(app, Math.max(older[0].n, 1));
  if (!goesOn) return;
  const known = [...older, ...before.filter((line) => line.n > last)].filter((line) => line.n < now[0].n);
  app.ui.older = older.length > LINES_KEPT ? known : known.slice(-LINES_KEPT);
}

/**
 * Drop the loaded older lines; `reach` is the number of the first line to request again, 0 for none.
 * @param {App} app
 */
export function forgetOlder(app, reach = 0) {
  Object.assign(app.ui, { older: [], reach });
}

/**
 * Request the journal lines before line `before`, at least down to line `n`.
 * @param {App} app @param {number} before
 */
export function askOlder(app, before, n = 0) {
  const { only, searched } = app.ui;
  say(app, { type: "journal", before, seat: only, n, ...(searched ? { value: searched } : {}) });
}

/** Show the lines with these words, and request older ones once nothing more is typed. @param {App} app @param {string} words */
function searchFor(app, words) {
  app.ui.searched = words.trim();
  forgetOlder(app);
  paintAll(app);
  clearTimeout(app.searching);
  if (app.ui.searched) app.searching = setTimeout(() => searchOlder(app), TYPED);
}

/** Show the lines of one seat, with older ones of it, or of everybody. @param {App} app @param {number} seat */
function showOnly(app, seat) {
  app.ui.only = seat;
  forgetOlder(app);
  paintAll(app);
  clearTimeout(app.searching);
  if (seat >= 0) searchOlder(app);
}

/** Request the older lines of the search or seat; later, while an answer is pending. @param {App} app */
function searchOlder(app) {
  if (app.alive.busy()) app.searching = setTimeout(() => searchOlder(app), TYPED);
  else askOlder(app, app.screen.journal?.[0]?.n ?? 0);
}

/** Whether a line is of the seat and has all the words that are looked for. @param {App} app */
function wantedLines(app) {
  const people = app.sheets().map(({ who }) => ({ name: plain(who.name), seat: who.seat }));
  return (/** @type {JournalLine} */ line) => (app.ui.only < 0 || (line.seat ?? -1) === app.ui.only)
    && (!app.ui.searched || hasWords(line, app.ui.searched, people));
}

/** The elements in a list by what they show. @type {WeakMap<HTMLElement, Map<string, HTMLElement>>} */
const ITEMS = new WeakMap();

/** Update the list, reusing what shows the same as before. @param {App} app @param {HTMLElement} list @param {boolean} inline */
function fillLines(app, list, inline) {
  const before = ITEMS.get(list);
  const lines = linesOf(app);
  const wanted = lines.filter(wantedLines(app));
  const searched = Boolean(app.ui.searched);
  const now = /** @type {Map<string, HTMLElement>} */ (new Map());
  const put = (/** @type {string} */ id, /** @type {unknown[]} */ reads, /** @type {() => HTMLElement} */ item) =>
    now.set(id, reuse(before?.get(id), reads, item));
  const open = inline && app.ui.line ? openButton(app) : "";
  const opened = (/** @type {string} */ id) => (open === id ? [app.ui.line, app.ui.lineText, app.ui.told] : [false]);
  for (const turn of turnsOf(wanted)) {
    const told = { ...turn, steps: searched ? [] : turn.steps };
    const of = `steps:${turn.id}`;
    if (turn.id !== NO_TURN || told.steps.length) {
      put(of, [app.labels, ...Object.values(headingOf(app, told)), ...opened(of)], () => turnItem(app, told, inline));
    }
    for (const line of turn.lines) {
      for (const [i, glance] of rowsOf(line, searched).entries()) {
        const id = `${line.n}:${i}`;
        put(id, [line, app.labels, isWaiting(app, line), names(app), ...opened(`line:${id}`)], () => rowItem(app, line, glance, i, inline));
      }
    }
  }
  ITEMS.set(list, now);
  const none = lines.length > 0 && !wanted.length ? [make("li", { class: "none" }, app.word("nothing-found"))] : [];
  hold(list, [...earlier(app, lines), ...none, ...now.values()]);
  setListStop(list, LINES, true);
  markOpen(app, list);
}

/** The id of what belongs to no turn: the setup. */
const NO_TURN = "0:-1";

/**
 * The first item of the list: a button for older lines, or a note that there are no lines.
 * @param {App} app @param {JournalLine[]} lines
 */
function earlier(app, lines) {
  if (!lines.length) return [make("li", { class: "none" }, app.word("nothing-has-happened"))];
  const more = () => button("older", () => askOlder(app, lines[0].n), { class: "quiet" }, app.word("older"));
  return lines[0].n > 0 ? [make("li", {}, more())] : [];
}

/** @param {App} app */
const names = (app) => app.sheets().map((sheet) => sheet.who.name).join();

/** @param {App} app */
function filters(app) {
  const only = (/** @type {number} */ seat) => showOnly(app, seat);
  const field = make("input", { class: "search find", type: "search", value: app.ui.searched, "data-id": "find-lines",
    placeholder: app.word("find-lines"), "aria-label": app.word("find-lines"), autocomplete: "off",
    oninput: (/** @type {{target: HTMLInputElement}} */ event) => searchFor(app, event.target.value) });
  return make("div", { class: "chips filters" }, field,
    button("only:-1", () => only(-1), { class: "chip", "aria-pressed": String(app.ui.only < 0) },
      app.word("everybody")),
    app.sheets().map(({ who }) => button(`only:${who.seat}`, () => only(who.seat),
      { class: "chip who", "aria-pressed": String(app.ui.only === who.seat), "aria-label": who.name, title: who.name },
      seatMark(who, 24), span("name", who.name))));
}

// Whether the chronicle stands in place of the table.

/** Request the chronicle and show it when it comes. @param {App} app */
export function openChronicle(app) {
  Object.assign(app.ui, { past: "chronicle", drawer: "" });
  say(app, { type: "chronicle" });
  paintAll(app);
}

/** Return to the table. @param {App} app */
export function closePast(app) {
  app.ui.past = "";
  paintAll(app);
  focusOn(app, "headline");
}

// Scroll anchoring: lists keep the line being read in place while lines are added.

/** Distance in pixels within which a list counts as scrolled to its end. */
const AT_END = 8;

/**
 * The line that keeps its position: its id and top in pixels.
 * @typedef {{id: string, top: number}} Anchor
 */

/** Lists scrolled away from their end. @type {WeakSet<HTMLElement>} */
const AWAY = new WeakSet();
/**
 * The `scrollTop` that `showEnd` set last: its scroll event may arrive after further lines, and is no person's.
 * @type {WeakMap<HTMLElement, number>}
 */
const SHOWN_END = new WeakMap();
/** Anchors held until the lines that were requested are there. @type {WeakMap<HTMLElement, Anchor>} */
const HELD = new WeakMap();

/** Track whether the list is scrolled away from its end. @param {HTMLElement} list */
function readable(list) {
  list.addEventListener("scroll", () => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight <= AT_END) AWAY.delete(list);
    else if (list.scrollTop !== SHOWN_END.get(list)) AWAY.add(list);
  }, { passive: true });
  return list;
}

/**
 * Run `change` on a list; if it is being read, its pressed line, else its first visible one, keeps its position.
 * @param {HTMLElement} list @param {boolean} reading a line is open
 * @param {boolean} waiting missing lines were requested, so the anchor is kept @param {() => void} change
 */
function keepPlace(list, reading, waiting, change) {
  const read = (AWAY.has(list) || reading) && list.clientHeight > 0;
  const anchor = HELD.get(list) ?? (read ? anchorAmong(positions(list), list.clientHeight) : null);
  change();
  const now = anchor && positions(list).find((line) => line.id === anchor.id);
  if (anchor && now) list.scrollTop += now.top - anchor.top;
  if (anchor && !now && waiting) HELD.set(list, anchor);
  else HELD.delete(list);
}

/**
 * The anchor among the lines of a list of this height: the pressed line, moved into sight, else the first visible one.
 * @param {{id: string, top: number, height: number, pressed: boolean}[]} lines @param {number} height
 * @returns {Anchor | null}
 */
export function anchorAmong(lines, height) {
  const seen = lines.filter((line) => line.top > -line.height && line.top < height);
  const pressed = seen.find((line) => line.pressed);
  if (pressed) return { id: pressed.id, top: Math.max(pressed.top, 0) };
  return seen.length ? { id: seen[0].id, top: seen[0].top } : null;
}

/** Positions of the lines of a list. @param {HTMLElement} list */
function positions(list) {
  const active = focused(list)?.closest("li");
  const origin = list.getBoundingClientRect().top;
  return [...list.children].flatMap((item) => {
    const line = /** @type {HTMLElement | null} */ (item.querySelector(".line"));
    if (!line) return [];
    const top = line.getBoundingClientRect().top - origin; // without its heading, which another line may get
    const height = item.getBoundingClientRect().height;
    return { id: line.dataset.id ?? "", top, height, pressed: item === active };
  });
}

/** Scroll a list to its end, unless it is scrolled away or anchored. @param {HTMLElement} list */
function showEnd(list) {
  if (AWAY.has(list) || HELD.has(list)) return;
  list.scrollTop = list.scrollHeight;
  SHOWN_END.set(list, list.scrollTop);
}
