/** Memoised painting: unchanged values keep their identity (`keepEqual`), so `===` on the inputs decides. */

/** Set child `i` of `host` to the result of `made`, unless its inputs `reads` are those of the present child. */
export function renew(host, i, reads, made) {
  const old = host.children[i];
  if (old && same(old.read, reads)) return;
  const node = made();
  node.read = reads;
  if (old) old.replaceWith(node);
  else host.append(node);
}

/** Whether two lists have identical items (`===`). @param {any[] | undefined} a @param {any[]} b */
export function same(a, b) {
  return a !== undefined && a.length === b.length && a.every((each, i) => each === b[i]);
}

/** Invalidate the memo of `host` and its children. */
export function forgetRead(host) {
  for (const each of [host, ...host.children]) each.read = undefined;
}

/** Make `nodes` the children of `host` without touching those that stay, so that scroll position and focus remain. */
export function hold(host, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...host.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, i) => { if (host.children[i] !== node) host.insertBefore(node, host.children[i] ?? null); });
}
