// @ts-check
/** The form of a new table: what was typed into it, which outlives each new version from the kernel, its editions and house rules. */

import { button, make, span, svg } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { say } from "../base/messages.js";
import { paint } from "../base/painting.js";
import { benchDoor, DOUBTS, lessonsDoor, sectionsOf, workshopDoor } from "../looking_up/look_up.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { EditionEntry, LayerEntry, ViewMessage, Setup, Switch } from "../base/screen.js"
 */

/**
 * A player of the form; `letters` are those typed for a character that is not chosen yet.
 * `from` is the version of the form the kernel sent last, `told` the players it was told last, as JSON.
 * @typedef {{name: string, character: string, letters: string}} Player
 * `group` and `stake` are the group's own words; `again` takes the people of the last table once more.
 * @typedef {{from: Setup, told: string, players: Player[], typed: string, group: string, stake: string, again?: () => void}} Form
 */

/**
 * The form of this view. What was typed is kept when the kernel sends the players it was told; others replace it.
 * @param {App} app @param {Setup} setup @returns {Form}
 */
export function formOf(app, setup) {
  const form = app.ui.form;
  if (form?.from === setup) return form;
  const sent = JSON.stringify(setup.players);
  if (form && [form.told, JSON.stringify(form.from.players)].includes(sent)) form.from = setup;
  else app.ui.form = newForm(setup, form);
  return /** @type {Form} */ (app.ui.form);
}

/** @param {Setup} setup @param {Form | null} [before] @returns {Form} */
function newForm(setup, before) {
  const { group = "", stake = "" } = before ?? (setup.players.length ? setup : {});
  const players = setup.players.map(([name, character]) => ({ name, character, letters: "" }));
  return { from: setup, told: "", players, typed: players.map((player) => player.name).join(", "), group, stake };
}

/**
 * Take the players from the field of names; each keeps its character by its place.
 * @param {Form} form @param {string} typed
 */
export function readNames(form, typed) {
  const before = form.players;
  form.typed = typed;
  form.players = typed.split(/[,;]/).map((name) => name.trim()).filter(Boolean)
    .map((name, i) => ({ character: before[i]?.character ?? "", letters: before[i]?.letters ?? "", name }));
}

/**
 * Send a message with the players of the form.
 * @param {App} app @param {Form} form @param {ViewMessage} message
 */
export function sayWithPlayers(app, form, message, label = "") {
  const players = form.players.map(({ name, character }) => ({ name, character }));
  form.told = JSON.stringify(players.map(({ name, character }) => [name, character]));
  say(app, { ...message, players }, label);
}

/** @param {App} app @param {Form} form @param {string} name */
const choose = (app, form, name) => sayWithPlayers(app, form, { type: "house", name });

/**
 * The names under which house rules are saved, a button each, and those of the edition; "" where none are saved.
 * @param {App} app @param {Form} form
 */
function savedNames(app, form) {
  const { house_names: names, house_name: chosen } = form.from;
  if (!names.length) return "";
  return make("div", { class: "mixes", role: "group", "aria-label": app.word("house-saved") },
    make("span", {}, app.word("house-saved")),
    button("mix:", () => choose(app, form, ""), { class: "chip" }, app.word("house-by-edition")),
    names.map((name) => button(`mix:${name}`, () => choose(app, form, name),
      { class: "chip", "aria-pressed": String(name === chosen) }, name)));
}

/** A field for a name and a button that saves the chosen house rules under it. @param {App} app @param {Form} form */
function saveField(app, form) {
  const save = () => sayWithPlayers(app, form, { type: "save-house", name: input.value });
  const input = make("input", {
    type: "text", class: "search", "data-id": "house-name", autocomplete: "off", placeholder: app.word("house-name"),
    "aria-label": app.word("house-name"),
    onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); save(); } },
  });
  return make("div", { class: "mixes" }, input, button("house-save", save, { class: "chip" }, app.word("house-save")));
}

