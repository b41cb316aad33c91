// @ts-check
/** The wall of a class as a whole: the board, the lesson beside it, its row of moves, its keys, and the teacher's notes. */

import { make } from "../base/elements.js";
import { keepingFocus } from "../base/focus.js";
import { paintBoard } from "../board/board.js";
import { continued, fadeOut, FADING } from "../board/strip.js";
import { download, openPage } from "../looking_back/exports.js";
import { lessonKey, lessonMoves, moveLesson, paintLesson } from "./lesson_part.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Notes } from "../base/screen.js"
 * @import { Box } from "../board/strip.js"
 * @import { PartModel } from "../pages/part.js"
 */

/** How much larger than they must be letters are, where there is room: the largest that fits is taken. */
const LARGER = [1.4, 1.3, 1.2, 1.1, 1];
/** The same where larger letters were asked for, or a lesson begins or ends: they have the room of the board too. */
const LARGEST = [2.6, 2.4, 2.2, 2, 1.8, 1.6, 1.5, ...LARGER];
/** Pixels of the margins above and below the board, and between it and the row below. */
const AROUND = 24;
/** Pixels that a height may differ by from being rounded. */
const ROUNDED = 0.1;

/** State that each wall keeps of its own. @type {WeakMap<HTMLElement, import("./lesson_part.js").WallState>} */
const WALLS = new WeakMap();

/** Under this name a page keeps where its lesson stands. */
const KEPT = "talisman-nb-lesson";

/**
 * Keep where the lesson stands for as long as its page is open, and go on from there where it was loaded again.
 * @param {PartModel} model @param {import("./lesson_part.js").Teach} tell
 */
function keepOverReload(model, tell) {
  if (!model.get("resumes")) return;
  const at = location.search;
  try {
    const before = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    if (before.at === at && before.kept !== model.get("kept")) tell("resume", { value: before.kept });
    model.on("change:kept", () => sessionStorage.setItem(KEPT, JSON.stringify({ at, kept: model.get("kept") })));
  } catch { /* a browser that keeps nothing: the lesson begins at its address */ }
}

/** A lesson beside the board. @param {App} app @param {HTMLElement} host @param {PartModel} model */
export function paintWall(app, host, model) {
  const wall = model.get("content");
  const tell = (/** @type {string} */ type, more = {}) => {
    const asking = WALLS.get(host);
    if (asking && (type === "sheet" || type === "said")) asking.printing = true;
    model.send({ type, ...more });
  };
  if (!host.firstChild) {
    const state = { thrown: [], blank: false, larger: false, printing: false, keys: false, from: 0, hands: [], typed: "", sure: false };
    WALLS.set(host, state);
    host.append(app.hosts.board, make("div", { class: "wall" }), make("div", { class: "moves", role: "toolbar" }));
    app.root.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (lessonKey(event, model.get("content"), tell, state, () => paintWall(app, host, model))) event.preventDefault();
    });
    model.on("msg:custom", (/** @type {{type: string, name: string, text: string}} */ message) => {
      if (!state.printing) return; // another view of the wall asked
      state.printing = false;
      if (message.type === "sheet") openPage(app, { ...message, kind: "text/html" });
      else download(app, { ...message, kind: "text/csv" });
    });
    keepOverReload(model, tell);
    requestAnimationFrame(() => { if (document.activeElement === document.body) app.root.focus(); });
  }
  paintBoard(app, app.hosts.board);
  app.hosts.board.onclick = null;
  const state = /** @type {import("./lesson_part.js").WallState} */ (WALLS.get(host));
  app.hosts.board.hidden = !wall.sheets.length || Boolean(wall.beside) || (!wall.code && (wall.bars.length > 0 || state.larger)) || state.keys;
  const [, said, moves] = /** @type {HTMLElement[]} */ ([...host.children]);
  host.classList.toggle("of-spaces", Boolean(wall.code || wall.named));
  keepingFocus(app, () => {
    paintLesson(app, said, wall, tell, state);
    lessonMoves(app, moves, wall, state, (type) => {
      moveLesson(type, wall, tell, state);
      paintWall(app, host, model);
    });
  });
  const room = parseFloat(getComputedStyle(host).minHeight) || 0;
  const beside = said.getBoundingClientRect().left > app.hosts.board.getBoundingClientRect().left;
  if (app.picture) lookNear(app, app.picture, wall.near ?? "", beside ? room - moves.offsetHeight - AROUND : 0, wall.code ? GROWN - 0.01 : 1);
  fillRoom(host, said, room + ROUNDED, state.larger || ["title", "end"].includes(wall.kind) ? LARGEST : LARGER);
  if (!wall.code && said.matches(".crowded") && !app.hosts.board.hidden) withoutBoard(app, host, said, room + ROUNDED);
}

/**
 * Let the letters fill the height that the wall has anyway; what is too high at their least size is set more tightly,
 * and what still is goes without what the page is about.
 * @param {HTMLElement} host @param {HTMLElement} said @param {number} room pixels @param {number[]} sizes of letters, the largest first
 */
function fillRoom(host, said, room, sizes) {
  said.classList.remove("tight", "crowded");
  const hasRoom = () => host.getBoundingClientRect().height <= room && said.scrollWidth <= said.clientWidth;
  const fits = sizes.some((larger) => {
    said.style.setProperty("--larger", String(larger));
    return hasRoom();
  });
  said.classList.toggle("tight", !fits);
  said.classList.toggle("crowded", !fits && !hasRoom());
}

