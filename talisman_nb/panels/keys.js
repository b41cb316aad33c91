/** The keys of the panel, heard only while the focus is inside it. Digits are only ever dice and amounts. */

import { glance, lookAway } from "./look.js";
import { withKeys } from "./options.js";

/** What a letter does; each returns true when it did something. @type {Record<string, (app: any) => any>} */
const COMMANDS = {
  U: (app) => app.undo(), "⇧U": (app) => app.redo(), S: (app) => app.toggle("spell"), X: (app) => app.toggle("use"),
  J: (app) => app.toggle("journal"), L: (app) => app.toggle("language"), N: (app) => app.toggle("straight"),
  "?": (app) => app.toggle("why"), T: (app) => app.flip("large"), M: (app) => app.flip("list"),
  P: glance, "/": (app) => app.focus("search"), " ": (app) => app.roll(),
};

/** Stray keys never reach the notebook around the panel; combinations with Ctrl or Meta stay the browser's. */
export function hearKeys(app) {
  const hear = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (event.key === "Escape") return escape(app, event);
    if (event.repeat && !inField(event.target)) return event.preventDefault();
    if (inField(event.target) || ownKey(event) || app.ui.keysOff) return;
    if (pressKey(app, nameOfKey(event))) event.preventDefault();
  };
  const still = (event) => event.stopPropagation();
  const released = (event) => { still(event); if (nameOfKey(event) === "P") lookAway(app); };
  app.root.addEventListener("keydown", hear);
  app.root.addEventListener("keyup", released);
  app.root.addEventListener("keypress", still);
}

function inField(target) {
  return target.matches?.("input, select, textarea");
}

/** Enter and Space on a focused button press that button. */
function ownKey(event) {
  return (event.key === "Enter" || event.key === " ") && event.target.matches("button");
}

function nameOfKey(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return key === "U" && event.shiftKey ? "⇧U" : key;
}

/** Do what a key means now; while an answer is on its way one key is kept for the next question. */
export function pressKey(app, key) {
  if (app.alive.gone()) return false;
  if (app.alive.busy()) {
    app.ui.queued = key;
    return true;
  }
  if (app.setup) return false;
  return pressDrawer(app, key) || pressAnswer(app, key) || Boolean(COMMANDS[key] && (COMMANDS[key](app), true));
}

/** In an open drawer letters choose from it; the question's letters rest. Dice still work unless a line is amended. */
function pressDrawer(app, key) {
  if (app.ui.amending) {
    const option = withKeys(app.ui.amending.question.options ?? []).find((each) => each.press === key && !each.closed);
    if (option) app.press({ type: "amend", n: app.ui.amending.n, key: option.key }, option.label);
    return Boolean(option);
  }
  const choice = /^[A-H]$/.test(key) && app.root.querySelector(`.drawer [data-press="${key}"]`);
  if (choice) choice.click();
  return Boolean(choice);
}

function pressAnswer(app, key) {
  const question = app.question();
  if (!question) return false;
  const option = withKeys(question.options ?? []).find((each) => each.press === key);
  const offer = (question.offers ?? []).find((each) => each.hint === key && key !== "P"); // P is held, not pressed
  if (option || offer) app.answer(option ?? offer);
  else if (/^[0-9]$/.test(key) && question.options?.some((each) => each.face)) app.refuse(app.word("not-a-face"));
  else return false;
  return true;
}

/** Esc leaves a field, then closes what is open; with nothing to leave it is not ours. */
function escape(app, event) {
  if (app.ui.otherCard) app.otherCard("");
  else if (inField(event.target)) app.focus("headline");
  else if (app.ui.drawer) app.toggle("");
  else if (app.ui.list) app.flip("list");
  else return;
  event.preventDefault();
}
