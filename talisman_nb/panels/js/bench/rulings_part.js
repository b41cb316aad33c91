// @ts-check
/** The rulings: a field to search them by words of any language, those found, and the one that was chosen, whole. */

import { button, make, span } from "../base/elements.js";
import { touchable } from "../looking_up/touchable.js";

/**
 * @import { App } from "../base/app.js"
 * @import { PartModel } from "../pages/part.js"
 * @typedef {{id: string, asks: string, standing: string}} FoundRuling
 * @typedef {{id: string, about: string[], sections: {title: string, lines: string[]}[]}} WholeRuling
 * @typedef {{found: FoundRuling[], left: number, whole: WholeRuling | null}} Rulings
 */

/** Milliseconds after the last letter before it is searched. */
const SEARCHING = 250;

/** @param {App} app @param {HTMLElement} host @param {PartModel} model */
export function paintRulings(app, host, model) {
  if (!host.firstChild) host.append(searchField(app, model), make("div", { class: "rulings-list" }));
  const field = /** @type {HTMLInputElement} */ (host.firstChild);
  if (document.activeElement !== field) field.value = model.get("query");
  const shown = /** @type {Rulings} */ (model.get("content"));
  const list = /** @type {HTMLElement} */ (host.lastChild);
  list.replaceChildren(
    shown.found.length ? foundList(app, shown, model) : make("p", { role: "status" }, app.word("no-ruling")),
    shown.whole ? wholeRuling(app, shown.whole) : "");
}

/** @param {App} app @param {PartModel} model */
function searchField(app, model) {
  const field = make("input", { type: "search", class: "search", autocomplete: "off",
    placeholder: app.word("search-rulings"), "aria-label": app.word("search-rulings") });
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  const search = () => {
    clearTimeout(timer);
    model.set("query", field.value);
    model.save_changes();
  };
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, SEARCHING); });
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") search();
  });
  return field;
}

/** Those found, each a button. @param {App} app @param {Rulings} shown @param {PartModel} model */
function foundList(app, shown, model) {
  const choose = (/** @type {string} */ id) => {
    model.set("ruling", id);
    model.save_changes();
  };
  return make("ol", { class: "found", "aria-label": app.word("rulings-found") },
    shown.found.map(({ id, asks, standing }) => make("li", {}, button(`ruling:${id}`, () => choose(id),
      { class: "option", "aria-current": id === shown.whole?.id ? "true" : false },
      span("text", span("label", asks), span("detail", standing))))),
    shown.left ? make("li", { class: "note" }, `+ ${shown.left}`) : null);
}

/** The ruling that was chosen: names in it open their page. @param {App} app @param {WholeRuling} whole */
function wholeRuling(app, whole) {
  return make("article", { class: "ruling", "aria-live": "polite" }, whole.about.map((line, at) =>
    make(at ? "p" : "h3", {}, touchable(app, line))),
    whole.sections.map(({ title, lines }) => make("section", {}, make("h4", {}, title),
      lines.map((line) => make("p", {}, touchable(app, line))))));
}
