// @ts-check
/** The chronicle in place of the table: a game looked back on, when it has ended and at any time, or all evenings. */

import { chooseTab, isNarrow, toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, cap, make, span } from "../base/elements.js";
import { find, focusOn } from "../base/focus.js";
import { crown, motif, motifIfAny, seatMark } from "../base/icons.js";
import { say } from "../base/messages.js";
import { paintAll } from "../base/painting.js";
import { download, exportsOf } from "./exports.js";
import { askOlder, closePast } from "./journal.js";
import { linesOf, openButton } from "./journal_told.js";

/**
 * @import { App } from "../base/app.js"
 * @import { AllEvenings, Chronicle, Course, Highlight, Luck, EveningRow } from "../base/screen.js"
 */

/** The part of a plot's width at which its courses begin and end (`drawing/plots.py`). */
const COURSE = { from: 26 / 220, to: 186 / 220 };

/** Show a chronicle that came; while chances are missing, ask again. @param {App} app @param {Chronicle} chronicle */
export function takeChronicle(app, chronicle) {
  app.ui.chronicle = chronicle;
  if (chronicle.missing && app.ui.past) queueMicrotask(() => say(app, { type: "chronicle" }));
}

/** @param {App} app @param {HTMLElement} host */
export function paintChronicle(app, host) {
  const { past, chronicle } = app.ui;
  host.hidden = !past;
  if (!past) return host.replaceChildren();
  if (!chronicle) return host.replaceChildren(make("p", { class: "none", role: "status" }, app.word("looking-back")));
  return host.replaceChildren(stage(app, chronicle),
    past === "keep" ? make("div", { class: "keeping" }, exportsOf(app))
      : past === "evenings" ? eveningsOf(app) : figuresOf(app, chronicle));
}

/** Who won and how, and what can be done now. @param {App} app @param {Chronicle} chronicle */
function stage(app, { over, title, story, note, picture = "", winner = -1 }) {
  const one = (/** @type {string} */ key, /** @type {string} */ id, /** @type {string} */ label,
    /** @type {() => void} */ act, first = false) =>
    button(`past:${id}`, act, { class: first ? "option first" : "option", "data-press": key },
      cap(key === "Enter" ? "⏎" : key), span("label", label));
  const { past } = app.ui;
  const shared = !app.isPhone(); // a phone begins no game, and is told of no other table
  const again = over && shared;
  return make("div", { class: "past-stage", "data-seat": winner >= 0 ? winner % 6 : "" },
    picture ? make("div", { class: "past-winner" }, crown(), motif(app, picture)) : null,
    make("h2", { tabindex: "-1", "data-id": "past-head" }, title), story ? make("p", {}, story) : null,
    make("p", { class: "none" }, note),
    make("div", { class: "todo-next" },
      again ? one("Enter", "again", app.word("same-people-again"), () => say(app, { type: "play-again" }), true) : null,
      one("A", "back", over ? app.word("look-back") : app.word("back-to-table"), () => closePast(app)),
      past === "chronicle" ? null : one("B", "chronicle", app.word("chronicle"), () => turnTo(app, "chronicle")),
      past === "keep" ? null
        : one(past === "chronicle" ? "B" : "C", "keep", app.word("keep"), () => turnTo(app, "keep")),
      past === "evenings" || !shared ? null : one("C", "evenings", app.word("all-evenings"), () => openEvenings(app))));
}

/** @param {App} app */
function openEvenings(app) {
  turnTo(app, "evenings");
  say(app, { type: "evenings" });
}

/** @param {App} app @param {"chronicle" | "keep" | "evenings"} past */
function turnTo(app, past) {
  app.ui.past = past;
  paintAll(app);
  focusOn(app, "past-head");
}

