// @ts-check
/** A part of the board fades out at the sides where the board goes on. */

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
