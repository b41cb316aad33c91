// @ts-check
/** The frame of the panel: its regions in reading order, their elements, landmarks and painters. */

import { isNarrow } from "../base/drawers_and_tabs.js";
import { button, make, setAttribute } from "../base/elements.js";
import { roving, setStop } from "../base/roving.js";
import { inNotebook } from "../base/session.js";
import { lookAgain, paintBoard } from "../board/board.js";
import { paintDrawer } from "../drawers/drawer.js";
import { paintSounds } from "../drawers/menu.js";
import { paintChronicle } from "../looking_back/chronicle.js";
import { paintJournal, showNewest } from "../looking_back/journal.js";
import { askEarlier, fitBeside } from "../looking_back/journal_told.js";
import { fitHeading, paintAsk, showPressable } from "../question/ask.js";
import { fitHands, fitStage, paintHands, paintMoment, paintRoad, paintStage } from "../question/moment.js";
import { paintSetup } from "../setup/setup.js";
import { fitHint, paintHint, paintSheets } from "../sheets/sheets.js";
import { paintBar, paintTabs } from "./bar.js";

/** @import { App } from "../base/app.js" */

/** Maps regions to their painters. */
const PAINTERS = {
  bar: paintBar,
  band: paintBand,
  moment: paintMoment,
  ask: paintAsk,
  hands: paintHands,
  sheets: paintSheets,
  board: paintBoard,
  stage: paintStage,
  journal: paintJournal,
  road: paintRoad,
  sounds: paintSounds,
  drawer: paintDrawer,
  hint: paintHint,
  tabs: paintTabs,
  chronicle: paintChronicle,
  setup: paintSetup,
};

/**
 * @typedef {keyof typeof PAINTERS} Region
 * @typedef {ReturnType<typeof makeFrame>} Frame
 */

/** Regions painted while a table is set up. @type {Region[]} */
const IN_SETUP = ["bar", "band", "sounds", "setup"];
const ALL = /** @type {Region[]} */ (Object.keys(PAINTERS));

/** Create the empty panel: its elements (`hosts` by region) and what is done with them. */
export function makeFrame() {
  const id = `tlm-${Math.random().toString(36).slice(2, 8)}`;
  const label = { "aria-labelledby": `${id}-table` };
  const hosts = {
    bar: roving(make("div", { class: "bar", role: "toolbar", ...label })),
    band: make("div", { class: "band", role: "alert" }),
    moment: roving(make("section", { class: "moment" })),
    ask: make("section", { class: "ask", "data-region": "ask" }),
    hands: roving(make("section", { class: "hands" })),
    tabs: roving(make("div", { class: "tabs", role: "tablist", ...label }), (tab) => tab.click()),
    sheets: make("section", { class: "sheets" }),
    board: make("section", { class: "board" }),
    stage: make("div", { class: "stage", "aria-hidden": "true" }),
    journal: make("section", { class: "journal" }),
    road: make("section", { class: "road", hidden: true }),
    sounds: roving(make("section", { class: "sounds", hidden: true })),
    drawer: make("section", { class: "drawer", hidden: true }),
    hint: make("aside", { class: "hint", role: "status", hidden: true }),
    chronicle: make("section", { class: "chronicle", hidden: true }),
    setup: make("section", { class: "setup", hidden: true }),
    voice: make("p", { class: "unseen", "aria-live": "polite" }),
  };
  const { bar, band, moment, ask, hands, tabs, sheets, board, stage, journal, road, ...others } = hosts;
  const panel = make("div", { class: "tabpanel", id: `${id}-tabpanel` }, sheets, board, stage, journal, road);
  const grid = make("div", { class: "grid" }, bar, band, ask, moment, hands, tabs, panel, Object.values(others));
  grid.addEventListener("scroll", ({ target }) => { if (target instanceof HTMLElement) showMore(target); }, { capture: true, passive: true });
  const root = make("div", { class: "tlm", tabindex: "0", role: "region", "data-lm-suppress-shortcuts": "true" }, grid);
  return { id, root, grid, hosts, panel, painters: PAINTERS, visible, name, measured };
}

