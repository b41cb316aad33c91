// @ts-check
/** Which choices have letters, and which letters are alive: those of the question, or those of a drawer or of a line being amended; never both. */

/**
 * @import { App } from "./app.js"
 * @import { Choice } from "./screen.js"
 */

/** Keys of options without a digit, in order. */
export const LETTERS = "ABCDEFGH";

/** Drawers whose choices have letters. */
const LETTERED = ["spell", "use"];

/** Whether letters choose elsewhere: those of the question then are neither shown nor heard. @param {App} app */
export function lettersElsewhere(app) {
  return LETTERED.includes(app.ui.drawer) || Boolean(app.ui.amending);
}

/**
 * Whether the choices are so many that they are found by typing: more than there are letters, and neither faces of a die
 * nor amounts.
 * @param {Choice[]} choices
 */
export function isLong(choices) {
  return choices.length > LETTERS.length && !choices.some(({ face, hint = "" }) => face || /^[0-9]$/.test(hint));
}
