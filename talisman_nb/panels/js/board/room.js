// @ts-check
/** Room on a phone's play tab when its window is low; there give way words, the board, then bit by bit the own sheet. */

import { lookAgain } from "./board.js";

/** @import { App } from "../base/app.js" */

/** Below this height of the window the panel scrolls as it is (`layouts.css`). */
const TOO_LOW = 520;
/** Pixels of the strip's height, at least and at most. */
const STRIP_HIGH = { least: 88, most: 360 };

/** Parts that give way one after the other. @type {("none" | "words" | "strip" | "held" | "sheet")[]} */
const GIVING_WAY = ["none", "words", "strip", "held", "sheet"];
/** Parts whose going leaves the board to be seen, which then fills the rest. */
const WITH_BOARD = ["none", "words"];

/** Show as much as the window has room for, the question always whole or filling what is left. @param {App} app */
export function fitPhone(app) {
  if (!isFitted(app)) return delete app.frame.grid.dataset.short;
  const list = app.hosts.ask.querySelector(".options");
  const scrolled = list?.scrollTop ?? 0; // lost while the question is measured at its full height
  fit(app);
  if (list) list.scrollTop = scrolled;
  return true;
}

/** Let one thing after the other give way until all that is left fits. @param {App} app */
function fit(app) {
  const { grid, hosts } = app.frame;
  grid.style.removeProperty("--spare");
  delete grid.dataset.filled;
  for (const what of GIVING_WAY) {
    giveWay(app, what);
    if (what === "sheet") break;
    if (WITH_BOARD.includes(what) && hosts.board.classList.contains("strip")) resizeStrip(app, app.strip + room(app));
    if (room(app) >= 0) return spare(app, room(app));
  }
  const above = hosts.hands.getBoundingClientRect().bottom - grid.getBoundingClientRect().top;
  const left = Math.floor(window.innerHeight - above - gap(grid));
  grid.style.setProperty("--room", `${left}px`);
  spare(app, left - hosts.ask.offsetHeight);
}

/** Let the question have the room that is left, the text of its card first. @param {App} app @param {number} left */
function spare(app, left) {
  if (left <= 0) return;
  app.frame.grid.style.setProperty("--spare", `${left}px`);
  app.frame.grid.dataset.filled = "true";
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
