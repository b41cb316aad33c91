// @ts-check
/** The board on the wall of a class: the part that a page is about, and no letters that can't be read from the last row. */

/**
 * @import { App } from "./app.js"
 * @typedef {{board: SVGSVGElement, over: SVGSVGElement}} Pictures
 */

/** Letters on the wall are no smaller, in pixels. */
const LEAST_LETTERS = 28;
/** Pixels that a unit of the board has at least where it is looked at closely: its names have about 22 units. */
const CLOSE = 1.3;
/** From the upper right corner of a space to its middle, in units. */
const MIDDLE = { x: -72, y: 66 };
/** Edges of the whole board, in units. */
const WHOLE = { from: -22, size: 1044 };

/** Show a space with its neighbours, or for "" the whole board. @param {App} app @param {Pictures} pictures @param {string} space */
export function lookNear(app, { board, over }, space) {
  const wide = board.clientWidth || 1;
  const corner = app.labels.corners?.[space];
  const size = corner ? Math.min(wide / CLOSE, WHOLE.size) : WHOLE.size;
  const most = WHOLE.from + WHOLE.size - size;
  const [x, y] = corner
    ? [corner[0] + MIDDLE.x, corner[1] + MIDDLE.y].map((at) => Math.max(WHOLE.from, Math.min(most, at - size / 2)))
    : [WHOLE.from, WHOLE.from];
  for (const picture of [board, over]) picture.setAttribute("viewBox", `${x} ${y} ${size} ${size}`);
  for (const text of [...board.querySelectorAll("text"), ...over.querySelectorAll("text")]) {
    const units = parseFloat(text.getAttribute("font-size") ?? getComputedStyle(text).fontSize);
    text.toggleAttribute("data-small", (units * wide) / size < LEAST_LETTERS);
  }
}
