/** Mount and unmount of a view: its event listeners and initial focus. */

import { inNotebook } from "./frame.js";
import { showKeys } from "./bar.js";
import { forget, recall } from "./session.js";
import { lookAway } from "./peek.js";

/** Called when the view first has a size. On the full page it takes the focus; in a notebook keys wait for a click. */
export function greet(app) {
  app.greeted = true;
  if (document.activeElement === document.body && !inNotebook(app.root)) app.focus(app.setup ? "names" : app.entry());
}

/** Mount: listen to the model, focus and size; report what became of an answer that was pending before a reload. */
export function beginView(app) {
  const news = () => { forget(); app.alive.replied(app.screen.reply); app.paintSoon(); };
  const custom = (message) => app.heard(message);
  const inside = (now) => { app.ui.inside = now; showKeys(app); };
  ["screen", "labels", "setup"].forEach((trait) => app.model.on(`change:${trait}`, news));
  app.model.on("msg:custom", custom);
  app.root.addEventListener("focusin", () => inside(true));
  app.root.addEventListener("focusout", (event) => app.root.contains(event.relatedTarget) || inside(false));
  const away = () => lookAway(app);
  window.addEventListener("blur", away);
  app.sizes = new ResizeObserver(() => app.resized());
  app.sizes.observe(app.root);
  app.unhear = () => {
    ["screen", "labels", "setup"].forEach((trait) => app.model.off(`change:${trait}`, news));
    app.model.off("msg:custom", custom);
    window.removeEventListener("blur", away);
  };
  showFirst(app);
}

function showFirst(app) {
  const kept = recall();
  if (kept?.table && kept.table === app.screen.table) app.tellKept(kept.label, (app.question()?.ply ?? -1) > kept.ply);
  app.take();
}

/** Unmount: remove all listeners and timers. */
export function endView(app) {
  app.alive.close();
  app.sizes.disconnect();
  app.unhear();
}
