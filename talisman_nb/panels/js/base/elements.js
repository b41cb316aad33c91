// @ts-check
/** DOM elements: HTML, SVG, buttons and caps of keys. */

/**
 * A listener; `any`, because the element that an event comes from is known to its author only.
 * @typedef {(event: any) => void} Listener
 * @typedef {string | number | boolean | null | undefined} Value
 * @typedef {Node | string | null | undefined | false} Child
 */

/**
 * Create an element; properties starting with "on" are listeners, false, null and undefined omit an attribute.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Listener | Value>} [props]
 * @param {...(Child | Child[])} kids
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, props = {}, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...kids.flat().filter(isShown));
  return node;
}

/**
 * Set an attribute unless it has the value: to set `lang`, even to the same, costs the style of all that is in it.
 * @param {HTMLElement} node @param {string} name @param {string} value
 */
export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** Whether a child is there. @param {Child} kid @returns {kid is Node | string} */
export function isShown(kid) {
  return kid !== null && kid !== undefined && kid !== false && kid !== "";
}

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {string} name its class @param {...Node} kids
 */
export function svg(tag, name, ...kids) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  node.setAttribute("class", name);
  node.append(...kids);
  return node;
}

/**
 * Create a button; its `data-id` restores the focus after a repaint.
 * @param {string} id @param {Listener} onclick @param {Record<string, Listener | Value>} props
 * @param {...(Child | Child[])} kids
 */
export function button(id, onclick, props, ...kids) {
  return make("button", { type: "button", "data-id": id, onclick, ...props }, ...kids);
}

/** A `span` of this class. @param {string} name @param {...(Child | Child[])} kids */
export function span(name, ...kids) {
  return make("span", { class: name }, ...kids);
}

/** The `kbd` element of a key, null for "". @param {string} key */
export function cap(key) {
  return key ? make("kbd", { "aria-hidden": "true" }, key) : null;
}

/** A listener of a field: Enter presses the first button of its hits. @param {HTMLElement} hits */
export function entered(hits) {
  return (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    hits.querySelector("button")?.click();
  };
}

/** The element that has the focus, in a shadow root too. @param {HTMLElement} within */
export function focused(within) {
  const active = /** @type {Document | ShadowRoot} */ (within.getRootNode()).activeElement;
  return active instanceof HTMLElement ? active : null;
}

/** Id of the style sheet with the display letters, of which a page has one. */
const LETTERS = "tlm-letters";
/** Begin of how a widget names another model. */
const REFERS = "IPY_MODEL_";

/**
 * Give the page the display letters that a widget refers to, once; without them it has serifs of the system.
 * @param {{get: (trait: string) => any, widget_manager?: {get_model: (id: string) => Promise<{get: (trait: string) => any}>}}} model
 */
export async function bringLetters(model) {
  const at = String(model.get("letters") ?? "");
  if (!at.startsWith(REFERS) || document.getElementById(LETTERS)) return;
  const found = await model.widget_manager?.get_model(at.slice(REFERS.length)).catch(() => null);
  if (found && !document.getElementById(LETTERS)) document.head.append(make("style", { id: LETTERS }, found.get("rule")));
}
