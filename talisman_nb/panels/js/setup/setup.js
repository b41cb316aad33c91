// @ts-check
/** The form of a new table: names, characters, settings as a sentence, house rules, Start, and the saved tables. */

import { PLAYERS } from "../base/app.js";
import { button, cap, make, span } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { botIcon, counter, motif, seatMark } from "../base/icons.js";
import { say } from "../base/messages.js";
import { paint } from "../base/painting.js";
import { roving, setStop } from "../base/roving.js";
import { findCards } from "../base/text.js";
import { eveningsOf } from "../looking_back/chronicle.js";
import { beginnerOf, demo, ownWords, repaintStory, story, tonight } from "./last_time.js";
import { editionFields, fileField, formOf, houseChip, houseRules, readNames, sayWithPlayers } from "./setup_form.js";

/**
 * @import { App } from "../base/app.js"
 * @import { CharacterEntry, Setup } from "../base/screen.js"
 * @import { Form, Player } from "./setup_form.js"
 */

/** Size of the portrait in the row of a player, in pixels. */
const ROW_PORTRAIT = 40;

/** @param {App} app @param {HTMLElement} host */
export function paintSetup(app, host) {
  const setup = app.setup;
  const opens = host.hidden && app.ui.inside; // the focused element is removed with the table
  host.hidden = !setup;
  if (!setup) {
    Object.assign(app.ui, { form: null, group: null, groupOf: "", listed: false });
    return host.replaceChildren();
  }
  const form = formOf(app, setup);
  const rows = make("div", { class: "players" });
  const gallery = make("div", { class: "galleries" });
  const beginner = make("section", { class: "tonight begins", "aria-label": app.word("who-begins") });
  const again = () => {
    rows.replaceChildren(...form.players.map((player, i) => playerRow(app, form, player, i, again)));
    gallery.replaceChildren(...charactersLeft(app, form, again));
    beginner.replaceChildren(...beginnerOf(app, form).filter((part) => part !== null));
    fillFirst(app, form);
    gallery.querySelectorAll(".portraits").forEach((group) => setStop(/** @type {HTMLElement} */ (group)));
  };
  const alone = !setup.again.length; // who plays for the first time finds the demo table where the story would stand
  host.replaceChildren(
    story(app, form, () => samePeople(app, form)),
    make("div", { class: "setup-form" },
      make("h2", { class: "headline", tabindex: "-1", "data-id": "headline" }, app.word("new-table")),
      namesField(app, form, again), rows, gallery, beginner, tonight(app, form), ownWords(app, form),
      editionFields(app, form), settingChips(app, form), houseRules(app, form),
      make("p", { class: setup.note ? "foot refusal" : "foot", role: "status" }, setup.note ?? ""),
      make("div", { class: "offers" },
        setup.at_table ? "" : button("deal", () => deal(app, form), { class: "offer" }, app.word("deal-for-us")),
        startButton(app, form), alone ? "" : demo(app)),
      savedTables(app, setup)));
  again();
  if (opens) focusOn(app, form.players.length ? "headline" : "again"); // without a group there is no such button
}

/** Take the names of the last table, and ask for what it was played by. @param {App} app @param {Form} form */
function samePeople(app, form) {
  readNames(form, form.from.again.join(", "));
  form.group ||= form.from.group ?? "";
  form.stake ||= form.from.stake ?? "";
  paint(app, "setup");
  nextField(app, form);
  sayWithPlayers(app, form, { type: "same-people" });
}

/** It is the filled button once somebody is named, or where no group can take its people again. @param {App} app @param {Form} form */
function startButton(app, form) {
  const first = form.players.length || !form.from.again.length;
  return button("start", () => start(app, form), { class: first ? "option first" : "option" },
    first ? cap("⏎") : null, span("label", app.word("start")));
}

/** Fill the button that Enter presses now, as soon as somebody is named or nobody is. @param {App} app @param {Form} form */
function fillFirst(app, form) {
  const button = app.hosts.setup.querySelector('[data-id="start"]');
  const made = startButton(app, form);
  if (!button || button.className === made.className) return;
  button.replaceWith(made);
  repaintStory(app, form);
}

/** @param {App} app @param {Form} form @param {() => void} again */
function namesField(app, form, again) {
  const read = (/** @type {any} */ event) => {
    readNames(form, event.target.value);
    again();
    app.hosts.setup.querySelector(".foot")?.replaceChildren();
  };
  const input = make("input", {
    type: "text", class: "search", "data-id": "names", value: form.typed, autocomplete: "off",
    placeholder: app.word("names-example"), oninput: read,
    onkeydown: (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (!form.players.length && form.from.again.length) samePeople(app, form);
      else nextField(app, form);
    },
  });
  return make("label", { class: "field" }, make("span", {}, app.word("names")), input);
}

