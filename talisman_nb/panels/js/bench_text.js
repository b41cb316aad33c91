// @ts-check
/** The situation as a line of text, typed and laid out; what is typed stays until it is laid out or given up. */

import { refusal } from "./bench_refusal.js";
import { button, make, span } from "./elements.js";

/**
 * @import { App } from "./app.js"
 * @import { Tell } from "./analysis_part.js"
 * @import { AnalysisScreen } from "./screen.js"
 */

/** What is typed and not laid out yet, which a repaint must not lose. @type {WeakMap<App, string>} */
const TYPED_TEXTS = new WeakMap();

/** The text was laid out, or another one was. @param {App} app */
export function forgetTypedText(app) {
  TYPED_TEXTS.delete(app);
}

/** The situation as text, and what is wrong with what was typed. @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function layOut(app, shown, tell) {
  const refused = shown.refused_type === "text";
  const field = make("textarea", { class: "search", rows: 2, spellcheck: "false", "aria-label": app.word("situation"),
    "data-id": "situation" });
  field.value = TYPED_TEXTS.get(app) ?? (refused ? shown.typed : shown.text);
  const lay = () => tell("text", { value: field.value });
  const giveUp = () => {
    TYPED_TEXTS.delete(app);
    field.value = shown.text;
    unlaid.hidden = true;
    field.focus();
  };
  const unlaid = make("div", { class: "moves unlaid", hidden: field.value === shown.text }, span("note", app.word("not-laid-out")),
    button("give-up-text", giveUp, { class: "offer" }, app.word("give-up-text")));
  const keep = () => {
    unlaid.hidden = field.value === shown.text;
    if (unlaid.hidden) TYPED_TEXTS.delete(app);
    else TYPED_TEXTS.set(app, field.value);
  };
  if (refused) keep();
  field.addEventListener("input", keep);
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    lay();
  });
  return make("div", { class: "lay-out" }, make("h3", {}, app.word("situation")), field, refused ? refusal(shown) : "", unlaid,
    shown.insisted.map((why) => make("p", { class: "insisted" }, `! ${why}`)),
    make("div", { class: "moves" }, button("lay-out", lay, { class: "offer" }, app.word("lay-out")),
      refused ? button("insist", () => tell("text", { value: field.value, insist: true }), { class: "offer" },
        app.word("insist")) : "",
      button("copy-link", () => navigator.clipboard?.writeText(new URL(shown.link, location.href).href),
        { class: "offer" }, app.word("copy-link")), span("edition", shown.edition)));
}
