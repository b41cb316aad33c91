// @ts-check
/** Painting of a view: regions whose data changed, then what depends on sizes. */

import { signal } from "./device.js";
import { keepingFocus } from "./focus.js";
import { lettersElsewhere } from "./letters.js";
import { forgetRead, unchanged } from "./memo.js";
import { prepareMotion } from "./motion.js";
import { nextStep } from "./step.js";

/**
 * @import { Region } from "../pages/frame.js"
 * @import { App } from "./app.js"
 */

/** Repaint one region unconditionally. @param {App} app @param {Region} name */
export function paint(app, name) {
  delete app.painted[name];
  forgetRead(app.hosts[name]);
  keepingFocus(app, () => paintRegion(app, name));
  measure(app);
}

/** Paint what changed. @param {App} app */
export function paintAll(app) {
  keepingFocus(app, () => paintChanged(app));
  measure(app);
}

/** Paint what changed, without care for the focus. @param {App} app */
export function paintChanged(app) {
  const step = nextStep(app);
  const startMotion = prepareMotion(app, step);
  const { dataset } = app.frame.grid;
  const { tab, large, drawer, past } = app.ui;
  const letters = lettersElsewhere(app) ? "elsewhere" : "";
  const data = { looking: String(app.ui.looking), tab, large: String(large), setup: String(Boolean(app.setup)), drawer, letters,
    past: app.setup ? "" : past, people: upTo(app.sheets().length), asks: app.question()?.kind ?? "" };
  for (const [name, value] of Object.entries(data)) if (dataset[name] !== value) dataset[name] = value;
  app.frame.name(app);
  app.frame.visible(app).forEach((name) => paintRegion(app, name));
  clearTimeout(app.sinking);
  app.root.querySelectorAll(".sunk").forEach((each) => each.classList.remove("sunk"));
  startMotion();
  signal(app, step);
}

/** The numbers up to `n`: for selectors (`[data-people~="5"]`) "five people or more". @param {number} n */
function upTo(n) {
  return Array.from({ length: n }, (_, i) => i + 1).join(" ");
}

/** Paint a region if a value its painter read has changed. @param {App} app @param {Region} name */
function paintRegion(app, name) {
  if (unchanged(app.painted[name])) return;
  app.painted[name] = app.recordReads(() => app.frame.painters[name](app, app.hosts[name]));
}

/** Schedule what reads sizes for the next frame, to avoid a second layout. @param {App} app */
export function measure(app) {
  if (app.sizing) return;
  app.sizing = true;
  requestAnimationFrame(() => {
    app.sizing = false;
    app.frame.measured(app);
  });
}
