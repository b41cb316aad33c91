// @ts-check
/** What stands beside a question: the card it is about, the sums and chances of a fight. */

import { make } from "./elements.js";
import { cardBeside } from "./card_beside.js";
import { fightOdds, fightSums } from "./fight.js";

/**
 * @import { App } from "./app.js"
 * @import { Question } from "./screen.js"
 */

/** The part between headline and answers; empty where nothing is to be shown. @param {App} app @param {Question | null} question */
export function shownBeside(app, question) {
  const { card, fight } = question ?? {};
  const both = card && fight ? "both" : card ? "card" : "fight";
  return make("div", { class: "shown", "data-with": both },
    card ? cardBeside(app, card) : null,
    fight ? fightSums(app, fight) : null,
    fight ? fightOdds(app, fight) : null);
}
