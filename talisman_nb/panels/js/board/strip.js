// @ts-check
/** The board on a phone's play tab: a strip around the active figure, with insets for destinations outside of it. */

import { svg } from "../base/elements.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Picture } from "./board.js"
 * @typedef {{x: number, y: number, width: number, height: number}} Space
 */

/** A space that is not on the board, which is never outside the strip. */
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };
/** Sizes in pixels: width of the strip, height at which it shows one and a half spaces, width of an inset. */
const STRIP = { wide: 374, unit: 112, window: 88 };
/** Upper bound of insets; with more destinations outside, the whole board is shown. */
const MOST_WINDOWS = 3;

/**
 * Show the strip with its insets, or the whole board.
 * @param {App} app @param {HTMLElement} host @param {Picture} picture @param {string[]} ends spaces that may be chosen
 */
export function lookAt(app, host, picture, ends) {
  const whole = picture.board.dataset.whole ??= picture.board.getAttribute("viewBox") ?? "";
  const strip = app.width() < 600 && app.ui.tab === "play" && !app.ui.large && app.ui.drawer !== "straight" && stripOf(app, picture.board, whole, ends);
  host.classList.toggle("strip", Boolean(strip));
  host.querySelectorAll(".window").forEach((each) => each.remove());
  look(strip ? strip.box.join(" ") : whole, picture.board, picture.over);
  if (!strip) return;
  host.style.setProperty("--strip", `${app.strip}px`);
  fadeOut(host, continued(strip.box, strip.whole));
  host.append(...strip.far.map((space) => windowOn(app, picture, space)).filter((each) => each !== null));
}

/**
 * Set the viewBox of pictures only if it differs, because setting it forces a layout.
 * @param {string} box @param {...SVGSVGElement} pictures
 */
function look(box, ...pictures) {
  for (const each of pictures) if (each.getAttribute("viewBox") !== box) each.setAttribute("viewBox", box);
}

/**
 * The strip's box in the `whole` board and the destinations outside (`far`), narrower for each inset; null if there are too many.
 * @param {App} app @param {SVGSVGElement} board @param {string} whole @param {string[]} ends
 */
function stripOf(app, board, whole, ends) {
  const at = app.sheets().find((each) => each.active)?.at;
  const here = at && placeIn(board, at);
  if (!here || !whole) return null;
  const all = /** @type {Box} */ (whole.split(/[\s,]+/).map(Number));
  for (let windows = 0; windows <= MOST_WINDOWS; windows++) {
    const box = around(here.getBBox(), all, (STRIP.wide - windows * STRIP.window) / STRIP.unit, app.strip / STRIP.unit);
    const far = ends.filter((end) => !holds(box, placeIn(board, end)?.getBBox() ?? NOWHERE));
    if (far.length <= windows) return { box, far, whole: all };
  }
  return null;
}

/** @param {SVGSVGElement} board @param {string} space @returns {SVGGraphicsElement | null} */
function placeIn(board, space) {
  return board.querySelector(`[data-space="${CSS.escape(space)}"]`);
}

/**
 * The box around a space: `shape` times as wide as one and a half spaces are high, `taller` times as high as these.
 * @param {Space} space @param {Box} whole @param {number} shape @param {number} [taller] @returns {Box}
 */
export function around(space, [left, top, wide, high], shape, taller = 1) {
  const width = space.height * 1.5 * shape;
  const height = space.height * 1.5 * taller;
  const x = clamp(space.x + space.width / 2 - width / 2, left, left + wide - width);
  const y = clamp(space.y + space.height / 2 - height / 2, top, top + high - height);
  return [x, y, width, height];
}

/** @param {number} n @param {number} least @param {number} most */
function clamp(n, least, most) {
  return Math.min(Math.max(n, least), Math.max(least, most));
}

/** Whether at least 60 % of a space's area is inside a box. @param {Box} box @param {Space} space */
export function holds([x, y, width, height], space) {
  const [right, low] = [Math.min(x + width, space.x + space.width), Math.min(y + height, space.y + space.height)];
  const seen = Math.max(right - Math.max(x, space.x), 0) * Math.max(low - Math.max(y, space.y), 0);
  return seen >= 0.6 * space.width * space.height;
}

/** The box that holds some drawings: a frame's sign stands beside its space. @param {SVGGraphicsElement[]} drawings */
function spanned(drawings) {
  const boxes = drawings.map((each) => each.getBBox());
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const low = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: low - y };
}

/**
 * The inset of a destination outside the strip: a clickable copy of its space with frame, figures and cards.
 * @param {App} app @param {Picture} picture @param {string} space
 */
function windowOn(app, { board, cards, frames, laid }, space) {
  const place = placeIn(board, space);
  if (!place) return null;
  const { x, y, width, height } = spanned([place, frames.parts[space]?.node ?? place]);
  const over = [cards, frames, laid].flatMap((layer) => layer.parts[space]?.node.cloneNode(true) ?? []);
  const made = svg("svg", `window ${board.getAttribute("class") ?? ""}`, place.cloneNode(true), ...over);
  made.setAttribute("viewBox", `${x - 6} ${y - 6} ${width + 12} ${height + 12}`);
  made.setAttribute("aria-label", app.placeName(space));
  return made;
}

// A part of the board fades out at the sides where the board goes on.

/** @typedef {[x: number, y: number, width: number, height: number]} Box a part of the board, in its units */

/** Sides of a box in the order of `continued`, as CSS names them. */
const SIDES = ["left", "top", "right", "bottom"];
/** The share of the width or height in which the board fades out. */
export const FADING = 0.07;

/** Whether the board goes on to the left, above, to the right and below. @param {Box} part @param {Box} whole */
export function continued([x, y, width, height], [left, top, wide, tall]) {
  const rounding = 0.5;
  return [x > left + rounding, y > top + rounding, x + width < left + wide - rounding, y + height < top + tall - rounding];
}

/** Let the pictures in an element fade out at the sides where the board goes on. @param {HTMLElement | SVGElement} of @param {boolean[]} sides */
export function fadeOut({ style }, sides) {
  SIDES.forEach((side, n) => style.setProperty(`--${side}`, `${sides[n] ? 100 * FADING : 0}%`));
}
