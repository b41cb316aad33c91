// @ts-check
/** Messages to the kernel; `companion.Controller` lists their types and fields. And what a press shows at once. */

import { find } from "./focus.js";
import { paint } from "./painting.js";
import { keep, openTable } from "./session.js";

/**
 * @import { App } from "./app.js"
 * @import { Choice, ViewMessage } from "./screen.js"
 */

/** Types of messages that lead to another question; they are stored, to report after a reload if they were taken. */
const ONWARD = ["answer", "roll", "hand", "aside", "correct"];

/** Type of a message that asks for lines of the journal, also by itself: it holds back no press. */
const ASKS_LINES = "journal";

/**
 * Send a message unless one is pending; `label` names what was pressed. Without replies it is sent too: it is taken when the
 * program goes on, and if it was lost, the foot line says so.
 * @param {App} app @param {ViewMessage} message
 */
export function say(app, message, label = "") {
  const waits = app.alive.busy() && (app.ui.sent !== ASKS_LINES || message.type === ASKS_LINES);
  if (waits) return;
  Object.assign(app.ui, { remark: "", sent: message.type });
  if (ONWARD.includes(message.type)) app.ui.soundAsked = true; // who plays on has passed the question over: silent
  if (label && ONWARD.includes(message.type)) keep({ label, ply: message.ply ?? -1, table: app.screen.table });
  app.alive.send(message, label);
}

/**
 * Send a message that changes the game, with the ply of the question that was seen.
 * @param {App} app @param {ViewMessage} message
 */
export function press(app, message, label = "") {
  say(app, { ply: app.question()?.ply ?? -1, ...message }, label);
}

/** @param {App} app @param {Choice} choice */
export function answer(app, choice) {
  if (choice.closed) return refuse(app, `${app.word("closed")} ${choice.closed}`);
  sink(app, `option:${choice.key}`, `offer:${choice.key}`);
  return press(app, { type: "answer", key: choice.key }, choice.label);
}

/**
 * Answer with drawn cards; `here`: also those believed elsewhere.
 * @param {App} app @param {string[]} keys @param {string} label
 */
export function answerCards(app, keys, label, here = false) {
  const said = { ...(keys.length === 1 ? { key: keys[0] } : { keys }), ...(here ? { here } : {}) };
  press(app, { type: "answer", ...said }, label);
}

/** @param {App} app @param {Choice} choice */
export function aside(app, choice) {
  if (choice.closed) return refuse(app, `${app.word("closed")} ${choice.closed}`);
  return press(app, { type: "aside", key: choice.key }, choice.label);
}

/** @param {App} app */
export function roll(app) {
  if (!app.question()?.roll) return;
  sink(app, "roll");
  press(app, { type: "roll" }, app.word("roll-for-me"));
}

/** @param {App} app */
export function undo(app) {
  if (app.screen.can_undo) press(app, { type: "undo" }, app.word("undo"));
}

/** @param {App} app */
export function redo(app) {
  if (app.screen.can_redo) press(app, { type: "redo" }, app.word("redo"));
}

/** Return to the form of a new table. @param {App} app */
export function leave(app) {
  openTable(app.open = "");
  say(app, { type: "leave" });
}

/** Open the demo table at its beginning. @param {App} app */
export function openDemo(app) {
  say(app, { type: "demo" });
}

// Feedback on presses: pressed buttons and refusals.

/** Milliseconds without a reply after which a button is shown as pressed: a frame for it would delay the reply's own. */
const WAITED = 50;

/** Show elements as pressed from `WAITED` until the next painting. @param {App} app @param {...string} ids */
function sink(app, ...ids) {
  clearTimeout(app.sinking);
  app.sinking = setTimeout(() => ids.forEach((id) => find(app, id)?.classList.add("sunk")), WAITED);
}

/** Show why a press does nothing, in the foot line. @param {App} app @param {string} why */
export function refuse(app, why) {
  Object.assign(app.ui, { remark: why, refused: true });
  paint(app, "ask");
  shake(app);
}

/** Flash the border of the ask as a refusal. @param {App} app */
export function shake(app) {
  const { ask } = app.hosts;
  ask.classList.remove("refused");
  void ask.offsetWidth; // forces a reflow, which restarts the animation
  ask.classList.add("refused");
}
