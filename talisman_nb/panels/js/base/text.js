// @ts-check
/** Text functions: places filled, search form of a text, card search. */

/** Maps letters that Unicode does not decompose to their plain form. @type {Record<string, string>} */
const STROKES = { ł: "l", Ł: "l", ø: "o", "’": "'", œ: "oe", æ: "ae" };

/** Normalise a text for search: without accents, lower case. @param {string} text */
export function plain(text) {
  return text.replace(/[łŁø’œæ]/g, (c) => STROKES[c]).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Fill the places of a word: "Your {answer} is in".
 * @param {string} text @param {Record<string, string | number>} [values]
 */
export function fill(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Find cards by the letters typed: the best `most`, those whose key is in `last` after all others, but for a name typed
 * whole. Where nothing fits, what fits but for a letter or two does (`misspelt`).
 * @param {Record<string, string>} names by key @param {string} typed @param {Record<string, unknown>} last
 */
export function findCards(names, typed, most = 5, last = {}) {
  const wanted = plain(typed.trim());
  if (!wanted) return [];
  const fits = hitsOf(names, (text) => rankOf(text, wanted));
  const found = fits.length ? fits : hitsOf(names, (text) => misspelt(text, wanted));
  const later = (/** @type {Ranked} */ card) => Number(card.key in last && plain(card.name) !== wanted);
  found.sort((a, b) => later(a) - later(b) || a.rank - b.rank
    || a.name.length - b.name.length || a.name.localeCompare(b.name));
  return longerFirst(found, wanted).slice(0, most);
}

/** A card that fits, the better the lower its rank. @typedef {{key: string, name: string, rank: number}} Ranked */

/** Rank from which on a text does not fit. */
const OUT = 9;

/** @param {Record<string, string>} names @param {(text: string) => number} rank @returns {Ranked[]} */
function hitsOf(names, rank) {
  return Object.entries(names).map(([key, name]) =>
    ({ key, name, rank: Math.min(rank(plain(name)), rank(key.replaceAll("-", " ")) + 0.5) }))
    .filter((card) => card.rank < OUT);
}

/**
 * Put a name that begins another one behind it ("Market" behind "Market Day") until it is typed whole: the shorter is
 * told from the longer by typing it, the longer could be told by nothing but more letters.
 * @param {Ranked[]} found @param {string} wanted
 */
function longerFirst(found, wanted) {
  const kept = [...found];
  for (const card of found) {
    const name = plain(card.name);
    const longer = kept.findLastIndex((each) => each.rank === card.rank && plain(each.name).startsWith(`${name} `));
    const at = kept.indexOf(card);
    if (name !== wanted && name.startsWith(wanted) && longer > at) kept.splice(longer, 0, ...kept.splice(at, 1));
  }
  return kept;
}

/** A text with no line break between a number and the words beside it. @param {string} text */
export function counted(text) {
  return text.replace(/(\d) (?=\p{L})/gu, "$1\u00a0").replace(/(\p{L}) (?=\d)/gu, "$1\u00a0");
}

/**
 * Parts of a whole in percents that add up to 100: those with the largest remainders are rounded up; of equal ones the
 * first part and the last one are rounded to the nearest (`whole_percents` in `odds/fight.py`).
 * @param {number[]} parts in percent
 */
export function wholePercents(parts) {
  const whole = parts.map((part) => Math.floor(part + 1e-9));
  const rest = parts.map((part, i) => Math.round(1e6 * (part - whole[i])));
  const endsFirst = [0, parts.length - 1, ...[...parts.keys()].slice(1, -1)];
  const rank = (/** @type {number} */ i) => (rest[i] >= 5e5 ? endsFirst.indexOf(i) : -endsFirst.indexOf(i));
  const order = [...parts.keys()].sort((a, b) => rest[b] - rest[a] || rank(a) - rank(b));
  const left = 100 - whole.reduce((sum, n) => sum + n, 0);
  for (const i of order.slice(0, Math.max(left, 0))) whole[i] += 1;
  return whole;
}

/** @param {string} name @param {string} wanted */
function rankOf(name, wanted) {
  if (name.startsWith(wanted)) return 0;
  if (name.split(BREAKS).some((part) => part.startsWith(wanted))) return 1;
  if (name.includes(wanted)) return 2;
  return unspaced(name).startsWith(unspaced(wanted)) ? 3 : OUT;
}

/** Separators between the words of a name. */
const BREAKS = /[\s'-]+/;

/** A text without what stands between its words. @param {string} text */
function unspaced(text) {
  return text.split(BREAKS).join("");
}

/** How many letters are forgiven of so many that were typed: none of 3, one of 4, two of 9. */
const FORGIVEN = [[9, 2], [4, 1]];

/**
 * The rank of a name that is typed with letters missing, doubled, swapped or wrong, from its beginning or that of a word.
 * @param {string} name @param {string} typed
 */
function misspelt(name, typed) {
  const wanted = unspaced(typed);
  const [, most = 0] = FORGIVEN.find(([from]) => wanted.length >= from) ?? [];
  if (!most) return OUT;
  const words = name.split(BREAKS);
  const best = Math.min(...words.map((_, i) => editsTo(wanted, words.slice(i).join("")) + (i ? 0.25 : 0)));
  return best < most + 1 ? 4 + best : OUT;
}

/**
 * The least edits between a text and a beginning of another: letters added, left out, changed, or swapped with the next
 * (optimal string alignment).
 * @param {string} text @param {string} whole
 */
function editsTo(text, whole) {
  const other = whole.slice(0, text.length + 2);
  let before = /** @type {number[]} */ ([]);
  let row = [...other, ""].map((_, j) => j);
  for (let i = 1; i <= text.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = text[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && text[i - 1] === other[j - 2] && text[i - 2] === other[j - 1];
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(!same), swapped ? before[j - 2] + 1 : OUT));
    }
    [before, row] = [row, next];
  }
  return Math.min(...row);
}

// The search of the journal.

/** Matches the gap between two sentences of a line. */
const SENTENCES = /(?<=[.!?…»”]) (?=\S)/u;

/**
 * Whether a line has all the words, as `has_words` of the program finds them: a person's name means what is told of that
 * person. @param {{text: string, whose?: string, seat?: number}} line @param {string} words
 * @param {{name: string, seat: number}[]} people by their plain names
 */
export function hasWords({ text, whose = "", seat = -1 }, words, people) {
  let wanted = ` ${plain(words).split(/\s+/).join(" ")} `;
  const meant = people.filter(({ name }) => wanted.includes(` ${name} `));
  for (const { name } of meant) wanted = wanted.replaceAll(` ${name} `, " ");
  const begins = (/** @type {string} */ said, /** @type {string} */ name) =>
    said.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(said.slice(name.length));
  const subject = (/** @type {string} */ said) => people.find(({ name }) => begins(plain(said), name))?.seat ?? seat;
  const told = meant.length
    ? text.split(SENTENCES).filter((said) => meant.some((one) => one.seat === subject(said))) : [text];
  const said = plain(`${told.join(" ")} ${whose.split(" · ").slice(1).join(" ")}`); // whose turn it was is not who rolled in it
  return told.length > 0 && wanted.split(/\s+/).every((word) => said.includes(word));
}
