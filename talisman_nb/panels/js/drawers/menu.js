// @ts-check
/** Drawer of the menu: the tools that a narrow bar leaves out, the languages, views that look back on the game; packing it away. */

import { canVibrate, decideSound, trySounds, turnSwitch } from "../base/device.js";
import { flip, flipsTo, toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, cap, make, span } from "../base/elements.js";
import { leave, openDemo, redo, say } from "../base/messages.js";
import { paint, paintAll } from "../base/painting.js";
import { openChronicle } from "../looking_back/journal.js";
import { benchDoor, DOUBTS, lookUp, openLookUp } from "../looking_up/look_up.js";
import { devices } from "./people.js";

/**
 * @import { App } from "../base/app.js"
 * @typedef {{title: string, about: string[], sections: {title: string, lines: string[]}[]}} ListPage
 */

/** List what the edition is played with in place of its own box, and the house rules of this table. @param {App} app */
export function inForce(app) {
  const [rules, variant] = [app.screen.house ?? [], app.labels.variant];
  const played = variant ? [make("p", { class: "rule variant" }, variant)] : [];
  if (!rules.length) return played;
  return [...played, make("h3", {}, app.word("house-rules")), ...rules.map((rule) => make("p", { class: "rule house" }, rule))];
}

/** @param {App} app */
export function language(app) {
  const one = (/** @type {string} */ lang, /** @type {string} */ name) =>
    button(`lang:${lang}`, () => say(app, { type: "language", lang }, name), { class: "option", lang,
      "aria-current": app.screen.lang === lang ? "true" : false }, span("label", name));
  return [one("en", app.word("language-en")), one("it", app.word("language-it")), one("fr", app.word("language-fr")),
    one("pl", app.word("language-pl"))];
}

/** The tools that a narrow bar leaves out. @param {App} app */
export function menu(app) {
  const one = (/** @type {string} */ key, /** @type {string} */ word, /** @type {() => void} */ act, id = key) =>
    button(`menu:${id}`, act, { class: "option" }, cap(key), span("label", word));
  const phone = app.isPhone();
  if (phone) {
    return [...wishes(app), one("/", app.word("ask-rules"), () => openLookUp(app)),
      one("X", app.useWord(), () => toggleDrawer(app, "use")),
      one("?", app.word("why"), () => toggleDrawer(app, "why")),
      one("M", flipsTo(app, "list"), () => flip(app, "list")),
      one("", app.word("not-known"), () => lookUp(app, DOUBTS), "not-known"),
      one("L", app.word("language"), () => toggleDrawer(app, "language")), ...switches(app), ...devices(app),
      ...lookingBack(app, one), ...inForce(app)];
  }
  return [
    one("/", app.word("ask-rules"), () => openLookUp(app)),
    app.screen.can_redo ? one("⇧U", app.word("redo"), () => redo(app)) : null,
    one("X", app.useWord(), () => toggleDrawer(app, "use")),
    one("W", app.word("tab-people"), () => toggleDrawer(app, "people")),
    one("N", app.word("set-straight"), () => toggleDrawer(app, "straight")),
    one("?", app.word("why"), () => toggleDrawer(app, "why")),
    one("", app.word("not-known"), () => lookUp(app, DOUBTS), "not-known"),
    one("M", flipsTo(app, "list"), () => flip(app, "list")),
    one("T", flipsTo(app, "large"), () => flip(app, "large")),
    one("L", app.word("language"), () => toggleDrawer(app, "language")),
    ...switches(app),
    ...lookingBack(app, one),
    benchDoor(app, "option"),
    one("", app.word("sheets-only"), () => sheetsOnly(app), "sheets-only"),
    app.screen.demo ? one("", app.word("demo-again"), () => { toggleDrawer(app, ""); openDemo(app); }, "demo") : null,
    one("", app.word("saved-tables"), () => leave(app), "tables"),
    ...inForce(app)];
}

/** Let the program keep the sheets alone. @param {App} app */
function sheetsOnly(app) {
  toggleDrawer(app, "");
  say(app, { type: "sheets-only" });
}

