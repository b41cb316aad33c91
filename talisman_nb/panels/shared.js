/** Helpers of all regions: DOM elements, buttons, seat marks, counters, dice, and card search. */

/**
 * @typedef {{key: string, label: string, hint?: string, note?: string, closed?: string, space?: string,
 *   face?: number, group?: string}} Choice
 * @typedef {{seat: number, letter: string, name: string, character: string}} Who
 */

/**
 * Create an element; properties starting with "on" are listeners, false, null and undefined omit an attribute.
 * @param {string} tag @param {Record<string, any>} [props] @param {...any} kids
 */
export function make(tag, props = {}, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== ""));
  return node;
}

/** Create an SVG element. @param {string} tag @param {string} name its class @param {...Node} kids */
export function svg(tag, name, ...kids) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  node.setAttribute("class", name);
  node.append(...kids);
  return node;
}

/** Create a button; its `data-id` restores the focus after a repaint. */
export function button(id, onclick, props, ...kids) {
  return make("button", { type: "button", "data-id": id, onclick, ...props }, ...kids);
}

/** The `kbd` element of a key, null for "". */
export function cap(key) {
  return key ? make("kbd", { "aria-hidden": "true" }, key) : null;
}

/** SVG outlines of the seat marks, by seat. */
const SHAPES = [
  '<circle cx="20" cy="20" r="17"/>',
  '<rect x="4" y="4" width="32" height="32" rx="3"/>',
  '<path d="M20 2 38 36H2Z"/>',
  '<path d="M11 4h18l9 16-9 16H11L2 20Z"/>',
  '<path d="M20 1 39 20 20 39 1 20Z"/>',
  '<path d="M4 4h32v17c0 9-8 14-16 17C12 35 4 30 4 21Z"/>',
];

/** A seat's mark, distinct by shape, letter and colour; `size` in pixels. @param {Who} who */
export function seatMark(who, size = 40) {
  const seat = ((who.seat % 6) + 6) % 6;
  const mark = make("span", { class: `mark seat-${seat}`, style: `--size:${size}px`, "aria-hidden": "true" });
  const drop = seat === 2 ? 31 : 27;
  const small = who.letter.length > 1 ? " two" : "";
  mark.innerHTML = `<svg viewBox="0 0 40 40">${SHAPES[seat]}<text class="letter${small}" x="20" y="${drop}"></text></svg>`;
  mark.querySelector("text").textContent = who.letter;
  return mark;
}

/** SVG contents of the counters' icons. */
const ICONS = {
  strength: '<rect x="3" y="3" width="14" height="14" rx="1.5"/>',
  craft: '<path d="M10 1.5 18.5 10 10 18.5 1.5 10Z"/>',
  life: '<path d="M10 1.5c4 5.2 6 8 6 10.7a6 6 0 0 1-12 0C4 9.500 6 6.700 10 1.500Z"/>',
  fate: '<circle cx="10" cy="10" r="6.500" fill="none" stroke="currentColor" stroke-width="4"/>',
  gold: '<circle cx="10" cy="10" r="8.500"/><circle class="hole" cx="10" cy="10" r="5"/>',
};

/** The icon of a counter (strength, craft, life, fate, gold); hollow for a printed value. */
export function counter(kind, hollow = false) {
  const node = make("span", { class: `counter ${kind}${hollow ? " hollow" : ""}`, "aria-hidden": "true" });
  node.innerHTML = `<svg viewBox="0 0 20 20">${ICONS[kind]}</svg>`;
  return node;
}

/** Maps faces of a die to the cells of its pips in a grid of 3 x 3, by rows. */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** The face of a die; 0 is an empty one, not thrown yet. */
export function face(n) {
  const pips = (PIPS[n] ?? []).map((at) => `<circle cx="${22 + 28 * (at % 3)}" cy="${22 + 28 * Math.floor(at / 3)}" r="9"/>`);
  const node = make("span", { class: n ? "face" : "face empty", "aria-hidden": "true" });
  node.innerHTML = `<svg viewBox="0 0 100 100">${pips.join("")}</svg>`;
  return node;
}

/** Maps letters that Unicode does not decompose to their plain form. */
const STROKES = { ł: "l", Ł: "l", ø: "o", "’": "'", œ: "oe", æ: "ae" };

/** Normalise a text for search: without accents, lower case. @param {string} text */
export function plain(text) {
  return text.replace(/[łŁø’œæ]/g, (c) => STROKES[c]).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Fill the places of a word: "Your {answer} is in". */
export function fill(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Find cards by the letters typed: the best `most`, those whose key is in `last` after all others.
 * @param {Record<string, string>} names by key
 */
export function findCards(names, typed, most = 5, last = {}) {
  const wanted = plain(typed.trim());
  if (!wanted) return [];
  const ranked = [];
  for (const [key, name] of Object.entries(names)) {
    const rank = Math.min(rankOf(plain(name), wanted), rankOf(key.replaceAll("-", " "), wanted) + 0.5);
    if (rank < 3) ranked.push({ key, name, rank });
  }
  ranked.sort((a, b) => (a.key in last) - (b.key in last) || a.rank - b.rank || a.name.length - b.name.length || a.name.localeCompare(b.name));
  return ranked.slice(0, most);
}

function rankOf(name, wanted) {
  if (name.startsWith(wanted)) return 0;
  if (name.split(/[\s'-]+/).some((part) => part.startsWith(wanted))) return 1;
  return name.includes(wanted) ? 2 : 3;
}
