/** Buttons of options and offers, and the assignment of keys to options. */

import { make, button, cap } from "./shared.js";

/** Keys of options without a digit, in order. */
const LETTERS = "ABCDEFGH";

/** Add to each option its key as `press`: the digit of dice and amounts, Enter for a lone option, else a letter. */
export function withKeys(options) {
  let letter = 0;
  return options.map((option) => {
    if (option.face) return { ...option, press: String(option.face) };
    if (/^[0-9]$/.test(option.hint ?? "")) return { ...option, press: option.hint };
    if (options.length === 1) return { ...option, press: "Enter" };
    return { ...option, press: LETTERS[letter++] ?? "" };
  });
}

/** The wide button of an option: key, label, and its note or why it is closed. */
export function optionButton(app, option, first = false) {
  const mouse = option.space ? { onmouseenter: () => app.glow(option.space), onmouseleave: () => app.glow("") } : {};
  return button(`option:${option.key}`, () => app.answer(option), {
    class: option.closed ? "option closed" : first ? "option first" : "option",
    "aria-disabled": option.closed ? "true" : false, ...mouse,
  }, ...inside(app, option, option.press === "Enter" ? "⏎" : option.press));
}

/** The smaller button of an offer, with its own key. */
export function offerButton(app, offer) {
  return button(`offer:${offer.key}`, () => app.answer(offer), {
    class: offer.closed ? "offer closed" : "offer", "aria-disabled": offer.closed ? "true" : false,
  }, ...inside(app, offer, /^[A-Z]$/.test(offer.hint ?? "") ? offer.hint : ""));
}

/** The contents of a choice's button: key (left out if equal to the label), label, and note or why it is closed. */
export function inside(app, choice, key) {
  const note = choice.closed ? `${app.word("closed")} ${choice.closed}` : choice.note;
  return [cap(key === choice.label ? "" : key), make("span", { class: "text" }, make("span", { class: "label" }, choice.label),
    note ? make("span", { class: "note" }, note) : null)];
}
