// @ts-check
/** Feedback on presses: pressed buttons and refusals. */

import { find } from "./focus.js";
import { paint } from "./painting.js";

/** @import { App } from "./app.js" */

/** Milliseconds without a reply after which a button is shown as pressed: a frame for it would delay the reply's own. */
const WAITED = 50;

/** Show elements as pressed from `WAITED` until the next painting. @param {App} app @param {...string} ids */
export function sink(app, ...ids) {
  clearTimeout(app.sinking);
  app.sinking = setTimeout(() => ids.forEach((id) => find(app, id)?.classList.add("sunk")), WAITED);
}

/** Show why a press does nothing, in the foot line. @param {App} app @param {string} why */
export function refuse(app, why) {
  Object.assign(app.ui, { remark: why, refused: true });
  paint(app, "ask");
  shake(app);
}

/** Flash the border of the ask as a refusal. @param {App} app */
export function shake(app) {
  const { ask } = app.hosts;
  ask.classList.remove("refused");
  void ask.offsetWidth; // forces a reflow, which restarts the animation
  ask.classList.add("refused");
}
