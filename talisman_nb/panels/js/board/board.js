// @ts-check
/** The board region: the SVG picture from the labels with an overlay for what changes and lies there, or the board as a list. */

import { button, make, setAttribute, span, svg } from "../base/elements.js";
import { counterShape, motifSource, tintOf } from "../base/icons.js";
import { withKeys } from "../base/letters.js";
import { answer } from "../base/messages.js";
import { moveFocus } from "../base/roving.js";
import { fill } from "../base/text.js";
import { lookUp } from "../looking_up/look_up.js";
import { correcting, correctSpace } from "../sheets/correction.js";
import { plainKey } from "../sheets/sheets.js";
import { lookAt } from "./strip.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Labels, Place } from "../base/screen.js"
 */

/**
 * A layer over the picture: its fragments by space, with the text they were made from.
 * @typedef {{node: SVGGElement, parts: Record<string, {node: SVGGElement, text: string}>}} Layer
 * @typedef {{source: string, board: SVGSVGElement, over: SVGSVGElement, frames: Layer, laid: Layer,
 *   cards: Layer, gains: Layer}} Picture
 */

/** @param {App} app @param {HTMLElement} host */
export function paintBoard(app, host) {
  if (app.ui.list) return boardList(app, host);
  if (app.picture?.source !== app.labels.board) app.picture = draw(app, host);
  if (!app.picture) return undefined;
  const chosen = framed(app);
  const frames = { ...leadingTo(app), ...chosen };
  host.classList.toggle("correcting", correcting(app));
  mark(app.picture.board, Object.keys(chosen));
  layOver(app.picture.frames, frames);
  layOver(app.picture.cards, lyingCards(app));
  layOver(app.picture.laid, app.screen.overlay ?? {});
  layOver(app.picture.gains, gainsOn(app, app.picture));
  nameSpaces(app, app.picture.board);
  return lookAt(app, host, app.picture, Object.keys(chosen));
}

/** Say of each space of the picture who stands there and what lies there. @param {App} app @param {SVGSVGElement} picture */
function nameSpaces(app, picture) {
  for (const place of app.places()) {
    const space = picture.querySelector(`[data-space="${CSS.escape(place.space)}"]`);
    if (space) setAttribute(/** @type {any} */ (space), "aria-label", [[place.name, place.where, noteOf(app, place)].filter(Boolean).join(", "), thereOn(app, place)].filter(Boolean).join(": "));
  }
}

/** The type of a card, of one in no list too. @param {App} app @param {string} key */
function typeOf(app, key) {
  return app.labels.types?.[key] ?? app.screen.own_types?.[key];
}

/** The key of the card that covers a space, undefined if none does. @param {App} app @param {string} space */
function coverOn(app, space) {
  return (app.screen.lies?.[space] ?? []).find((key) => typeOf(app, key) === COVER);
}

/** Return the note on a space, as long as its own text holds. @param {App} app @param {Place} place */
function noteOf(app, place) {
  return coverOn(app, place.space) ? "" : place.note;
}

/** The page about what holds on a space. @param {App} app @param {string} space */
function pageOf(app, space) {
  return coverOn(app, space) ?? `space.${space}`;
}

/** The type of the cards that cover a space. */
const COVER = "terrain";

/** Who stands on a space, and what lies there. @param {App} app @param {Place} place */
function thereOn(app, { space }) {
  const people = app.sheets().filter((sheet) => sheet.at === space).map((sheet) => sheet.who.name);
  return [...people, ...(app.screen.here?.[space] ?? [])].join(", ");
}

/** Show the part of the board that the strip has room for now. @param {App} app */
export function lookAgain(app) {
  if (app.picture) lookAt(app, app.hosts.board, app.picture, Object.keys(framed(app)));
}

/**
 * Insert the picture, and over it a second SVG for what changes, so that the large one needs no new layout.
 * @param {App} app @param {HTMLElement} host @returns {Picture | null}
 */
function draw(app, host) {
  const source = app.labels.board;
  host.innerHTML = source;
  host.onclick = (event) => pressSpace(app, spaceAt(event.target));
  const board = host.querySelector("svg");
  if (!board) return null;
  const [cards, laid, frames, gains] = ["lying", "laid-over", "frames", "gains"].map((name) => ({ node: svg("g", name), parts: {} }));
  const over = svg("svg", `over ${board.getAttribute("class") ?? ""}`, cards.node, laid.node, frames.node, gains.node);
  over.setAttribute("aria-hidden", "true");
  host.append(over);
  return { source, board, over, frames, laid, cards, gains };
}

/** @param {EventTarget | null} target */
function spaceAt(target) {
  return target instanceof Element ? target.closest("[data-space]")?.getAttribute("data-space") : null;
}