/**
 * Make the buttons that look back on the game; `one` makes a button.
 * @param {App} app @param {(key: string, word: string, act: () => void, id?: string) => HTMLElement} one
 */
function lookingBack(app, one) {
  return [one("", app.word("chronicle"), () => openChronicle(app), "chronicle"),
    one("", app.word("pack-away"), () => { toggleDrawer(app, "packing"); openPacking(app); }, "pack-away"),
    one("", app.word("keep"), () => toggleDrawer(app, "keep"), "keep")];
}

/** On a phone: when its seat is asked for its Spells. @param {App} app */
function wishes(app) {
  const said = { pass: app.word("wish-pass"), hit: app.word("wish-hit"),
    "ask-if-could": app.word("wish-ask-if-could") };
  return [make("h3", {}, app.word("wish")), ...Object.entries(said).map(([value, word]) =>
    button(`wish:${value}`, () => say(app, { type: "wish", value }), { class: "option",
      "aria-pressed": String(app.screen.wish === value) }, span("label", word)))];
}

// The buttons of the menu for what is switched on or off on this device.

/** @param {App} app */
function switches(app) {
  const one = (/** @type {"sound" | "vibration" | "advises"} */ name, /** @type {string} */ word) =>
    button(`menu:${name}`, () => { turnSwitch(app, name); paintAll(app); }, { class: "option", role: "switch",
      "aria-checked": String(app.ui[name]) }, span("label", word),
    span("note", app.ui[name] ? app.word("switched-on") : app.word("switched-off")));
  return [one("sound", app.word("sound")), canVibrate(app) ? one("vibration", app.word("vibration")) : null,
    one("advises", app.word("what-would-you-do"))];
}

/**
 * Ask once on each device whether it shall be heard, with a try: two answers alike, and nothing waits for them.
 * @param {App} app @param {HTMLElement} host
 */
export function paintSounds(app, host) {
  host.hidden = app.ui.soundAsked;
  if (app.ui.soundAsked) return host.replaceChildren();
  const one = (/** @type {string} */ id, /** @type {string} */ word, /** @type {() => void} */ act, name = "option") =>
    button(`sounds:${id}`, act, { class: name }, span("label", word));
  const decide = (/** @type {boolean} */ on) => () => { decideSound(app, on); paintAll(app); };
  return host.replaceChildren(make("p", {}, app.word("sound-ask")), make("div", { class: "answers" },
    one("on", app.word("sound-yes"), decide(true)), one("off", app.word("sound-no"), decide(false)),
    one("try", app.word("sound-try"), trySounds, "offer")));
}

// What lies where, to put the game away by and to set it up again by, each line with a box to tick.

/** Open the drawer and ask for the lists. @param {App} app */
function openPacking(app) {
  Object.assign(app.ui, { packing: null, again: false });
  say(app, { type: "packing" });
}

/** Keep the lists that came. @param {App} app @param {ListPage[]} pages */
export function takePacking(app, pages) {
  app.ui.packing = pages;
  paint(app, "drawer");
}

/** One of the two lists, and the same to print. @param {App} app */
export function packingLists(app) {
  const pages = app.ui.packing;
  if (!pages) return [];
  const shown = pages[app.ui.again ? 1 : 0];
  const turn = (/** @type {boolean} */ again, /** @type {string} */ word) =>
    button(`packing:${again ? "again" : "away"}`, () => { app.ui.again = again; paint(app, "drawer"); },
      { class: "chip", "aria-pressed": String(again === app.ui.again) }, word);
  return [
    make("div", { class: "chips" }, turn(false, app.word("pack-away")), turn(true, app.word("set-up-again")),
      button("packing:print", () => say(app, { type: "export", value: "packing" }), { class: "offer" },
        app.word("to-print"))),
    ...shown.about.map((line) => make("p", {}, line)),
    ...shown.sections.flatMap(({ title, lines }) => [make("h3", {}, title),
      make("ul", { class: "to-tick" }, lines.map((line) => make("li", {}, make("label", {},
        make("input", { type: "checkbox" }), span("label", line)))))]),
  ];
}
