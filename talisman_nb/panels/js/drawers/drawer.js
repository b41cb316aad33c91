// @ts-check
/** The drawer, a region beside the ask: Spells, uses, rules cited, journal, language, menu, sheet or correction. */

import { toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, cap, isShown, make, span } from "../base/elements.js";
import { motif } from "../base/icons.js";
import { isLong } from "../base/letters.js";
import { aside, press } from "../base/messages.js";
import { rovingList } from "../base/roving.js";
import { exportsOf } from "../looking_back/exports.js";
import { journalIn } from "../looking_back/journal.js";
import { isWaiting } from "../looking_back/journal_told.js";
import { named } from "../looking_up/look_up.js";
import { nameStop, ruleLine, touchable } from "../looking_up/touchable.js";
import { amendDrawer, leaveIt } from "../question/amending.js";
import { fightSums } from "../question/fight.js";
import { choiceSearch, foldOfClosed } from "../question/long_list.js";
import { allHands } from "../question/moment.js";
import { inside } from "../question/options.js";
import { byHand } from "../sheets/correction.js";
import { coverOfAsides, uncovered } from "../sheets/covered.js";
import { fullSheet } from "../sheets/full_sheet.js";
import { signsOfEnds } from "../sheets/sheets.js";
import { lookUpDrawer } from "./look_up_drawer.js";
import { inForce, language, menu, packingLists } from "./menu.js";
import { cardOnSheet, peopleAtTable, personOnSheet } from "./people.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { Choice } from "../base/screen.js"
 */

/**
 * Maps drawers, except the journal, to functions that return their contents.
 * @type {Record<string, (app: App) => Child[]>}
 */
const CONTENTS = { spell, use, hands: allHands, amend: amendDrawer, why, language, menu, look: lookUpDrawer, people: peopleAtTable, keep: exportsOf,
  packing: packingLists, sheet: (app) => [...fullSheet(app), ...cardOnSheet(app), ...personOnSheet(app)],
  straight: (app) => [byHand(app)] };

/** @param {App} app @param {HTMLElement} host */
export function paintDrawer(app, host) {
  const open = app.ui.drawer;
  host.hidden = !open;
  host.dataset.drawer = open;
  const [before, now] = [host.dataset.shows, open && `${open} ${app.ui.seat}`];
  host.dataset.shows = now;
  if (!open) return host.replaceChildren();
  if (before !== now) host.replaceChildren(make("header"), make("div", { class: "inside" }));
  const [header, inside] = /** @type {HTMLCollectionOf<HTMLElement>} */ (host.children);
  header.replaceChildren(make("h2", { tabindex: "-1", "data-id": "drawer-head" }, title(app, open)),
    button("drawer-close", () => (open === "amend" ? leaveIt(app) : toggleDrawer(app, "")), { class: "tool", "aria-label": app.word("close") },
      cap("Esc"), "×"));
  if (open === "journal") return journalIn(app, inside);
  return inside.replaceChildren(...CONTENTS[open](app).filter(isShown));
}

/** @param {App} app @param {string} open */
function title(app, open) {
  return { spell: app.word("a-spell"), use: app.useWord(), why: app.word("why"), language: app.word("language"),
    journal: app.word("journal"), sheet: app.word("sheet"), straight: app.word("set-straight"),
    people: app.word("tab-people"), keep: app.word("keep"), packing: app.word("pack-away"), menu: app.word("menu"),
    look: app.word("ask-rules"), hands: app.word("hands-whole"), amend: app.word("change") }[open];
}

/** @param {App} app @param {Choice} choice @param {number} i */
function asideButton(app, choice, i) {
  const key = "ABCDEFGH"[i] ?? "";
  return button(`aside:${choice.key}`, () => aside(app, choice), {
    class: choice.closed ? "option closed" : "option", "data-press": key,
    "aria-disabled": choice.closed ? "true" : false,
  }, ...inside(app, choice, key));
}

