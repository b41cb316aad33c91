/**
 * Letters typed quickly one after another are a word that was meant for a text field, not answers: a letter acts only
 * when no other one follows at once.
 */

/** Milliseconds: nobody who answers notices them, and whoever types a word is faster. */
const PAUSE = 150;
/** Milliseconds without a key after which a word is over. */
const WORD_ENDS = 800;

/**
 * `means`: whether a key does something now; `takes`: whether a field is there for words.
 * @param {{act: (key: string) => void, means: (key: string) => boolean, takes: () => boolean, word: (typed: string) => void}} to
 */
export function hearLetters({ act, means, takes, word }) {
  let typed = "";
  let lone = ""; // the key of a letter that acts unless another sign follows
  let timer = 0;
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
  function add(key, sign) {
    clearTimeout(timer);
    lone = !typed && means(key) ? key : "";
    typed += sign;
    if (many(typed) && takes()) rest();
    else timer = setTimeout(rest, lone ? PAUSE : WORD_ENDS);
  }
  return {
    /** A key that was pressed and the sign it writes; true when it is a letter, or belongs to a word. */
    hear(key, sign) {
      if (!typed && !isLetter(sign)) return false;
      const word = lone || many(typed);
      if (sign === "Enter" && !many(typed)) rest(); // the letter before it is meant alone
      if (sign === "Enter") return Boolean(word);
      if (many(sign)) return false; // an arrow, Tab …
      add(key, sign);
      return true;
    },
    /** A sign that goes into a field: letters just before it were its beginning. */
    field(sign) {
      if (many(sign) || !typed) return rest();
      const was = typed;
      forget();
      return word(was);
    },
    /** The letter that waits is not pressed any more, and acts only while it is. */
    release(key) {
      if (lone === key) forget();
    },
  };
}

function isLetter(sign) {
  return /^\p{L}$/u.test(sign);
}

function many(text) {
  return [...text].length > 1;
}
