// @ts-check
/** Spells that others must not see: turned face down in this window, named on a phone while a field is held, and for a glance on a shared screen. */

import { button, make, span } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { say } from "../base/messages.js";
import { paintAll } from "../base/painting.js";
import { keepCovered, wasCovered } from "../base/session.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Choice, PeekedSpell, Sheet } from "../base/screen.js"
 */

/** The thing of a choice that names no Spell: a hand that is face down anyway. */
export const FACE_DOWN = "spell?";

/** Set the view's state to what was kept. @param {App} app */
export function readCovered(app) {
  app.ui.covered = wasCovered();
}

/** Whether Spells are face down here; one that looks at a hand on a shared screen sees it. @param {App} app */
export function isCovered(app) {
  return app.ui.covered && !app.ui.looking;
}

/**
 * A sheet as this window shows it: named Spells are only counted while they are covered.
 * @param {App} app @param {Sheet} sheet
 */
export function asShown(app, sheet) {
  if (app.isPhone() || !isCovered(app) || !sheet.spells?.length) return sheet;
  return { ...sheet, spells: [], spells_keys: [], unseen: (sheet.unseen ?? 0) + sheet.spells.length };
}

/** Begin of what stands for a Spell of a phone's own hand, whose name is not there while it is covered. */
const NUMBERED = "nth:";

/** Whether a key stands for a covered Spell of a phone's seat. @param {string | undefined} key */
export function isNumber(key) {
  return Boolean(key?.startsWith(NUMBERED));
}

/** Whether a choice is a covered Spell of a phone's seat. @param {Choice} choice */
export function isNumbered({ thing }) {
  return isNumber(thing);
}

/** Whether a choice names a Spell of a hand. @param {Choice} choice */
function namesSpell({ hint, thing }) {
  return hint === "S" && Boolean(thing) && thing !== FACE_DOWN && !isNumber(thing);
}

/** Those of some asides that may be shown. @param {App} app @param {Choice[]} asides */
export function uncovered(app, asides) {
  return isCovered(app) ? asides.filter((choice) => !namesSpell(choice)) : asides;
}

/** The press that turns Spells over, null where there are none to turn. @param {App} app @param {boolean} any */
function cover(app, any) {
  if (!any || app.ui.looking) return null;
  const word = app.ui.covered ? app.word("show-spells") : app.word("hide-spells");
  const turn = () => {
    keepCovered(app.ui.covered = !app.ui.covered);
    paintAll(app);
    focusOn(app, "cover");
  };
  return button("cover", turn, { class: "chip cover" }, word);
}

/** The press that shows the Spells of a sheet; on a phone, of its own, a field to be held. @param {App} app @param {Sheet} sheet */
export function coverOfSheet(app, sheet) {
  if (app.isPhone()) return sheet.who.seat === app.screen.viewer && sheet.spells?.length ? heldSpells(app) : null;
  return cover(app, Boolean(sheet.spells?.length));
}

/** The press that shows the Spells in their drawer; on a phone a field to be held. @param {App} app @param {Choice[]} asides */
export function coverOfAsides(app, asides) {
  if (app.isPhone()) return asides.some(isNumbered) ? heldSpells(app) : null;
  return cover(app, asides.some(namesSpell));
}

// A phone's own Spells lie face down always. Their names are asked for when the field beside them is held, stand there
// as long as it is, and are nowhere in the page after that.