/** The button with the number of house rules, which opens their list. @param {App} app @param {Setup} setup */
export function houseChip(app, setup) {
  const flip = () => { app.ui.house = !app.ui.house; paint(app, "setup"); focusOn(app, "house"); };
  return button("house", flip, { class: "chip", "aria-expanded": String(Boolean(app.ui.house)) },
    span("now", setup.house), make("span", { class: "then", "aria-hidden": "true" }, app.ui.house ? "▴" : "▾"));
}

/**
 * The list of house rules, by group: a checkbox each, or radio buttons for one with several values.
 * @param {App} app @param {Form} form
 */
export function houseRules(app, form) {
  const { switches } = form.from;
  if (!app.ui.house || !switches.length) return "";
  const rules = switches.flatMap((one, at) => {
    const heading = one.group === switches[at - 1]?.group ? [] : [make("h3", {}, one.group)];
    const told = make("span", {}, make("b", {}, one.about), one.about ? " " : "", one.text);
    /** @type {HTMLElement} */
    const field = one.choices?.length
      ? make("fieldset", {}, make("legend", {}, told), one.choices.map((choice) =>
        tick(app, form, "radio", one, choice.key === one.value, choice.label, choice.key)))
      : tick(app, form, "checkbox", one, one.value === "true", told);
    return [...heading, field];
  });
  const besides = form.from.house_besides.map((text) => make("p", { class: "besides" }, text));
  return make("section", { class: "house", "aria-label": app.word("house-rules") },
    savedNames(app, form), rules, besides, saveField(app, form));
}

/**
 * A native checkbox or radio button with its label; `key` is that of a radio button's choice.
 * @param {App} app @param {Form} form @param {"checkbox" | "radio"} type @param {Switch} one @param {boolean} checked
 * @param {Child} told
 */
function tick(app, form, type, one, checked, told, key = "") {
  const turn = (/** @type {any} */ event) => sayWithPlayers(app, form,
    { type: "switch", key: one.key, value: key || String(event.target.checked) });
  const id = key ? `${one.key}:${key}` : one.key;
  return make("label", { class: "switch" },
    make("input", { type, name: one.key, "data-id": id, checked, onchange: turn }), told);
}

// The editions side by side, the box they are played from, and a group's own layers.

/** @param {App} app @param {Form} form */
export function editionFields(app, form) {
  const { editions, edition, packs, layers } = form.from;
  if (!editions?.length) return "";
  const chosen = editions.find((each) => each.key === edition);
  const cards = editions.map((each) => pressed(app, form, "radio", "edition", each.key, each.key === edition,
    { type: "part", key: "edition", value: each.key }, [picture(each), ...told(each.name, each.about)]));
  const ways = (chosen?.variants ?? []).map((way) => pressed(app, form, "radio", "variant", way.key,
    way.key === (chosen?.variant ?? ""), { type: "part", key: "variant", value: way.key }, told(way.label, way.note ?? "")));
  return make("div", { class: "editions", "data-id": "editions" },
    group("cards", app.word("choose-edition"), cards), group("ways", chosen?.expands ? app.word("choose-expansion") : app.word("choose-box"), ways),
    group("packs", app.word("choose-packs"), (packs ?? []).map((pack) => packTick(app, form, pack))),
    group("layers", app.word("choose-layers"), (layers ?? []).map((layer) => ownLayer(app, form, layer))),
    boxOffer(app, form), make("div", { class: "doors" }, fileField(app, form, "box", cardsLink(app, form)), workshopDoor(app), benchDoor(app, "chip", app.word("ask-rules")), notKnown(app, form), lessonsDoor(app)));
}

/** Make a fold that tells what is not known of all that is chosen, and asks how its box fills it. @param {App} app @param {Form} form */
function notKnown(app, form) {
  const found = app.ui.looked.at(-1);
  const page = found?.key === DOUBTS && app.ui.knownOf === form.from.spec ? found.page : null;
  const ask = () => {
    Object.assign(app.ui, { looked: [], knownOf: page ? "" : form.from.spec });
    if (page) paint(app, "setup");
    else say(app, { type: "look-up", key: DOUBTS });
    focusOn(app, "not-known");
  };
  return [button("not-known", ask, { class: "chip", "aria-expanded": Boolean(page) }, span("now", app.word("not-known")),
    make("span", { class: "then", "aria-hidden": "true" }, page ? "▴" : "▾")),
  page ? make("article", { class: "page", "aria-label": page.title }, make("b", { class: "page-title" }, page.title),
    page.about.map((line) => make("p", { class: "quiet" }, line)), sectionsOf(page, (text) => [text])) : ""];
}

