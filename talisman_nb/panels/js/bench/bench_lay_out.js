// @ts-check
/** A situation laid out as a line of text, or by presses: whom or what is aimed at, its figures and cards, what is put there. */

import { combobox } from "../base/combobox.js";
import { button, make, span } from "../base/elements.js";
import { counter } from "../base/icons.js";
import { rovingList } from "../base/roving.js";
import { opensHereAlone, wholeLink } from "../base/session.js";
import { figureName } from "../sheets/sheets.js";
import { refusal, refusalToInsistOn } from "./bench_asking.js";

/**
 * @import { App } from "../base/app.js"
 * @import { AimChoice, AnalysisScreen, HandFigure, Proposal } from "../base/screen.js"
 * @import { Counted } from "../sheets/sheets.js"
 * @import { Tell } from "./analysis_part.js"
 * @typedef {{open: boolean, typed: string, asked: string}} Hand `asked`: what the names proposed now are for
 */

/** Milliseconds after the last letter before names are proposed. */
const PROPOSING_NAMES = 200;
/** Types of messages that are sent from here. */
const OWN = ["lay", "put", "aim"];

/** State of each view that a repaint must not lose. @type {WeakMap<App, Hand>} */
const HANDS = new WeakMap();

/** @param {App} app */
function handOf(app) {
  const found = HANDS.get(app) ?? { open: false, typed: "", asked: "" };
  HANDS.set(app, found);
  return found;
}

/** Whether presses on the board aim at a space: while this part of the bench is open. @param {App} app */
export function layingOut(app) {
  return handOf(app).open;
}

/** Aim at a space that was pressed. @param {App} app @param {string} space @param {Tell} tell */
export function aimAtSpace(app, space, tell) {
  handOf(app).open = true;
  tell("aim", { value: `space.${space}` });
}

/** @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function layByHand(app, shown, tell) {
  const { hand } = shown;
  const kept = handOf(app);
  const lay = (/** @type {string} */ change) => tell("lay", { value: change });
  const box = make("details", { class: "by-hand", open: kept.open },
    make("summary", {}, app.word("by-presses")),
    make("div", { class: "laid" },
      rovingList(make("div", { class: "chips" }, hand.people.map(({ key, label }) =>
        button(`aim:${key}`, () => tell("aim", { value: key }), { class: "chip", "aria-pressed": String(key === hand.aim) }, label)))),
      chips(hand.editions, "edition", lay),
      hand.aim ? make("h4", {}, hand.name) : "",
      hand.aim.startsWith("space.") ? "" : make("p", {}, hand.aim ? app.word("aim-person") : app.word("aim-hint")),
      hand.figures.length ? make("div", { class: "steppers" }, hand.figures.map((each) => steps(app, each, lay))) : "",
      chips(hand.sides, "side", lay),
      toggles(hand.lays, lay),
      hand.cards.length ? rovingList(make("div", { class: "chips" }, hand.cards.map(({ name, away }, n) =>
        button(`away:${n}:${away}`, () => lay(away), { class: "chip", "aria-label": app.word("labelled", { label: app.word("cards-away"), text: name }) }, name, " ×")))) : "",
      putField(app, shown, kept, tell),
      OWN.includes(shown.refused_type) ? refusalToInsistOn(app, shown, tell) : "",
      hand.turn || hand.away ? make("div", { class: "moves" },
        hand.turn ? button("turn", () => lay(hand.turn), { class: "offer" }, app.word("has-turn")) : "",
        hand.away ? button("away", () => lay(hand.away), { class: "offer" }, app.word("leave-out", { name: hand.name })) : "") : ""));
  box.addEventListener("toggle", () => { kept.open = box.open; });
  return box;
}

/** Changes of which one holds now. @param {AimChoice[]} choices @param {string} id @param {(change: string) => void} lay */
function chips(choices, id, lay) {
  return choices.length < 2 ? "" : rovingList(make("div", { class: "chips" }, choices.map(({ key, label, chosen }) =>
    button(`${id}:${key}`, () => { if (!chosen) lay(key); }, { class: "chip", "aria-pressed": String(chosen) }, label))));
}

/** Things that lie on the space or not, each laid or taken off by a press. @param {AimChoice[]} choices @param {(change: string) => void} lay */
function toggles(choices, lay) {
  return choices.length ? rovingList(make("div", { class: "chips" }, choices.map(({ key, label, chosen }) =>
    button(`lays:${label}`, () => lay(key), { class: "chip", "aria-pressed": String(chosen) }, label)))) : "";
}

/** A number with its steps. @param {App} app @param {HandFigure} figure @param {(change: string) => void} lay */
function steps(app, { what: figure, n, less, more }, lay) {
  const what = /** @type {Counted} */ (figure);
  const name = figureName(app, what);
  const step = (/** @type {string} */ id, /** @type {string} */ change, /** @type {string} */ sign) =>
    button(`${id}:${what}`, () => { if (change) lay(change); }, { "aria-label": `${name} ${sign}1`,
      "aria-disabled": String(!change) }, sign);
  return make("div", { class: "stepper" }, counter(what), span("what", name), step("less", less, "−"),
    make("output", { "aria-label": name }, String(n)), step("more", more, "+"));
}

