/** The form of a new table: names, characters, settings as a sentence, house rules, Start, and the saved tables. */

import { make, button, cap, seatMark, findCards } from "./shared.js";

/** @param {any} app @param {HTMLElement} host */
export function paintSetup(app, host) {
  const setup = app.setup;
  const opens = host.hidden && app.ui.inside; // the focused element is removed with the table
  host.hidden = !setup;
  if (!setup) return host.replaceChildren();
  const form = formOf(app, setup);
  const rows = make("div", { class: "players" });
  const again = () => rows.replaceChildren(...form.players.map((player, i) => playerRow(app, form, player, i, again)));
  again();
  host.replaceChildren(
    make("h2", { class: "headline", tabindex: "-1", "data-id": "headline" }, app.word("new-table")),
    samePeople(app, form),
    namesField(app, form, again), rows,
    sentence(app, setup), houseRules(app, setup),
    make("p", { class: setup.note ? "foot refusal" : "foot", role: "status" }, setup.note ?? ""),
    make("div", { class: "offers" },
      button("deal", () => deal(app, form), { class: "offer" }, app.word("deal-for-us")),
      button("start", () => start(app, form), { class: "option first" }, cap("⏎"), make("span", { class: "label" }, app.word("start")))),
    savedTables(app, setup));
  if (opens) app.focus("headline");
}

/** A button that takes the names of the last table; "" without one. */
function samePeople(app, form) {
  const names = app.setup.again.join(", ");
  const take = () => {
    readNames(form, names);
    app.paint("setup");
    nextField(app, form);
    app.say({ type: "same-people", players: form.players }, "");
  };
  return names ? button("again", take, { class: "option" }, app.word("same-people", { names })) : "";
}

/** The view's state of the form (names and characters typed), reset by each new setup from the kernel. */
function formOf(app, setup) {
  if (app.ui.form?.from !== setup) {
    const players = setup.players.map(([name, character]) => ({ name, character }));
    app.ui.form = { from: setup, players, typed: players.map((player) => player.name).join(", ") };
  }
  return app.ui.form;
}

function readNames(form, typed) {
  const before = form.players;
  form.typed = typed;
  form.players = typed.split(/[,;]/).map((name) => name.trim()).filter(Boolean)
    .map((name, i) => ({ name, character: before[i]?.character ?? "" }));
}

function namesField(app, form, again) {
  const input = make("input", {
    type: "text", class: "search", "data-id": "names", value: form.typed, autocomplete: "off", placeholder: app.word("names-example"),
    oninput: (event) => { readNames(form, event.target.value); again(); app.hosts.setup.querySelector(".foot").textContent = ""; },
    onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); nextField(app, form); } },
  });
  return make("label", { class: "field" }, make("span", {}, app.word("names")), input);
}

/** The row of a player: the chosen character, or a search field with hits. */
function playerRow(app, form, player, i, again) {
  const figures = app.setup.figures;
  const known = figures.find((figure) => figure.key === player.character);
  const names = Object.fromEntries(figures.filter((figure) => !figure.closed).map((figure) => [figure.key, figure.name]));
  const hits = make("span", { class: "chips" });
  const take = (key) => { player.character = key; again(); nextField(app, form); };
  const chip = ({ key, name }) => button(`figure:${i}:${key}`, () => take(key), { class: "chip" }, name);
  const show = (event) => {
    const found = findCards(names, event.target.value, 4);
    const lost = event.target.value.trim() && !found.length;
    hits.replaceChildren(...(lost ? [app.word("no-such-character"), ...free(form, names).map(chip)] : found.map(chip)));
    hits.dataset.found = String(found.length);
  };
  const enter = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!event.target.value.trim()) start(app, form);
    else if (hits.dataset.found !== "0") hits.firstChild?.click();
  };
  const mark = seatMark({ seat: i, letter: player.name.slice(0, 1).toUpperCase(), name: player.name, character: "" }, 36);
  return make("div", { class: "player" }, mark, make("b", {}, player.name), known
    ? [make("span", { class: "known" }, make("b", {}, known.name), ` ${known.note}`),
      button(`other:${i}`, () => { player.character = ""; again(); app.focus(`character:${i}`); }, { class: "chip" }, app.word("another"))]
    : [make("input", { type: "text", "data-id": `character:${i}`, "aria-label": `${player.name}: ${app.word("character")}`,
      placeholder: app.word("character"), autocomplete: "off", oninput: show, onkeydown: enter }), hits]);
}

