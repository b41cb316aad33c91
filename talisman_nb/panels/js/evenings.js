// @ts-check
/** All evenings: games, people and characters of the saved tables, beside the stage of the chronicle. */

import { make, span } from "./elements.js";
import { motif } from "./motif.js";
import { say } from "./messages.js";

/**
 * @import { App } from "./app.js"
 * @import { AllEvenings, Told } from "./screen.js"
 */

/** Keep the evenings that came; while tables are not read yet, ask again. @param {App} app @param {AllEvenings} evenings */
export function takeEvenings(app, evenings) {
  app.ui.evenings = evenings;
  if (evenings.missing && app.ui.past === "evenings") queueMicrotask(() => say(app, { type: "evenings" }));
}

/** @param {App} app */
export function eveningsOf(app) {
  const { evenings } = app.ui;
  if (!evenings) return make("p", { class: "none", role: "status" }, app.word("reading-tables"));
  const { title, note, evenings: games = [], people = [], characters = [], missing = 0 } = evenings;
  return make("div", { class: "past evenings" },
    rowsOf(app, app.word("all-evenings"), [title, note].filter(Boolean).join(" · "), games,
      missing ? app.word("reading-tables") : ""),
    rowsOf(app, app.word("people-played"), "", people), rowsOf(app, app.word("characters-played"), "", characters));
}

/**
 * A card with a row for each of `rows`; `more` stands below them.
 * @param {App} app @param {string} title @param {string} about @param {Told[]} rows
 */
function rowsOf(app, title, about, rows, more = "") {
  const list = make("ul", { class: "highlights" }, rows.map(({ name, figures, note = "", picture = "" }) =>
    make("li", { class: "highlight" }, picture ? motif(app, picture, 44) : null,
      span("said", make("b", {}, name), note ? span("none", note) : null), make("span", {}, figures))));
  return make("section", { class: "past-card" }, make("h3", {}, title), about ? make("p", { class: "none" }, about) : null,
    rows.length ? list : more ? null : make("p", { class: "none" }, app.word("none-yet")),
    more ? make("p", { class: "none", role: "status" }, more) : null);
}
