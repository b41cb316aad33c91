/** Keyboard shortcuts of the panel, active while the focus is inside it. Digits are only for dice and amounts. */

import { hearLetters } from "./typed_words.js";
import { amendNow, leaveIt, tryAmend } from "./journal.js";
import { glance, lookAway } from "./peek.js";
import { withKeys } from "./options.js";

/** Maximum length of a quoted word. */
const LONGEST = 20;

/** Maps keys to commands. @type {Record<string, (app: any) => any>} */
const COMMANDS = {
  U: (app) => app.undo(), "⇧U": (app) => app.redo(), S: (app) => app.toggle("spell"), X: (app) => app.toggle("use"),
  J: (app) => app.toggle("journal"), L: (app) => app.toggle("language"), N: (app) => app.toggle("straight"),
  "?": (app) => app.toggle("why"), T: (app) => app.flip("large"), M: (app) => app.flip("list"),
  P: glance, "/": (app) => app.focus("search"), " ": (app) => app.roll(),
};

/** Listen to keys. They don't propagate to the notebook around the panel; combinations with Ctrl, Meta or Alt do. */
export function hearKeys(app) {
  let seen = ""; // the question shown when the letter was pressed; "" while an answer was pending
  const letters = hearLetters({
    means: (key) => Boolean(meaning(app, key)),
    act: (key) => { if (!seen || seen === app.shown.asked) pressKey(app, key); },
    takes: () => Boolean(fieldFor(app)),
    word: (typed) => takeWord(app, typed),
  });
  const hear = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (inField(event.target)) letters.field(event.key);
    if (event.key === "Escape") return escape(app, event);
    if (event.repeat && !inField(event.target)) return event.preventDefault();
    if (inField(event.target) || app.ui.keysOff || app.setup) return;
    const key = nameOfKey(event);
    if (letters.hear(key, event.key)) seen = app.alive.busy() ? "" : app.shown.asked;
    else if (ownKey(event) || !pressKey(app, key)) return;
    event.preventDefault();
  };
  const still = (event) => event.stopPropagation();
  const released = (event) => {
    still(event);
    if (nameOfKey(event) !== "P") return;
    letters.release("P");
    lookAway(app);
  };
  app.root.addEventListener("keydown", hear);
  app.root.addEventListener("keyup", released);
  app.root.addEventListener("keypress", still);
}

/** Put a typed word into the card search if there is one, else show that it did nothing. */
function takeWord(app, typed) {
  const box = fieldFor(app);
  if (!box) return app.refuse(app.word("word-typed", { typed: beginning(typed.trim()) }));
  box.value = typed;
  box.dispatchEvent(new Event("input"));
  return box.focus();
}

/** Truncate a text to `LONGEST` characters. */
function beginning(text) {
  return [...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join("")}…` : text;
}

/** The card search field; null if there is none or another field has the focus. */
function fieldFor(app) {
  const [box, active] = [app.find("search"), app.root.getRootNode().activeElement];
  return active && active !== box && inField(active) ? null : box;
}

function inField(target) {
  return target.matches?.("input, select, textarea");
}

/** Whether the event is Enter or Space on a focused button, which the browser handles. */
function ownKey(event) {
  return (event.key === "Enter" || event.key === " ") && event.target.matches("button");
}

function nameOfKey(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return key === "U" && event.shiftKey ? "⇧U" : key;
}

/** Run the action of a key. @returns {boolean} whether it has one */
export function pressKey(app, key) {
  const act = meaning(app, key);
  act?.();
  return Boolean(act);
}

/** The action of a key now, undefined for none; while an answer is pending, it queues the key. */
function meaning(app, key) {
  if (app.alive.gone() || app.setup) return undefined;
  if (app.alive.busy()) return () => { app.ui.queued = key; };
  return inDrawer(app, key) ?? inQuestion(app, key) ?? (COMMANDS[key] && (() => COMMANDS[key](app)));
}

/** The action of a key in an open drawer, whose letters override the question's; while amending, that of the trial. */
function inDrawer(app, key) {
  if (app.ui.amending) {
    const { n, question, trial } = app.ui.amending;
    if (key === "Enter" && trial) return () => amendNow(app);
    const option = withKeys(question.options ?? []).find((each) => each.press === key && !each.closed);
    return option && (() => tryAmend(app, n, option.key));
  }
  const choice = /^[A-H]$/.test(key) && app.root.querySelector(`.drawer [data-press="${key}"]`);
  return choice ? () => choice.click() : undefined;
}

function inQuestion(app, key) {
  const choice = chosenBy(app, key);
  if (choice) return () => app.answer(choice);
  const noFace = /^[0-9]$/.test(key) && app.question()?.options?.some((each) => each.face);
  return noFace ? () => app.refuse(app.word("not-a-face")) : undefined;
}

/** The option or offer of the question with this key; not P, which is held to peek. */
function chosenBy(app, key) {
  const { options = [], offers = [] } = app.question() ?? {};
  return withKeys(options).find((each) => each.press === key) ?? offers.find((each) => each.hint === key && key !== "P");
}

/** Escape leaves a field, else closes what is open; without either it is left to the browser. */
function escape(app, event) {
  if (app.ui.otherCard) app.otherCard("");
  else if (inField(event.target)) app.focus("headline");
  else if (app.ui.amending) leaveIt(app);
  else if (app.ui.drawer) app.toggle("");
  else if (app.ui.list) app.flip("list");
  else return;
  event.preventDefault();
}
