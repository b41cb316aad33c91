// @ts-check
/** Keyboard shortcuts of the panel, active while the focus is inside it. Digits are only for dice and amounts. */

import { flip, toggleDrawer } from "../base/drawers_and_tabs.js";
import { focused } from "../base/elements.js";
import { find, focusOn } from "../base/focus.js";
import { hearLetters, lettersElsewhere, withKeys } from "../base/letters.js";
import { answer, redo, roll, undo, refuse } from "../base/messages.js";
import { closePast } from "../looking_back/journal.js";
import { besideIsOpen, closeBeside } from "../looking_back/journal_told.js";
import { openLookUp } from "../looking_up/look_up.js";
import { amendNow, leaveIt, tryAmend } from "../question/amending.js";
import { chooseBelieved, chooses, openBelieved } from "../question/cards.js";
import { unstage } from "../question/moment.js";
import { openOtherCard } from "../question/other_card.js";
import { glance, lookAway } from "../sheets/covered.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Choice } from "../base/screen.js"
 */

/** Maximum length of a quoted word. */
const LONGEST = 20;

/** Maps keys to commands. @type {Record<string, (app: App) => unknown>} */
const COMMANDS = {
  U: undo, "⇧U": redo, S: (app) => toggleDrawer(app, "spell"), X: (app) => toggleDrawer(app, "use"),
  J: (app) => toggleDrawer(app, "journal"), L: (app) => toggleDrawer(app, "language"),
  N: (app) => toggleDrawer(app, "straight"), W: (app) => toggleDrawer(app, "people"),
  "?": (app) => toggleDrawer(app, "why"), T: (app) => flip(app, "large"), M: (app) => flip(app, "list"),
  P: glance, "/": openLookUp, " ": roll,
};

/** Those that a phone does not have: it takes nothing forth, and sets nobody and nothing straight. */
const SHARED_ONLY = ["⇧U", "N", "W"];

/**
 * Listen to keys. They don't propagate to the notebook around the panel; combinations with Ctrl, Meta or Alt do.
 * @param {App} app
 */
export function hearKeys(app) {
  let seen = ""; // the question shown when the letter was pressed; "" while an answer was pending
  const letters = hearLetters({
    means: (key) => Boolean(meaning(app, key)),
    act: (key) => { if (!seen || seen === app.shown.asked) pressKey(app, key); },
    takes: () => Boolean(fieldFor(app)),
    word: (typed) => takeWord(app, typed),
  });
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    event.stopPropagation();
    if (inField(event.target)) letters.field(event.key);
    if (event.key === "Escape") return event.defaultPrevented ? undefined : escape(app, event);
    if (event.repeat && !inField(event.target)) return event.preventDefault();
    if (inField(event.target) || app.ui.keysOff || app.setup) return undefined;
    const key = nameOfKey(event);
    if (letters.hear(key, event.key)) seen = app.alive.busy() ? "" : app.shown.asked;
    else if (ownKey(event) || !pressKey(app, key)) return undefined;
    return event.preventDefault();
  };
  const still = (/** @type {Event} */ event) => event.stopPropagation();
  const released = (/** @type {KeyboardEvent} */ event) => {
    still(event);
    if (nameOfKey(event) !== "P") return;
    letters.release("P");
    lookAway(app);
  };
  app.root.addEventListener("keydown", hear);
  app.root.addEventListener("keyup", released);
  app.root.addEventListener("keypress", still);
}

/**
 * Put a typed word into the card search if there is one, else show that it did nothing.
 * @param {App} app @param {string} typed
 */
function takeWord(app, typed) {
  const box = fieldFor(app);
  if (!box) return refuse(app, app.word("word-typed", { typed: beginning(typed.trim()) }));
  box.value = typed;
  box.dispatchEvent(new Event("input"));
  return box.focus();
}

