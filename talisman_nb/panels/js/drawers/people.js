// @ts-check
/** The people at the table and their devices: who joins, leaves, pauses, hands over or plays elsewhere in the order. */

import { PLAYERS } from "../base/app.js";
import { button, cap, entered, make, span } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { seatMark } from "../base/icons.js";
import { press, say } from "../base/messages.js";
import { paint } from "../base/painting.js";
import { findCards } from "../base/text.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Change, Device, Sheet } from "../base/screen.js"
 */

/** Maximum length of a person's name. */
const LONGEST_PERSON = 40;

/** Everybody in turn order, the chosen one with what can be done, and the form for somebody new. @param {App} app */
export function peopleAtTable(app) {
  return [
    make("ul", { class: "people" }, app.sheets().map((sheet) => make("li", {}, personRow(app, sheet),
      sheet.who.seat === app.ui.person ? personActions(app, sheet) : null))),
    tempos(app),
    joinForm(app),
    ...devices(app),
  ];
}

/** @param {App} app @param {Sheet} sheet */
function personRow(app, sheet) {
  const { who } = sheet;
  const open = who.seat === app.ui.person;
  const choose = () => { Object.assign(app.ui, { person: open ? -1 : who.seat, sure: "" }); paint(app, "drawer"); };
  return button(`person:${who.seat}`, choose, { class: "option", "aria-expanded": String(open) },
    seatMark(who, 32), span("text", span("label", [who.name, who.character].filter(Boolean).join(" · ")),
      span("note", noteOf(app, sheet))));
}

/** Return the note on a person at a glance; on a hosted table whether there is a phone. @param {App} app @param {Sheet} sheet */
function noteOf(app, sheet) {
  const phone = app.screen.inside?.includes(sheet.who.seat) ? app.word("phone-in") : app.word("phone-none");
  const bot = app.screen.bots?.[sheet.who.seat];
  const played = bot ? app.word("labelled", { label: app.word("the-program"), text: app.labels.bots?.[bot] ?? bot }) : phone;
  return [sheet.state || (sheet.active ? app.word("has-turn") : ""), app.screen.hosted || bot ? played : ""]
    .filter(Boolean).join(" · ");
}

/** @param {App} app @param {Sheet} sheet */
function personActions(app, sheet) {
  const { seat } = sheet.who;
  const order = app.sheets().map((each) => each.who.seat);
  const at = order.indexOf(seat);
  const behind = (/** @type {number} */ by) => order[(at + by + order.length) % order.length];
  const one = (/** @type {string} */ what, /** @type {string} */ word, more = {}) =>
    button(`person-${what}`, () => changePeople(app, { what: what.split("/")[0], seat, ...more }, word),
      { class: "offer" }, word);
  const leaves = (/** @type {string} */ to, /** @type {string} */ word) => sure(app, `person-leave/${to}`, word,
    app.word("leave-sure", { who: sheet.who.name }), () => changePeople(app, { what: "leave", seat, to }, word));
  return make("div", { class: "person-actions" },
    sheet.paused ? one("back", app.word("is-back")) : one("pause", app.word("pauses")),
    one("skip", app.word("skips-turn")),
    order.length > 2 ? one("order/earlier", app.word("plays-earlier"), { n: behind(-2) }) : null,
    order.length > 2 ? one("order/later", app.word("plays-later"), { n: behind(1) }) : null,
    leaves("space", app.word("leaves-space", { place: sheet.space || "–" })),
    leaves("piles", app.word("leaves-piles")),
    playedBy(app, seat),
    nameField(app, "hand-over", app.word("hands-over"), (name) =>
      changePeople(app, { what: "hand-over", seat, name }, name)));
}

/**
 * A row of choices, each with its word.
 * @param {App} app @param {string} id @param {string} word @param {string[]} keys @param {string} now @param {(key: string) => void} choose
 */
function choices(app, id, word, keys, now, choose) {
  return make("div", { class: "row" }, span("what", word), make("div", { class: "chips", role: "group", "aria-label": word },
    keys.map((key) => button(`${id}:${key}`, () => choose(key), { class: "chip", "aria-pressed": String(key === now) }, app.labels.bots?.[key] ?? key))));
}

/** Who plays a seat: a person, or the program in one of its ways. @param {App} app @param {number} seat */
function playedBy(app, seat) {
  return choices(app, `played-by-${seat}`, app.word("who-plays"), ["person", ...PLAYERS], app.screen.bots?.[seat] ?? "person",
    (kind) => say(app, { type: "play-for", seat, value: kind === "person" ? "" : kind }));
}

/** How fast the program plays, where it plays a seat. @param {App} app */
function tempos(app) {
  const { tempo = "" } = app.screen;
  return tempo ? choices(app, "tempo", app.word("tempo"), ["quick", "calm", "slow", "step"], tempo, (value) => say(app, { type: "tempo", value })) : null;
}

/** A search on an open sheet that puts a card there at once: a trophy that nobody told of. @param {App} app */
export function cardOnSheet(app) {
  const sheet = app.sheets().find((each) => each.who.seat === app.ui.seat);
  if (!sheet?.at || app.isPhone()) return [];
  const all = Object.assign({}, ...Object.values(app.labels.cards));
  const hits = span("chips");
  const add = (/** @type {{key: string, name: string}} */ card) => {
    const change = { what: "card", card: card.key, to: `seat:${sheet.who.seat}` };
    press(app, { type: "correct", changes: [change] }, card.name);
  };
  const show = (/** @type {any} */ event) => hits.replaceChildren(...findCards(all, event.target.value, 4).map((card) =>
    button(`give:${card.key}`, () => add(card), { class: "chip" }, "+ ", card.name)));
  return [make("label", { class: "row named" }, span("what", `+ ${app.word("cards-to")}`),
    make("input", { type: "text", "data-id": "sheet-card", autocomplete: "off", oninput: show,
      onkeydown: entered(hits) }), hits)];
}

