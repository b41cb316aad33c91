// @ts-check
/**
 * Peek: shows the Spells of the seat asked on a shared screen while P is held, for at most `GLANCE` milliseconds, below the
 * question and after everybody else was asked to look away.
 */


import { say } from "./messages.js";
import { paintAll } from "./painting.js";

/** @import { App } from "./app.js" */

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