/** Truncate a text to `LONGEST` characters. @param {string} text */
function beginning(text) {
  return [...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join("")}…` : text;
}

/** The card search field; null if there is none or another field has the focus. @param {App} app */
function fieldFor(app) {
  const [box, active] = [find(app, "search"), focused(app.root)];
  return box instanceof HTMLInputElement && (active === box || !inField(active)) ? box : null;
}

/** @param {EventTarget | null} target */
function inField(target) {
  return target instanceof Element && target.matches("input, select, textarea");
}

/** Whether the event is Enter or Space on a focused button, which handles it itself. @param {KeyboardEvent} event */
function ownKey(event) {
  return (event.key === "Enter" || event.key === " ") && event.target instanceof Element
    && event.target.matches('button, [role="button"]');
}

/** @param {KeyboardEvent} event */
function nameOfKey(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return key === "U" && event.shiftKey ? "⇧U" : key;
}

/** Run the action of a key. @param {App} app @param {string} key @returns whether it has one */
export function pressKey(app, key) {
  const act = meaning(app, key);
  if (act && !app.ui.amending) closeBeside(app);
  act?.();
  return Boolean(act);
}

/**
 * The action of a key now, undefined for none; while an answer is pending, it queues the key, unless replies stay out.
 * @param {App} app @param {string} key @returns {(() => unknown) | undefined}
 */
function meaning(app, key) {
  if (app.setup) return undefined;
  if (app.alive.busy()) return app.alive.gone() || app.alive.thinking() ? undefined : () => { app.ui.queued = key; };
  if (app.ui.past) return inPast(app, key);
  return inDrawer(app, key) ?? inQuestion(app, key) ?? command(app, key);
}

/** @param {App} app @param {string} key */
function command(app, key) {
  const act = app.isPhone() && SHARED_ONLY.includes(key) ? undefined : COMMANDS[key];
  return act && (() => act(app));
}

/**
 * The action of a key in an open drawer, whose letters override the question's; while amending, that of the trial.
 * @param {App} app @param {string} key @returns {(() => unknown) | undefined}
 */
function inDrawer(app, key) {
  if (app.ui.amending) {
    const { n, question, trial } = app.ui.amending;
    if (key === "Enter" && trial) return () => amendNow(app);
    const option = withKeys(question.options ?? []).find((each) => each.press === key && !each.closed);
    return option && (() => tryAmend(app, n, option.key));
  }
  const choice = /^[A-H]$/.test(key) ? app.hosts.drawer.querySelector(`[data-press="${key}"]`) : null;
  return choice instanceof HTMLElement ? () => choice.click() : undefined;
}

/** The action of a key while the chronicle is open. @param {App} app @param {string} key */
function inPast(app, key) {
  const choice = app.hosts.chronicle.querySelector(`[data-press="${CSS.escape(key)}"]`);
  return choice instanceof HTMLElement ? () => choice.click() : undefined;
}

/** @param {App} app @param {string} key */
function inQuestion(app, key) {
  if (chooses(app, key)) return () => chooseBelieved(app, key);
  if (lettersElsewhere(app) && /^[A-H]$/.test(key)) return undefined;
  const choice = chosenBy(app, key);
  if (choice) return () => answer(app, choice);
  const noFace = /^[0-9]$/.test(key) && app.question()?.options?.some((each) => each.face);
  return noFace ? () => refuse(app, app.word("not-a-face")) : undefined;
}

/**
 * The option or offer of the question with this key; not P, which is held to peek.
 * @param {App} app @param {string} key @returns {Choice | undefined}
 */
function chosenBy(app, key) {
  const { options = [], offers = [], shop } = app.question() ?? {};
  return withKeys(options, Boolean(shop)).find((each) => each.press === key)
    ?? offers.find((each) => each.hint === key && key !== "P");
}

/**
 * Escape leaves a field, else closes what is open; without either it is left to the browser.
 * @param {App} app @param {KeyboardEvent} event
 */
function escape(app, event) {
  if (app.ui.otherCard) openOtherCard(app, "");
  else if (app.ui.believed) openBelieved(app, null);
  else if (inField(event.target)) focusOn(app, "headline");
  else if (app.ui.past) closePast(app);
  else if (app.ui.amending) leaveIt(app);
  else if (besideIsOpen(app)) closeBeside(app, true);
  else if (app.ui.drawer) toggleDrawer(app, "");
  else if (app.ui.list) flip(app, "list");
  else if (!unstage(app)) return;
  event.preventDefault();
}
