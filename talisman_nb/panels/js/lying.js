// @ts-check
/** Cards that lie on spaces of the board: the motifs of the first ones, and how many more there are. */

import { motifSource } from "./motif.js";
import { plainKey } from "./sheets.js";

/**
 * @import { App } from "./app.js"
 * @import { Labels } from "./screen.js"
 * @typedef {Pick<Labels, "corners" | "marks" | "types" | "pictures">} Drawn what of the labels is drawn of a card
 */

/** Upper bound of cards drawn on a space; the rest is a number. */
const MOST_CARDS = 3;
/** In units of the board: side of a card, distance of two, how far they reach over the corner, side of a mark. */
const LYING = { side: 42, step: 43, over: 6, right: 3, mark: 27 };

/** The cards of each space as SVG elements in units of the board. @param {App} app @returns {Record<string, string>} */
export function lyingCards(app) {
  const { lies = {}, own_types: own = {} } = app.screen;
  const { corners, marks, types, pictures } = app.labels;
  return Object.fromEntries(Object.entries(lies).map(([space, cards]) =>
    [space, cardsOn({ corners, marks, types: { ...types, ...own }, pictures }, space, cards)]));
}

/** @param {Drawn} drawn @param {string} space @param {string[]} cards their keys, the first one on the right */
export function cardsOn(drawn, space, cards) {
  const [right, top] = drawn.corners?.[space] ?? [0, 0];
  const at = (/** @type {number} */ i) => right + LYING.right - LYING.side - i * LYING.step;
  const y = top - LYING.over;
  const shown = cards.slice(0, MOST_CARDS).map((card, i) => lyingCard(drawn, plainKey(card), at(i), y));
  const more = cards.length - shown.length;
  return `<g class="lay">${shown.join("")}${more ? countAt(more, at(shown.length - 1) + 12, y + LYING.side - 4) : ""}</g>`;
}

/**
 * A card with its motif, and the mark of its type, which a style sheet shows where the motif would be too small. What
 * has no picture has its mark at any size.
 * @param {Drawn} drawn @param {string} card @param {number} x @param {number} y
 */
function lyingCard({ marks = {}, types = {}, pictures = {} }, card, x, y) {
  const { side, mark } = LYING;
  const inside = card in pictures
    ? `<svg class="motif small" x="1" y="1" width="${side - 2}" height="${side - 2}" viewBox="-2 -2 64 64">${
      motifSource(pictures, card)}</svg>` : "";
  return `<g class="card${inside ? "" : " unknown"}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">`
    + `<rect class="tag" width="${side}" height="${side}" rx="4"/>${inside}<path class="mark" transform="translate(${
      (side - mark) / 2} ${(side - mark) / 2})scale(${mark / 60})" d="${marks[types[card]] ?? marks.object ?? ""}"/></g>`;
}

/** How many more cards lie there. @param {number} n @param {number} x @param {number} y */
function countAt(n, x, y) {
  const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
  return `<circle class="mark" cx="${cx}" cy="${cy}" r="14"/><text class="n" x="${cx}" y="${(y + 6).toFixed(1)}">+${n}</text>`;
}
