// @ts-check
/** Keys of the bench: digits and letters answer, arrows go back and forth, Enter gives the simplest answer, "/" asks. */

import { find } from "./focus.js";
import { withKeys } from "./letters.js";

/**
 * @import { App } from "./app.js"
 * @import { Tell } from "./analysis_part.js"
 * @import { AnalysisScreen, Question } from "./screen.js"
 */

/** What is scrolled sideways by the arrows. */
const SCROLLED = ".grid-box, .heat, pre";

/** The answers of a question with their keys. @param {Question} question */
export function keyedAnswers(question) {
  return withKeys([...(question.options ?? []), ...(question.offers ?? [])]);
}

/**
 * Listen to the keys of the bench; those typed into a field, and combinations, are left alone.
 * @param {App} app @param {HTMLElement} host @param {() => AnalysisScreen} shown @param {Tell} tell
 */
export function hearBenchKeys(app, host, shown, tell) {
  const commands = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => { if (shown().back) tell("back"); },
    ArrowRight: () => { if (shown().forth) tell("forth"); },
    Enter: () => tell("step"),
    "/": () => find(app, "ask")?.focus(),
  });
  host.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    event.stopPropagation();
    const target = event.target instanceof Element ? event.target : host;
    if (event.repeat || target.matches("input, select, textarea")) return;
    if (event.key === "Enter" && target.closest("button, summary")) return;
    if (event.key.startsWith("Arrow") && target.closest(SCROLLED)) return;
    const answer = keyedAnswers(shown().question).find(({ press, closed }) => press === event.key.toUpperCase() && !closed);
    const act = answer ? () => tell("answer", { value: answer.key }) : commands[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
