// @ts-check
/** The drawer that looks up: its field, the page that was asked for, or the list of what was found. */

import { setStraight, toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, entered, make, span } from "../base/elements.js";
import { face, motifIfAny } from "../base/icons.js";
import { press, say } from "../base/messages.js";
import { paintAll } from "../base/painting.js";
import { benchDoor, lookSoon, lookUp, lookUpText, sectionsOf, workshopDoor } from "../looking_up/look_up.js";
import { nameStop, touchable } from "../looking_up/touchable.js";
import { numberAsked } from "../question/long_list.js";
import { correctKept } from "../question/other_card.js";
import { cardNamed, cardPlaces, endsOfCard, placeOfCard, stockCard, STOCK } from "../sheets/card_places.js";

/**
 * @import { App } from "../base/app.js"
 * @import { InfoPage, LookedUp } from "../looking_up/look_up.js"
 */

/** Prefix of the key of a space's page. */
const SPACE = "space.";

/** Contents of the drawer: the field, then the page or the list of what was found. @param {App} app */
export function lookUpDrawer(app) {
  const reply = app.ui.looked.at(-1);
  const field = make("input", { class: "search", type: "search", placeholder: app.word("ask-example"), value: app.ui.asking,
    "aria-label": app.word("ask-rules"), "data-id": "look-up", autocomplete: "off", spellcheck: "false",
    oninput: () => { app.ui.asking = field.value; lookSoon(app); } });
  const hits = make("div", { class: "found" }, reply && !reply.page ? foundList(app, reply) : null);
  const seek = () => {
    const known = field.value.trim() === reply?.text;
    if (known && (reply?.verdicts.length || reply?.decided.length)) return; // it is answered: what was found stands below
    const first = known ? hits.querySelector("button") : null;
    if (first) first.click();
    else if (field.value.trim()) lookUpText(app, field.value.trim());
  };
  const form = make("form", { class: "searchrow", onsubmit: (event) => { event.preventDefault(); seek(); } }, field,
    app.ui.seeking ? make("p", { class: "quiet", role: "status" }, app.word("searching")) : null);
  field.addEventListener("keydown", (event) => { if (!field.value.trim()) entered(hits)(event); });
  const decision = reply?.question && !app.isPhone() ? inWords(app, reply) : null;
  return [
    form,
    app.ui.looked.length > 1 ? button("look-back", () => goBack(app), { class: "chip" }, app.word("look-up-back")) : null,
    reply?.sorry ? decision : null,
    reply?.page ? pageOf(app, reply, reply.page) : hits,
    reply?.sorry ? null : decision,
    reply?.die && !app.isPhone() ? dieRuling(app, reply.text) : null,
    reply?.ours ? button("keep:rulings", () => say(app, { type: "export", value: "rulings" }), { class: "chip" }, app.word("keep-rulings")) : null,
    reply ? null : workshopDoor(app), benchDoor(app),
  ];
}

/** A decision that is being typed, and its question, which a repaint must not lose. @type {WeakMap<App, {of: string, decision: string}>} */
const DECISIONS = new WeakMap();

/** Make the form for what nobody has decided: a decision in words, kept as a ruling of the table's own. @param {App} app @param {LookedUp} reply */
function inWords(app, { text, sorry, found }) {
  const before = DECISIONS.get(app);
  const draft = before?.of === text ? before : { of: text, decision: "" };
  DECISIONS.set(app, draft);
  const field = make("input", { type: "text", class: "search", autocomplete: "off", value: draft.decision, "data-id": "decision",
    "aria-label": app.word("ruling-decision"), placeholder: app.word("ruling-decision"),
    oninput: () => { draft.decision = field.value; } });
  const keep = () => {
    if (!field.value.trim()) return field.focus();
    DECISIONS.delete(app);
    return say(app, { type: "keep-ruling", value: text, name: field.value.trim() });
  };
  const form = make("form", { class: "searchrow", onsubmit: (event) => { event.preventDefault(); keep(); } }, field,
    button("keep-ruling", keep, { class: "chip", type: "submit" }, app.word("save-ruling")));
  return make("details", { class: "in-words", open: Boolean(sorry || draft.decision || !found.length) },
    make("summary", { "data-id": "in-words" }, app.word("decide-yourselves")), form);
}

/** Make the form for a question no rule answers: asked as yes or no, and decided by a die, thrown at the table, or by the program. @param {App} app @param {string} text */
function dieRuling(app, text) {
  const decide = (/** @type {number} */ n) => {
    leavePage(app);
    say(app, { type: "decide", value: text, n });
  };
  return make("section", { class: "die-ruling", "aria-label": app.word("die-ruling") },
    make("p", {}, app.word("die-ruling")),
    make("div", { class: "options dice", role: "group" }, make("div", { class: "faces" }, [1, 2, 3, 4, 5, 6].map((n) =>
      button(`decide:${n}`, () => decide(n), { class: "die", "aria-label": String(n) }, face(n))))),
    button("decide:0", () => decide(0), { class: "chip" }, app.word("roll-for-me")));
}

/** @param {App} app */
function goBack(app) {
  app.ui.looked = app.ui.looked.slice(0, -1);
  paintAll(app);
}

/** Close the drawer after a press that changed what its page tells. @param {App} app */
function leavePage(app) {
  app.ui.looked = [];
  toggleDrawer(app, "look");
}

