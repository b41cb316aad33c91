// @ts-check
/** Names inside sentences: each opens its page when touched; the arrow keys go from one to the next. And the card a question is about. */

import { button, make, span } from "../base/elements.js";
import { counter, deckMark, motif } from "../base/icons.js";
import { roving } from "../base/roving.js";
import { lookUp, lookUpText } from "./look_up.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { CardView, Labels } from "../base/screen.js"
 */

/** Neighbours that no line break may part from a name: an elided article or a bracket before it, a sign after it. */
const [WORD_BEFORE, WORD_AFTER] = [/\S+$/u, /^[^\s\p{L}\p{N}]+/u];
/** The pattern of all names of a language. @type {WeakMap<Labels["spoken"] & object, RegExp | null>} */
const PATTERNS = new WeakMap();

/**
 * A text as its words and the names in it; without names the text itself. No name is a stop of the Tab key: the arrow
 * keys reach them from the stop of the region or group they stand in.
 * @param {App} app @param {string} text @returns {Child[]}
 */
export function touchable(app, text) {
  const parts = partsOf(app, text);
  if (!parts.some((part) => part.name)) return [text];
  return [make("span", { class: "touchable" }, parts.map((part, i) => part.name
    ? make("span", { class: "unbroken" }, WORD_BEFORE.exec(parts[i - 1]?.text ?? "")?.[0] ?? "",
      inlineName(app, part.text), WORD_AFTER.exec(parts[i + 1]?.text ?? "")?.[0] ?? "")
    : free(part.text, Boolean(parts[i - 1]?.name), Boolean(parts[i + 1]?.name))))];
}

/** Make all names in a new element one stop of the Tab key. @param {HTMLElement} host */
export function nameStop(host) {
  host.querySelector(".named-word")?.setAttribute("tabindex", "0");
  return roving(host);
}

/** A text without what stands unbroken with a name before or after it. @param {string} text @param {boolean} before @param {boolean} after */
function free(text, before, after) {
  const rest = before ? text.replace(WORD_AFTER, "") : text;
  return after ? rest.replace(WORD_BEFORE, "") : rest;
}

/** Whether the first word of a text is a person's name, or a name with a page. @param {App} app @param {string} text */
export function beginsWithName(app, text) {
  return Boolean(partsOf(app, text)[0]?.name)
    || app.sheets().some(({ who }) => text.startsWith(who.name) && !/^[\p{L}\p{N}]/u.test(text.slice(who.name.length)));
}

/** The sentence of a rule, which opens its page; one of the house, which has none. @param {App} app @param {string} cited */
export function ruleLine(app, cited) {
  const said = app.rule(cited);
  return make("p", { class: "rule" }, said === cited ? touchable(app, said)
    : button(`rule:${cited}`, () => lookUp(app, cited), { class: "named-rule" }, said));
}

/**
 * A name inside a sentence; not a `button`, which no line break can part.
 * @param {App} app @param {string} name
 */
function inlineName(app, name) {
  const opened = () => openName(app, name);
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    opened();
  };
  return make("span", { role: "button", "data-id": `name:${name}`, class: "named-word", tabindex: -1, onclick: opened,
    onkeydown }, name);
}

/** @param {App} app @param {string} name */
function openName(app, name) {
  const key = app.labels.spoken?.[name];
  return key ? lookUp(app, key) : lookUpText(app, name);
}

/**
 * The parts of a text; the name of a person at the table is a word like others.
 * @param {App} app @param {string} text @returns {{text: string, name: boolean}[]}
 */
function partsOf(app, text) {
  const pattern = patternOf(app.labels.spoken ?? {});
  const people = new Set(app.sheets().map((sheet) => sheet.who.name));
  const parts = pattern ? text.split(pattern) : [text]; // every second part is a name
  return parts.map((part, i) => ({ text: part, name: i % 2 === 1 && !people.has(part) })).filter((part) => part.text);
}

/** @param {Record<string, string>} spoken */
function patternOf(spoken) {
  if (!PATTERNS.has(spoken)) PATTERNS.set(spoken, namePattern(Object.keys(spoken)));
  return PATTERNS.get(spoken) ?? null;
}

/** The longest names first, as whole words. @param {string[]} names */
function namePattern(names) {
  if (!names.length) return null;
  const longest = [...names].sort((a, b) => b.length - a.length);
  const each = longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}-])(${each})(?![\\p{L}\\p{N}-])`, "gu");
}

// The card, creature or space a question is about, laid out at its small size.

/** Size of the mark of its deck, in pixels. */
const DECK_MARK = 20;

/** Where its text does not fit, its last lines are left out whole, and a sign that opens its page stands for them. @param {App} app @param {CardView} card */
export function cardBeside(app, card) {
  const { strength, craft, lines, unsure = "" } = card;
  const laid = make("article", { class: lines.length ? "card-beside" : "card-beside bare", "aria-label": card.name },
    button(`named:${card.key}`, () => lookUp(app, card.key), { class: "card-head named" }, make("b", {}, card.name,
      unsure && !lines.length ? make("span", { class: "unsure", title: unsure }, " ≈") : null), span("kind", card.kind)),
    make("div", { class: "card-picture" }, motif(app, card.key), deckMark(app, card.key, DECK_MARK), span("card-figures",
      strength ? cardFigure(app, "strength", strength) : null, craft ? cardFigure(app, "craft", craft) : null)),
    lines.length ? button(`more-of:${card.key}`, () => lookUp(app, card.key), { class: "card-more", tabindex: "-1",
      "aria-hidden": "true" }, "…") : null,
    lines.length ? nameStop(make("div", { class: "card-text" },
      lines.map((line) => make("p", { style: `--in:${indentOf(line)}` }, touchable(app, line.trim()))),
      unsure ? make("p", { class: "unsure" }, unsure) : null,
      card.number ? span("card-number", String(card.number)) : null)) : null);
  const text = /** @type {HTMLElement | null} */ (laid.querySelector(".card-text"));
  if (text) new ResizeObserver(() => leaveOut(laid, text)).observe(laid);
  return laid;
}

/** Leave out the last lines of a card's text until the others are seen whole. @param {HTMLElement} laid @param {HTMLElement} text */
function leaveOut(laid, text) {
  const lines = /** @type {HTMLElement[]} */ ([...text.children]);
  for (const line of lines) line.hidden = false;
  const cut = () => text.scrollHeight > text.clientHeight + 1;
  laid.dataset.cut = String(cut());
  for (const line of lines.reverse()) if (cut()) line.hidden = true;
}

/** @param {App} app @param {"strength" | "craft"} stat @param {number} n */
function cardFigure(app, stat, n) {
  return make("span", { class: "card-figure", title: app.word(stat) }, counter(stat),
    span("unseen", app.word(stat)), make("b", {}, String(n)));
}

/** How deep a line stands, from its leading blanks. @param {string} line */
function indentOf(line) {
  return (line.length - line.trimStart().length) / 2;
}