/** The frame of each destination, with the letter that its option shows. @param {App} app */
function framed(app) {
  const chosen = app.ui.edit?.space ?? "";
  if (correcting(app)) return chosen ? { [chosen]: fill(app.labels.frames[chosen] ?? "", { letter: "" }) } : {};
  const open = withKeys(app.question()?.options ?? []).filter((option) => option.space && !option.closed);
  return Object.fromEntries(open.map(({ space = "", press }) =>
    [space, fill(app.labels.frames[space] ?? "", { letter: press === "Enter" ? "⏎" : press })]));
}

/**
 * The frame of each end of the die to move, with the face that leads there: a tone of its own, and nothing to press.
 * @param {App} app @returns {Record<string, string>}
 */
function leadingTo(app) {
  /** @type {Record<string, { faces: number[], tone: string }>} */
  const ends = {};
  for (const [face, reached] of Object.entries((!correcting(app) && app.ui.ends) || {})) {
    for (const { space, tone } of reached) (ends[space] ??= { faces: [], tone: tone || "level" }).faces.push(Number(face));
  }
  return Object.fromEntries(Object.entries(ends).map(([space, { faces: by, tone }]) => [space,
    `<g class="led-to ${tone}">${fill(app.labels.frames[space] ?? "", { letter: facesTo(by) })}</g>`]));
}

/** The faces that lead to a space: one, from one on, or each by itself. @param {number[]} faces in rising order */
export function facesTo(faces) {
  const [first, ...others] = [...new Set(faces)];
  if (!others.length) return String(first);
  return first + others.length === HIGHEST ? `${first}+` : [first, ...others].join("·");
}

/** The highest face of a die. */
const HIGHEST = 6;

/** Mark the destinations of the ask as clickable. @param {SVGSVGElement} picture @param {string[]} spaces */
function mark(picture, spaces) {
  for (const space of picture.querySelectorAll("[data-space]")) {
    const marked = spaces.includes(space.getAttribute("data-space") ?? "");
    if (marked !== space.classList.contains("destination")) space.classList.toggle("destination", marked);
  }
}

/**
 * Update a layer to the given fragments by space, touching only those that changed.
 * @param {Layer} layer @param {Record<string, string>} fragments
 */
function layOver({ node, parts }, fragments) {
  for (const space of Object.keys(parts).filter((each) => !(each in fragments))) {
    parts[space].node.remove();
    delete parts[space];
  }
  for (const [space, text] of Object.entries(fragments)) {
    if (!parts[space]) node.append((parts[space] = { node: svg("g", "part"), text: "" }).node);
    if (parts[space].text !== text) parts[space].node.innerHTML = parts[space].text = text;
  }
}

/** Highlight the spaces of the option under the pointer, and no others. @param {App} app @param {...string} names */
export function glowSpace(app, ...names) {
  for (const space of app.hosts.board.querySelectorAll("[data-space]")) {
    space.classList.toggle("pointed", names.includes(space.getAttribute("data-space") ?? ""));
  }
}

/**
 * A press on a space answers the question, or chooses the space to correct.
 * @param {App} app @param {string | null | undefined} name
 */
function pressSpace(app, name) {
  if (!correcting(app)) return answerSpace(app, name);
  return name ? correctSpace(app, name) : undefined;
}

/** @param {App} app @param {string | null | undefined} name */
function answerSpace(app, name) {
  const options = (app.question()?.options ?? []).filter((option) => option.space === name && name);
  if (options.length === 1) answer(app, options[0]);
  else if (name && !app.ui.drawer) lookUp(app, pageOf(app, name));
}

/**
 * The board as a list for screen readers: by region in ring order, with the players and cards of each space.
 * @param {App} app @param {HTMLElement} host
 */
function boardList(app, host) {
  app.picture = null;
  host.onclick = null;
  const places = app.places();
  const items = places.flatMap((place, i) => [
    place.region === places[i - 1]?.region ? null : make("h3", {}, place.region), placeButton(app, place)]);
  const walk = (/** @type {KeyboardEvent} */ event) => moveFocus(event, [...host.querySelectorAll("button")]);
  host.replaceChildren(make("h2", { class: "unseen" }, app.word("board")),
    make("div", { class: "places", onkeydown: walk }, items));
}

/** @param {App} app @param {Place} place */
function placeButton(app, place) {
  const people = app.sheets().filter((sheet) => sheet.at === place.space).map((sheet) => sheet.who.name);
  const option = (app.question()?.options ?? []).find((each) => each.space === place.space && !each.closed);
  const cards = app.screen.here?.[place.space] ?? [];
  const about = [noteOf(app, place), cards.join(", "), people.join(", ")].filter(Boolean).join(" · ");
  const name = option ? "place destination" : "place";
  const act = () => {
    if (correcting(app)) return correctSpace(app, place.space);
    return option ? answer(app, option) : lookUp(app, pageOf(app, place.space));
  };
  return button(`place:${place.space}`, act, { class: name },
    make("b", {}, place.name), about ? ` · ${about}` : "", option ? span("note", option.label) : null);
}

