/** What may be pressed as an answer: the keys of options, and options and offers as buttons. */

import { make, button, cap } from "./shared.js";

const LETTERS = "ABCDEFGH";

/** Say which key presses each option: dice and amounts their digit, a lone one Enter, others a letter in order. */
export function withKeys(options) {
  let letter = 0;
  return options.map((option) => {
    if (option.face) return { ...option, press: String(option.face) };
    if (/^[0-9]$/.test(option.hint ?? "")) return { ...option, press: option.hint };
    if (options.length === 1) return { ...option, press: "Enter" };
    return { ...option, press: LETTERS[letter++] ?? "" };
  });
}

/** One option as a wide button: its key, what it is, and what is worth knowing or why it is closed. */
export function optionButton(app, option, first = false) {
  const mouse = option.space ? { onmouseenter: () => app.glow(option.space), onmouseleave: () => app.glow("") } : {};
  return button(`option:${option.key}`, () => app.answer(option), {
    class: option.closed ? "option closed" : first ? "option first" : "option",
    "aria-disabled": option.closed ? "true" : false, ...mouse,
  }, ...inside(app, option, option.press === "Enter" ? "⏎" : option.press));
}

/** Something that may be taken instead: smaller, with its own letter. */
export function offerButton(app, offer) {
  return button(`offer:${offer.key}`, () => app.answer(offer), {
    class: offer.closed ? "offer closed" : "offer", "aria-disabled": offer.closed ? "true" : false,
  }, ...inside(app, offer, /^[A-Z]$/.test(offer.hint ?? "") ? offer.hint : ""));
}

/** What stands inside a button: its key (an amount is its own), the choice, and beside or below it what is worth knowing. */
export function inside(app, choice, key) {
  const note = choice.closed ? `${app.word("closed")} ${choice.closed}` : choice.note;
  return [cap(key === choice.label ? "" : key), make("span", { class: "text" }, make("span", { class: "label" }, choice.label),
    note ? make("span", { class: "note" }, note) : null)];
}
