// @ts-check
/** Buttons of options and offers, ways with what waits at their ends, the chances beside any answer, and a shop. */

import { button, cap, make, span } from "../base/elements.js";
import { counter, motif, oddsBar, seatMark, sign } from "../base/icons.js";
import { answer } from "../base/messages.js";
import { glowSpace } from "../board/board.js";
import { reasonOf } from "./long_list.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Pressable } from "../base/letters.js"
 * @import { Buyer, Chances, Choice, Question, Ware } from "../base/screen.js"
 */

/**
 * The wide button of an option: key, label, and its note or why it is closed.
 * @param {App} app @param {Pressable} option
 */
export function optionButton(app, option, first = false) {
  const { space } = option;
  const mouse = space ? { onmouseenter: () => glowSpace(app, space), onmouseleave: () => glowSpace(app) } : null;
  return button(`option:${option.key}`, () => answer(app, option), {
    class: option.closed ? "option closed" : first ? "option first" : "option",
    "aria-disabled": option.closed ? "true" : false, ...mouse,
  }, ...inside(app, option, option.press === "Enter" ? "⏎" : option.press));
}

/** The smaller button of an offer, with its own key. @param {App} app @param {Choice} offer */
export function offerButton(app, offer) {
  return button(`offer:${offer.key}`, () => answer(app, offer), {
    class: offer.closed ? "offer closed" : "offer", "aria-disabled": offer.closed ? "true" : false,
  }, ...inside(app, offer, offer.hint && /^[A-Z]$/.test(offer.hint) ? offer.hint : ""));
}

/**
 * The contents of a choice's button: key (left out if equal to the label), label, and note or why it is closed.
 * @param {App} app @param {Choice} choice @param {string} key
 */
export function inside(app, choice, key) {
  const note = choice.closed ? `${app.word("closed")} ${reasonOf(choice)}` : choice.note;
  return [cap(key === choice.label ? "" : key), span("text", span("label", choice.label),
    note ? span("note", note) : null, choice.detail && !choice.closed ? span("detail", choice.detail) : null,
    choice.chances && !choice.closed ? chancesLine(app, choice.chances) : null)];
}

// Ways with what waits at their ends, and the chances beside any other answer.

/** Up to so many ways are rows with a picture each. */
const ROWS = 3;

/** Whether answers are shown as ways. @param {Choice[]} options */
export function areWays(options) {
  return options.some((option) => option.picture && option.space);
}

/** @param {App} app @param {Pressable[]} options */
export function wayList(app, options) {
  return make("div", { class: options.length > ROWS ? "options ways crowd" : "options ways", role: "group" },
    options.map((option) => wayButton(app, option)));
}

/** @param {App} app @param {Pressable} option */
function wayButton(app, option) {
  const { space = "", picture, tone, detail, note, closed, chances } = option;
  const said = closed ? `${app.word("closed")} ${reasonOf(option)}` : detail;
  return button(`option:${option.key}`, () => answer(app, option), {
    class: `option way${closed ? " closed" : ""}`, "aria-disabled": closed ? "true" : false,
    onmouseenter: () => glowSpace(app, space), onmouseleave: () => glowSpace(app),
  }, cap(option.press === "Enter" ? "⏎" : option.press),
  picture ? span("way-picture", motif(app, picture)) : null,
  span("text", span("label", option.label), said ? span("detail", said) : null,
    chances && !closed ? chancesLine(app, chances) : null, note && !closed ? span("note", note) : null),
  closed || !(picture || tone) ? null : saidSign(app, tone || "level"));
}

/** The sign of how an answer is likely taken, with its words at a touch. @param {App} app @param {"good" | "level" | "bad"} tone */
function saidSign(app, tone) {
  const [mark, word] = [sign(tone), app.word(`ends-${tone}`)];
  mark.title = word;
  mark.append(span("unseen", word));
  mark.removeAttribute("aria-hidden");
  return mark;
}

/** Chances as a small bar with signs and numbers. @param {App} app @param {Chances} chances */
function chancesLine(app, chances) {
  const { won, standoff, lost } = chances;
  return span("chances", make("span", { class: "odds-bar", "aria-hidden": "true" }, oddsBar(chances)),
    signedChance(app, "good", app.word("roll-good", { n: won }), won), signedChance(app, "level", app.word("roll-level", { n: standoff }), standoff),
    signedChance(app, "bad", app.word("roll-bad", { n: lost }), lost));
}

/** One of three chances; its word is for screen readers. @param {App} app @param {"good" | "level" | "bad"} tone @param {string} word @param {number} n */
function signedChance(app, tone, word, n) {
  return n ? make("span", { class: "chance", title: word }, sign(tone), make("span", { "aria-hidden": "true" }, app.word("percent", { n })),
    span("unseen", word)) : null;
}

// A shop as one screen: a row for everybody who buys there, in order, a column for each ware, one button to close it.