/** @param {App} app @param {Chronicle} chronicle */
function figuresOf(app, { over, courses, luck = [], luck_plot = "", best = [], turning = [], feared = [], people, bets = [], pace = [] }) {
  const names = people.map((who) => who.name);
  const none = over ? app.word("none-in-game") : app.word("none-yet");
  return make("div", { class: "past" }, courses.map((course) => coursePlot(app, course, names)),
    luck.length ? luckPlot(app, luck, luck_plot) : null,
    list(app, app.word("best-fights"), app.word("against-the-odds"), best, none),
    list(app, app.word("turning-points"), app.word("remembered"), turning, none),
    list(app, app.word("most-feared"), app.word("lives-taken"), feared, none),
    bets.length ? rowsOf(app, app.word("bets"), "", bets.map(({ who, text }) => ({ name: who.name, figures: text }))) : null,
    pace.length ? rowsOf(app, app.word("pace"), "", pace.map(({ who, text }) => ({ name: who.name, figures: "", note: text }))) : null);
}

/**
 * A plot of a course; a press opens the journal at the end of that round, and so does the table.
 * @param {App} app @param {Course} course @param {string[]} names
 */
function coursePlot(app, { what, title, plot, rounds, lines, values }, names) {
  const host = make("div", { class: "plot" });
  host.innerHTML = plot;
  host.addEventListener("click", (event) => {
    const { left, width } = host.getBoundingClientRect();
    const part = ((event.clientX - left) / width - COURSE.from) / (COURSE.to - COURSE.from);
    const round = part * (rounds.at(-1) ?? 0);
    const at = rounds.findLastIndex((each) => each <= Math.max(round, 0));
    openLine(app, lines[Math.max(at, 0)]);
  });
  return make("section", { class: "past-card" }, make("h3", { class: `counter-of ${what}` }, title), host,
    make("div", { class: "plot-foot" }, numbers(app, { rounds, lines, values }, names), keepPlot(app, what, title, plot)));
}

/** A button that saves a plot as a picture. @param {App} app @param {string} what @param {string} title @param {string} plot */
function keepPlot(app, what, title, plot) {
  const save = () => download(app, { name: `${app.screen.table} · ${title}.svg`, kind: "image/svg+xml", text: plot });
  return button(`keep-plot:${what}`, save, { class: "quiet", "aria-label": app.word("labelled", { label: app.word("keep-plot"), text: title }),
    title: app.word("keep-plot") }, app.word("keep-picture"));
}

/**
 * The figures of a plot as a table.
 * @param {App} app @param {Pick<Course, "rounds" | "lines" | "values">} course @param {string[]} names
 */
function numbers(app, { rounds, lines, values }, names) {
  const table = make("details", { class: "numbers" }, make("summary", {}, app.word("as-table")));
  table.addEventListener("toggle", () => {
    if (!table.open || table.children[1]) return;
    const head = make("tr", {}, make("th", { scope: "col" }, app.word("rounds")),
      names.map((name) => make("th", { scope: "col" }, name)));
    const toLine = (/** @type {number} */ round, /** @type {number} */ i) =>
      button(`round:${round}`, () => openLine(app, lines[i]), { class: "quiet" }, `${round}`);
    const rows = rounds.map((round, i) => make("tr", {}, make("th", { scope: "row" }, toLine(round, i)),
      values.map((each) => make("td", {}, each[i] === null ? "–" : `${each[i]}`))));
    table.append(make("table", {}, make("thead", {}, head), make("tbody", {}, rows)));
  });
  return table;
}

/** @param {App} app @param {Luck[]} luck @param {string} plot */
function luckPlot(app, luck, plot) {
  const host = make("div", { class: "plot", "aria-hidden": "true" });
  host.innerHTML = plot;
  return make("section", { class: "past-card" }, make("h3", {}, app.word("luck")),
    make("p", { class: "none" }, app.word("luck-of-what")), host, keepPlot(app, "luck", app.word("luck"), plot),
    make("ul", { class: "unseen" }, luck.map(({ who, text }) => make("li", {}, app.word("labelled", { label: who.name, text })))));
}

/** @param {App} app @param {string} title @param {string} about @param {Highlight[]} items @param {string} none without any */
function list(app, title, about, items, none) {
  return make("section", { class: "past-card" }, make("h3", {}, title), make("p", { class: "none" }, about),
    items.length ? make("ol", { class: "highlights" }, items.map((item, i) => highlight(app, item, `${title}:${i}`)))
      : make("p", { class: "none" }, none));
}

