// @ts-check
/** The toolbar (table, round, undo, redo, drawers, whether keys are on) and the tabs of narrow panels. */

import { chooseTab, flip, flipsTo, toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, cap, make, setAttribute, span } from "../base/elements.js";
import { hold, reuse } from "../base/memo.js";
import { leave, openDemo, redo, undo } from "../base/messages.js";
import { codesLink } from "../drawers/people.js";
import { openLookUp } from "../looking_up/look_up.js";

/**
 * @import { App } from "../base/app.js"
 * State of a tool; `pressed` only of one that stays pressed, `told` is what a press changes.
 * @typedef {{off?: boolean, pressed?: boolean, told?: string}} ToolState
 */

/** @param {App} app @param {HTMLElement} host */
export function paintBar(app, host) {
  const { screen, ui } = app;
  const tool = (/** @type {string} */ id, /** @type {string} */ key, /** @type {string} */ word,
    /** @type {() => void} */ act, /** @type {ToolState} */ now = {}) => toolIn(host, id, key, word, act, now);
  const kept = (/** @type {string} */ selector, /** @type {string[]} */ inputs, /** @type {() => Element} */ made) =>
    reuse(host.querySelector(selector), inputs, made);
  const phone = app.isPhone(); // the table is set straight, left and taken forth at the laptop
  const owner = phone ? app.sheets().find(({ who }) => who.seat === screen.viewer)?.who.name : "";
  const round = [owner, app.word("round", { n: screen.round }), screen.pace].filter(Boolean).join(" · ");
  const { variant = "" } = app.labels;
  const drawer = (/** @type {string} */ name, /** @type {string} */ key, /** @type {string} */ word) =>
    tool(`drawer:${name}`, key, word, () => toggleDrawer(app, name), { pressed: ui.drawer === name });
  const shown = [
    kept(".title", [screen.table, round], () => span(screen.pace ? "title paced" : "title",
      make("strong", { class: "table", id: `${app.id}-table`, title: screen.table || false }, screen.table), span("round", round))),
    variant !== "" && kept(".variant", [variant], () => span("variant", variant)),
    screen.demo && !phone && button("demo", () => openDemo(app), { class: "tool", title: app.word("demo-again"),
      "aria-label": app.word("demo-again") }, cap("↺")),
    (screen.windows ?? 1) > 1 && span("windows", app.word("windows", { n: screen.windows ?? 1 })),
    tool("undo", "U", app.word("undo"), () => undo(app), { off: !screen.can_undo }),
    !phone && tool("redo", "⇧U", app.word("redo"), () => redo(app), { off: !screen.can_redo }),
    drawer("spell", "S", app.word("a-spell")),
    app.asides("X").length > 0 && drawer("use", "X", app.useWord()),
    kept(".gap", [], () => span("gap")),
    tool("drawer:look", "/", app.word("ask-rules"), () => openLookUp(app), { pressed: ui.drawer === "look" }),
    drawer("journal", "J", app.word("journal")),
    !phone && drawer("people", "W", app.word("tab-people")),
    !phone && drawer("straight", "N", app.word("set-straight")),
    tool("list", "M", app.word("board-list"), () => flip(app, "list"), { pressed: ui.list, told: flipsTo(app, "list") }),
    tool("large", "T", app.word("table-size"), () => flip(app, "large"), { pressed: ui.large, told: flipsTo(app, "large") }),
    drawer("language", "L", app.word("language")),
    !phone && tool("tables", "", app.word("saved-tables"), () => leave(app)),
    screen.hosted && !phone && !screen.devices?.length && kept(".codes", [app.word("seat-codes")], () => codesLink(app)),
    drawer("menu", "☰", app.word("menu")),
    // whether keys are on is updated in place (`showKeys`)
    kept(".keys", [app.word("keys-on"), app.word("keys-off"), app.word("click-for-keys")], () => keysChip(app)),
  ];
  hold(host, shown.filter((each) => each instanceof Element));
}

/**
 * A button of the toolbar, the one it has unless something of it changed.
 * @param {HTMLElement} host @param {string} id @param {string} key @param {string} word @param {() => void} act
 * @param {ToolState} now
 */
function toolIn(host, id, key, word, act, { off, pressed, told }) {
  const old = host.querySelector(`[data-id="${CSS.escape(id)}"]`);
  return reuse(old, [word, off, pressed, told], () => button(id, act, { class: "tool", title: told,
    "aria-disabled": off && "true", "aria-pressed": pressed?.toString() }, cap(key), span("label", word)));
}

/** The tabs of narrow panels, which choose what is shown above the ask. @param {App} app @param {HTMLElement} host */
export function paintTabs(app, host) {
  const tab = (/** @type {string} */ name, /** @type {string} */ word) =>
    button(`tab:${name}`, () => chooseTab(app, name), { class: "tab", role: "tab", id: `${app.id}-tab:${name}`,
      "aria-controls": `${app.id}-tabpanel`, "aria-selected": String(app.ui.tab === name) }, word);
  host.replaceChildren(tab("play", app.word("tab-play")), tab("board", app.word("tab-board")),
    tab("people", app.word("tab-people")), tab("log", app.word("tab-log")));
}

// Indicator in the toolbar of whether keyboard shortcuts are on; a press turns the letters off and on.

/** @param {App} app */
function keysChip(app) {
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

/** Return the change that a press makes, as "keys on → keys off". @param {App} app */
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
