// @ts-check
/** The toolbar (table, round, undo, redo, drawers, key indicator) and the tabs of narrow panels. */

import { codesLink } from "./devices.js";
import { button, cap, make, span } from "./elements.js";
import { keysChip } from "./keys_chip.js";
import { openLookUp } from "./look_up.js";
import { hold, reuse } from "./memo.js";
import { leave, openDemo, redo, undo } from "./messages.js";
import { chooseTab, flip, flipsTo, toggleDrawer } from "./drawers_and_tabs.js";

/**
 * @import { App } from "./app.js"
 *
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
  const round = app.word("round", { n: screen.round });
  const phone = app.isPhone(); // the table is set straight, left and taken forth at the laptop
  const drawer = (/** @type {string} */ name, /** @type {string} */ key, /** @type {string} */ word) =>
    tool(`drawer:${name}`, key, word, () => toggleDrawer(app, name), { pressed: ui.drawer === name });
  const shown = [
    kept(".title", [screen.table, round], () => span("title",
      make("strong", { class: "table", id: `${app.id}-table` }, screen.table), span("round", round))),
    screen.demo && !phone && button("demo", () => openDemo(app), { class: "tool", title: app.word("demo-again"),
      "aria-label": app.word("demo-again") }, cap("↺")),
    (screen.windows ?? 1) > 1 && span("windows", app.word("windows", { n: screen.windows ?? 1 })),
    tool("undo", "U", app.word("undo"), () => undo(app), { off: !screen.can_undo }),
    !phone && tool("redo", "⇧U", app.word("redo"), () => redo(app), { off: !screen.can_redo }),
    drawer("spell", "S", app.word("a-spell")),
    app.asides("X").length > 0 && drawer("use", "X", app.word("use")),
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
