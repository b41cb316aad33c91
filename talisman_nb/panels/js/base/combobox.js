// @ts-check
/** Editable combobox with a list of hits, the first one selected (WAI-ARIA APG): the focus stays in the field. */

import { make } from "./elements.js";
import { moved } from "./roving.js";

/** @import { Child } from "./elements.js" */

/**
 * An entry of the list; `id` is unique in the page.
 * @typedef {{id: string, class: string, "data-id": string, kids: Child[], take: () => void}} Hit
 */

/** Keys that move in the list; the others move in the field. */
const IN_LIST = ["ArrowDown", "ArrowUp"];

/**
 * Connect a text field with its list, and return a function that fills the list anew.
 * @param {HTMLInputElement} box @param {HTMLElement} list with an id
 * @param {{find: () => Hit[], lost: () => void}} to
 * `find()` returns the hits of the text, `lost()` is called by Enter without any
 */
export function combobox(box, list, { find, lost }) {
  let hits = /** @type {Hit[]} */ ([]);
  let current = -1;
  const choose = (/** @type {number} */ i) => {
    current = i;
    [...list.children].forEach((each, at) => each.setAttribute("aria-selected", String(at === i)));
    if (i < 0) return box.removeAttribute("aria-activedescendant");
    list.children[i].scrollIntoView({ block: "nearest" });
    return box.setAttribute("aria-activedescendant", hits[i].id);
  };
  const open = (/** @type {boolean} */ shown) => {
    list.hidden = !shown;
    box.setAttribute("aria-expanded", String(shown));
    choose(shown ? 0 : -1);
  };
  const fill = () => {
    hits = find();
    list.replaceChildren(...hits.map(({ kids, take, ...named }) =>
      make("div", { role: "option", onclick: take, onmousedown: stay, ...named }, kids)));
    open(hits.length > 0);
  };
  const enter = () => {
    if (current >= 0) hits[current].take();
    else if (hits.length) open(true); // nothing is taken that is not seen
    else lost();
  };
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.repeat) enter();
    else if (event.key === "Escape" && !list.hidden) open(false);
    else if (IN_LIST.includes(event.key) && list.hidden) open(hits.length > 0);
    else if (IN_LIST.includes(event.key)) choose(moved(event.key, current, hits.length));
    else return;
    event.preventDefault();
  };
  const roles = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id };
  for (const [name, value] of Object.entries(roles)) box.setAttribute(name, value);
  list.setAttribute("role", "listbox");
  box.addEventListener("keydown", hear);
  box.addEventListener("input", fill);
  return fill;
}

/** A press on a hit leaves the focus in the field. @param {Event} event */
function stay(event) {
  event.preventDefault();
}
