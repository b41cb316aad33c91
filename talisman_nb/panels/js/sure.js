// @ts-check
/** A button that asks before it does what can't be wanted by a slip: who leaves, which phone is sent out. */

import { button, make } from "./elements.js";
import { focusOn } from "./focus.js";
import { paint } from "./painting.js";

/** @import { App } from "./app.js" */

/**
 * The button; once it is pressed its question, with the answer that does nothing focused.
 * @param {App} app @param {string} id @param {string} word @param {string} question @param {() => void} act
 * @param {string} [about] what it is done to, where several have this word
 */
export function sure(app, id, word, question, act, about) {
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
