// @ts-check
/** Why something that was asked of the bench is refused, with a press that insists on it where the rules forbid it. */

import { button, make } from "../base/elements.js";

/**
 * @import { App } from "../base/app.js"
 * @import { AnalysisScreen } from "../base/screen.js"
 * @import { Tell } from "./analysis_part.js"
 */

/** @param {AnalysisScreen} shown */
export function refusal(shown) {
  return make("p", { class: "refusal", role: "alert" }, make("span", { "aria-hidden": "true" }, "✗ "), shown.refused);
}

/** The reason, and a press that says the same again and insists. @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function refusalToInsistOn(app, shown, tell) {
  const { refused_type: type, typed: value } = shown;
  return make("div", { class: "moves" }, refusal(shown),
    button("insist", () => tell(type, { value, insist: true }), { class: "offer" }, app.word("insist")));
}