/** @param {App} app @param {LookedUp} reply */
function foundList(app, reply) {
  const sorry = reply.sorry ? [make("p", { class: "none", role: "status" }, reply.sorry)] : [];
  const decided = reply.decided.map((ruling) => make("p", { class: "decided" }, ruling));
  const verdicts = reply.verdicts.map((verdict) => make("p", { class: "verdict" }, touchable(app, verdict)));
  return [...decided, ...verdicts, ...sorry, ...reply.found.map(({ key, label, detail }) =>
    button(`found:${key}`, () => lookUp(app, key), { class: "option" }, motifIfAny(app, key, 28),
      span("text", span("label", label), detail ? span("detail", detail) : null)))];
}

/**
 * The page of a card, space or rule; one of a rule or ruling has its sentence above its id.
 * @param {App} app @param {LookedUp} reply @param {InfoPage} page
 */
function pageOf(app, { key, readings = [] }, page) {
  const [first = "", ...rest] = page.about;
  const [title, ...about] = page.title === key && first ? [first, key, ...rest] : [page.title, ...page.about];
  return nameStop(make("article", { class: "page", "aria-label": title },
    make("header", {}, motifIfAny(app, key, 56), make("div", {}, make("b", { class: "page-title" }, title),
      about.map((line) => make("p", { class: "quiet" }, line)))),
    readings.length && !app.isPhone() ? readOff(app, key, readings) : null,
    sectionsOf(page, (text) => touchable(app, text)), spaceToSet(app, key), cardToSet(app, key),
    correctKept(app, key, () => leavePage(app))));
}

/**
 * On the page of a card, what only the card of the box says, each set by a press: keywords by yes or no, figures as a number.
 * @param {App} app @param {string} key @param {NonNullable<LookedUp["readings"]>} readings
 */
function readOff(app, key, readings) {
  const title = app.word("read-off");
  return make("section", { class: "read-off", "aria-label": title }, make("h3", {}, title), readings.map((one) => {
    const set = (/** @type {number} */ n) => {
      const label = app.word("labelled", { label: one.name, text: one.keyword ? app.word(n ? "yes" : "no") : String(n) });
      leavePage(app);
      press(app, { type: "correct", changes: [{ what: "read", card: key, to: one.what, n }] }, label);
    };
    const choice = (/** @type {number} */ n) => button(`read:${one.what}:${n}`, () => set(n), { class: "chip",
      "aria-pressed": String(one.n === n) }, app.word(n ? "yes" : "no"));
    return make("div", { class: "row" }, span("what", one.name), one.keyword ? make("div", { class: "chips", role: "group",
      "aria-label": one.name }, choice(1), choice(0)) : numberAsked(app, `read:${one.what}`, one.name, one.n, set));
  }));
}

/**
 * On the page of a card, and of the stock card of its name: how many are left in the stock, and a press that sets it
 * straight for each place where it lies openly; where it lies nowhere openly, or some are in the stock, a list of the
 * places where it may really be. A phone tells it only.
 * @param {App} app @param {string} key
 */
function cardToSet(app, key) {
  const [stock, phone] = [stockCard(app, key), app.isPhone()];
  const places = [...new Set([key, stock])].flatMap((each) => cardPlaces(app.screen, each));
  const left = app.screen.stocks?.[stock] ?? 0;
  const counted = stock ? make("p", { class: "quiet in-stock" }, app.word("card-in-stock", { n: left })) : null;
  const place = (/** @type {import("../sheets/card_places.js").CardPlace} */ at) => phone ? span("chip fixed", placeOfCard(app, at))
    : button(`set-card:${at.card}`, () => setStraight(app, at), { class: "chip" },
      app.word("labelled", { label: app.word("set-straight"), text: placeOfCard(app, at) }));
  return make("div", {}, places.length && (stock || !phone) ? make("div", { class: "chips" }, places.map(place)) : null,
    key === stock || places.length || phone ? null : whereItIs(app, key),
    counted, left && !phone ? whereItIs(app, stock) : null);
}

/** @param {App} app @param {string} key */
function whereItIs(app, key) {
  const card = cardNamed(app, key);
  if (!card) return null;
  const ends = endsOfCard(app, card.deck);
  const of = card.deck === STOCK ? `:${STOCK}` : "";
  const list = make("select", { "data-id": `card-is${of}`, "aria-label": app.word("card-is") },
    make("option", { value: "" }, `${app.word("card-is")} …`), ends.map(({ to, name }) => make("option", { value: to }, name)));
  const set = () => {
    const end = ends.find(({ to }) => to === list.value);
    if (!end) return list.focus();
    const moved = { id: `to ${key}`, label: `${card.name} → ${end.name}`, change: { what: "card", card: key, to: end.to,
      ...(card.deck === STOCK ? { origin: STOCK } : {}) } };
    return setStraight(app, { moved });
  };
  return make("div", { class: "chips" }, list, button(`set-card${of}`, set, { class: "chip" }, app.word("set-straight")));
}

/** On the page of a space of the board: a press that sets it straight. @param {App} app @param {string} key */
function spaceToSet(app, key) {
  const space = key.startsWith(SPACE) ? key.slice(SPACE.length) : "";
  if (!app.places().some((each) => each.space === space) || app.isPhone()) return null;
  return button("set-space", () => setStraight(app, { space }), { class: "chip" }, app.word("set-straight"));
}
