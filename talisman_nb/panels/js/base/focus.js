// @ts-check
/** Focus: elements are found by their `data-id`, which outlives a repaint. */

import { focused } from "./elements.js";
import { isLong } from "./letters.js";

/** @import { App } from "./app.js" */

/**
 * The visible element with this `data-id` (ids occur twice: the journal is a region and a drawer).
 * @param {App} app @param {string} id
 */
export function find(app, id) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (app.root.querySelectorAll(`[data-id="${CSS.escape(id)}"]`));
  return [...found].find((each) => each.getClientRects().length) ?? null;
}

/** The id of the element to focus when a question comes. @param {App} app */
export function entry(app) {
  if (["spell", "use"].includes(app.ui.drawer)) return "drawer-head";
  const { kind = "", options = [], shop } = app.question() ?? {};
  return kind === "card" || (isLong(options) && !shop) ? "search" : "headline";
}

/** Remember which part of the question has the focus, before something is opened beside it. @param {App} app */
export function leaveQuestion(app) {
  const now = focused(app.root);
  if (!app.ui.drawer) app.ui.left = now instanceof HTMLElement && now.closest(".ask") && !now.closest("header") ? now.dataset.id ?? "" : "";
}

/** Focus what was left of the question as something was opened beside it, its field wherever it has one to type in. @param {App} app */
export function backToQuestion(app) {
  const field = entry(app);
  focusOn(app, field === "search" ? field : app.ui.left || field);
}

/** Focus the element with this id, else the headline, else the panel. @param {App} app @param {string} id */
export function focusOn(app, id) {
  (find(app, id) ?? find(app, "headline") ?? app.root).focus({ preventScroll: true });
}

/**
 * Run `act` and restore a focus lost in it: else key events would go to the notebook.
 * @param {App} app @param {() => void} act
 */
export function keepingFocus(app, act) {
  const before = focused(app.root);
  const id = before?.dataset.id;
  const inside = before && app.root.contains(before);
  act();
  if (inside && !app.root.contains(focused(app.root))) focusOn(app, id ?? "headline");
}