/** Fields under a heading; nothing without any. @param {string} name @param {string} heading @param {HTMLElement[]} fields */
function group(name, heading, fields) {
  return fields.length ? make("fieldset", { class: name }, make("legend", {}, heading), fields) : "";
}

/** A pack with its tick, without what is known of its cards: that is told on a rest of the pointer. @param {App} app @param {Form} form @param {LayerEntry} pack */
function packTick(app, form, { about = "", ...pack }) {
  const tick = layerTick(app, form, pack);
  tick.title = about;
  return tick;
}

/** A layer with its tick; one that can't be laid over the edition is closed and says why. @param {App} app @param {Form} form @param {LayerEntry} layer */
function layerTick(app, form, { key, name, about = "", on = false, wrong = "" }) {
  const words = [...told(name, about), wrong ? make("span", { class: "wrong" }, wrong) : ""];
  return pressed(app, form, "checkbox", "layer", key, on, { type: "layer", key, value: String(!on) }, words, Boolean(wrong));
}

// Boxes: a file that is laid on the form, what it is before it is installed, and those that are installed.

/** A layer of one's own with what else may be done with it: written as a file if it is right, removed if it is a box. @param {App} app @param {Form} form @param {LayerEntry} layer */
function ownLayer(app, form, layer) {
  const send = (/** @type {string} */ key) => { app.ui.removes = ""; sayWithPlayers(app, form, { type: "box", key, value: layer.key }); };
  const ask = (/** @type {string} */ key) => () => {
    app.ui.removes = key;
    paint(app, "setup");
    focusOn(app, key ? "box-keep" : `box-remove:${layer.key}`);
  };
  const chip = (/** @type {string} */ id, /** @type {() => void} */ run, /** @type {string} */ text) =>
    button(id, run, { class: "chip", "aria-label": app.word("labelled", { label: layer.name, text }) }, text);
  const asks = app.ui.removes === layer.key;
  return make("div", { class: "owned" }, layerTick(app, form, layer),
    asks ? make("p", { role: "status" }, app.word("box-remove-sure", { name: layer.name })) : "",
    make("div", { class: "mixes" }, asks
      ? [chip("box-keep", ask(""), app.word("box-keep")), chip("box-removed", () => send("remove"), app.word("box-remove"))]
      : [layer.wrong ? "" : chip(`box-file:${layer.key}`, () => send("file"), app.word("box-as-file")),
        layer.box ? chip(`box-remove:${layer.key}`, ask(layer.key), app.word("box-remove")) : ""]));
}

/** Where a file of a box or table is chosen, or dropped. @param {App} app @param {Form} form @param {"box" | "table"} what @param {Child[]} more */
export function fileField(app, form, what, ...more) {
  const take = (/** @type {FileList | null | undefined} */ files) => { if (files?.[0]) readFile(app, form, files[0]); };
  const input = make("input", { type: "file", accept: what === "box" ? ".talisman-box" : ".talisman", "data-id": `${what}-input`, hidden: true,
    onchange: (/** @type {any} */ event) => take(event.target.files) });
  const over = (/** @type {any} */ event) => event.preventDefault();
  const word = what === "box" ? app.word("box-choose") : app.word("table-choose");
  return make("div", { class: "box-field", ondragover: over, ondrop: (/** @type {any} */ event) => { over(event); take(event.dataTransfer?.files); } },
    button(`${what}-choose`, () => input.click(), { class: "chip" }, word), input, ...more);
}

/** A link to the grid of the group's cards, where the page has an address for it. @param {App} app @param {Form} form */
function cardsLink(app, form) {
  const query = new URLSearchParams({ cards: form.from.spec, lang: app.labels.lang });
  return "bench" in document.body.dataset ? make("a", { href: `?${query}`, target: "_blank", rel: "noopener", class: "chip",
    "data-id": "cards-grid" }, app.word("grid")) : "";
}

