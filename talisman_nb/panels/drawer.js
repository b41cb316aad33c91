/** The drawer, a region beside the ask: Spells, uses, rules cited, journal, language, menu, sheet or correction. */

import { make, button, cap } from "./shared.js";
import { journalIn } from "./journal.js";
import { fullSheet } from "./sheets.js";
import { byHand } from "./hands.js";
import { inside } from "./options.js";

/** Maps drawers, except the journal, to functions that return their contents. */
const CONTENTS = { spell, use, why, language, menu, sheet: (app) => fullSheet(app), straight: (app) => [byHand(app)] };

/** @param {any} app @param {HTMLElement} host */
export function paintDrawer(app, host) {
  const open = app.ui.drawer;
  host.hidden = !open;
  host.dataset.drawer = open;
  const [before, now] = [host.shows, open && `${open} ${app.ui.seat}`];
  host.shows = now;
  if (!open) return host.replaceChildren();
  if (before !== now) host.replaceChildren(make("header"), make("div", { class: "inside" }));
  const [header, inside] = host.children;
  header.replaceChildren(make("h2", { tabindex: "-1", "data-id": "drawer-head" }, title(app, open)),
    button("drawer-close", () => app.toggle(""), { class: "tool", "aria-label": app.word("close") }, cap("Esc"), "×"));
  if (open === "journal") return journalIn(app, inside);
  return inside.replaceChildren(...[CONTENTS[open](app)].flat().filter(Boolean));
}

function title(app, open) {
  return { spell: app.word("a-spell"), use: app.word("use"), why: app.word("why"), language: app.word("language"),
    journal: app.word("journal"), sheet: app.word("sheet"), straight: app.word("set-straight"), menu: app.word("menu") }[open];
}

function asideButton(app, choice, i) {
  const key = "ABCDEFGH"[i] ?? "";
  return button(`aside:${choice.key}`, () => app.aside(choice), {
    class: choice.closed ? "option closed" : "option", "aria-disabled": choice.closed ? "true" : false, "data-press": key,
  }, ...inside(app, choice, key));
}

function asideList(app, choices) {
  return choices.flatMap((choice, i) => [
    (choice.group ?? "") !== (choices[i - 1]?.group ?? "") ? make("h3", {}, choice.group ?? "") : null,
    asideButton(app, choice, i)]);
}

/** Asides that cast a Spell now, and the last lines for a hold on (a late Spell). */
function spell(app) {
  const now = app.asides("S");
  const past = (app.screen.journal ?? []).filter((line) => !line.folded).slice(-4).reverse();
  return [
    now.length ? asideList(app, now) : make("p", { class: "none" }, app.word("no-spell-now")),
    past.length ? make("h3", {}, app.word("it-belongs-before")) : null,
    past.map((line, i) => button(`back:${i}`, () => app.press({ type: "hold-on", n: line.n }, line.text),
      { class: "option" }, make("span", { class: "label" }, line.text))),
  ].flat();
}

function use(app) {
  const now = app.asides("X");
  return now.length ? asideList(app, now) : [make("p", { class: "none" }, app.word("nothing-to-use"))];
}

/** The rules cited by the question and by the last lines, and the house rules. */
function why(app) {
  const asked = app.question()?.why ?? [];
  const last = (app.screen.journal ?? []).filter((line) => line.why?.length).slice(-3);
  const nothing = !asked.length && !last.length;
  return [
    asked.map((rule) => make("p", { class: "rule" }, rule)),
    last.flatMap((line) => [make("h3", {}, line.text), line.why.map((rule) => make("p", { class: "rule" }, rule))]),
    nothing ? make("p", { class: "none" }, app.word("no-rule-cited")) : null,
    inForce(app),
  ].flat(3);
}

/** The house rules of this table. */
function inForce(app) {
  const rules = app.screen.house ?? [];
  return rules.length ? [make("h3", {}, app.word("house-rules")), rules.map((rule) => make("p", { class: "rule house" }, rule))] : [];
}

function language(app) {
  const one = (lang, name) => button(`lang:${lang}`, () => app.say({ type: "language", lang }, name),
    { class: "option", lang, "aria-current": app.screen.lang === lang ? "true" : false }, make("span", { class: "label" }, name));
  return [one("en", app.word("language-en")), one("it", app.word("language-it")), one("fr", app.word("language-fr")),
    one("pl", app.word("language-pl"))];
}

/** The tools that a narrow bar leaves out. */
function menu(app) {
  const one = (key, word, act) => button(`menu:${key}`, act, { class: "option" }, cap(key), make("span", { class: "label" }, word));
  return [
    one("⇧U", app.word("redo"), () => app.redo()), one("X", app.word("use"), () => app.toggle("use")),
    one("N", app.word("set-straight"), () => app.toggle("straight")), one("?", app.word("why"), () => app.toggle("why")),
    one("M", app.word("board-list"), () => app.flip("list")), one("T", app.word("table-size"), () => app.flip("large")),
    one("L", app.word("language"), () => app.toggle("language")), one("", app.word("saved-tables"), () => app.leave()),
    ...inForce(app).flat()];
}
