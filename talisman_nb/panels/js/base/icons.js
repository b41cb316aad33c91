// @ts-check
/** Drawings: seat marks, counters, signs of good and bad, the faces of dice, and the motifs of cards, characters and spaces. */

import { make, svg } from "./elements.js";

/**
 * @import { App } from "./app.js"
 * @import { Labels, Who } from "./screen.js"
 */

/** Elements by their source: it is parsed once, then copied. @type {Map<string, Element>} */
const PARSED = new Map();

/** The element of a source. @param {string} source @returns {Node} */
function drawn(source) {
  const known = PARSED.get(source);
  if (known) return known.cloneNode(true);
  const host = make("span");
  host.innerHTML = source;
  PARSED.set(source, /** @type {Element} */ (host.firstElementChild));
  return drawn(source);
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

/**
 * The colour of a seat: the second six have the shapes of the first in other colours, so that nobody who joins gets
 * the mark of somebody who has left.
 * @param {number} seat
 */
export function seatColour(seat) {
  return (seat + 3 * Math.floor(seat / 6)) % 6;
}

/**
 * A seat's mark, distinct by shape, letter and colour; `size` in pixels, `hollow`: an outline, as who lives without life is.
 * @param {Who} who
 */
export function seatMark(who, size = 40, hollow = false) {
  const seat = ((who.seat % 6) + 6) % 6;
  const mark = make("span", { class: `mark seat-${seatColour(who.seat)}${hollow ? " hollow" : ""}`, style: `--size:${size}px`, "aria-hidden": "true" });
  const drop = seat === 2 ? 31 : 27;
  const small = who.letter.length > 1 ? " two" : "";
  const letter = `<text class="letter${small}" x="20" y="${drop}"></text>`;
  mark.append(drawn(`<svg viewBox="0 0 40 40">${SHAPES[seat]}${letter}</svg>`));
  mark.querySelector("text")?.append(who.letter);
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

/** The icon of a counter; hollow for a printed value. @param {keyof typeof ICONS} kind */
export function counter(kind, hollow = false) {
  const node = make("span", { class: `counter ${kind}${hollow ? " hollow" : ""}`, "aria-hidden": "true" });
  node.append(drawn(`<svg viewBox="0 0 20 20">${ICONS[kind]}</svg>`));
  return node;
}

/**
 * The shape of a counter as SVG source in a square of 20 units, to be drawn into a larger picture.
 * @param {string} kind
 */
export function counterShape(kind) {
  return ICONS[/** @type {keyof typeof ICONS} */ (kind)] ?? "";
}

/** SVG contents of the crown that is set on whoever has reached it or won: the only thing in gold. */
const CROWN = '<path class="gold" d="M8 46 3 14 19 29 30 6 41 29 57 14 52 46ZM8 48H52V57H8Z"/>'
  + '<path class="gold" d="M0 12a3 3 0 1 1 6 0a3 3 0 1 1-6 0ZM27 4a3 3 0 1 1 6 0a3 3 0 1 1-6 0ZM54 12a3 3 0 1 1 6 0a3 3 0 1 1-6 0Z"/>'
  + '<path class="jewel" d="m30 30 5 7-5 7-5-7ZM14 39a2 2 0 1 1 4 0a2 2 0 1 1-4 0ZM42 39a2 2 0 1 1 4 0a2 2 0 1 1-4 0Z"/>';

/** The crown over whoever has reached it or won. */
export function crown() {
  const node = svg("svg", "crown");
  node.setAttribute("viewBox", "-2 0 64 59");
  node.setAttribute("aria-hidden", "true");
  node.innerHTML = CROWN;
  return node;
}

/** The icon of a phone. */
export function phoneIcon() {
  const node = make("span", { class: "phone-icon", "aria-hidden": "true" });
  node.append(drawn('<svg viewBox="0 0 20 20"><path d="M6 1h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm0 2.500V15h8V3.500ZM8.500 16.300v1.400h3v-1.400Z"/></svg>'));
  return node;
}

/** A head of the program, for a seat that it plays. */
export function botIcon() {
  const node = make("span", { class: "phone-icon", "aria-hidden": "true" });
  node.append(drawn('<svg viewBox="0 0 20 20"><path d="M9 1h2v3h5a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h5ZM6 7.500v3h3v-3Zm5 0v3h3v-3ZM6 13v1.500h8V13Z"/></svg>'));
  return node;
}

/** SVG contents of the signs of good, bad and neither. */
const SIGNS = {
  good: '<path d="M10 2 18 10H13V18H7V10H2Z"/>',
  bad: '<path d="M10 18 2 10H7V2H13V10H18Z"/>',
  level: '<path d="M3 8.500H17V11.500H3Z"/>',
};

/** The sign of a tone: an arrow up or down, a level stroke. @param {keyof typeof SIGNS} tone */
export function sign(tone) {
  const node = make("span", { class: `sign ${tone}`, "aria-hidden": "true" });
  node.append(drawn(`<svg viewBox="0 0 20 20">${SIGNS[tone]}</svg>`));
  return node;
}

/** The cells of a face's pips in a grid of 3 x 3, by rows; index 0 is the empty face. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The face of a die; 0 is an empty one, not thrown yet. @param {number} n */
export function face(n) {
  const pips = PIPS[n].map((at) => `<circle cx="${22 + 28 * (at % 3)}" cy="${22 + 28 * Math.floor(at / 3)}" r="9"/>`);
  const node = make("span", { class: n ? "face" : "face empty", "aria-hidden": "true" });
  node.append(drawn(`<svg viewBox="0 0 100 100">${pips.join("")}</svg>`));
  return node;
}

// Motifs of cards, characters, spaces and card types: ink drawings in the colour of the text around them.

/** Largest size, in pixels, that has thicker lines. */
const SMALL = 32;

/**
 * The motif of a definition, or of its card type if it has none; decorative, the name stands beside it. Its ground is
 * `--ground` where a style sheet says one, else that of a panel.
 * @param {App} app
 * @param {string} key of a definition, or of a card type behind "type."
 * @param {number} [size] in pixels; without it a style sheet says how large it is
 * @param {string} [type] of a card that is in no list: `magic-object`
 */
export function motif(app, key, size = 0, type = "") {
  const tint = tintOf(app.labels, key, type);
  const node = svg("svg", `motif${size && size <= SMALL ? " small" : ""}${tint ? ` tint-${tint}` : ""}`);
  node.setAttribute("viewBox", "-2 -2 64 64");
  node.setAttribute("aria-hidden", "true");
  if (size) node.setAttribute("style", `width:${size}px;height:${size}px`);
  node.innerHTML = motifSource(app.labels.pictures ?? {}, key, `type.${type}`);
  return node;
}

/** The colour role by the key of a picture. @type {WeakMap<object, Map<string, string>>} */
const TINTS = new WeakMap();

/**
 * The colour role of a picture, "" for one that is nothing that is met or held: what lies round it is coloured by it.
 * @param {{tints?: Labels["tints"]}} labels @param {string} key @param {string} [type] of a card that is in no list
 */
export function tintOf({ tints = {} }, key, type = "") {
  const known = TINTS.get(tints) ?? new Map(Object.entries(tints).flatMap(([role, keys]) => keys.map((/** @type {string} */ each) => [each, role])));
  TINTS.set(tints, known);
  return known.get(key.split(/[@:]/)[0]) ?? known.get(`type.${type}`) ?? "";
}

/**
 * The elements of a motif: of the first key that has one, else those of an unknown thing.
 * @param {NonNullable<Labels["pictures"]>} pictures @param {string[]} keys
 */
export function motifSource(pictures, ...keys) {
  const found = pictures[keys.find((key) => key in pictures) ?? ""] ?? "";
  return pictures[found] ?? found; // a key instead of elements: the motif of that key
}

/** The mark of the deck of a card, null where its deck has none. @param {App} app @param {string} card @param {number} size in pixels */
export function deckMark(app, card, size) {
  const deck = app.labels.of_deck?.[card];
  return deck ? make("span", { class: "deck-mark", title: app.labels.decks?.[deck] }, motif(app, `deck.${deck}`, size)) : null;
}

/** The motif of a key that has one; null for a rule or a ruling. @param {App} app @param {string} key @param {number} size in pixels */
export function motifIfAny(app, key, size) {
  return key in (app.labels.pictures ?? {}) ? motif(app, key, size) : null;
}

/** The three parts of a bar of chances. @param {import("./screen.js").Chances} chances */
export function oddsBar({ won, standoff, lost }) {
  const parts = /** @type {[string, number][]} */ ([["won", won], ["standoff", standoff], ["lost", lost]]);
  return parts.map(([name, n]) => (n ? make("i", { class: name, style: `flex-grow:${n}` }) : null));
}