// What a small moment changed, beside the figures.

/** In units of the board: size of a token, and where it stands from the middle of its figure. */
const GAIN = { high: 48, icon: 28, across: 8, up: 14, letter: 24 };

/** A token for each counter that a small moment changed, beside the figure. @param {App} app @param {Picture} picture @returns {Record<string, string>} */
function gainsOn(app, { board, laid }) {
  const { moment } = app.screen;
  if (moment?.level !== "small" || moment.quiet) return {};
  const found = /** @type {Record<string, string>} */ ({}), stacked = /** @type {Record<number, number>} */ ({});
  for (const { seat, what, before, after } of moment.changes ?? []) {
    const at = app.sheets().find(({ who }) => who.seat === seat)?.at ?? "";
    const [x, y] = laid.parts[at]?.node.querySelector(`[data-pawn="${seat}"]`)?.getAttribute("transform")?.match(/-?[\d.]+/g) ?? [];
    if (y === undefined) continue;
    const above = stacked[seat] = (stacked[seat] ?? 0) + 1;
    found[at] = (found[at] ?? "") + gain(what, after - before, Number(x), Number(y) - GAIN.up - above * GAIN.high, board.viewBox.baseVal);
  }
  return found;
}

/** @param {string} what @param {number} by @param {number} x @param {number} y @param {DOMRect} box of the board */
function gain(what, by, x, y, box) {
  const said = `${by > 0 ? "+" : "−"}${Math.abs(by)}`;
  const wide = GAIN.icon + 26 + GAIN.letter * said.length;
  const left = Math.min(x + GAIN.across, box.x + box.width - wide - 2), top = Math.max(y, box.y + 2);
  return `<g class="gain ${by > 0 ? "more" : "less"}" transform="translate(${left.toFixed(1)} ${top.toFixed(1)})"><rect width="${wide}" height="${GAIN.high - 2}" rx="${GAIN.high / 2 - 1}"/>`
    + `<svg class="counter ${what}" x="9" y="9" width="${GAIN.icon}" height="${GAIN.icon}" viewBox="0 0 20 20">${counterShape(what)}</svg>`
    + `<text x="${GAIN.icon + 13}" y="34">${said}</text></g>`;
}

// Cards that lie on spaces of the board: the motifs of the first ones, and how many more there are.

/** @typedef {Pick<Labels, "corners" | "marks" | "types" | "pictures" | "of_deck" | "tints">} Drawn what of the labels is drawn of a card */

/** Upper bound of cards drawn on a space; the rest is a number. */
const MOST_CARDS = 3;
/** In units of the board: side of a card, distance of two, how far they reach over the corner, side of a mark and of that of a deck. */
const LYING = { side: 42, step: 43, over: 6, right: 3, mark: 27, deck: 20 };

/** The cards of each space as SVG elements in units of the board. @param {App} app @returns {Record<string, string>} */
function lyingCards(app) {
  const { lies = {}, own_types: own = {} } = app.screen;
  const { corners, marks, types, pictures, of_deck, tints } = app.labels;
  return Object.fromEntries(Object.entries(lies).map(([space, cards]) =>
    [space, cardsOn({ corners, marks, types: { ...types, ...own }, pictures, of_deck, tints }, space, cards.filter((key) => typeOf(app, key) !== COVER))]));
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
function lyingCard({ marks = {}, types = {}, pictures = {}, of_deck = {}, tints = {} }, card, x, y) {
  const { side, mark, deck: small } = LYING;
  const deck = of_deck[card];
  const ofDeck = deck ? `<svg class="motif deck" x="-4" y="${side - small + 4}" width="${small}" height="${small}" viewBox="-6 -6 72 72">${
    motifSource(pictures, `deck.${deck}`)}</svg>` : "";
  const inside = card in pictures
    ? `<svg class="motif small" x="1" y="1" width="${side - 2}" height="${side - 2}" viewBox="-2 -2 64 64">${
      motifSource(pictures, card)}</svg>` : "";
  const tint = tintOf({ tints }, card, types[card]);
  return `<g class="card${inside ? "" : " unknown"}${tint ? ` tint-${tint}` : ""}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">`
    + `<rect class="tag${deck ? " of-deck" : ""}" width="${side}" height="${side}" rx="4"/>${inside}<path class="mark" transform="translate(${
      (side - mark) / 2} ${(side - mark) / 2})scale(${mark / 60})" d="${marks[types[card]] ?? marks.object ?? ""}"/>${ofDeck}</g>`;
}

/** How many more cards lie there. @param {number} n @param {number} x @param {number} y */
function countAt(n, x, y) {
  const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
  return `<circle class="mark" cx="${cx}" cy="${cy}" r="14"/><text class="n" x="${cx}" y="${(y + 6).toFixed(1)}">+${n}</text>`;
}
