/** The toolbar (table, round, undo, redo, drawers, key indicator) and the tabs of narrow panels. */

import { make, button, cap } from "./shared.js";

/** @param {any} app @param {HTMLElement} host */
export function paintBar(app, host) {
  const screen = app.screen;
  const tool = (id, key, word, act, on = true, pressed = null) => button(id, act, {
    class: "tool", "aria-disabled": on ? false : "true", "aria-pressed": pressed === null ? false : String(pressed),
  }, cap(key), make("span", { class: "label" }, word));
  host.replaceChildren(...[
    make("strong", { class: "table" }, screen.table ?? ""),
    make("span", { class: "round" }, app.word("round", { n: screen.round ?? 0 })),
    tool("undo", "U", app.word("undo"), () => app.undo(), screen.can_undo),
    tool("redo", "⇧U", app.word("redo"), () => app.redo(), screen.can_redo),
    tool("drawer:spell", "S", app.word("a-spell"), () => app.toggle("spell"), true, app.ui.drawer === "spell"),
    app.asides("X").length ? tool("drawer:use", "X", app.word("use"), () => app.toggle("use"), true, app.ui.drawer === "use")
      : null,
    make("span", { class: "gap" }),
    tool("drawer:journal", "J", app.word("journal"), () => app.toggle("journal"), true, app.ui.drawer === "journal"),
    tool("drawer:straight", "N", app.word("set-straight"), () => app.toggle("straight"), true, app.ui.drawer === "straight"),
    tool("list", "M", app.word("board-list"), () => app.flip("list"), true, app.ui.list),
    tool("large", "T", app.word("table-size"), () => app.flip("large"), true, app.ui.large),
    tool("drawer:language", "L", app.word("language"), () => app.toggle("language"), true, app.ui.drawer === "language"),
    tool("tables", "", app.word("saved-tables"), () => app.leave()),
    tool("drawer:menu", "☰", app.word("menu"), () => app.toggle("menu"), true, app.ui.drawer === "menu"),
    keysChip(app),
  ].filter(Boolean));
}

/** Indicator of whether keyboard shortcuts are on; a press toggles the letters. */
function keysChip(app) {
  return button("keys", () => app.flipKeys(), { class: "keys" },
    make("span", { class: "dot" }), make("span", { class: "state", "data-longest": longest(app) }, keysWord(app)));
}

/** The longest of the indicator's words, which reserves its width: else turning keys on would shift the buttons. */
function longest(app) {
  const words = [app.word("keys-on"), app.word("keys-off"), app.word("click-for-keys")];
  return words.sort((a, b) => b.length - a.length)[0];
}

function keysWord(app) {
  if (app.ui.keysOff) return app.word("keys-off");
  return app.ui.inside ? app.word("keys-on") : app.word("click-for-keys");
}

/** Update the indicator in place: rebuilding the bar during a press would lose the click. */
export function showKeys(app) {
  const chip = app.root.querySelector(".keys");
  if (!chip) return;
  chip.classList.toggle("on", app.ui.inside && !app.ui.keysOff);
  const state = chip.querySelector(".state");
  if (state.textContent !== keysWord(app)) state.textContent = keysWord(app);
}

/** The tabs of narrow panels, which choose what is shown above the ask. */
export function paintTabs(app, host) {
  const tab = (name, word) => button(`tab:${name}`, () => app.choose(name),
    { class: "tab", role: "tab", "aria-selected": String(app.ui.tab === name) }, word);
  host.replaceChildren(tab("play", app.word("tab-play")), tab("board", app.word("tab-board")),
    tab("people", app.word("tab-people")), tab("log", app.word("tab-log")));
}