/**
 * Give a wall that is still too full the room of the board, before anything of it is lost.
 * @param {App} app @param {HTMLElement} host @param {HTMLElement} said @param {number} room pixels
 */
function withoutBoard(app, host, said, room) {
  if (host.getBoundingClientRect().height <= room && said.scrollWidth <= said.clientWidth) return;
  app.hosts.board.hidden = true;
  fillRoom(host, said, room, LARGER);
}

// The board on the wall of a class: the part that a page is about, and no letters that can't be read from the last row.

/** @typedef {{board: SVGSVGElement, over: SVGSVGElement}} Pictures */

/** Letters on the wall are no smaller, in pixels. */
const LEAST_LETTERS = 28;
/** Units of the board that are shown across where the letters of its names allow it: the space and one on each side. */
const ACROSS = 400;
/** Letters of most names are at least this high, in units. */
const USUAL = 21.6;
/** Letters that are too small are made larger by this factor at most. */
const GROWN = 1.15;
/** From the upper right corner of a space to its middle, in units. */
const MIDDLE = { x: -72, y: 66 };
/** Edges of the whole board, in units. */
const WHOLE = { from: -22, size: 1044 };
/** @type {Box} */
const BOARD = [WHOLE.from, WHOLE.from, WHOLE.size, WHOLE.size];

/**
 * Show a space with its neighbours, as close as the names need, or for "" the whole board.
 * @param {App} app @param {Pictures} pictures @param {string} space @param {number} room pixels there are from top to bottom
 * @param {number} closer how much smaller its names may be, because they are made larger
 */
function lookNear(app, { board, over }, space, room, closer = 1) {
  const names = [...board.querySelectorAll("text")], wide = board.clientWidth || 1;
  const corner = app.labels.corners?.[space];
  const scale = corner ? scaleOf(Math.min(...names.map(lettersOf)), wide) / closer : wide / WHOLE.size;
  const goesOn = (/** @type {Box} */ within) => closer > 1 ? [false, false, false, false] : continued(within, BOARD);
  const part = partAround(corner, wide / scale, corner ? Math.max(wide, room) / scale : WHOLE.size);
  for (const picture of [board, over]) {
    picture.setAttribute("viewBox", part.join(" "));
    fadeOut(picture, goesOn(part));
  }
  for (const text of [...names, ...over.querySelectorAll("text")]) readable(text, LEAST_LETTERS / scale);
  for (const name of names) if (isCut(name, part, goesOn(part))) name.toggleAttribute("data-unread", true);
}

/**
 * Draw a text whose letters are a little too small higher and as wide as before; leave out one with smaller letters.
 * @param {SVGTextElement} text @param {number} least height of letters, in units
 */
function readable(text, least) {
  text.style.fontSize = "";
  for (const each of ["data-unread", "textLength", "lengthAdjust"]) text.removeAttribute(each);
  const own = lettersOf(text);
  if (own >= least - 0.1) return;
  if (own * GROWN < least) {
    text.toggleAttribute("data-unread", true);
    return;
  }
  text.setAttribute("textLength", String(text.getComputedTextLength()));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  text.style.fontSize = `${least}px`;
}

/**
 * Pixels to a unit: so many that the smallest name can be read if three spaces have room then, else most names.
 * @param {number} smallest height of its letters, in units @param {number} wide pixels
 */
function scaleOf(smallest, wide) {
  return Math.min(LEAST_LETTERS / smallest, Math.max(LEAST_LETTERS / USUAL, wide / ACROSS));
}

/** The part of this size around a space, within the board. @param {[number, number] | undefined} corner @param {number} wide @param {number} tall @returns {Box} */
function partAround(corner, wide, tall) {
  const [x, y] = corner ? [corner[0] + MIDDLE.x, corner[1] + MIDDLE.y] : [0, 0];
  const size = { wide: Math.min(wide, WHOLE.size), tall: Math.min(tall, WHOLE.size) };
  const within = (/** @type {number} */ at, /** @type {number} */ length) =>
    Math.max(WHOLE.from, Math.min(WHOLE.from + WHOLE.size - length, at - length / 2));
  return [within(x, size.wide), within(y, size.tall), size.wide, size.tall];
}

/** The height of its letters as drawn, in units of the board. @param {SVGTextElement} text */
function lettersOf(text) {
  return parseFloat(text.getAttribute("font-size") ?? getComputedStyle(text).fontSize);
}

/** Whether a text lies partly where the board fades out. @param {SVGTextElement} text @param {Box} part @param {boolean[]} goesOn */
function isCut(text, part, goesOn) {
  const [x, y, wide, tall] = part, box = text.getBBox();
  const [left, top, right, bottom] = goesOn.map((on) => Number(on) * FADING);
  return box.x < x + left * wide || box.y < y + top * tall
    || box.x + box.width > x + (1 - right) * wide || box.y + box.height > y + (1 - bottom) * tall;
}

// What the teacher sees of a lesson on a window of its own: notes, the answer, what comes next.

/** Notes as sections; whoever listens to the page is told of a new step. @param {App} _app @param {HTMLElement} host @param {PartModel} model */
export function paintNotes(_app, host, model) {
  const { title, place, sections, refused } = /** @type {Notes & {refused?: string}} */ (model.get("content"));
  host.setAttribute("aria-live", "polite");
  host.replaceChildren(
    make("p", { class: "where-now" }, title), make("h2", {}, place || title),
    refused ? make("p", { class: "refusal", role: "alert" }, refused) : "",
    ...sections.map(({ heading, lines }) => make("section", {}, make("h3", {}, heading), lines.map((line) => make("p", {}, line)))));
}
