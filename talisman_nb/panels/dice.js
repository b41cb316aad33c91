/** Buttons for the faces of a die, and the dice of an incomplete throw. */

import { make, button, cap, face } from "./shared.js";
import { optionButton } from "./options.js";

/** @param {any} app @param {any[]} options */
export function dice(app, options) {
  const faces = options.filter((option) => option.face);
  const others = options.filter((option) => !option.face);
  return make("div", { class: "options dice", role: "group" },
    make("div", { class: "faces" }, faces.map((option) => die(app, option))),
    others.map((option) => optionButton(app, option)));
}

function die(app, option) {
  return button(`option:${option.key}`, () => app.answer(option), {
    class: option.closed ? "die closed" : "die", "aria-label": option.label || String(option.face),
    "aria-disabled": option.closed ? "true" : false, title: option.closed || option.note || false,
  }, face(option.face), cap(String(option.face)));
}

/** The dice of a throw: known faces, and outlines for missing ones; null for a single die. */
export function diceSlots(question) {
  const known = question.dice ?? [];
  const missing = question.missing ?? 0;
  if (known.length + missing < 2) return null;
  return make("div", { class: "slots", role: "img", "aria-label": known.join(" + ") },
    known.map((n) => face(n)), Array.from({ length: missing }, () => face(0)));
}