/** Make the buttons for the person whose sheet is open. @param {App} app */
export function personOnSheet(app) {
  const sheet = app.sheets().find((each) => each.who.seat === app.ui.seat);
  return sheet && !app.isPhone() ? [make("h3", {}, app.word("tab-people")), personActions(app, sheet)] : [];
}

/** A new person's name and place; the character is dealt or chosen next. @param {App} app */
function joinForm(app) {
  const order = app.sheets().map((sheet) => sheet.who);
  const last = order.at(-1)?.seat ?? -1;
  const behind = order.some((who) => who.seat === app.ui.behind) ? app.ui.behind : last;
  const place = (/** @type {import("../base/screen.js").Who} */ who) =>
    button(`behind:${who.seat}`, () => { app.ui.behind = who.seat; paint(app, "drawer"); },
      { class: "chip", "aria-pressed": String(who.seat === behind) }, seatMark(who, 24), who.name);
  return make("div", { class: "joins" }, make("h3", {}, app.word("joins")),
    make("div", { class: "row" }, span("what", app.word("plays-behind")),
      make("div", { class: "chips" }, order.map(place))),
    nameField(app, "join-name", app.word("name-of-new"), (name) =>
      changePeople(app, { what: "join", seat: behind, name }, name)));
}

/**
 * A field for a name with its button; Enter in it presses the button.
 * @param {App} app @param {string} id @param {string} label @param {(name: string) => void} take
 */
function nameField(app, id, label, take) {
  const field = make("input", { type: "text", "data-id": id, autocomplete: "off", maxlength: LONGEST_PERSON,
    value: app.ui.named[id] ?? "", oninput: (/** @type {any} */ event) => { app.ui.named[id] = event.target.value; },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      go();
    } });
  const go = () => (field.value.trim() ? take(field.value.trim()) : field.focus());
  return make("label", { class: "row named" }, span("what", label), field,
    button(`${id}:go`, go, { class: "offer", "aria-label": label }, cap("↵"), app.word("so-it-is")));
}

/** @param {App} app @param {Change} change @param {string} label */
function changePeople(app, change, label) {
  Object.assign(app.ui, { person: -1, behind: -1, sure: "", named: {}, drawer: "people" });
  press(app, { type: "correct", changes: [change] }, label);
}

// Phones and televisions of a hosted table: who has which seat, sending one out, new codes.

/** On the laptop the codes and everybody's devices, on a phone those of its seat. @param {App} app */
export function devices(app) {
  const { hosted, devices: all = [] } = app.screen;
  const phone = app.isPhone();
  if (!hosted || (phone && !all.length)) return [];
  return [
    make("h3", {}, phone ? app.word("devices-yours") : app.word("devices")),
    phone ? null : codesLink(app),
    all.length ? make("ul", { class: "devices" }, all.map((device) => deviceRow(app, device)))
      : make("p", { class: "none" }, app.word("devices-none")),
    phone || !all.length ? null : sure(app, "new-codes", app.word("new-codes"), app.word("new-codes-sure"),
      () => say(app, { type: "new-codes" })),
  ];
}

/** Opens the page of all codes beside this one. @param {App} app */
export function codesLink(app) {
  return make("a", { class: "offer codes", "data-id": "seat-codes", href: "/codes", target: "_blank", rel: "noopener" },
    app.word("seat-codes"));
}

/** @param {App} app @param {Device} device */
function deviceRow(app, device) {
  const whose = app.sheets().find((sheet) => sheet.who.seat === device.seat)?.who.name ?? app.word("television");
  const name = device.model || app.word("device");
  const since = new Date(device.since * 1000).toLocaleString(app.screen.lang,
    { weekday: "short", hour: "2-digit", minute: "2-digit" });
  const about = [device.own ? app.word("device-own") : device.on ? app.word("device-on") : "",
    app.word("device-since", { time: since })].filter(Boolean).join(" · ");
  const label = app.isPhone() ? name : `${whose} · ${name}`;
  return make("li", {}, span("text", span("label", label), span("note", about)),
    device.own ? null : sure(app, `send-out:${device.id}`, app.word("send-out"),
      app.word("send-out-sure", { device: label }), () => say(app, { type: "send-out", key: device.id }), label));
}

// A button that asks before it does what can't be wanted by a slip: who leaves, which phone is sent out.

/**
 * The button; once it is pressed its question, with the answer that does nothing focused.
 * @param {App} app @param {string} id @param {string} word @param {string} question @param {() => void} act
 * @param {string} [about] what it is done to, where several have this word
 */
function sure(app, id, word, question, act, about) {
  const set = (/** @type {string} */ asked) => {
    app.ui.sure = asked;
    paint(app, "drawer");
    focusOn(app, asked ? `${id}:no` : id);
    app.root.querySelector(".sure")?.scrollIntoView({ block: "nearest" });
  };
  if (app.ui.sure !== id) {
    const label = about && app.word("labelled", { label: word, text: about });
    return button(id, () => set(id), { class: "offer", "aria-label": label }, word);
  }
  return make("div", { class: "sure", role: "group", "aria-labelledby": `${app.id}-sure` },
    make("p", { id: `${app.id}-sure` }, question),
    button(`${id}:yes`, () => { set(""); act(); }, { class: "offer" }, app.word("yes")),
    button(`${id}:no`, () => set(""), { class: "offer" }, app.word("no")));
}