/**
 * The row of a player: the chosen character, or a search field with hits.
 * @param {App} app @param {Form} form @param {Player} player @param {number} i @param {() => void} again
 */
function playerRow(app, form, player, i, again) {
  const { figures } = form.from;
  const known = figures.find((figure) => figure.key === player.character);
  const open = left(form, player);
  const names = Object.fromEntries(open.map((figure) => [figure.key, figure.name]));
  const hits = span("chips");
  const take = (/** @type {string} */ key) => {
    Object.assign(player, { character: key, letters: "" });
    again();
    nextField(app, form);
  };
  const another = () => { Object.assign(player, { character: "", letters: "" }); again(); focusOn(app, `character:${i}`); };
  const chip = (/** @type {{key: string, name: string}} */ { key, name }) =>
    button(`figure:${i}:${key}`, () => take(key), { class: "chip" }, name);
  const show = (/** @type {string} */ letters) => {
    player.letters = letters;
    const found = findCards(names, letters, 4);
    const lost = letters.trim() && !found.length;
    hits.replaceChildren(...(lost ? [app.word("no-such-character"), ...open.map(chip)] : found.map(chip)));
    hits.dataset.found = String(found.length);
  };
  if (player.letters) show(player.letters);
  const enter = (/** @type {any} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!event.target.value.trim()) start(app, form);
    else if (hits.dataset.found !== "0") hits.querySelector("button")?.click();
  };
  const letter = player.name.slice(0, 1).toUpperCase();
  const mark = seatMark({ seat: i, letter, name: player.name, character: "" }, 36);
  return make("div", { class: "player" }, mark, make("b", {}, player.name), ...(known
    ? [motif(app, portraitKey(known.key), ROW_PORTRAIT), span("known", make("b", {}, known.name), ` ${known.note}`),
      button(`other:${i}`, another, { class: "chip" }, app.word("another"))]
    : [make("input", { type: "text", "data-id": `character:${i}`,
      "aria-label": app.word("labelled", { label: player.name, text: app.word("character") }), placeholder: form.from.at_table || app.word("character"),
      autocomplete: "off", value: player.letters, onkeydown: enter,
      oninput: (/** @type {any} */ event) => show(event.target.value) }), hits]), ...played(app, form, player));
}

/** Who plays: a person, or the program in a way that a second press changes. @param {App} app @param {Form} form @param {Player} player */
function played(app, form, { name }) {
  const now = form.from.bots?.[name] ?? "";
  const named = (/** @type {string} */ kind) => app.labels.bots?.[kind] ?? kind;
  const chip = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ then, /** @type {string} */ value) =>
    button(`${id}:${name}`, () => sayWithPlayers(app, form, { type: "part", key: `bot:${name}`, value }),
      { class: `chip ${id}`, "aria-label": app.word("labelled", { label: name, text: app.word("becomes", { now: label, then }) }) },
      id === "by" ? botIcon() : null, span("now", label), span("then", `→ ${then}`));
  const next = PLAYERS[(PLAYERS.indexOf(now) + 1) % PLAYERS.length];
  return now ? [chip("by", app.word("the-program"), named("person"), ""), chip("kind", named(now), named(next), next)]
    : [chip("by", named("person"), app.word("the-program"), "planner")];
}

/** The characters that no other player has. @param {Form} form @param {Player} [player] */
function left(form, player) {
  const taken = form.players.filter((each) => each !== player).map((each) => each.character);
  return form.from.figures.filter((figure) => !figure.closed && !taken.includes(figure.key));
}

/**
 * The characters as cards for the first player without one; nothing once all have one, or where the table deals them.
 * @param {App} app @param {Form} form @param {() => void} again
 */
function charactersLeft(app, form, again) {
  const next = form.players.find((player) => !player.character);
  const story = !form.players.length && form.from.again.length; // the group's own stands there first
  if (form.from.at_table || story || (form.players.length && !next)) return [];
  const word = app.word("character");
  return [portraits(app, next ? app.word("labelled", { label: next.name, text: word }) : word, left(form), (key) => {
    if (!next) return focusOn(app, "names");
    next.character = key;
    again();
    return nextField(app, form);
  })];
}

/** Request characters for the players without one, and focus Start. @param {App} app @param {Form} form */
function deal(app, form) {
  focusOn(app, "start");
  sayWithPlayers(app, form, { type: "deal" });
}

