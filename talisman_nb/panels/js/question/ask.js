// @ts-check
/** The region of the ask: headline, what stands beside it, options at a fixed position, offers, and the foot line. */

import { toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, cap, make, span } from "../base/elements.js";
import { seatColour, seatMark } from "../base/icons.js";
import { isLong, withKeys } from "../base/letters.js";
import { renew } from "../base/memo.js";
import { answer, leave, roll } from "../base/messages.js";
import { roving } from "../base/roving.js";
import { counted } from "../base/text.js";
import { cardBeside, touchable } from "../looking_up/touchable.js";
import { byHand } from "../sheets/correction.js";
import { heldSpells, isNumbered } from "../sheets/covered.js";
import { cardSearch } from "./cards.js";
import { dice, diceSlots, diceSums, diceThrown } from "./dice.js";
import { fightOdds, fightSums } from "./fight.js";
import { absentCharacters, choiceSearch, foldOfClosed, numberAsked } from "./long_list.js";
import { areWays, offerButton, optionButton, shopRows, showBuyer, wayList } from "./options.js";
import { cardOffers, otherCard } from "./other_card.js";
import { CHARACTER } from "./own_form.js";
import { advice, clockBeside, offTurn } from "./waiting.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Pressable } from "../base/letters.js"
 * @import { Choice, Question } from "../base/screen.js"
 */

/** @param {App} app @param {HTMLElement} host */
export function paintAsk(app, host) {
  const question = app.question();
  const { labels, screen: { press, moment, waiting, castable }, ui: { otherCard, believed, remark, refused } } = app;
  host.dataset.kind = question?.kind ?? "";
  host.dataset.dealt = String(Boolean(question?.dealt));
  host.dataset.seat = question?.who ? String(seatColour(question.who.seat)) : "";
  renew(host, 0, [question, labels, press, moment?.quiet, app.screen.clock], () => heading(app, question));
  renew(host, 1, [question?.fight, question?.card, question?.sums, labels], () => shownBeside(app, question));
  renew(host, 2, [question, labels, otherCard, believed, app.ui.ends, waiting, app.ui.waiting, app.ui.ahead, app.ui.allEnds],
    () => body(app, question));
  renew(host, 3, [question, labels, otherCard, believed, castable, app.ui.advises, app.ui.advice], () => offers(app, question));
  const { looking, seen } = app.ui;
  renew(host, 4, [looking, seen, app.sheets(), question, app.screen.note, app.screen.resumed, labels, remark, refused, otherCard], () => foot(app));
}

/** Reduce the font size of a long headline, so that the options keep their position. @param {HTMLElement} host */
export function fitHeading(host) {
  const header = host.querySelector("header");
  const title = header?.querySelector("h2");
  if (!header || !title) return;
  if (host.style.length) host.style.removeProperty("--headline");
  const full = Number.parseFloat(getComputedStyle(title).fontSize);
  for (let size = full - 2; size >= 16 && header.scrollHeight > header.clientHeight + 1; size -= 2) {
    host.style.setProperty("--headline", `${size}px`);
  }
}

/** @param {App} app @param {Question | null} question */
function heading(app, question) {
  const who = question?.who;
  return roving(make("header", {},
    who ? seatMark(who, 44) : null,
    make("div", { class: "says" },
      make("h2", { class: "headline", tabindex: "-1", "data-id": "headline" },
        touchable(app, counted(question?.headline ?? app.word("nothing-asked")))),
      make("p", { class: "circumstance" }, touchable(app, question?.circumstance ?? ""))),
    question && !question.fight ? diceSlots(question) ?? diceThrown(app, question) : null,
    clockBeside(app),
    question ? button("drawer:why", () => toggleDrawer(app, "why"), { class: "why-button",
      "aria-label": app.word("why"), title: app.word("why") }, "?") : null));
}

/** @param {App} app @param {Question | null} question */
function body(app, question) {
  if (question?.kind === "card" && question.cards) return cardSearch(app, question);
  if (question?.kind === "wait") return offTurn(app);
  const unnamed = question?.cards === CHARACTER && !question.options?.length;
  if (question?.cards && (app.ui.otherCard || unnamed)) return otherCard(app);
  if (question && ["hands", "sheets"].includes(question.kind)) return byHand(app, question);
  const options = withKeys(question?.options ?? [], Boolean(question?.shop));
  if (options.some((option) => option.face)) return dice(app, options);
  if (question?.shop) return shopRows(app, question, options);
  if (question?.kind === "amount" && isLong(options)) return amountAsked(app, question, options);
  if (isLong(options)) return longList(app, options, absentCharacters(app, question));
  if (areWays(options)) return wayList(app, options);
  const name = crowded(options) ? "options many" : "options";
  return make("div", { class: name, role: "group" }, grouped(app, options));
}

/** Prefix of the keys of amounts. */
const AMOUNT = "n:";

/** An amount of many as a number, the first option at first, with what that one is called. @param {App} app @param {Question} question @param {Pressable[]} options */
function amountAsked(app, question, options) {
  const numbers = options.map(({ key }) => Number(key.slice(AMOUNT.length)));
  const take = (/** @type {number} */ n) => answer(app, options[numbers.indexOf(n)]);
  const least = Math.min(...numbers);
  return make("div", { class: "options", role: "group" }, span("note", options[0].label),
    numberAsked(app, "search", question.headline, numbers[0], take, { least, most: Math.max(...numbers) }));
}

