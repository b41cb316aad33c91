// @ts-check
/** A table of the bench: runs side by side, or what each edition says; what differs is marked by a sign as well. */

import { make, span } from "./elements.js";
import { touchable } from "./touchable.js";

/**
 * @import { App } from "./app.js"
 * @import { Grid, GridCell } from "./screen.js"
 */

/** Signs before an answer. */
const MARKED = { yes: "✓", no: "✗", open: "?", "": "" };

/** @param {App} app @param {Grid} grid @param {string} title */
export function gridTable(app, { head, rows, notes }, title) {
  return [make("div", { class: "grid-box", role: "group", tabindex: 0, "aria-label": title },
    make("table", {}, make("caption", { class: "unseen" }, title),
      make("thead", {}, make("tr", {}, make("td"), head.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, rows.flatMap((row) => [
        row.note ? make("tr", { class: "noted" }, make("td"), make("td", { colspan: row.cells.length }, `◆ ${row.note}`)) : null,
        make("tr", {}, make("th", { scope: "row" }, row.label), row.cells.map((cell) => gridCell(app, cell)))])))),
  notes.length ? make("div", { class: "grid-notes" }, notes.map((note) => make("p", {}, touchable(app, note)))) : ""];
}

/** @param {App} app @param {GridCell} cell */
function gridCell(app, { lines, mark, differs }) {
  return make("td", { class: `${differs ? "differs" : ""}${mark ? ` is-${mark}` : ""}` },
    lines.map((line, i) => make("p", {}, i === 0 && mark ? span("sign-of", MARKED[mark]) : null,
      i === 0 && differs ? span("sign-of", "≠") : null, touchable(app, line))));
}
