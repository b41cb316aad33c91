// @ts-check
/** What stands beside a question: the sums and chances of a fight. */

import { make } from "./elements.js";
import { fightOdds, fightSums } from "./fight.js";

/**
 * @import { App } from "./app.js"
 * @import { Question } from "./screen.js"
 */

/** The part between headline and answers; empty where nothing is to be shown. @param {App} app @param {Question | null} question */
export function shownBeside(app, question) {
  const fight = question?.fight;
  return make("div", { class: "shown" },
    fight ? fightSums(app, fight) : null,
    fight ? fightOdds(app, fight) : null);
}
