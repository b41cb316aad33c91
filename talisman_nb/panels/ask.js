/** What the game waits for: one headline, its options at a fixed place, its offers below. */

import { make, button, cap, seatMark } from "./shared.js";
import { withKeys, optionButton, offerButton } from "./options.js";
import { dice, diceSlots } from "./dice.js";
import { cardSearch, cardOffers } from "./cards.js";
import { byHand } from "./hands.js";

/** @param {any} app @param {HTMLElement} host */
export function paintAsk(app, host) {
  const question = app.question();
  host.dataset.kind = question?.kind ?? "";
  host.dataset.seat = question?.who ? question.who.seat % 6 : "";
  host.replaceChildren(heading(app, question), body(app, question), offers(app, question), foot(app));
}

function heading(app, question) {
  const who = question?.who;
  return make("header", {},
    who ? seatMark(who, 44) : null,
    make("div", { class: "says" },
      make("h2", { class: "headline", tabindex: "-1", "data-id": "headline" },
        question?.headline ?? app.word("nothing-asked")),
      make("p", { class: "circumstance" }, question?.circumstance ?? "")),
    question ? diceSlots(question) : null);
}

function body(app, question) {
  if (question?.kind === "card" && question.cards) return cardSearch(app, question);
  if (question?.kind === "hands") return byHand(app, question);
  const options = withKeys(question?.options ?? []);
  if (options.some((option) => option.face)) return dice(app, options);
  return make("div", { class: "options", role: "group" }, grouped(app, options));
}

/** Options one after the other; where groups are named (rows of a shop, owners), under their names. */
function grouped(app, options) {
  const first = options.findIndex((option) => !option.closed);
  return options.flatMap((option, i) => {
    const group = option.group ?? "";
    const named = group !== (options[i - 1]?.group ?? "");
    return [named ? make("h3", {}, group) : null, optionButton(app, option, i === first)];
  });
}

function offers(app, question) {
  return make("div", { class: "offers" },
    question?.roll ? button("roll", () => app.roll(), { class: "offer" }, cap("␣"),
      question.kind === "card" ? app.word("draw-for-me") : app.word("roll-for-me")) : null,
    question?.kind === "card" && question.cards ? cardOffers(app, question) : null,
    (question?.offers ?? []).map((offer) => offerButton(app, offer)),
    app.asides("X").length ? button("drawer:use", () => app.toggle("use"), { class: "offer" }, cap("X"), app.word("use"))
      : null);
}

/** The line under the offers: a refusal, or what became of a kept answer. */
function foot(app) {
  const text = app.ui.remark || app.screen.note || "";
  return make("p", { class: text ? "foot said" : "foot" }, text);
}