/** Bytes of a piece of a file: the servers take messages of twice as many; three bytes are four letters. */
const PIECE = 24_000;

/** Bytes of a file that is not even read: the program says how large a box may be. */
const MOST_BYTES = 4_000_000;

/** Read a file and send it piece by piece: `takePiece` sends the next one that is asked for. @param {App} app @param {Form} form @param {File} file */
async function readFile(app, form, file) {
  if (file.size > MOST_BYTES) return sayWithPlayers(app, form, { type: "box", key: "large" });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const count = Math.max(1, Math.ceil(bytes.length / PIECE));
  app.ui.pieceOf = file.name;
  app.ui.pieces = Array.from({ length: count }, (_, n) => btoa(String.fromCharCode(...bytes.subarray(n * PIECE, (n + 1) * PIECE))));
  return sendPiece(app, 0);
}

/** Open the table that a file was, or send the next piece. @param {App} app @param {{ n: number, name?: string }} reply */
export function takePiece(app, { n, name }) {
  if (name) say(app, { type: "open", name });
  else sendPiece(app, n);
}

/** Send a piece of the file that was read. @param {App} app @param {number} n */
function sendPiece(app, n) {
  const { pieces } = app.ui;
  if (!app.setup || n >= pieces.length) return;
  sayWithPlayers(app, formOf(app, app.setup), { type: "box", key: "piece", n, before: pieces.length, value: pieces[n], name: app.ui.pieceOf });
}

/** The box that was laid on the form, which is installed or left. @param {App} app @param {Form} form */
function boxOffer(app, form) {
  const { box } = form.from;
  if (!box) return "";
  const send = (/** @type {string} */ key) => () => { sayWithPlayers(app, form, { type: "box", key }); focusOn(app, "box-choose"); };
  return make("section", { class: "offered", role: "status", "aria-label": app.word("box-choose") },
    make("b", {}, box.title), box.about ? make("p", { class: "differs" }, box.about) : "",
    box.wrong ? make("p", { class: "wrong" }, box.wrong) : "",
    make("div", { class: "mixes" },
      box.wrong ? "" : button("box-install", send("install"), { class: "option first" }, span("label", app.word("box-install"))),
      button("box-leave", send("leave"), { class: "option" }, span("label", app.word("box-leave")))));
}

/**
 * A native radio button or checkbox in a card that may be pressed anywhere.
 * @param {App} app @param {Form} form @param {"radio" | "checkbox"} type @param {string} name @param {string} key
 * @param {boolean} checked @param {ViewMessage} message @param {Child[]} words @param {boolean} [disabled]
 */
function pressed(app, form, type, name, key, checked, message, words, disabled = false) {
  return make("label", { class: disabled ? "box closed" : "box" },
    make("input", { type, name, "data-id": `${name}:${key}`, checked, disabled, onchange: () => sayWithPlayers(app, form, message) }),
    make("span", { class: "words" }, ...words));
}

/** @param {string} name @param {string} about */
const told = (name, about) => [make("b", {}, name), about ? make("span", { class: "differs" }, about) : ""];

/** The spaces of an edition's board as they lie, by region; its goal stands out. @param {EditionEntry} edition */
function picture({ board }) {
  const [rows, columns] = [0, 1].map((at) => Math.max(...board.map((space) => space[at])) + 1);
  const cells = board.map(([row, column, region]) => {
    const cell = svg("rect", region < 0 ? "goal" : `region-${Math.min(region, LAST_REGION)}`);
    Object.entries({ x: column, y: row, width: 0.9, height: 0.9, rx: 0.15 })
      .forEach(([name, value]) => cell.setAttribute(name, String(value)));
    return cell;
  });
  const found = svg("svg", "map", ...cells);
  found.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
  found.setAttribute("aria-hidden", "true");
  return found;
}

/** Regions beyond the third have its colour. */
const LAST_REGION = 2;
