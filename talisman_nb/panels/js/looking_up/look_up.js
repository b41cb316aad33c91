// @ts-check
/** Looking up: asks for the page of a card, character, space or rule, by touching its name or by typing. */

import { button, make, span } from "../base/elements.js";
import { find, focusOn, leaveQuestion } from "../base/focus.js";
import { say } from "../base/messages.js";
import { paint, paintAll } from "../base/painting.js";
import { inNotebook } from "../base/session.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @typedef {{title: string, about: string[], sections: {title: string, lines: string[]}[]}} InfoPage
 * @typedef {{lang: string, lessons: [key: string, title: string, minutes: number][]}} Lessons
 * @typedef {{key: string, text: string, page: InfoPage | null, found: {key: string, label: string, detail: string}[],
 *   sorry: string, decided: string[], verdicts: string[], ours: boolean, die: boolean, question: boolean, readings?: {what: string, name: string, n: number, keyword: boolean}[]}} LookedUp
 */

/** Milliseconds after the last letter before it is looked up, and letters that are too few for it. */
const LOOKED = 300;
const FEWEST = 2;

/** The key of the page of what is not known. */
export const DOUBTS = "doubts";

/** Look up what stands in the field once nothing more is typed; the focus stays there. @param {App} app */
export function lookSoon(app) {
  clearTimeout(app.searching);
  const text = app.ui.asking.trim();
  if (text.length <= FEWEST || text === app.ui.looked.at(-1)?.text) return;
  app.searching = setTimeout(() => {
    if (app.ui.drawer !== "look") return undefined; // something else was opened meanwhile
    if (app.alive.busy()) return lookSoon(app);
    app.ui.seeking = text;
    paintAll(app);
    return say(app, { type: "look-up", value: text });
  }, LOOKED);
}

/** Ask for the page of a key. @param {App} app @param {string} key */
export function lookUp(app, key) {
  app.ui.asking = "";
  openLookUp(app);
  say(app, { type: "look-up", key });
}

/** Ask what a text means: a name that several things have. @param {App} app @param {string} text */
export function lookUpText(app, text) {
  openLookUp(app);
  say(app, { type: "look-up", value: text });
}

/** Open the drawer with its field, selected: what is typed next is a new question. What was looked up before is kept. @param {App} app */
export function openLookUp(app) {
  clearTimeout(app.searching); // what is asked for now comes before what was typed
  leaveQuestion(app);
  const { drawer } = app.ui;
  const back = drawer === "look" ? app.ui.lookBack : drawer;
  Object.assign(app.ui, { drawer: "look", lookBack: back, edit: null, amending: null, line: "" });
  paintAll(app);
  focusOn(app, "look-up");
  /** @type {HTMLInputElement | null} */ (find(app, "look-up"))?.select();
}

/** The sections of a page under their headings; `words` makes what is shown of a text. @param {InfoPage} page @param {(text: string) => Child[]} words */
export function sectionsOf(page, words) {
  return page.sections.flatMap(({ title, lines }) => [make("h3", {}, title), make("ul", { class: "page-lines" },
    lines.map((line) => make("li", { style: `--in:${(line.length - line.trimStart().length) / 2}` }, lineOf(line.trim(), words))))]);
}

/** A line of a page; the id of a rule or ruling in front of its text is set apart. @param {string} line @param {(text: string) => Child[]} words */
function lineOf(line, words) {
  const [, id = "", text = line] = /^((?:[a-z]+\.)+[a-z0-9-]+) (.+)$/.exec(line) ?? [];
  return id ? [...words(text), " ", make("code", { class: "rule-id" }, id)] : words(line);
}

/** Show a reply. @param {App} app @param {LookedUp} reply */
export function takePage(app, reply) {
  const typed = app.ui.seeking !== "" && app.ui.seeking === reply.text;
  const before = typed ? [] : app.ui.looked; // what is typed is a question of its own: nothing lies before it
  Object.assign(app.ui, { looked: [...before, reply], seeking: "" });
  if (typed) lookSoon(app);
  else if (reply.page) focusOn(app, "drawer-head");
}

/**
 * A name that opens its page when it is touched; plain text without a key.
 * @param {App} app @param {string | undefined} key @param {...(Child | Child[])} kids
 */
export function named(app, key, ...kids) {
  return key ? button(`named:${key}`, () => lookUp(app, key), { class: "named" }, ...kids) : span("named", ...kids);
}

/** The door to the bench, on the full page alone. @param {App} app @param {string} name its class @param {string} word */
export function benchDoor(app, name = "chip", word = app.word("bench")) {
  return "bench" in document.body.dataset ? make("a", { class: name, target: "_blank", rel: "noopener", "data-id": "bench",
    href: `?${new URLSearchParams({ situation: "", lang: app.labels.lang })}` }, span("label", word)) : null;
}

/** The door to the lessons, on the full page alone: a fold of all, which are asked for as it is opened. @param {App} app */
export function lessonsDoor(app) {
  if (!("bench" in document.body.dataset)) return [];
  const { lang } = app.labels;
  const list = app.ui.lessons?.lang === lang ? app.ui.lessons.lessons : null;
  const turn = () => (list ? takeLessons(app, null) : app.alive.ask({ type: "lessons" }));
  const row = (/** @type {[string, string, number]} */ [key, title, minutes]) => make("li", {}, make("a", { target: "_blank", rel: "noopener",
    href: `?${new URLSearchParams({ lesson: key, lang })}`, "data-id": `lesson:${key}` }, title), " ", span("quiet", app.word("minutes-long", { n: minutes })));
  return [button("lessons", turn, { class: "chip", "aria-expanded": Boolean(list) }, span("now", app.word("lessons")),
    make("span", { class: "then", "aria-hidden": "true" }, list ? "▴" : "▾")), list ? make("ul", { class: "page lessons" }, list.map(row)) : ""];
}

/** Show the lessons, or no more. @param {App} app @param {Lessons | null} lessons */
export function takeLessons(app, lessons) {
  app.ui.lessons = lessons;
  paint(app, "setup");
  focusOn(app, "lessons");
}

/** The door to the workshop, on the page by its address, in a notebook by its cell; screens of a hosted table have none. @param {App} app */
export function workshopDoor(app) {
  if (!app.model.widget_manager) return null;
  return inNotebook(app.root) ? make("p", { class: "quiet" }, app.word("workshop"), ". ", app.word("workshop-cell"), " ",
    make("code", { style: "overflow-wrap: anywhere" }, "from talisman_nb.panels.parts import Workshop; Workshop()"))
    : make("a", { class: "chip", href: "?workshop=", "data-id": "workshop" }, app.word("workshop"));
}
