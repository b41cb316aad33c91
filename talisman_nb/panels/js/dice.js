// @ts-check
/** Buttons for the faces of a die, and the dice of an incomplete throw. */

import { make, button, cap } from "./elements.js";
import { face } from "./icons.js";
import { optionButton } from "./options.js";
import { answer } from "./messages.js";

/**
 * @import { App } from "./app.js"
 * @import { Pressable } from "./options.js"
 * @import { Question } from "./screen.js"
 */

/** @param {App} app @param {Pressable[]} options */
export function dice(app, options) {
  const faces = options.filter((option) => option.face);
  const others = options.filter((option) => !option.face);
  return make("div", { class: "options dice", role: "group" },
    make("div", { class: "faces" }, faces.map((option) => die(app, option))),
    others.map((option) => optionButton(app, option)));
}

/** @param {App} app @param {Pressable} option */
function die(app, option) {
  return button(`option:${option.key}`, () => answer(app, option), {
    class: option.closed ? "die closed" : "die", "aria-label": option.label || String(option.face),
    "aria-disabled": option.closed ? "true" : false, title: option.closed || option.note || false,
  }, face(option.face ?? 0), cap(String(option.face)));
}

/**
 * The dice of a throw: known faces, and outlines for missing ones; null for a single die.
 * @param {Question} question
 */
export function diceSlots(question) {
  const known = question.dice ?? [];
  const missing = question.missing ?? 0;
  if (known.length + missing < 2) return null;
  return make("div", { class: "slots", role: "img", "aria-label": known.join(" + ") },
    known.map((n) => face(n)), Array.from({ length: missing }, () => face(0)));
}
