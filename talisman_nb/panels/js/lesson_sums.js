// @ts-check
/** The sums of a fight on the wall of a class, and two runs side by side. */

import { make, span } from "./elements.js";
import { face } from "./icons.js";

/** @import { WallBeside, WallCell, WallSum } from "./screen.js" */

/** Sums whose dice to come show what is typed so far. @param {WallSum[]} sums @param {number[]} thrown @returns {WallSum[]} */
export function withThrown(sums, thrown) {
  const typed = [...thrown];
  const filled = (/** @type {number} */ n) => n || (typed.shift() ?? 0);
  return sums.map((sum) => ({ ...sum, blocks: sum.blocks.map((block) =>
    block.die && sum.score === null ? { ...block, n: filled(block.n), beside: block.beside?.map(filled) } : block) }));
}

/**
 * A score as blocks: 3 + 4 = 7, without the score while dice are to come. Dice of which one counts are one block, those
 * that don't count struck out.
 * @param {WallSum} sum
 */
export function sumLine({ who, blocks, score }) {
  return make("p", { class: "score-line" }, make("b", {}, who), make("span", { class: "adds-up" },
    blocks.flatMap(({ name, n, die, beside = [] }, at) => [
      at ? span("joint", "+") : null, make("span", { class: die ? "part-of die" : "part-of" },
        die ? span("of-these", face(n), beside.map((other) => span(score === null ? "other" : "other unused", face(other)))) : String(n),
        span("name", name))]),
    score === null ? null : span("result", span("joint", "="), span("score", String(score)))));
}

/** Two runs side by side; the first row that differs has a sign and words of its own. @param {WallBeside} both */
export function besideOf({ titles, pairs }) {
  return make("table", { class: "beside" }, make("thead", {}, make("tr", {}, titles.map((title) => make("th", { scope: "col" }, title)))),
    make("tbody", {}, pairs.flatMap(({ cells, first }) => [
      first ? make("tr", { class: "mark" }, make("td", { colspan: "2" }, first)) : null,
      make("tr", { class: first ? "first" : "" }, cells.map(cellOf))])));
}

/** @param {WallCell} cell */
function cellOf({ text = "", sum, percent = -1 }) {
  return make("td", {}, sum ? sumLine(sum) : text,
    percent < 0 ? null : make("div", { class: "expected", style: `--part:${percent}%` }));
}
