// @ts-check
/** Mount and unmount of a view: its event listeners and initial focus. */

import { readCovered } from "./covered.js";
import { followSwitches, readSwitches } from "./device.js";
import { entry, focusOn } from "./focus.js";
import { showKeys } from "./keys_chip.js";
import { forget, inNotebook, recall } from "./session.js";
import { lookAway } from "./peek.js";
import { measure, paint, paintAll } from "./painting.js";
import { heard, take, takeSoon, tellKept } from "./updates.js";

/**
 * @import { App } from "./app.js"
 * @import { Reply } from "./updates.js"
 */

/**
 * Mount: listen to the model, focus and size; report what became of an answer that was pending before a reload.
 * @param {App} app @returns a function that removes all listeners and timers
 */
export function beginView(app) {
  const news = () => { forget(); app.alive.replied(app.screen.reply); takeSoon(app); };
  const custom = (/** @type {Reply} */ message) => heard(app, message);
  const inside = (/** @type {boolean} */ now) => { app.ui.inside = now; showKeys(app); };
  const away = () => lookAway(app);
  const otherHeight = () => measure(app);
  const sizes = new ResizeObserver(() => resized(app));
  app.model.on("change:screen", news);
  app.model.on("msg:custom", custom);
  app.root.addEventListener("focusin", () => inside(true));
  app.root.addEventListener("focusout", (event) => {
    if (!app.root.contains(/** @type {Node | null} */ (event.relatedTarget))) inside(false);
  });
  window.addEventListener("blur", away);
  window.addEventListener("resize", otherHeight);
  sizes.observe(app.root);
  readSwitches(app);
  readCovered(app);
  const unfollow = followSwitches(app, () => paintAll(app));
  showFirst(app);
  return () => {
    app.model.off("change:screen", news);
    app.model.off("msg:custom", custom);
    window.removeEventListener("blur", away);
    window.removeEventListener("resize", otherHeight);
    sizes.disconnect();
    unfollow();
    app.alive.close();
  };
}

/** @param {App} app */
function showFirst(app) {
  const kept = recall();
  if (kept?.table && kept.table === app.screen.table) tellKept(app, kept.label, (app.question()?.ply ?? -1) > kept.ply);
  take(app);
}

/** @param {App} app */
function resized(app) {
  app.wide = app.root.clientWidth;
  if (!app.greeted && app.width()) greet(app);
  if (!app.setup) paint(app, "board");
}

/**
 * Called when the view first has a size. On the full page it takes the focus; in a notebook keys wait for a click.
 * @param {App} app
 */
function greet(app) {
  app.greeted = true;
  if (document.activeElement === document.body && !inNotebook(app.root)) focusOn(app, app.setup ? "names" : entry(app));
}
