// @ts-check
/** The buttons of the menu for what is switched on or off on this device. */

import { canVibrate, turnSwitch } from "./device.js";
import { button, span } from "./elements.js";
import { paintAll } from "./painting.js";

/** @import { App } from "./app.js" */

/** @param {App} app */
export function switches(app) {
  const one = (/** @type {"sound" | "vibration"} */ name, /** @type {string} */ word) =>
    button(`menu:${name}`, () => { turnSwitch(app, name); paintAll(app); }, { class: "option", role: "switch",
      "aria-checked": String(app.ui[name]) }, span("label", word),
    span("note", app.ui[name] ? app.word("switched-on") : app.word("switched-off")));
  return [one("sound", app.word("sound")), canVibrate(app) ? one("vibration", app.word("vibration")) : null];
}