/** Focus the first player without a character, else Start. @param {App} app @param {Form} form */
function nextField(app, form) {
  const next = form.players.findIndex((player) => !player.character);
  focusOn(app, next < 0 ? "start" : `character:${next}`);
}

/** @param {App} app @param {Setup} setup */
function savedTables(app, setup) {
  const [evenings, list] = setup.saved.length ? listed(app) : ["", ""];
  return make("section", { class: "saved" }, make("h3", {}, app.word("saved-tables")),
    setup.saved.length ? setup.saved.map((table) =>
      button(`open:${table.name}`, () => say(app, { type: "open", name: table.name }), { class: "option" },
        span("label", table.label), span("note", table.note)))
      : make("p", { class: "none" }, app.word("none-yet")),
    fileField(app, formOf(app, setup), "table", evenings), list);
}

/** All evenings, once they are asked for. @param {App} app */
function listed(app) {
  const ask = () => {
    app.ui.listed = !app.ui.listed;
    paint(app, "setup");
    focusOn(app, "evenings");
    if (app.ui.listed) say(app, { type: "evenings" });
  };
  return [button("evenings", ask, { class: "chip", "aria-expanded": String(app.ui.listed) }, span("now", app.word("all-evenings")),
    make("span", { class: "then", "aria-hidden": "true" }, app.ui.listed ? "▴" : "▾")), app.ui.listed ? eveningsOf(app) : ""];
}

/** @param {App} app @param {Form} form */
function start(app, form) {
  const chips = form.from.parts.map((part) => [part.key, part.value]);
  const own = [["group", form.group], ["stake", form.stake]];
  const parts = Object.fromEntries([["edition", form.from.edition], ...chips, ...own].filter(([, value]) => value));
  sayWithPlayers(app, form, { type: "start", parts }, app.word("start"));
}

// The settings of a new table as chips, each with what a press changes it to.

/**
 * The settings as a sentence whose parts are buttons; each says what a press changes it to: its next choice.
 * @param {App} app @param {Form} form
 */
function settingChips(app, form) {
  return make("p", { class: "sentence" }, form.from.parts.map((part) => {
    if (part.choices.length < 2) return span("chip fixed", part.choices[0]?.label ?? part.value);
    const at = part.choices.findIndex((choice) => choice.key === part.value);
    const [now, next] = [part.choices[at]?.label ?? part.value, part.choices[(at + 1) % part.choices.length]];
    const choose = () => sayWithPlayers(app, form, { type: "part", key: part.key, value: next.key });
    const told = app.word("labelled", { label: part.name, text: app.word("becomes", { now, then: next.label }) });
    return button(`part:${part.key}`, choose, { class: "chip", "aria-label": told, title: told },
      span("now", now), span("then", `→ ${next.label}`));
  }), form.from.switches.length ? houseChip(app, form.from) : "");
}

// The characters of the box as cards to choose from: portrait, name, figures.

/** Figures of a character, in order. @type {("strength" | "craft" | "life" | "fate")[]} */
const POINTS = ["strength", "craft", "life", "fate"];

/**
 * A group of buttons, one stop of the Tab key once `setStop` has seen it.
 * @param {App} app @param {string} heading @param {CharacterEntry[]} figures those nobody has
 * @param {(key: string) => void} take
 */
function portraits(app, heading, figures, take) {
  const cards = figures.map((figure) =>
    button(`portrait:${figure.key}`, () => take(figure.key), { class: "portrait", "data-card": `character.${figure.key}` },
      motif(app, portraitKey(figure.key)),
      span("text", make("b", {}, figure.name), span("unseen", figure.note), points(figure))));
  return make("section", { class: "gallery" }, make("h3", {}, heading), legend(app),
    roving(make("div", { class: "portraits", role: "group", "aria-label": heading }, cards)));
}

/** Make the legend of the counters, for those who see them; a card's note says it to others. @param {App} app */
function legend(app) {
  const words = { strength: app.word("strength"), craft: app.word("craft"), life: app.word("life"), fate: app.word("fate") };
  return make("p", { class: "points legend", "aria-hidden": "true" },
    POINTS.map((what) => span("point", counter(what), words[what])));
}

/** The figures of a character as counters; its note says them. @param {CharacterEntry} figure */
function points({ figures }) {
  return make("span", { class: "points", "aria-hidden": "true" }, POINTS.filter((what) => what in figures)
    .map((what) => span("point", counter(what), String(figures[what]))));
}

/** The key of a character's motif. @param {string} character */
function portraitKey(character) {
  return `character.${character}`;
}
