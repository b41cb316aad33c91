// @ts-check
/** Keys of choices, which of them have letters, and which letters are alive: those of the question, or those of a drawer or of a line being amended; never both. */

/**
 * @import { App } from "./app.js"
 * @import { Choice } from "./screen.js"
 */

/** Keys of options without a digit, in order. */
export const LETTERS = "ABCDEFGH";

/** Keys of what is free of charge in a shop: letters that mean nothing else there. */
const FREE = "IKOQVYZH";

/** Drawers whose choices have letters. */
const LETTERED = ["spell", "use"];

/** Whether letters choose elsewhere: those of the question then are neither shown nor heard. @param {App} app */
export function lettersElsewhere(app) {
  return LETTERED.includes(app.ui.drawer) || Boolean(app.ui.amending);
}

/**
 * Whether the choices are so many that they are found by typing: more than there are letters, and neither faces of a die
 * nor amounts.
 * @param {Choice[]} choices
 */
export function isLong(choices) {
  return choices.length > LETTERS.length && !choices.some(({ face, hint = "" }) => face || /^[0-9]$/.test(hint));
}

/** A choice with its key: "A", "3", "Enter", "" for none. @typedef {Choice & {press: string}} Pressable */

/**
 * Add to each option its key as `press`: the digit of dice and amounts, A where Enter must not take a lone option, Enter
 * for any other, else a letter; none where they are typed; in a shop letters of its own for what is free of charge.
 * @param {Choice[]} options @returns {Pressable[]}
 */
export function withKeys(options, shop = false) {
  let [letter, free] = [0, 0];
  return options.map((option) => {
    if (option.face) return { ...option, press: String(option.face) };
    if (option.hint && /^[0-9A]$/.test(option.hint)) return { ...option, press: option.hint };
    if (options.length === 1) return { ...option, press: "Enter" };
    if (shop && option.key.startsWith("free:")) return { ...option, press: FREE[free++] ?? "" };
    if (!shop && isLong(options)) return { ...option, press: "" };
    return { ...option, press: LETTERS[letter++] ?? "" };
  });
}