/**
 * A field for what is put where the aim is, with names proposed as they are typed.
 * @param {App} app @param {AnalysisScreen} shown @param {Hand} kept @param {Tell} tell
 */
function putField(app, shown, kept, tell) {
  const list = make("div", { class: "hits", id: `${app.frame.id}-put`, hidden: true });
  const field = make("input", { type: "text", class: "search", autocomplete: "off", "data-id": "put",
    placeholder: app.word("put-here"), "aria-label": app.word("put-here") });
  field.value = kept.typed;
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  const put = (/** @type {string} */ value) => {
    clearTimeout(timer);
    Object.assign(kept, { typed: "", asked: "" });
    if (value.trim()) tell("put", { value });
  };
  const hit = (/** @type {Proposal} */ each) => ({ id: `${list.id}-${each.key}`, class: "option",
    "data-id": `put:${each.key}`, kids: [each.label], take: () => put(definition(each)) });
  const fill = combobox(field, list, {
    find: () => (kept.asked && kept.asked === field.value ? shown.proposals.map(hit) : []),
    lost: () => put(field.value),
  });
  field.addEventListener("input", () => {
    kept.typed = field.value;
    clearTimeout(timer);
    timer = setTimeout(() => {
      kept.asked = field.value;
      if (field.value.trim()) tell("propose", { value: field.value });
    }, PROPOSING_NAMES);
  });
  field.addEventListener("keydown", (event) => event.stopPropagation());
  if (kept.typed) fill();
  return make("div", { class: "put" }, field, list);
}

/** The key of its definition. @param {Proposal} proposal */
function definition({ kind, key }) {
  return kind === "card" ? key : `${kind}.${key}`;
}

// The situation as a line of text, typed and laid out; what is typed stays until it is laid out or given up.

/** Text that is typed and not laid out yet, which a repaint must not lose. @type {WeakMap<App, string>} */
const TYPED_TEXTS = new WeakMap();

/** The text that was refused last, and why: that stays for as long as it stands in the field. @type {WeakMap<App, AnalysisScreen>} */
const REFUSED_TEXTS = new WeakMap();

/** The text was laid out, or another one was. @param {App} app */
export function forgetTypedText(app) {
  TYPED_TEXTS.delete(app);
  REFUSED_TEXTS.delete(app);
}

/** The situation as text, and what is wrong with what was typed. @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function layOut(app, shown, tell) {
  const refused = shown.refused_type === "text";
  if (refused) REFUSED_TEXTS.set(app, shown);
  const wrong = REFUSED_TEXTS.get(app);
  const field = make("textarea", { class: "search", rows: 2, spellcheck: "false", "aria-label": app.word("situation"),
    "data-id": "situation" });
  field.value = TYPED_TEXTS.get(app) ?? (refused ? shown.typed : shown.text);
  const why = make("div", { class: "moves" }, wrong ? [refusal(wrong), button("insist-text", () => tell("text", { value: field.value, insist: true }),
    { class: "offer" }, app.word("insist"))] : "");
  const lay = () => tell("text", { value: field.value });
  const giveUp = () => {
    TYPED_TEXTS.delete(app);
    field.value = shown.text;
    unlaid.hidden = why.hidden = true;
    field.focus();
  };
  const unlaid = make("div", { class: "moves unlaid", hidden: field.value === shown.text }, span("note", app.word("not-laid-out")),
    button("give-up-text", giveUp, { class: "offer" }, app.word("give-up-text")));
  const keep = () => {
    unlaid.hidden = field.value === shown.text;
    why.hidden = field.value !== wrong?.typed;
    if (unlaid.hidden) TYPED_TEXTS.delete(app);
    else TYPED_TEXTS.set(app, field.value);
  };
  keep();
  field.addEventListener("input", keep);
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    lay();
  });
  return make("div", { class: "lay-out" }, make("h3", {}, app.word("situation")), field, why, unlaid,
    shown.insisted.map((why) => make("p", { class: "insisted" }, `! ${why}`)),
    make("div", { class: "moves" }, button("lay-out", lay, { class: "offer" }, app.word("lay-out")),
      button("copy-text", () => navigator.clipboard?.writeText(shown.text), { class: "offer" }, app.word("copy-text")),
      button("copy-link", () => copyLink(app, shown), { class: "offer" }, app.word("copy-link")), span("edition", shown.edition)),
    COPIED.get(app) === shown.text ? make("p", { role: "status" }, howToOpen(app, shown)) : "");
}

/** The text whose link was copied last. @type {WeakMap<App, string>} */
const COPIED = new WeakMap();

/** Copy the link, and say how it is opened. @param {App} app @param {AnalysisScreen} shown */
function copyLink(app, shown) {
  navigator.clipboard?.writeText(wholeLink(shown.link));
  COPIED.set(app, shown.text);
  const row = app.root.querySelector(".lay-out");
  row?.querySelector('[role="status"]')?.remove();
  row?.append(make("p", { role: "status" }, howToOpen(app, shown)));
}

/** @param {App} app @param {AnalysisScreen} shown */
function howToOpen(app, shown) {
  const link = wholeLink(shown.link);
  const code = `talisman-nb analysis "${link}" --page`;
  if (link.startsWith("?")) return app.word("link-behind", { code });
  return opensHereAlone(link) ? app.word("link-here", { code }) : app.word("link-opens", { code });
}