/** @param {App} app @param {Question} question @param {Pressable[]} options */
export function shopRows(app, question, options) {
  const { wares = [], buyers = [] } = question.shop ?? {};
  const done = options.at(-1);
  return make("div", { class: "options shop", role: "group", style: `--wares:${wares.length}` },
    make("div", { class: "shelf", "aria-hidden": "true" }, span("who", ""), wares.map((ware) => onShelf(app, ware))),
    buyers.flatMap((buyer) => [
      buyerRow(app, question, buyer, wares, options), freeRow(app, question, buyer, wares, options)]),
    done ? optionButton(app, done) : null);
}

/** Scroll to whoever buys now, below the heads of the columns, if the rows before fill the room. @param {Element} rows */
export function showBuyer(rows) {
  const now = rows.querySelector(".buyer.now");
  const ends = now?.nextElementSibling?.matches(".free") ? now.nextElementSibling : now;
  const done = rows.lastElementChild;
  if (!now || !ends || !done) return;
  const below = ends.getBoundingClientRect().bottom - done.getBoundingClientRect().top;
  const [top, heads] = [rows.getBoundingClientRect().top, rows.firstElementChild?.getBoundingClientRect().bottom ?? 0];
  const above = now.getBoundingClientRect().top - Math.max(top, heads); // a phone has no heads
  rows.scrollTop += Math.min(Math.max(below, 0), Math.max(above, 0));
}

/** The head of a column. @param {App} app @param {Ware} ware */
function onShelf(app, ware) {
  return make("div", { class: "ware", title: ware.stock ?? false }, motif(app, ware.card, 34, "object"), span("name", ware.name),
    goldPrice(ware.price || app.word("free-only")), span("stock", ware.stock ?? ""));
}

/**
 * A buyer with gold and what may be bought, or why nothing may.
 * @param {App} app @param {Question} question @param {Buyer} buyer @param {Ware[]} wares @param {Pressable[]} options
 */
function buyerRow(app, question, buyer, wares, options) {
  const { who, keys = [], closed } = buyer;
  const now = who.seat === question.who?.seat;
  return make("div", { class: now ? "buyer now" : "buyer", role: "group", "aria-label": `${who.name}, ${buyer.gold}` },
    make("p", { class: "who" }, seatMark(who, 28), make("span", { class: "name", title: who.name }, who.name), span("gold", goldPrice(buyer.gold))),
    closed ? span("why-closed", closed) : cells(app, question, { ...buyer, keys }, "buy", wares, options));
}

/**
 * Make the row of things a buyer may take free of charge, beneath its own and in its columns; null for most.
 * @param {App} app @param {Question} question @param {Buyer} buyer @param {Ware[]} wares @param {Pressable[]} options
 */
function freeRow(app, question, buyer, wares, options) {
  const keys = (buyer.keys ?? []).filter((key) => key.startsWith("free:"));
  if (!keys.length) return null;
  return make("div", { class: "buyer free", role: "group", "aria-label": `${buyer.who.name}, ${buyer.free ?? ""}` },
    make("span", { class: "word", title: buyer.free ?? false }, buyer.free ?? ""), cells(app, question, { ...buyer, keys }, "free", wares, options));
}

/**
 * A cell for each ware, empty where the buyer may not have it.
 * @param {App} app @param {Question} question @param {Buyer} buyer @param {"buy" | "free"} verb @param {Ware[]} wares
 * @param {Pressable[]} options
 */
function cells(app, question, buyer, verb, wares, options) {
  return wares.map((ware) => buyer.keys?.includes(`${verb}:${ware.card}`)
    ? wareButton(app, question, buyer, `${verb}:${ware.card}`, ware, options) : span("cell empty", "–"));
}

/**
 * The button of a ware; that of a later buyer says also that those before are done.
 * @param {App} app @param {Question} question @param {Buyer} buyer @param {string} key @param {Ware} ware
 * @param {Pressable[]} options
 */
function wareButton(app, question, { who }, key, ware, options) {
  const now = who.seat === question.who?.seat;
  const press = now ? options.find((option) => option.key === key)?.press ?? "" : "";
  const price = key.startsWith("free:") ? app.word("free-of-charge") : ware.price ?? "";
  const choice = { key: now ? key : `buyer:${who.seat}/${key}`, label: `${ware.name}, ${price}` };
  return button(`option:${choice.key}`, () => answer(app, choice),
    { class: "option cell", "aria-label": app.word("labelled", { label: who.name, text: choice.label }) },
    cap(press), span("name", ware.name), key.startsWith("free:") ? span("price", price) : goldPrice(price));
}

/** A price as its number and a piece of gold; the sentence is read aloud. @param {string} [price] */
function goldPrice(price = "") {
  const n = Number.parseInt(price, 10);
  return n ? span("price", span("unseen", price), make("span", { "aria-hidden": "true" }, String(n), counter("gold"))) : span("price", price);
}
