/** The region of the ask: headline, options at a fixed position, offers, and the foot line. */

import { make, button, cap, seatMark } from "./shared.js";
import { withKeys, optionButton, offerButton } from "./options.js";
import { dice, diceSlots } from "./dice.js";
import { cardSearch, cardOffers } from "./cards.js";
import { byHand } from "./hands.js";
import { renew } from "./memo.js";

/** @param {any} app @param {HTMLElement} host */
export function paintAsk(app, host) {
  const question = app.question();
  const { labels, ui: { otherCard, remark, refused } } = app;
  host.dataset.kind = question?.kind ?? "";
  host.dataset.seat = question?.who ? question.who.seat % 6 : "";
  renew(host, 0, [question, labels], () => heading(app, question));
  renew(host, 1, [question, labels, otherCard], () => body(app, question));
  renew(host, 2, [question, labels, otherCard], () => offers(app, question));
  renew(host, 3, [app.screen.note, app.screen.resumed, labels, remark, refused], () => foot(app));
}

/** Reduce the font size of a long headline, so that the options keep their position. */
export function fitHeading(host) {
  const header = host.querySelector("header");
  if (!header) return;
  if (host.style.length) host.style.removeProperty("--headline");
  const full = Number.parseFloat(getComputedStyle(header.querySelector("h2")).fontSize);
  for (let size = full - 2; size >= 14 && header.scrollHeight > header.clientHeight + 1; size -= 2) {
    host.style.setProperty("--headline", `${size}px`);
  }
}

function heading(app, question) {
  const who = question?.who;
  return make("header", {},
    who ? seatMark(who, 44) : null,
    make("div", { class: "says" },
      make("h2", { class: "headline", tabindex: "-1", "data-id": "headline" },
        counted(question?.headline ?? app.word("nothing-asked"))),
      make("p", { class: "circumstance" }, question?.circumstance ?? "")),
    question ? diceSlots(question) : null);
}

/** Replace the space after a number by a no-break space. */
function counted(text) {
  return text.replace(/(\d) (?=\p{L})/gu, "$1\u00a0");
}

function body(app, question) {
  if (question?.kind === "card" && question.cards) return cardSearch(app, question);
  if (question?.kind === "hands") return byHand(app, question);
  const options = withKeys(question?.options ?? []);
  if (options.some((option) => option.face)) return dice(app, options);
  const list = make("div", { class: crowded(options) ? "options many" : "options", role: "group" }, grouped(app, options));
  requestAnimationFrame(() => showOpen(list));
  return list;
}

/** Scroll to the first open option if closed ones fill the visible part. */
function showOpen(list) {
  const first = list.querySelector(".first")?.getBoundingClientRect();
  if (first) list.scrollTop += Math.max(0, first.bottom - list.getBoundingClientRect().bottom + 4);
}

/** Whether options and group headings are more than five: smaller font and more columns then. */
function crowded(options) {
  return options.length + new Set(options.map((option) => option.group ?? "")).size > 5;
}

/** Buttons of the options in order, with a heading before each named group (rows of a shop, owners). */
function grouped(app, options) {
  const first = options.findIndex((option) => !option.closed);
  return options.flatMap((option, i) => {
    const group = option.group ?? "";
    const named = group !== (options[i - 1]?.group ?? "");
    return [named ? make(group ? "h3" : "hr", {}, group) : null, optionButton(app, option, i === first)];
  });
}

function offers(app, question) {
  return make("div", { class: "offers" },
    question?.roll ? button("roll", () => app.roll(), { class: "offer" }, cap("␣"),
      ["card", "character"].includes(question.kind) ? app.word("draw-for-me") : app.word("roll-for-me")) : null,
    question?.kind === "react" ? button("answer-spell", () => app.toggle("spell"), { class: "offer" }, cap("S"), app.word("a-spell")) : null,
    question?.kind === "over" ? button("new-table", () => app.leave(), { class: "offer" }, app.word("new-table")) : null,
    question?.kind === "card" && question.cards ? cardOffers(app, question) : null,
    (question?.offers ?? []).map((offer) => offerButton(app, offer)));
}

/** The line under the offers: a refusal, the fate of a pending answer, or the note of the screen. */
function foot(app) {
  const text = app.ui.remark || app.screen.note || "";
  const another = app.screen.resumed ? button("another-table", () => app.leave(), { class: "offer" }, app.word("another-table")) : "";
  return make("p", { class: app.ui.refused ? "foot refusal" : "foot", title: text }, text, another);
}
