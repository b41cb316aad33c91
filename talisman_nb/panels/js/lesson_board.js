// @ts-check
/** The board on the wall of a class: the part that a page is about, and no letters that can't be read from the last row. */

import { FADING, fadeOut, continued } from "./fading.js";

/**
 * @import { App } from "./app.js"
 * @import { Box } from "./fading.js"
 * @typedef {{board: SVGSVGElement, over: SVGSVGElement}} Pictures
 */

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
 */
export function lookNear(app, { board, over }, space, room) {
  const names = [...board.querySelectorAll("text")], wide = board.clientWidth || 1;
  const corner = app.labels.corners?.[space];
  const scale = corner ? scaleOf(Math.min(...names.map(lettersOf)), wide) : wide / WHOLE.size;
  const part = partAround(corner, wide / scale, corner ? Math.max(wide, room) / scale : WHOLE.size);
  for (const picture of [board, over]) {
    picture.setAttribute("viewBox", part.join(" "));
    fadeOut(picture, continued(part, BOARD));
  }
  for (const text of [...names, ...over.querySelectorAll("text")]) readable(text, LEAST_LETTERS / scale);
  for (const name of names) if (isCut(name, part)) name.toggleAttribute("data-unread", true);
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

/** Whether a text lies partly where the board fades out. @param {SVGTextElement} text @param {Box} part */
function isCut(text, part) {
  const [x, y, wide, tall] = part, box = text.getBBox();
  const [left, top, right, bottom] = continued(part, BOARD).map((on) => Number(on) * FADING);
  return box.x < x + left * wide || box.y < y + top * tall
    || box.x + box.width > x + (1 - right) * wide || box.y + box.height > y + (1 - bottom) * tall;
}
