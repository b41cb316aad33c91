// @ts-check
/** Chances as charts: how a fight ends, what a card more does, how far one comes, and a heat map of figures. */

import { make, span } from "./elements.js";

/**
 * @import { Chart, ChartRow } from "./screen.js"
 */

/** @param {Chart} shown */
export function chart(shown) {
  return make("section", { class: "chart", "data-kind": shown.kind }, make("h3", {}, shown.title),
    shown.note ? make("p", { class: "note" }, shown.note) : "",
    shown.kind === "heat" ? heatMap(shown) : make("ol", { class: "rows" }, shown.rows.map((row) => bar(shown, row))),
    ["ends", "answers"].includes(shown.kind) && shown.rows.length ? make("p", { class: "legend" }, shown.parts.map((name, i) =>
      span("key", make("span", { class: "part", "data-part": i }), name))) : "");
}

/** A row as a bar; its words stand beside it, so that no colour is alone. @param {Chart} shown @param {ChartRow} row */
function bar({ kind }, { label, parts, said, here }) {
  return make("li", { class: here ? "here" : "", "aria-current": here ? "true" : false }, span("of", label),
    make("span", { class: kind === "funnel" ? "gauge middle" : "gauge", "aria-hidden": "true" }, parts.map((n, i) =>
      make("span", { class: "part", "data-part": i, style: `width: ${n}%` }))),
    span("in-words", said));
}

/** @param {Chart} shown */
function heatMap({ title, rows, parts, of_foe = "" }) {
  return make("div", { class: "heat", tabindex: 0, role: "group", "aria-label": title },
    make("table", {}, make("tr", {}, make("td"), parts.map((n) => make("th", { scope: "col" }, n))),
      rows.map(({ label, parts: cells, here }) => make("tr", {}, make("th", { scope: "row" }, label), cells.map((n, i) =>
        make("td", { style: `--heat: ${n}%`, ...here && parts[i] === of_foe ? { class: "here", "aria-current": "true" } : {} },
          String(n)))))));
}
