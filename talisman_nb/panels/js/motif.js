// @ts-check
/** Motifs of cards, characters, spaces and card types: ink drawings in the colour of the text around them. */

import { svg } from "./elements.js";

/**
 * @import { App } from "./app.js"
 * @import { Labels } from "./screen.js"
 */

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
  const node = svg("svg", `motif${size && size <= SMALL ? " small" : ""}`);
  node.setAttribute("viewBox", "-2 -2 64 64");
  node.setAttribute("aria-hidden", "true");
  if (size) node.setAttribute("style", `width:${size}px;height:${size}px`);
  node.innerHTML = motifSource(app.labels.pictures ?? {}, key, `type.${type}`);
  return node;
}

/**
 * The elements of a motif: of the first key that has one, else those of an unknown thing.
 * @param {NonNullable<Labels["pictures"]>} pictures @param {string[]} keys
 */
export function motifSource(pictures, ...keys) {
  const found = pictures[keys.find((key) => key in pictures) ?? ""] ?? "";
  return pictures[found] ?? found; // a key instead of elements: the motif of that key
}

/** The motif of a key that has one; null for a rule or a ruling. @param {App} app @param {string} key @param {number} size in pixels */
export function motifIfAny(app, key, size) {
  return key in (app.labels.pictures ?? {}) ? motif(app, key, size) : null;
}
