// @ts-check
/** What each sum of several dice brings, a row each with its chance. */

import { make, span } from "./elements.js";
import { sign } from "./icons.js";
import { rollChances } from "./dice.js";

/**
 * @import { App } from "./app.js"
 * @import { Sum } from "./screen.js"
 */

/** @param {App} app @param {Sum[]} sums */
export function diceSums(app, sums) {
  const most = Math.max(...sums.map((row) => row.percent), 1);
  const whole = sums.reduce((ways, row) => ways + (row.ways ?? 0), 0);
  const open = sums.filter((row) => row.ways).map(({ tone, ways = 0 }) => ({ tone, percent: (100 * ways) / whole }));
  return make("div", { class: "dice-sums" }, make("ul", {}, sums.map((row) => sumRow(app, row, most))),
    rollChances(app, open));
}

/** @param {App} app @param {Sum} row @param {number} most the percent of the likeliest row */
function sumRow(app, { low, high, percent, detail, tone, needed, out }, most) {
  const shown = tone || "level";
  return make("li", { class: `sum ${shown}${needed ? " needed" : ""}${out ? " out" : ""}` },
    make("b", {}, low === high ? String(low) : `${low}–${high}`),
    span("sum-bar", make("i", { style: `width:${(100 * percent) / most}%` })),
    span("percent", out ? "" : app.word("percent", { n: percent || "<1" })), out ? make("span") : sign(shown), span("detail", detail));
}