/** The characters no player has yet. */
function free(form, names) {
  const taken = form.players.map((player) => player.character);
  return Object.entries(names).filter(([key]) => !taken.includes(key)).map(([key, name]) => ({ key, name }));
}

/** Request characters for the players without one, and focus Start. */
function deal(app, form) {
  app.focus("start");
  app.say({ type: "deal", players: form.players }, "");
}

/** Focus the first player without a character, else Start. */
function nextField(app, form) {
  const next = form.players.findIndex((player) => !player.character);
  app.focus(next < 0 ? "start" : `character:${next}`);
}

/** The settings as a sentence whose parts are buttons; a press selects the next choice. */
function sentence(app, setup) {
  return make("p", { class: "sentence" }, setup.parts.map((part) => {
    if (part.choices.length < 2) return make("span", { class: "chip fixed" }, part.choices[0]?.label ?? part.value);
    const at = part.choices.findIndex((choice) => choice.key === part.value);
    const next = part.choices[(at + 1) % part.choices.length];
    return button(`part:${part.key}`, () => app.say({ type: "part", key: part.key, value: next.key, players: app.ui.form.players }, ""),
      { class: "chip" }, part.choices[at]?.label ?? part.value);
  }), setup.switches?.length ? houseChip(app, setup) : "");
}

/** The button with the number of house rules, which opens their list. */
function houseChip(app, setup) {
  const flip = () => { app.ui.house = !app.ui.house; app.paint("setup"); app.focus("house"); };
  return button("house", flip, { class: "chip", "aria-expanded": String(Boolean(app.ui.house)) }, setup.house);
}

/** The list of house rules: a checkbox each, or radio buttons for one with several values. */
function houseRules(app, setup) {
  if (!app.ui.house || !setup.switches?.length) return "";
  return make("section", { class: "house", "aria-label": app.word("house-rules") }, setup.switches.map((one) => {
    const told = make("span", {}, make("b", {}, one.about), one.about ? " " : "", one.text);
    if (!one.choices?.length) return tick(app, "checkbox", one, one.value === "true", (on) => String(on), told);
    return make("fieldset", {}, make("legend", {}, told), one.choices.map((choice) =>
      tick(app, "radio", one, choice.key === one.value, () => choice.key, choice.label, choice.key)));
  }));
}

/** A native checkbox or radio button with its label. */
function tick(app, type, one, checked, value, told, key = "") {
  const turn = (event) => app.say({ type: "switch", key: one.key, value: value(event.target.checked), players: app.ui.form.players }, "");
  const id = key ? `${one.key}:${key}` : one.key;
  return make("label", { class: "switch" }, make("input", { type, name: one.key, "data-id": id, checked, onchange: turn }), told);
}

function savedTables(app, setup) {
  return make("section", { class: "saved" }, make("h3", {}, app.word("saved-tables")),
    setup.saved.length ? setup.saved.map((table) => button(`open:${table.name}`, () => app.say({ type: "open", name: table.name }, ""),
      { class: "option" }, make("span", { class: "label" }, table.label), make("span", { class: "note" }, table.note)))
      : make("p", { class: "none" }, app.word("none-yet")));
}

function start(app, form) {
  const parts = Object.fromEntries(app.setup.parts.map((part) => [part.key, part.value]));
  app.say({ type: "start", players: form.players, parts }, app.word("start"));
}
