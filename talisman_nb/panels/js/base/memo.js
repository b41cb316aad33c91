// @ts-check
/** Memory of a view: equal parts of new values are kept, what a painter reads is recorded, `===` decides. */

/** Maps elements to the inputs they were made from. @type {WeakMap<Element, readonly unknown[]>} */
const INPUTS = new WeakMap();

/**
 * Return `old` if it was made from the same inputs, else a new element that `make` returns.
 * @template {Element} Made @param {Made | null | undefined} old @param {readonly unknown[]} inputs @param {() => Made} make
 */
export function reuse(old, inputs, make) {
  if (old && same(INPUTS.get(old), inputs)) return old;
  const made = make();
  INPUTS.set(made, inputs);
  return made;
}

/**
 * Set child `i` of `host` to the result of `make`, unless the present child was made from the same inputs.
 * @param {Element} host @param {number} i @param {readonly unknown[]} inputs @param {() => Element} make
 */
export function renew(host, i, inputs, make) {
  const old = /** @type {Element | undefined} */ (host.children[i]);
  const node = reuse(old, inputs, make);
  if (!old) host.append(node);
  else if (node !== old) old.replaceWith(node);
}

/**
 * Whether two lists have identical items (`===`).
 * @param {readonly unknown[] | undefined} a @param {readonly unknown[]} b
 */
export function same(a, b) {
  return a !== undefined && a.length === b.length && a.every((each, i) => each === b[i]);
}

/** Invalidate the memo of the children of `host`. @param {Element} host */
export function forgetRead(host) {
  for (const each of host.children) INPUTS.delete(each);
}

/**
 * Make `nodes` the children of `host` without touching those that stay, so that scroll position and focus remain.
 * @param {Element} host @param {Element[]} nodes
 */
export function hold(host, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...host.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, i) => { if (host.children[i] !== node) host.insertBefore(node, host.children[i] ?? null); });
}

// Dependency tracking: records the values a painter reads, so that it runs again only when one of them changes.

/**
 * Recorded reads: source, key and value.
 * @typedef {{source: () => any, key: PropertyKey, value: any}[]} Reads
 */

/**
 * A proxy of the source's object that records each key read.
 * @template {object} Value @param {() => Value} source returns the current object @param {Reads} reads
 */
export function recorded(source, reads) {
  return new Proxy(source(), {
    get(object, key) {
      const value = Reflect.get(object, key);
      if (!reads.some((each) => each.source === source && each.key === key)) reads.push({ source, key, value });
      return value;
    },
  });
}

/** Whether all recorded values are unchanged (`===`). @param {Reads | undefined} reads */
export function unchanged(reads) {
  return reads !== undefined && reads.every(({ source, key, value }) => source()[key] === value);
}

// Structural sharing: equal parts of a new value are replaced by the old objects, so that `===` detects changes.

/**
 * Return `now` with its unchanged parts taken from `old`; list items are matched by `id`, else by index.
 * @param {any} old @param {any} now @returns {any}
 */
export function keepEqual(old, now) {
  if (!isObject(old) || !isObject(now) || Array.isArray(old) !== Array.isArray(now)) return now;
  /** @type {any} */
  const made = Array.isArray(old) && Array.isArray(now) ? keepItems(old, now) : keepFields(old, now);
  const keys = Object.keys(made);
  const equal = keys.length === Object.keys(old).length && keys.every((key) => key in old && old[key] === made[key]);
  return equal ? old : made;
}

/** @param {any[]} old @param {any[]} now */
function keepItems(old, now) {
  const byId = new Map(old.filter((each) => each?.id !== undefined).map((each) => [each.id, each]));
  return now.map((each, i) => keepEqual(byId.get(each?.id) ?? old[i], each));
}

/** @param {Record<string, any>} old @param {Record<string, any>} now */
function keepFields(old, now) {
  return Object.fromEntries(Object.entries(now).map(([key, value]) => [key, keepEqual(old[key], value)]));
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isObject(value) {
  return typeof value === "object" && value !== null;
}