/** The Spells of a phone's seat by number, and the field that names them while it is held. @param {App} app */
export function heldSpells(app) {
  const own = app.sheets().find(({ who }) => who.seat === app.screen.viewer);
  const open = new Set(app.asides("S").filter((choice) => isNumbered(choice) && !choice.closed).map(({ thing }) => thing));
  const backs = (own?.spells ?? []).map((name, i) => make("span", { class: open.has(own?.spells_keys?.[i]) ? "spell-back open" : "spell-back",
    title: name }, span("unseen", `${name} `), make("span", { "aria-hidden": "true" }, name.replace(/\D/g, ""))));
  const look = () => startLooking(app);
  const key = (/** @type {KeyboardEvent} */ event, /** @type {() => void} */ act) => {
    if (![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act();
  };
  return make("div", { class: "held-spells", role: "group", "aria-label": app.word("your-spells") },
    span("backs-held", backs), button("hold-spells", (event) => { if (!event.detail) glanceAlone(app); }, { class: "hold-field",
      onpointerdown: look, oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(), onblur: () => coverAgain(app),
      onkeydown: (/** @type {KeyboardEvent} */ event) => key(event, look), onkeyup: (/** @type {KeyboardEvent} */ event) => key(event, () => coverAgain(app)) },
    span("label", app.word("hold-to-look")), app.screen.castable ? span("note", app.screen.castable) : null),
    make("ul", { class: "looked-at", role: "status" }));
}

/** Views that look at their Spells, with what ends it. @type {WeakMap<App, () => void>} */
const LOOKING = new WeakMap();

/** Name the Spells for as long as a finger or key is down. @param {App} app */
function startLooking(app) {
  coverAgain(app);
  const end = () => coverAgain(app);
  const events = ["pointerup", "pointercancel"];
  events.forEach((name) => window.addEventListener(name, end));
  LOOKING.set(app, () => events.forEach((name) => window.removeEventListener(name, end)));
  app.alive.ask({ type: "peek" });
}

/** A press without finger or key, by a screen reader: name the Spells, until it is pressed again or for a glance. @param {App} app */
function glanceAlone(app) {
  if (LOOKING.has(app)) return coverAgain(app);
  const timer = setTimeout(() => coverAgain(app), GLANCE);
  LOOKING.set(app, () => clearTimeout(timer));
  app.alive.ask({ type: "peek" });
  return undefined;
}

/** Take the names, if the field is still held. @param {App} app @param {PeekedSpell[]} spells */
export function takePeek(app, spells) {
  if (!LOOKING.has(app)) return;
  const rows = () => spells.map(({ name, note = "", closed = "" }, i) => make("li", {}, span("spell-back", String(i + 1)),
    span("text", make("b", {}, name), [note, closed].filter(Boolean).map((said) => span("note", said)))));
  const shown = /** @type {HTMLElement[]} */ ([...app.root.querySelectorAll(".held-spells")]).filter((each) => each.checkVisibility());
  shown.forEach((each, i) => each.querySelector(".looked-at")?.replaceChildren(...(i ? [] : rows())));
}

/** Cover the Spells again: no name stays in the page. @param {App} app */
export function coverAgain(app) {
  LOOKING.get(app)?.();
  LOOKING.delete(app);
  app.root.querySelectorAll(".looked-at").forEach((list) => list.replaceChildren());
}

// Peek: shows the Spells of the seat asked on a shared screen while P is held, for at most `GLANCE` milliseconds, below
// the question and after everybody else was asked to look away.

/** Upper bound of a peek in milliseconds. */
const GLANCE = 8000;
/** Milliseconds in which the others look away. */
const TURNING = 1200;

/** Show the Spells of the seat asked. @param {App} app @returns whether it has hidden Spells */
export function glance(app) {
  const seat = app.question()?.who?.seat;
  const held = app.asides("S").some((aside) => aside.key === `${seat}/cast:spell?`);
  if (seat === undefined || app.ui.looking || !held) return held;
  Object.assign(app.ui, { looking: true, seen: false });
  app.glancing = window.setTimeout(() => {
    app.ui.seen = true;
    paintAll(app);
    app.glancing = window.setTimeout(() => lookAway(app), GLANCE);
  }, TURNING);
  say(app, { type: "look", seat });
  return true;
}

/** End a peek: hide the names at once, and tell the kernel when no message is pending. @param {App} app */
export function lookAway(app) {
  if (!app.ui.looking) return;
  clearTimeout(app.glancing);
  Object.assign(app.ui, { looking: false, seen: false, away: true });
  paintAll(app);
  awayAgain(app);
}

/** Send the end of a peek, deferred while a message is pending. @param {App} app */
export function awayAgain(app) {
  if (!app.ui.away || app.alive.busy()) return;
  app.ui.away = false;
  say(app, { type: "look", seat: -1 });
}
