/** Painting only what changed: news leaves whatever stayed the same object, so a glance at what is read is enough. */

/** Put what `made` gives at place `i` of `host`, unless it stands there and what it reads is as it was. */
export function renew(host, i, reads, made) {
  const old = host.children[i];
  if (old && same(old.read, reads)) return;
  const node = made();
  node.read = reads;
  if (old) old.replaceWith(node);
  else host.append(node);
}

/** Whether two lists hold the very same things. @param {any[] | undefined} a @param {any[]} b */
export function same(a, b) {
  return a !== undefined && a.length === b.length && a.every((each, i) => each === b[i]);
}

/** What stands in `host` is to be painted anew, whatever it read. */
export function forgetRead(host) {
  for (const each of [host, ...host.children]) each.read = undefined;
}

/** Make `nodes` the children of `host`; those that stay are not touched, nor is the place it is scrolled to. */
export function hold(host, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...host.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, i) => { if (host.children[i] !== node) host.insertBefore(node, host.children[i] ?? null); });
}
