// @ts-check
/** What stands beside a question: the card it is about, a fight, the sums of dice. */

import { make } from "./elements.js";
import { cardBeside } from "./card_beside.js";
import { diceSums } from "./dice_sums.js";
import { fightOdds, fightSums } from "./fight.js";

/**
 * @import { App } from "./app.js"
 * @import { Question } from "./screen.js"
 */

/** The part between headline and answers; empty where nothing is to be shown. @param {App} app @param {Question | null} question */
export function shownBeside(app, question) {
  const { card, fight, sums = [] } = question ?? {};
  const wide = Boolean(fight) || sums.length > 0;
  const both = card && wide ? "both" : card ? "card" : "wide";
  return make("div", { class: "shown", "data-with": both },
    card ? cardBeside(app, card) : null,
    fight ? fightSums(app, fight) : null,
    fight ? fightOdds(app, fight) : null,
    sums.length ? diceSums(app, sums) : null);
}
