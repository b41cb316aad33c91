// @ts-check
/** Names inside sentences: each opens its page when touched; the arrow keys go from one to the next. And the cards beside them. */

import { button, make, span } from "../base/elements.js";
import { counter, deckMark, motif } from "../base/icons.js";
import { roving } from "../base/roving.js";
import { lookUp, lookUpText } from "./look_up.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { CardView, Labels } from "../base/screen.js"
 * @typedef {{key: string, card: CardView | null}} ShortCard the reply about a name; null for what has no card
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

// The short card of a name: beside it while a pointer rests there, a finger holds it or the keyboard's focus is there.

/** Milliseconds that a pointer or the focus rests on a name, and that a finger holds it, until its card is shown. */
const [RESTS, HELD] = [300, 450];
/** Whatever has a card of its own; a card that is laid out already needs no second one. */
const NAMES = '[data-card], [data-id^="named:"], [data-id^="name:"]';
/** A figure of a sheet, which a tap is enough for. */
const FIGURE = '[data-card^="figure:"]';
/** Pixels between a name and its card, and from the edges. */
const AWAY = 6;

/** Cards that came, by key; those of other labels are forgotten. @type {WeakMap<Labels, Map<string, CardView | null>>} */
const KNOWN = new WeakMap();
/** The name in a view whose card is shown or waited for. @type {WeakMap<App, HTMLElement>} */
const AT = new WeakMap();

/** The name that a target stands in, null for none. @param {EventTarget | null} target */
function nameAt(target) {
  const name = target instanceof Element ? target.closest(NAMES) : null;
  return name instanceof HTMLElement && !name.closest(".card-beside") ? name : null;
}

/** The key of the card of a name; "" for one that several things have. @param {App} app @param {HTMLElement} name */
function keyOf(app, { dataset: { card = "", id = "" } }) {
  if (card) return card;
  return id.startsWith("named:") ? id.slice("named:".length) : app.labels.spoken?.[id.slice("name:".length)] ?? "";
}

/** Show the cards of names. @param {App} app */
export function tellNames(app) {
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  let held = false; // its card is shown because a finger holds it: the click that follows opens no page
  let at = ""; // where the pointer was: what moves below it tells nothing
  let over = /** @type {HTMLElement | null} */ (null); // the name it was on: off all names it closes no card but its own
  const later = (/** @type {HTMLElement | null} */ name, /** @type {number} */ ms, then = () => {}) => {
    clearTimeout(timer);
    if (name && name === AT.get(app)) return;
    closeShort(app);
    if (name) timer = setTimeout(() => { openShort(app, name); then(); }, ms);
  };
  app.root.addEventListener("pointermove", ({ pointerType, clientX, clientY, target }) => {
    const [now, name] = [`${clientX},${clientY}`, nameAt(target)];
    if (pointerType === "mouse" && now !== at && (name || over)) later(name, RESTS);
    [at, over] = [now, name];
  });
  app.root.addEventListener("pointerleave", () => later(null, 0));
  app.root.addEventListener("pointerdown", ({ pointerType, target }) => {
    held = false;
    later(null, 0);
    if (pointerType === "touch") later(nameAt(target), HELD, () => { held = true; });
  });
  app.root.addEventListener("pointerup", ({ pointerType, target }) => {
    if (pointerType !== "touch" || held) return;
    later(null, 0);
    const figure = nameAt(target);
    if (!figure?.matches(FIGURE)) return;
    openShort(app, figure); // a tap tells what it is; beside it the sheet opens
    held = true;
  });
  app.root.addEventListener("pointercancel", () => later(null, 0));
  app.root.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
  app.root.addEventListener("click", (event) => {
    if (held) event.stopPropagation();
    held = false;
  }, { capture: true });
  app.root.addEventListener("focusin", ({ target }) => {
    const name = target instanceof Element && target.matches(":focus-visible") ? nameAt(target) : null;
    if (name) later(name, RESTS);
  });
  app.root.addEventListener("focusout", ({ target }) => { if (target && nameAt(target) === target) later(null, 0); });
  app.root.addEventListener("keydown", (event) => {
    const shown = AT.has(app);
    later(null, 0);
    if (shown && event.key === "Escape") event.preventDefault();
  }, { capture: true });
}

/** A name where it stands now, since its place may have been painted anew; undefined if it is gone. @param {App} app @param {HTMLElement} name */
function standing(app, name) {
  if (name.isConnected) return name;
  const same = /** @type {NodeListOf<HTMLElement>} */ (app.root.querySelectorAll(NAMES));
  return [...same].find(({ dataset: { card, id } }) => card === name.dataset.card && id === name.dataset.id);
}

/** Show the card of a name, as soon as it is there. @param {App} app @param {HTMLElement} told */
function openShort(app, told) {
  const name = standing(app, told);
  const key = name && keyOf(app, name);
  if (!key) return;
  AT.set(app, name);
  const card = KNOWN.get(app.labels)?.get(key);
  if (card) showShort(app, name, card);
  else if (card !== null) app.alive.ask({ type: "card", key });
}

/** @param {App} app */
function closeShort(app) {
  AT.delete(app);
  app.frame.grid.querySelector(":scope > .short-card")?.remove();
}

/** Keep a card: one that came, or one that tells what a place has no room for. @param {App} app @param {string} key @param {CardView | null} card */
export function knowCard(app, key, card) {
  const known = KNOWN.get(app.labels) ?? new Map();
  KNOWN.set(app.labels, known.set(key, card));
}

/** Keep a card that came, and show it if it is still wanted. @param {App} app @param {ShortCard} reply */
export function takeCard(app, { key, card }) {
  knowCard(app, key, card);
  const told = AT.get(app);
  const name = told && standing(app, told);
  if (card && name && keyOf(app, name) === key) showShort(app, name, card);
}

/** Lay a card below its name, or above it where there is no room; it is looked at, never pressed. @param {App} app @param {HTMLElement} name @param {CardView} card */
function showShort(app, name, card) {
  const laid = cardBeside(app, card);
  for (const each of laid.querySelectorAll("[data-id]")) each.removeAttribute("data-id");
  if (name.matches(FIGURE)) laid.querySelector(".card-picture")?.remove(); // it has none but the mark beside it
  const host = make("div", { class: "short-card", inert: true, role: "tooltip" }, laid);
  app.frame.grid.querySelector(":scope > .short-card")?.remove();
  app.frame.grid.append(host);
  const [grid, of] = [app.frame.grid, name].map((each) => each.getBoundingClientRect());
  const below = of.bottom + AWAY + host.offsetHeight <= Math.min(window.innerHeight, grid.bottom);
  const left = Math.max(Math.min(of.left, grid.right - host.offsetWidth - AWAY), grid.left + AWAY);
  const top = below ? of.bottom + AWAY : Math.max(of.top - AWAY - host.offsetHeight, grid.top);
  host.style.left = `${left - grid.left}px`;
  host.style.top = `${top - grid.top}px`;
}
