// @ts-check
/** The story of a group in the form of a new table: last evening, who leads, what is open; and how long tonight may be. */

import { button, cap, make, span, svg } from "../base/elements.js";
import { focusOn, keepingFocus } from "../base/focus.js";
import { crown, motif, seatMark } from "../base/icons.js";
import { openDemo, say } from "../base/messages.js";
import { sayWithPlayers } from "./setup_form.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Group, Member, Switch, Tonight, Won } from "../base/screen.js"
 * @import { Form } from "./setup_form.js"
 */

/** Milliseconds after the painting of the form in which whoever types ahead is not kept waiting. */
const QUIET = 60;
/** Minutes that a group may say it has, 0 for no limit. */
const WISHES = [60, 90, 120, 0];
/** Crowns that are drawn over somebody's head; more are a number. */
const CROWNS = 5;
/** Letters of what a group writes of itself. */
const LONGEST = 60;

/** Ask what is told to the group, once for what is chosen, a little after the form is painted. @param {App} app */
export function askGroup(app) {
  const lacks = () => Boolean(app.setup && app.ui.groupOf !== app.setup.spec);
  const ask = () => {
    if (!lacks()) return;
    app.ui.groupOf = app.setup?.spec ?? "";
    app.alive.ask({ type: "group" });
  };
  if (lacks()) requestAnimationFrame(() => setTimeout(ask, QUIET));
}

/** Show what came of the group; while tables are not read yet, ask again. @param {App} app @param {Group} group */
export function takeGroup(app, group) {
  app.whenReleased(() => {
    const { form } = app.ui;
    if (!app.setup || !form) return;
    app.ui.group = group;
    if (group.missing) app.alive.ask({ type: "group" });
    repaintStory(app, form);
    fill(app, ".tonight:not(.begins)", tonightOf(app, form));
  });
}

/** @param {App} app @param {Form} form */
export function repaintStory(app, form) {
  fill(app, ".story", storyOf(app, form));
}

/** Renew a part of the form alone: nothing that is being typed is touched, and a button in it keeps the focus. @param {App} app @param {string} part @param {(Node | null)[]} parts */
function fill(app, part, parts) {
  keepingFocus(app, () => app.hosts.setup.querySelector(part)?.replaceChildren(...parts.filter((each) => each !== null)));
}

/**
 * The story of the group that played last, or the demo table for those who play for the first time.
 * @param {App} app @param {Form} form @param {() => void} again takes its people once more
 */
export function story(app, form, again) {
  form.again = again;
  return make("section", { class: "story", "aria-label": app.word("last-evenings") }, storyOf(app, form).filter((part) => part !== null));
}

/** @param {App} app @param {Form} form @returns {(Node | null)[]} */
function storyOf(app, form) {
  const names = form.from.again;
  if (!names.length) return [make("h2", { class: "story-title" }, app.word("first-time")), demo(app)];
  const { kicker = "", title = "", story: told = "", records = [], members = [], won = [], open = [] } = app.ui.group ?? {};
  return [
    kicker ? make("p", { class: "kicker" }, kicker) : null,
    title ? make("h2", { class: "story-title" }, title) : null,
    told ? make("p", { class: "told" }, told) : null,
    make("ul", { class: "friends" }, members.length ? members.map((member) => friend(app, member)) : names.map((name, seat) => unread(name, seat))),
    won.length ? wonBefore(app, won) : null,
    ...records.map((record) => make("p", { class: "record" }, record)),
    make("div", { class: "story-next" }, rematch(app, form),
      open.slice(0, 2).map(({ name, note }) => button(`go-on:${name}`, () => say(app, { type: "open", name }), { class: "option" },
        span("label", app.word("still-open", { name })), span("note", note)))),
  ];
}

/** One press takes the same people, by what they played last; it is the filled one until somebody is named. @param {App} app @param {Form} form */
function rematch(app, form) {
  const first = !form.players.length;
  return button("again", () => form.again?.(), { class: first ? "option first" : "option" }, first ? cap("⏎") : null,
    span("label", app.word("same-people", { names: form.from.again.join(", ") })));
}

/** @param {App} app @param {Member} member */
function friend(app, { who, picture, wins = 0, notes = [] }) {
  const crowns = wins > CROWNS ? [crown(), span("times", `× ${wins}`)] : Array.from({ length: wins }, crown);
  return make("li", { class: "friend", "data-seat": who.seat % 6, title: who.character || false },
    make("span", { class: "crowns", role: "img", "aria-label": app.word("wins-n", { n: wins }) }, crowns),
    span("portrait-of", motif(app, picture, 72), seatMark(who, 26)), make("b", {}, who.name), notes.map((note) => span("note", note)));
}

/** Somebody whose tables are not read yet: name and mark, in the place of the face. @param {string} name @param {number} seat */
function unread(name, seat) {
  const who = { seat, letter: name.slice(0, 1).toUpperCase(), name };
  return make("li", { class: "friend", "data-seat": seat % 6 }, span("crowns"), span("portrait-of", seatMark(who, 26)), make("b", {}, name));
}

/** @param {App} app @param {Won[]} won */
function wonBefore(app, won) {
  const one = (/** @type {Won} */ { when, who }) => make("li", { "aria-label": `${when}: ${who?.name ?? app.word("nobody")}` },
    who ? seatMark(who, 26) : span("no-mark", "–"), span("when", when));
  return make("div", { class: "won" }, make("b", {}, app.word("who-won")), make("ol", {}, won.map(one)));
}

/** A button that opens the demo table, with what it is. @param {App} app */
export function demo(app) {
  return button("demo", () => openDemo(app), { class: "offer demo" },
    span("label", app.word("demo")), span("note", app.word("demo-how")));
}

