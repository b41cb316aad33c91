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
 * Find cards by the letters typed: the best `most`, those whose key is in `last` after all others.
 * @param {Record<string, string>} names by key @param {string} typed @param {Record<string, unknown>} last
 */
export function findCards(names, typed, most = 5, last = {}) {
  const wanted = plain(typed.trim());
  if (!wanted) return [];
  const ranked = [];
  for (const [key, name] of Object.entries(names)) {
    const rank = Math.min(rankOf(plain(name), wanted), rankOf(key.replaceAll("-", " "), wanted) + 0.5);
    if (rank < 3) ranked.push({ key, name, rank });
  }
  ranked.sort((a, b) => Number(a.key in last) - Number(b.key in last) || a.rank - b.rank
    || a.name.length - b.name.length || a.name.localeCompare(b.name));
  return ranked.slice(0, most);
}

/** A text with no line break between a number and the words beside it. @param {string} text */
export function counted(text) {
  return text.replace(/(\d) (?=\p{L})/gu, "$1\u00a0").replace(/(\p{L}) (?=\d)/gu, "$1\u00a0");
}

/** @param {string} name @param {string} wanted */
function rankOf(name, wanted) {
  if (name.startsWith(wanted)) return 0;
  if (name.split(/[\s'-]+/).some((part) => part.startsWith(wanted))) return 1;
  return name.includes(wanted) ? 2 : 3;
}
