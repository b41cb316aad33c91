// @ts-check
/** Looking up: the page of a card, character, space or rule, opened by touching its name or by typing. */

import { button, entered, make, span } from "./elements.js";
import { focusOn } from "./focus.js";
import { say } from "./messages.js";
import { motif } from "./motif.js";
import { paintAll } from "./painting.js";

/**
 * @import { App } from "./app.js"
 * @import { Child } from "./elements.js"
 * @typedef {{title: string, about: string[], sections: {title: string, lines: string[]}[]}} InfoPage
 * @typedef {{key: string, text: string, page: InfoPage | null, found: {key: string, label: string}[],
 *   sorry: string}} LookedUp
 */

/** Ask for the page of a key. @param {App} app @param {string} key */
export function lookUp(app, key) {
  openLookUp(app);
  say(app, { type: "look-up", key });
}

/** Open the drawer with its field; what was looked up before is kept. @param {App} app */
export function openLookUp(app) {
  const { drawer } = app.ui;
  const back = drawer === "look" ? app.ui.lookBack : drawer;
  Object.assign(app.ui, { drawer: "look", lookBack: back, edit: null, amending: null, line: "" });
  paintAll(app);
  focusOn(app, "look-up");
}

/** Show a reply. @param {App} app @param {LookedUp} reply */
export function takePage(app, reply) {
  app.ui.looked = [...app.ui.looked, reply];
  if (reply.page) focusOn(app, "drawer-head");
}

/**
 * A name that opens its page when it is touched; plain text without a key.
 * @param {App} app @param {string | undefined} key @param {...(Child | Child[])} kids
 */
export function named(app, key, ...kids) {
  return key ? button(`named:${key}`, () => lookUp(app, key), { class: "named" }, ...kids) : span("named", ...kids);
}

/** Contents of the drawer: the field, then the page or the list of what was found. @param {App} app */
export function lookUpDrawer(app) {
  const reply = app.ui.looked.at(-1);
  const field = make("input", { class: "search", type: "search", placeholder: app.word("look-up-example"),
    "aria-label": app.word("ask-rules"), "data-id": "look-up", autocomplete: "off", spellcheck: "false" });
  const seek = () => field.value.trim() && say(app, { type: "look-up", value: field.value.trim() });
  const form = make("form", { class: "searchrow", onsubmit: (event) => { event.preventDefault(); seek(); } }, field);
  const hits = make("div", { class: "found" }, reply && !reply.page ? foundList(app, reply) : null);
  field.addEventListener("keydown", (event) => { if (!field.value.trim()) entered(hits)(event); });
  return [
    form,
    app.ui.looked.length > 1 ? button("look-back", () => goBack(app), { class: "chip" }, app.word("look-up-back")) : null,
    reply?.page ? pageOf(app, reply.key, reply.page) : hits,
  ];
}

/** @param {App} app */
function goBack(app) {
  app.ui.looked = app.ui.looked.slice(0, -1);
  paintAll(app);
}

/** @param {App} app @param {LookedUp} reply */
function foundList(app, reply) {
  if (reply.sorry) return [make("p", { class: "none" }, reply.sorry)];
  return reply.found.map(({ key, label }) =>
    button(`found:${key}`, () => lookUp(app, key), { class: "option" }, motif(app, key, 28), span("label", label)));
}

/** @param {App} app @param {string} key @param {InfoPage} page */
function pageOf(app, key, page) {
  return make("article", { class: "page", "aria-label": page.title },
    make("header", {}, motif(app, key, 56), make("div", {}, make("b", { class: "page-title" }, page.title),
      page.about.map((line) => make("p", { class: "quiet" }, line)))),
    page.sections.flatMap(({ title, lines }) => [make("h3", {}, title), make("ul", { class: "page-lines" },
      lines.map((line) => make("li", { style: `--in:${(line.length - line.trimStart().length) / 2}` }, line.trim())))]));
}
