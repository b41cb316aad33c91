// @ts-check
/** What was pressed last on the bench, until its reply is painted: a result is brought into view, what was applied leaves its field. */

/**
 * @import { App } from "./app.js"
 * @import { Tell } from "./analysis_part.js"
 * @import { AnalysisScreen } from "./screen.js"
 */

/** The type of the last message, and what was shown when it was sent. @type {WeakMap<App, {type: string, shown: AnalysisScreen}>} */
const BENCH_PRESSED = new WeakMap();
/** A message that changes nothing that is shown but the proposals. */
const PROPOSING_TYPE = "propose";

/** @param {App} app @param {AnalysisScreen} shown @param {Tell} tell @returns {Tell} the same, remembering what is pressed */
export function remembering(app, shown, tell) {
  return (type, more) => {
    if (type !== PROPOSING_TYPE) BENCH_PRESSED.set(app, { type, shown });
    tell(type, more);
  };
}

/** The type of the message to which this is the reply; "" if none was sent, or if it was refused. @param {App} app @param {AnalysisScreen} shown */
export function replied(app, shown) {
  const pressed = BENCH_PRESSED.get(app);
  if (!pressed || pressed.shown === shown) return "";
  BENCH_PRESSED.delete(app);
  return shown.refused ? "" : pressed.type;
}

/** Bring the result of a message into view, unless its heading is seen. @param {HTMLElement} host @param {string} type */
export function showResult(host, type) {
  const result = type ? host.querySelector(`[data-of="${type}"]`) : null;
  const { top, bottom } = (result?.firstElementChild ?? host).getBoundingClientRect();
  if (result && (top < 0 || bottom > innerHeight)) result.scrollIntoView({ block: "nearest" });
}