// Who begins, by the edition's rule; and what the group writes of itself: its name, and what it plays for.

/** @param {App} app @param {Form} form @returns {(Node | null)[]} */
export function beginnerOf(app, form) {
  const { begins } = form.from;
  if (!begins || form.players.length < 2) return [];
  const { text, name = "", rolls = false, rolled = "" } = begins;
  const names = form.players.map((player) => player.name);
  const first = Math.max(0, names.indexOf(name));
  const chip = (/** @type {string} */ one, /** @type {number} */ seat) => button(`first:${seat}`, () => settle(app, form, "first", one, `first:${seat}`),
    { class: "chip", "aria-pressed": String(seat === first) }, seatMark({ seat, letter: one.slice(0, 1).toUpperCase(), name: one }, 24), one);
  const roll = rolls ? button("roll-first", () => settle(app, form, "roll", "", "roll-first"), { class: "chip" }, app.word("roll-first")) : null;
  return [make("h3", {}, app.word("who-begins")),
    make("div", { class: "wishes", role: "group", "aria-label": app.word("who-begins") }, names.map(chip), roll),
    make("p", { class: "pace", role: "status" }, rolled || text)];
}

/** @param {App} app @param {Form} form @param {string} key @param {string} value @param {string} focus */
function settle(app, form, key, value, focus) {
  sayWithPlayers(app, form, { type: "part", key, value });
  focusOn(app, focus);
}

/** @param {App} app @param {Form} form */
export function ownWords(app, form) {
  const field = (/** @type {"group" | "stake"} */ part, /** @type {string} */ label, /** @type {string} */ example) =>
    make("label", { class: "field" }, make("span", {}, label), make("input", { type: "text", class: "search", "data-id": part,
      value: form[part], autocomplete: "off", maxlength: LONGEST, placeholder: example,
      oninput: (/** @type {any} */ event) => { form[part] = event.target.value; } }));
  return make("div", { class: "own-words" }, field("group", app.word("group-name"), form.from.group ?? ""),
    field("stake", app.word("stake-tonight"), app.word("stake-example")));
}

// How long tonight: what the group has, what its own pace says of it, and house rules that shorten an evening.

/** @param {App} app @param {Form} form */
export function tonight(app, form) {
  return make("section", { class: "tonight", "aria-label": app.word("how-long") }, tonightOf(app, form).filter((part) => part !== null));
}

/** @param {App} app @param {Form} form @returns {(Node | null)[]} */
function tonightOf(app, form) {
  const { minutes = 0 } = form.from;
  const known = app.ui.group?.tonight?.find((each) => each.minutes === minutes);
  const wish = (/** @type {number} */ n) => button(`minutes:${n}`, () => choose(app, form, n),
    { class: "chip wish", "aria-pressed": String(n === minutes) }, n ? app.word("minutes-long", { n }) : app.word("no-limit"));
  return [
    make("h3", {}, app.word("how-long")),
    make("div", { class: "wishes", role: "group", "aria-label": app.word("how-long") }, WISHES.map(wish)),
    known ? make("p", { class: "pace", role: "status" }, known.text, known.note ? [" ", make("strong", {}, known.note)] : null) : null,
    known && app.ui.group?.game ? course(app, minutes, app.ui.group.game) : null,
    known?.longer ? make("div", { class: "shorter" }, form.from.switches.filter((one) => one.shorter).map((one) => rule(app, form, one, known))) : null,
  ];
}

/** @param {App} app @param {Form} form @param {number} n */
function choose(app, form, n) {
  sayWithPlayers(app, form, { type: "part", key: "minutes", value: String(n) });
  focusOn(app, `minutes:${n}`);
}

/**
 * A house rule that shortens an evening, as a switch; below it what is known of its effect.
 * @param {App} app @param {Form} form @param {Switch} one @param {Tonight} known
 */
function rule(app, form, one, known) {
  const { key, text, value, choices = [], shorter = "", usual = "" } = one;
  const on = value === shorter;
  const label = choices.find((choice) => choice.key === shorter)?.label ?? shorter;
  const effect = known.effects?.[`${key}:${shorter}`] ?? "";
  const turn = () => {
    sayWithPlayers(app, form, { type: "switch", key, value: on ? usual : shorter });
    focusOn(app, `shorter:${key}`);
  };
  return button(`shorter:${key}`, turn, { class: "chip", "aria-pressed": String(on) },
    span("now", `${on ? "✓ " : ""}${text} ${label}`), effect ? span("then", effect) : null);
}

/**
 * The evening as a line from now to the end of what the group has, with the Crown where a game is likely to end.
 * @param {App} app @param {number} wish @param {number} game both in minutes
 */
function course(app, wish, game) {
  const whole = Math.max(wish, game);
  const at = (/** @type {number} */ minutes) => new Date(Date.now() + minutes * 60_000)
    .toLocaleTimeString(app.screen.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const track = svg("svg", "track");
  track.setAttribute("viewBox", "0 0 100 6");
  track.setAttribute("preserveAspectRatio", "none");
  track.setAttribute("aria-hidden", "true");
  for (const [name, from, to] of /** @type {[string, number, number][]} */ ([["all", 0, 100], ["has", 0, 100 * wish / whole], ["game", 0, 100 * game / whole]])) {
    const bar = svg("rect", name);
    Object.entries({ x: from, y: name === "game" ? 2 : 0, width: to - from, height: name === "game" ? 2 : 6 })
      .forEach(([key, value]) => bar.setAttribute(key, String(value)));
    track.append(bar);
  }
  const ends = [span("crown-at", crown(), app.word("end-about", { time: at(game) })), span("to", at(wish))];
  return make("div", { class: "course-of-evening" }, track,
    make("p", { class: "hours" }, span("from", at(0)), game > wish ? ends.reverse() : ends));
}