/**
 * Many options: the open ones by typing or as buttons, the closed ones and `absent` characters folded.
 * @param {App} app @param {Pressable[]} options @param {Choice[]} absent
 */
function longList(app, options, absent) {
  const open = options.filter((option) => !option.closed);
  const closed = [...options.filter((option) => option.closed), ...absent];
  const buttons = make("div", { class: "options many" }, open.map((option) => optionButton(app, option)));
  return make("div", { class: "options long", role: "group" },
    choiceSearch(app, [...open, ...closed], buttons, (choice) => answer(app, choice)), buttons,
    foldOfClosed(app, closed));
}

/** Options that have been scrolled to what may be pressed. @type {WeakSet<Element>} */
const SCROLLED = new WeakSet();

/** Scroll new options to what may be pressed, once their size is known. @param {HTMLElement} host */
export function showPressable(host) {
  const list = host.querySelector(".options");
  if (!list || SCROLLED.has(list) || list.classList.contains("other")) return;
  SCROLLED.add(list);
  if (list.classList.contains("shop")) showBuyer(list);
  else showOpen(list);
}

/** Scroll to the first open option if closed ones fill the visible part, not beyond its top. @param {Element} list */
function showOpen(list) {
  const first = list.querySelector(".option:not(.closed)")?.getBoundingClientRect();
  if (!first) return;
  const { top, bottom } = list.getBoundingClientRect();
  list.scrollTop += Math.max(0, Math.min(first.bottom - bottom, first.top - top - 8) + 4);
}

/**
 * Whether options and group headings are more than five: smaller font and more columns then.
 * @param {Choice[]} options
 */
function crowded(options) {
  return options.length + new Set(options.map((option) => option.group ?? "")).size > 5;
}

/**
 * Buttons of the options in order, the first open one filled if it loses nothing, with a heading before each named
 * group (owners).
 * @param {App} app @param {Pressable[]} options
 */
function grouped(app, options) {
  const first = app.question()?.safe === false ? -1 : options.findIndex((option) => !option.closed);
  return options.flatMap((option, i) => {
    const group = option.group ?? "";
    const named = group !== (options[i - 1]?.group ?? "");
    return [named ? make(group ? "h3" : "hr", {}, group) : null, optionButton(app, option, i === first)];
  });
}

/** @param {App} app @param {Question | null} question */
function offers(app, question) {
  return make("div", { class: "offers" },
    question?.roll && !app.ui.otherCard ? button("roll", () => roll(app), { class: "offer roll" }, cap("␣"),
      ["card", "character"].includes(question.kind) ? app.word("draw-for-me") : app.word("roll-for-me")) : null,
    ["react", "wait"].includes(question?.kind ?? "") ? button("answer-spell", () => toggleDrawer(app, "spell"),
      { class: app.screen.castable ? "offer castable" : "offer" }, cap("S"), app.word("a-spell")) : null,
    question?.options?.some(isNumbered) ? heldSpells(app) : null,
    question?.kind === "over" ? button("new-table", () => leave(app), { class: "offer" }, app.word("new-table")) : null,
    question?.cards ? cardOffers(app, question) : null,
    (question?.offers ?? []).filter((offer) => !isOfTable(offer)).map((offer) => offerButton(app, offer)),
    advice(app, question));
}

/** The sheet of who is asked. @param {App} app */
function asking(app) {
  return app.sheets().find((sheet) => sheet.who.seat === app.askedSeat());
}

/** Whether an offer is the table's own: what becomes of answers that wait. @param {Choice} offer */
function isOfTable({ key }) {
  return key.startsWith("table:");
}

/**
 * The line under the offers: a refusal, the fate of a pending answer, or the note of the screen, with the ways on; the
 * form of a card in no list needs its room for itself.
 * @param {App} app
 */
function foot(app) {
  const form = Boolean(app.ui.otherCard) && !app.ui.refused;
  const text = app.ui.remark || (form ? "" : app.screen.note) || "";
  const another = () => button("another-table", () => leave(app), { class: "offer" }, app.word("another-table"));
  return make("p", { class: app.ui.refused ? "foot refusal" : "foot", title: text },
    text, app.ui.seen ? span("peek", ` ${(asking(app)?.spells ?? []).join(" · ")}`) : null, app.screen.resumed && !form && another(),
    (app.question()?.offers ?? []).filter(isOfTable).map((offer) => offerButton(app, offer)));
}

// What stands beside a question: the card it is about, a fight, the sums of dice.

/** The part between headline and answers; empty where nothing is to be shown. @param {App} app @param {Question | null} question */
function shownBeside(app, question) {
  const { card, fight, sums = [] } = question ?? {};
  const wide = Boolean(fight) || sums.length > 0;
  const both = card && wide ? "both" : card ? "card" : "wide";
  return make("div", { class: "shown", "data-with": both },
    card ? cardBeside(app, card) : null,
    fight ? fightSums(app, fight) : null,
    fight ? fightOdds(app, fight) : null,
    sums.length ? diceSums(app, sums) : null);
}
