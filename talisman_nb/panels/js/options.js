// @ts-check
/** Buttons of options and offers. */

import { button, cap, span } from "./elements.js";
import { glowSpace } from "./board.js";
import { reasonOf } from "./long_list.js";
import { answer } from "./messages.js";
import { chancesLine } from "./ways.js";

/**
 * @import { App } from "./app.js"
 * @import { Pressable } from "./letters.js"
 * @import { Choice } from "./screen.js"
 */

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
  const note = choice.closed ? `${app.word("closed")} ${reasonOf(choice)}` : choice.note;
  return [cap(key === choice.label ? "" : key), span("text", span("label", choice.label),
    note ? span("note", note) : null, choice.detail && !choice.closed ? span("detail", choice.detail) : null,
    choice.chances && !choice.closed ? chancesLine(app, choice.chances) : null)];
}
