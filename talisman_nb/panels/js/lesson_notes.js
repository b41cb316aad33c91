// @ts-check
/** What the teacher sees of a lesson on a window of its own: notes, the answer, what comes next. */

import { make } from "./elements.js";

/**
 * @import { App } from "./app.js"
 * @import { PartModel } from "./part.js"
 * @import { Notes } from "./screen.js"
 */

/** Notes as sections; whoever listens to the page is told of a new step. @param {App} _app @param {HTMLElement} host @param {PartModel} model */
export function paintNotes(_app, host, model) {
  const { title, place, sections, refused } = /** @type {Notes & {refused?: string}} */ (model.get("content"));
  host.setAttribute("aria-live", "polite");
  host.replaceChildren(
    make("p", { class: "where-now" }, title), make("h2", {}, place || title),
    refused ? make("p", { class: "refusal", role: "alert" }, refused) : "",
    ...sections.map(({ heading, lines }) => make("section", {}, make("h3", {}, heading), lines.map((line) => make("p", {}, line)))));
}
