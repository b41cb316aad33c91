// @ts-check
/** Buttons of options and offers, and the assignment of keys to options. */

import { button, cap, span } from "./elements.js";
import { glowSpace } from "./board.js";
import { LETTERS, isLong } from "./letters.js";
import { answer } from "./messages.js";
import { chancesLine } from "./ways.js";

/**
 * @import { App } from "./app.js"
 * @import { Choice } from "./screen.js"
 */

/** A choice with its key: "A", "3", "Enter", "" for none. @typedef {Choice & {press: string}} Pressable */

/**
 * Add to each option its key as `press`: the digit of dice and amounts, Enter for a lone option, else a letter; none
 * where they are typed, and in a shop for what is free of charge.
 * @param {Choice[]} options @returns {Pressable[]}
 */
export function withKeys(options, shop = false) {
  let letter = 0;
  return options.map((option) => {
    if (option.face) return { ...option, press: String(option.face) };
    if (option.hint && /^[0-9]$/.test(option.hint)) return { ...option, press: option.hint };
    if (options.length === 1) return { ...option, press: "Enter" };
    if (shop ? option.key.startsWith("free:") : isLong(options)) return { ...option, press: "" };
    return { ...option, press: LETTERS[letter++] ?? "" };
  });
}

/**
 * The wide button of an option: key, label, and its note or why it is closed.
 * @param {App} app @param {Pressable} option
 */
export function optionButton(app, option, first = false) {
  const { space } = option;
  const mouse = space ? { onmouseenter: () => glowSpace(app, space), onmouseleave: () => glowSpace(app, "") } : null;
  return button(`option:${option.key}`, () => answer(app, option), {
    class: option.closed ? "option closed" : first ? "option first" : "option",
    "aria-disabled": option.closed ? "true" : false, ...mouse,
  }, ...inside(app, option, option.press === "Enter" ? "⏎" : option.press));
}

/** The smaller button of an offer, with its own key. @param {App} app @param {Choice} offer */
export function offerButton(app, offer) {
  return button(`offer:${offer.key}`, () => answer(app, offer), {
    class: offer.closed ? "offer closed" : "offer", "aria-disabled": offer.closed ? "true" : false,
  }, ...inside(app, offer, offer.hint && /^[A-Z]$/.test(offer.hint) ? offer.hint : ""));
}

/**
 * The contents of a choice's button: key (left out if equal to the label), label, and note or why it is closed.
 * @param {App} app @param {Choice} choice @param {string} key
 */
export function inside(app, choice, key) {
  const note = choice.closed ? `${app.word("closed")} ${choice.closed}` : choice.note;
  return [cap(key === choice.label ? "" : key), span("text", span("label", choice.label),
    note ? span("note", note) : null, choice.detail ? span("detail", choice.detail) : null,
    choice.chances && !choice.closed ? chancesLine(app, choice.chances) : null)];
}
