// @ts-check
/** Memoised painting: unchanged values keep their identity (`keepEqual`), so `===` on the inputs decides. */

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
