// @ts-check
/** Indicator in the toolbar of whether keyboard shortcuts are on; a press turns the letters off and on. */

import { button, make, setAttribute, span } from "./elements.js";

/** @import { App } from "./app.js" */

/** @param {App} app */
export function keysChip(app) {
  return button("keys", () => flipKeys(app), { class: app.ui.inside && !app.ui.keysOff ? "keys on" : "keys", title: keysTo(app) },
    span("dot"), make("span", { class: "state", "data-longest": longest(app) }, keysWord(app)));
}

/** @param {App} app */
function flipKeys(app) {
  app.ui.keysOff = app.ui.inside && !app.ui.keysOff;
  showKeys(app);
}

/**
 * The longest of the words, which reserves its width: else turning keys on would shift the buttons.
 * @param {App} app
 */
function longest(app) {
  const words = [app.word("keys-on"), app.word("keys-off"), app.word("click-for-keys")];
  return words.sort((a, b) => b.length - a.length)[0];
}

/** @param {App} app */
function keysWord(app) {
  if (app.ui.keysOff) return app.word("keys-off");
  return app.ui.inside ? app.word("keys-on") : app.word("click-for-keys");
}

/** What a press changes, as "keys on → keys off". @param {App} app */
function keysTo(app) {
  const then = app.ui.inside && !app.ui.keysOff ? "keys-off" : "keys-on";
  return app.word("becomes", { now: keysWord(app), then: app.word(then) });
}

/** Update the indicator in place: rebuilding the bar during a press would lose the click. @param {App} app */
export function showKeys(app) {
  const chip = app.hosts.bar.querySelector(".keys");
  const state = chip?.querySelector(".state");
  if (!chip || !state) return;
  chip.classList.toggle("on", app.ui.inside && !app.ui.keysOff);
  setAttribute(/** @type {HTMLElement} */ (chip), "title", keysTo(app));
  if (state.textContent !== keysWord(app)) state.textContent = keysWord(app);
}
