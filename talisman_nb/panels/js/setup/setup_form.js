// @ts-check
/** What was typed into the form of a new table; it outlives each new version of the form from the kernel. */

import { say } from "../base/messages.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Message, Setup } from "../base/screen.js"
 */

/**
 * A player of the form; `letters` are those typed for a character that is not chosen yet.
 * `from` is the version of the form the kernel sent last, `told` the players it was told last, as JSON.
 * @typedef {{name: string, character: string, letters: string}} Player
 * @typedef {{from: Setup, told: string, players: Player[], typed: string}} Form
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
  else app.ui.form = newForm(setup);
  return /** @type {Form} */ (app.ui.form);
}

/** @param {Setup} setup @returns {Form} */
function newForm(setup) {
  const players = setup.players.map(([name, character]) => ({ name, character, letters: "" }));
  return { from: setup, told: "", players, typed: players.map((player) => player.name).join(", ") };
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
 * @param {App} app @param {Form} form @param {Message} message
 */
export function sayWithPlayers(app, form, message, label = "") {
  const players = form.players.map(({ name, character }) => ({ name, character }));
  form.told = JSON.stringify(players.map(({ name, character }) => [name, character]));
  say(app, { ...message, players }, label);
}
