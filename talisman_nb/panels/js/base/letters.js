// @ts-check
/** Keys of choices: which choices have letters, which letters are alive, and when a typed letter acts or is part of a word. */

/**
 * @import { App } from "./app.js"
 * @import { Choice } from "./screen.js"
 */

/** Keys of options without a digit, in order. */
const LETTERS = "ABCDEFGH";

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

// Distinguishes typed words from single-letter shortcuts: letters in quick succession are a word meant for a text
// field, so a letter acts only when no other one follows within `PAUSE`. A digit that is asked for ends them.

/** Delay in milliseconds before a letter acts: longer than the gap between letters of a word, too short to notice. */
const PAUSE = 150;
/** Milliseconds without a key after which a word ends. */
const WORD_ENDS = 800;

/**
 * Create the recogniser. `act(key)` runs a letter's action, `means(key)` tells whether it has one; `takes()` tells
 * whether a field for words is there, `word(typed)` receives a word.
 * @param {{act: (key: string) => void, means: (key: string) => boolean, takes: () => boolean,
 *   word: (typed: string) => void}} to
 */
export function hearLetters({ act, means, takes, word }) {
  let typed = "";
  let lone = ""; // the key of a letter that acts unless another character follows
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  function forget() {
    clearTimeout(timer);
    [typed, lone] = ["", ""];
  }
  function rest() {
    const [was, key] = [typed, lone];
    forget();
    if (key) act(key);
    else if (many(was)) word(was);
  }
  function add(/** @type {string} */ key, /** @type {string} */ sign) {
    clearTimeout(timer);
    lone = !typed && means(key) ? key : "";
    typed += sign;
    if (many(typed) && takes()) rest();
    else timer = setTimeout(rest, lone ? PAUSE : WORD_ENDS);
  }
  return {
    /** Handle a key and the character it types. @returns whether it was consumed as a letter or part of a word */
    hear(/** @type {string} */ key, /** @type {string} */ sign) {
      if (!typed && !isLetter(sign)) return false;
      if (isDigit(sign) && means(key)) { // a face that is asked for is no part of a word, whatever slipped in before it
        rest();
        return false;
      }
      const word = lone || many(typed);
      if (sign === "Enter" && !many(typed)) rest(); // Enter ends the pause of a single letter
      if (sign === "Enter") return Boolean(word);
      if (many(sign)) return false; // an arrow, Tab …
      add(key, sign);
      return true;
    },
    /** Handle a character typed into a field: letters typed just before it are the beginning of the same word. */
    field(/** @type {string} */ sign) {
      if (many(sign) || !typed) return rest();
      const was = typed;
      forget();
      return word(was);
    },
    /** Handle the release of a key that acts only while held: drop it if it is still waiting. */
    release(/** @type {string} */ key) {
      if (lone === key) forget();
    },
  };
}

/** @param {string} sign */
function isLetter(sign) {
  return /^\p{L}$/u.test(sign);
}

/** @param {string} sign */
function isDigit(sign) {
  return /^[0-9]$/.test(sign);
}

/** Whether a text has several characters. @param {string} text */
function many(text) {
  return [...text].length > 1;
}
