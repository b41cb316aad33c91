// @ts-check
/** Whether the chronicle stands in place of the table. */

import { focusOn } from "./focus.js";
import { paintAll } from "./painting.js";
import { say } from "./messages.js";

/** @import { App } from "./app.js" */

/** Request the chronicle and show it when it comes. @param {App} app */
export function openChronicle(app) {
  Object.assign(app.ui, { past: "chronicle", drawer: "" });
  say(app, { type: "chronicle" });
  paintAll(app);
}

/** Return to the table. @param {App} app */
export function closePast(app) {
  app.ui.past = "";
  paintAll(app);
  focusOn(app, "headline");
}
