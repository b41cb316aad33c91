// @ts-check
/** A view of the panel in an element, for a widget and for the pages of a hosted table: its listeners and first focus. */

import { App } from "../base/app.js";
import { followSwitches, readSwitches } from "../base/device.js";
import { entry, focusOn } from "../base/focus.js";
import { measure, paint, paintAll } from "../base/painting.js";
import { forget, inNotebook, recall } from "../base/session.js";
import { tellNames } from "../looking_up/touchable.js";
import { coverAgain, lookAway, readCovered } from "../sheets/covered.js";
import { showKeys } from "./bar.js";
import { makeFrame } from "./frame.js";
import { watchReplies } from "./heartbeat.js";
import { hearKeys } from "./keys.js";
import { heard, showState, take, takeSoon, tellKept } from "./updates.js";

/**
 * @import { Model } from "../base/app.js"
 * @import { Reply } from "./updates.js"
 */

/** @param {{model: Model, el: HTMLElement}} view @returns a function that unmounts the view */
export function render({ model, el }) {
  const alive = watchReplies({
    model, rev: () => app.screen.rev ?? 0, show: (state) => showState(app, state),
    said: (label, taken) => tellKept(app, label, taken),
  });
  const app = new App({ model, frame: makeFrame(), alive });
  el.append(app.root);
  hearKeys(app);
  tellNames(app);
  return beginView(app);
}

// Mount and unmount of a view: its event listeners and initial focus.

/**
 * Mount: listen to the model, focus and size; report what became of an answer that was pending before a reload.
 * @param {App} app @returns a function that removes all listeners and timers
 */
function beginView(app) {
  const news = () => { forget(); app.alive.replied(app.screen.reply); takeSoon(app); };
  const custom = (/** @type {Reply} */ message) => heard(app, message);
  const inside = (/** @type {boolean} */ now) => { app.ui.inside = now; showKeys(app); };
  const away = () => { lookAway(app); coverAgain(app); };
  const otherHeight = () => measure(app);
  const held = () => { app.held = true; };
  const released = () => { setTimeout(() => app.release()); }; // the click comes first
  const sizes = new ResizeObserver(() => resized(app));
  app.model.on("change:screen", news);
  app.model.on("msg:custom", custom);
  app.root.addEventListener("focusin", () => inside(true));
  app.root.addEventListener("focusout", (event) => {
    if (!app.root.contains(/** @type {Node | null} */ (event.relatedTarget))) inside(false);
  });
  app.root.addEventListener("pointerdown", held);
  window.addEventListener("pointerup", released);
  window.addEventListener("pointercancel", released);
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
    window.removeEventListener("pointerup", released);
    window.removeEventListener("pointercancel", released);
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