/**
 * Asides under their owners' names, found by typing where they are many; the closed ones folded.
 * @param {App} app @param {Choice[]} choices
 */
function asideList(app, choices) {
  const open = choices.filter((choice) => !choice.closed);
  const buttons = rovingList(make("div", { class: "asides" }, open.flatMap((choice, i) => [
    (choice.group ?? "") !== (open[i - 1]?.group ?? "") ? make("h3", {}, choice.group ?? "") : null,
    asideButton(app, choice, i)])));
  return [isLong(open) ? choiceSearch(app, choices, buttons, (choice) => aside(app, choice)) : null, buttons,
    foldOfClosed(app, choices.filter((choice) => choice.closed))];
}

/** Asides that cast a Spell now, and the moments of this turn and the last for a hold on (a late Spell). @param {App} app */
function spell(app) {
  const all = app.asides("S");
  const now = uncovered(app, all);
  const said = new Map((app.screen.journal ?? []).map(({ n, text }) => [n, text]));
  const past = (app.screen.late ?? []).filter((line) => !isWaiting(app, line)).map(({ n, text }) => ({ n, text: text || (said.get(n) ?? "") }));
  return [
    coverOfAsides(app, all),
    now.length ? asideList(app, now) : all.length ? null : make("p", { class: "none" }, app.word("no-spell-now")),
    past.length ? make("h3", {}, app.word("it-belongs-before")) : null,
    rovingList(make("div", { class: "earlier" }, past.map((line, i) => button(`back:${i}`,
      () => press(app, { type: "hold-on", n: line.n }, line.text), { class: "option" }, span("label", line.text))))),
  ].flat();
}

/** @param {App} app */
function use(app) {
  const now = app.asides("X");
  return now.length ? asideList(app, now) : [make("p", { class: "none" }, app.word("nothing-to-use"))];
}

/** The rules cited by the question and by the last lines, and the house rules. @param {App} app */
function why(app) {
  const asked = app.question()?.why ?? [];
  const last = (app.screen.journal ?? []).filter((line) => line.why?.length && !isWaiting(app, line)).slice(-3);
  const nothing = !asked.length && !last.length;
  const card = app.question()?.card;
  const fight = app.question()?.fight ?? app.screen.moment?.fight;
  const told = new Set(asked);
  const isNew = (/** @type {string} */ id) => !told.has(id) && told.add(id);
  return [
    card ? named(app, card.key, motif(app, card.key, 28), card.name) : null,
    fight ? fightSums(app, fight) : null,
    rulesOf(app, asked),
    app.question()?.leads || app.question()?.kind === "way" ? signsOfEnds(app) : null,
    answersNamed(app),
    last.flatMap((line) => [make("h3", {}, line.text), ...rulesOf(app, line.why?.filter(isNew))]),
    nothing ? make("p", { class: "none" }, app.word("no-rule-cited")) : null,
    inForce(app),
  ].flat();
}

/** @param {App} app @param {string[]} cited */
function rulesOf(app, cited = []) {
  return cited.map((id) => ruleLine(app, id));
}

// Names in the answers of the question: an answer is a button, which may hold no other one, so that its names are
// touched where the question says why.

/** Everything an answer says: what it is called, what it brings, why it is closed. @param {Choice} choice */
function saidOf({ label, note = "", detail = "", closed = "" }) {
  return [label, detail, closed || note].filter(Boolean).join(" · ");
}

/** The answers of the question that name something, each name to be touched; nothing without any. @param {App} app */
function answersNamed(app) {
  const { options = [], offers = [] } = app.question() ?? {};
  const said = [...new Set([...options, ...offers].map(saidOf))];
  const named = said.map((text) => touchable(app, text)).filter(([first]) => typeof first !== "string");
  if (!named.length) return [];
  const lines = make("div", { class: "answers-named" }, named.map((parts) => make("p", {}, parts)));
  return [make("h3", {}, app.word("in-the-answers")), nameStop(lines)];
}
