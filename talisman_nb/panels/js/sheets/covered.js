// @ts-check
/** Spells that others must not see: turned face down in this window, and shown for a glance on a shared screen. */

import { button } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { say } from "../base/messages.js";
import { paintAll } from "../base/painting.js";
import { keepCovered, wasCovered } from "../base/session.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Choice, Sheet } from "../base/screen.js"
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
  if (!isCovered(app) || !sheet.spells?.length) return sheet;
  return { ...sheet, spells: [], spells_keys: [], unseen: (sheet.unseen ?? 0) + sheet.spells.length };
}

/** Whether a choice names a Spell of a hand. @param {Choice} choice */
function namesSpell({ hint, thing }) {
  return hint === "S" && Boolean(thing) && thing !== FACE_DOWN;
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

/** The press on a sheet. @param {App} app @param {Sheet} sheet */
export function coverOfSheet(app, sheet) {
  return cover(app, Boolean(sheet.spells?.length));
}

/** The press in the drawer of Spells. @param {App} app @param {Choice[]} asides */
export function coverOfAsides(app, asides) {
  return cover(app, asides.some(namesSpell));
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
