// @ts-check
/**
 * Names in the answers of the question: an answer is a button, which may hold no other one, so that its names are touched
 * where the question says why.
 */

import { make } from "./elements.js";
import { nameStop, touchable } from "./touchable.js";

/**
 * @import { App } from "./app.js"
 * @import { Choice } from "./screen.js"
 */

/** Everything an answer says: what it is called, what it brings, why it is closed. @param {Choice} choice */
export function saidOf({ label, note = "", detail = "", closed = "" }) {
  return [label, detail, closed || note].filter(Boolean).join(" · ");
}

/** The answers of the question that name something, each name to be touched; nothing without any. @param {App} app */
export function answersNamed(app) {
  const { options = [], offers = [] } = app.question() ?? {};
  const said = [...new Set([...options, ...offers].map(saidOf))];
  const named = said.map((text) => touchable(app, text)).filter(([first]) => typeof first !== "string");
  if (!named.length) return [];
  const lines = make("div", { class: "answers-named" }, named.map((parts) => make("p", {}, parts)));
  return [make("h3", {}, app.word("in-the-answers")), nameStop(lines)];
}
