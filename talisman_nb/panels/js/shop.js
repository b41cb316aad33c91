// @ts-check
/** A shop as one screen: a row for everybody who buys there, in order, a column for each ware, one button to close it. */

import { button, cap, make, span } from "./elements.js";
import { seatMark } from "./icons.js";
import { motif } from "./motif.js";
import { answer } from "./messages.js";
import { optionButton } from "./options.js";

/**
 * @import { App } from "./app.js"
 * @import { Pressable } from "./letters.js"
 * @import { Buyer, Question, Ware } from "./screen.js"
 */

/** @param {App} app @param {Question} question @param {Pressable[]} options */
export function shopRows(app, question, options) {
  const { wares = [], buyers = [] } = question.shop ?? {};
  const sold = wares.filter((ware) => ware.price);
  const free = wares.length > sold.length || buyers.some((buyer) => buyer.keys?.some((key) => key.startsWith("free:")));
  const done = options.at(-1);
  return make("div", { class: "options shop", role: "group", style: `--wares:${sold.length}` },
    make("div", { class: "shelf", "aria-hidden": "true" }, span("who", ""), sold.map((ware) => onShelf(app, ware))),
    buyers.flatMap((buyer) => [
      buyerRow(app, question, buyer, sold, options),
      free ? freeRow(app, question, buyer, wares, options) : null]),
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
  return make("div", { class: "ware" }, motif(app, ware.card, 34, "object"), span("name", ware.name),
    span("price", ware.price ?? ""), span("stock", ware.stock ?? ""));
}

/**
 * A buyer with gold and what may be bought, or why nothing may.
 * @param {App} app @param {Question} question @param {Buyer} buyer @param {Ware[]} sold @param {Pressable[]} options
 */
function buyerRow(app, question, buyer, sold, options) {
  const { who, keys = [], closed } = buyer;
  const now = who.seat === question.who?.seat;
  return make("div", { class: now ? "buyer now" : "buyer", role: "group", "aria-label": `${who.name}, ${buyer.gold}` },
    make("p", { class: "who" }, seatMark(who, 28), span("name", who.name), span("gold", buyer.gold)),
    closed ? span("why-closed", closed) : sold.map((ware) => keys.includes(`buy:${ware.card}`)
      ? wareButton(app, question, buyer, `buy:${ware.card}`, ware, options) : span("cell empty", "–")));
}

/**
 * What a buyer may take free of charge, beneath the row; null for most.
 * @param {App} app @param {Question} question @param {Buyer} buyer @param {Ware[]} wares @param {Pressable[]} options
 */
function freeRow(app, question, buyer, wares, options) {
  const keys = (buyer.keys ?? []).filter((key) => key.startsWith("free:"));
  if (!keys.length) return null;
  return make("div", { class: "free", role: "group", "aria-label": `${buyer.who.name}, ${app.word("free-of-charge")}` },
    span("word", app.word("free-by-ability")),
    keys.flatMap((key) => wares.filter((ware) => key === `free:${ware.card}`)
      .map((ware) => wareButton(app, question, buyer, key, ware, options))));
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
    cap(press), span("name", ware.name), span("price", price));
}