/** @param {App} app @param {Highlight} item @param {string} id */
function highlight(app, { n, text, note, seat = -1, picture = "", chance = "", tone = "" }, id) {
  const who = app.sheets().find((sheet) => sheet.who.seat === seat)?.who;
  return make("li", {}, button(`past:${id}`, () => openLine(app, n), { class: "highlight", "data-tone": tone },
    motif(app, picture, 44),
    span("said", make("b", {}, text), span("none", note, chance ? [" · ", make("strong", {}, chance)] : null,
      who && !chance ? seatMark(who, 20) : null))));
}

/**
 * Close the chronicle and open the journal at a line, loading the lines up to it.
 * @param {App} app @param {number} n
 */
function openLine(app, n) {
  closePast(app);
  if (isNarrow(app)) chooseTab(app, "log");
  else if (app.ui.drawer !== "journal") toggleDrawer(app, "journal");
  Object.assign(app.ui, { only: -1, searched: "", line: `${n}:0`, pinned: true, goal: n });
  const first = app.older()[0]?.n ?? app.screen.journal?.[0]?.n ?? 0;
  if (n < first) askOlder(app, first, Math.max(n, 1));
  paintAll(app);
  showGoal(app);
}

/** Scroll to the line that was to be opened, once it is there. @param {App} app */
export function showGoal(app) {
  const known = app.ui.goal >= 0 && linesOf(app).some(({ n }) => n === app.ui.goal);
  const line = known ? find(app, openButton(app)) : null;
  if (!line) return;
  app.ui.goal = -1;
  line.scrollIntoView({ block: "center" });
  line.focus({ preventScroll: true });
}

// All evenings: games, people and characters of the saved tables, beside the stage of the chronicle.

/** Keep the evenings that came; while tables are not read yet, ask again. @param {App} app @param {AllEvenings} evenings */
export function takeEvenings(app, evenings) {
  app.ui.evenings = evenings;
  if (evenings.missing && (app.ui.past === "evenings" || app.ui.listed)) queueMicrotask(() => say(app, { type: "evenings" }));
}

/** @param {App} app */
export function eveningsOf(app) {
  const { evenings } = app.ui;
  if (!evenings) return make("p", { class: "none", role: "status" }, app.word("reading-tables"));
  const { title, note, evenings: games = [], people = [], characters = [], deaths = [], rivals = [], forms = [], missing = 0 } = evenings;
  const more = (/** @type {string} */ heading, /** @type {EveningRow[]} */ rows) => (rows.length ? rowsOf(app, heading, "", rows) : null);
  const keep = () => say(app, { type: "evenings", value: "csv" });
  return make("div", { class: "past evenings" },
    rowsOf(app, app.word("all-evenings"), [title, note].filter(Boolean).join(" · "), games,
      missing ? app.word("reading-tables") : ""),
    rowsOf(app, app.word("people-played"), "", people), rowsOf(app, app.word("characters-played"), "", characters),
    more(app.word("causes-of-death"), deaths), more(app.word("rivals"), rivals), more(app.word("longest-forms"), forms),
    button("keep-csv", keep, { class: "option" }, span("label", app.word("keep-csv"))));
}

/**
 * A card with a row for each of `rows`; `more` stands below them.
 * @param {App} app @param {string} title @param {string} about @param {EveningRow[]} rows
 */
function rowsOf(app, title, about, rows, more = "") {
  const list = make("ul", { class: "highlights" }, rows.map(({ name, figures, note = "", picture = "" }) =>
    make("li", { class: "highlight" }, picture ? motifIfAny(app, picture, 44) : null,
      span("said", make("b", {}, name), note ? span("none", note) : null), make("span", {}, figures))));
  return make("section", { class: "past-card" }, make("h3", {}, title), about ? make("p", { class: "none" }, about) : null,
    rows.length ? list : more ? null : make("p", { class: "none" }, app.word("none-yet")),
    more ? make("p", { class: "none", role: "status" }, more) : null);
}