/** The regions that are shown. @param {App} app */
function visible(app) {
  return app.setup ? IN_SETUP : ALL;
}

/** Set the labels of the landmarks in the current language. @param {App} app */
function name(app) {
  const { hosts, root, screen } = app;
  setAttribute(root, "aria-label", screen.table || app.word("new-table"));
  setAttribute(root, "lang", screen.lang ?? "");
  setAttribute(hosts.ask, "aria-label", app.word("waits-for"));
  setAttribute(hosts.sheets, "aria-label", app.word("sheets"));
  setAttribute(hosts.board, "aria-label", app.word("board"));
  setAttribute(hosts.journal, "aria-label", app.word("journal"));
  setAttribute(hosts.sounds, "aria-label", app.word("sound-ask"));
  setAttribute(hosts.road, "aria-label", app.word("the-road"));
  setAttribute(hosts.chronicle, "aria-label", app.word("chronicle"));
  setAttribute(hosts.hands, "aria-label", app.word("on-the-table"));
  setAttribute(hosts.moment, "aria-label", app.word("just-happened"));
}

/** Do what depends on sizes, once the layout is known. @param {App} app */
function measured(app) {
  setStop(app.hosts.bar);
  setStop(app.hosts.sounds);
  setStop(app.hosts.tabs);
  if (app.setup) return;
  namePanel(app.frame.panel, isNarrow(app) ? `${app.id}-tab:${app.ui.tab}` : null);
  setStop(app.hosts.moment);
  setStop(app.hosts.hands);
  fitHeading(app.hosts.ask);
  fitPhone(app);
  fitStage(app);
  showPressable(app.hosts.ask);
  app.root.querySelectorAll(LISTS).forEach((list) => showMore(/** @type {HTMLElement} */ (list)));
  showNewest(app);
  fitBeside(app);
  fitHint(app);
  askEarlier(app);
}

/** Lists that scroll in their own room. */
const LISTS = ".ask .options, .ask .offers, .drawer > .inside";
/** Pixels of a list that may lie below its edge without anything of it being missed. */
const MISSED = 12;

/** Mark a list of which more lies below its edge: it fades there, and doesn't end (`ask.css`). @param {HTMLElement} list */
function showMore(list) {
  if (!list.matches(LISTS)) return;
  const more = list.scrollHeight - list.clientHeight - list.scrollTop > MISSED && getComputedStyle(list).overflowY === "auto";
  setAttribute(list, "data-more", String(more));
}

/**
 * Name what the selected tab shows; without tabs there is no tab panel.
 * @param {HTMLElement} panel @param {string | null} tab its id
 */
function namePanel(panel, tab) {
  if (panel.getAttribute("aria-labelledby") === tab) return;
  panel.removeAttribute("role");
  panel.removeAttribute("aria-labelledby");
  if (tab) panel.setAttribute("role", "tabpanel");
  if (tab) panel.setAttribute("aria-labelledby", tab);
}

// The banner shown once the kernel is gone, and the quiet sign while it only does not reply.

/** @param {App} app @param {HTMLElement} host */
function paintBand(app, host) {
  const [gone, thinking] = [app.alive.gone(), app.alive.thinking()];
  host.hidden = !(gone || thinking);
  host.classList.toggle("quiet", thinking);
  setAttribute(host, "role", thinking ? "status" : "alert");
  if (thinking) return host.replaceChildren(make("p", {}, app.word("thinking")));
  if (!gone) return host.replaceChildren();
  const kept = app.alive.pending();
  return host.replaceChildren(
    make("p", {}, make("b", {}, kept?.label ? app.word("gone-kept", { answer: kept.label }) : app.word("gone"))),
    inNotebook(app.root) ? make("p", {}, app.word("gone-in-notebook"))
      : button("open-again", () => location.reload(), { class: "option" }, app.word("open-again")));
}

// Room on a phone's play tab when its window is low; there give way words, the board, then bit by bit the own sheet.

/** Below this height of the window the panel scrolls as it is (`layouts.css`). */
const TOO_LOW = 520;
/** Pixels of the strip's height, at least and at most. */
const STRIP_HIGH = { least: 88, most: 440 };

