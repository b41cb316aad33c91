// @ts-check
/** Which letters are alive: those of the question, or those of a drawer or of a line being amended; never both. */

/** @import { App } from "./app.js" */

/** Drawers whose choices have letters. */
const LETTERED = ["spell", "use"];

/** Whether letters choose elsewhere: those of the question then are neither shown nor heard. @param {App} app */
export function lettersElsewhere(app) {
  return LETTERED.includes(app.ui.drawer) || Boolean(app.ui.amending);
}