/** Parts that give way one after the other. @type {("none" | "words" | "strip" | "held" | "sheet")[]} */
const GIVING_WAY = ["none", "words", "strip", "held", "sheet"];
/** Parts whose going leaves the board to be seen, which then fills the rest. */
const WITH_BOARD = ["none", "words"];

/** Show as much as the window has room for, the question always whole or filling what is left. @param {App} app */
function fitPhone(app) {
  if (!isFitted(app)) {
    delete app.frame.grid.dataset.short;
    showHint(app, true);
    return fitHands(app.hosts.hands);
  }
  const list = app.hosts.ask.querySelector(".options");
  const scrolled = list?.scrollTop ?? 0; // lost while the question is measured at its full height
  fit(app);
  if (list) list.scrollTop = scrolled;
}

/** Let one thing after the other give way until all that is left fits; a hint waits for a question with more room. @param {App} app */
function fit(app) {
  showHint(app, true);
  if (shrink(app) || app.hosts.hint.hidden) return;
  showHint(app, false);
  shrink(app);
}

/** Give the hint that waits to be read its place, or let it wait for more room. @param {App} app @param {boolean} shown */
function showHint({ frame, hosts }, shown) {
  setAttribute(frame.grid, "data-hint", String(shown && !hosts.hint.hidden));
}

/** Let one thing after the other give way; return whether all is seen without scrolling. @param {App} app @returns {boolean} */
function shrink(app) {
  const { grid, hosts } = app.frame;
  grid.style.removeProperty("--spare");
  delete grid.dataset.filled;
  for (const what of GIVING_WAY) {
    giveWay(app, what);
    fitHands(hosts.hands);
    if (what === "sheet") break;
    if (WITH_BOARD.includes(what) && hosts.board.classList.contains("strip")) resizeStrip(app, app.strip + room(app));
    if (room(app) >= 0) return spare(app, room(app));
  }
  if (app.hint()?.figures && grid.dataset.hint === "true") return false; // it names what stands on the sheet
  const above = hosts.hands.getBoundingClientRect().bottom - grid.getBoundingClientRect().top;
  const left = Math.floor(window.innerHeight - above - gap(grid));
  grid.style.setProperty("--room", `${left}px`);
  spare(app, left - hosts.ask.offsetHeight);
  const lists = [hosts.ask, ...hosts.ask.querySelectorAll(".options, .shown")];
  return grid.offsetHeight <= window.innerHeight && lists.every((each) => each.scrollHeight <= each.clientHeight + 1);
}

/** Let the question have the room that is left, the text of its card first. @param {App} app @param {number} left @returns {true} */
function spare(app, left) {
  if (left > 0) app.frame.grid.style.setProperty("--spare", `${left}px`);
  if (left > 0) app.frame.grid.dataset.filled = "true";
  return true;
}

/** @param {App} app */
function isFitted(app) {
  const { tab, drawer, list, large, past } = app.ui;
  return app.width() < 600 && window.innerHeight > TOO_LOW && tab === "play" && !drawer && !list && !large && !past;
}

/** @param {App} app @param {string} what */
function giveWay(app, what) {
  const { dataset } = app.frame.grid;
  if (dataset.short !== what) dataset.short = what;
}

/** Pixels that the window has more than what is shown needs; negative if it has less. @param {App} app */
function room(app) {
  const { sheets } = app.hosts;
  const own = sheets.querySelector(".held-spells") ?? sheets.querySelector(".sheet.own");
  const used = own ? own.getBoundingClientRect().bottom - sheets.getBoundingClientRect().top : 0;
  return window.innerHeight - app.frame.grid.offsetHeight + Math.max(0, Math.floor(sheets.clientHeight - used));
}

/** @param {App} app @param {number} high */
function resizeStrip(app, high) {
  const fitting = Math.min(Math.max(high, STRIP_HIGH.least), STRIP_HIGH.most);
  if (fitting === app.strip) return;
  app.strip = fitting;
  lookAgain(app);
}

/** @param {HTMLElement} grid */
function gap(grid) {
  return Number.parseFloat(getComputedStyle(grid).rowGap) || 0;
}
