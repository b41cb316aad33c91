/** Structural sharing: equal parts of a new value are replaced by the old objects, so that `===` detects changes. */

/**
 * Return `now` with its unchanged parts taken from `old`; list items are matched by `id`, else by index.
 * @template T @param {any} old @param {T} now @returns {T}
 */
export function keepEqual(old, now) {
  if (!isObject(old) || !isObject(now) || Array.isArray(old) !== Array.isArray(now)) return now;
  const made = Array.isArray(now) ? keepItems(old, now) : keepFields(old, now);
  const keys = Object.keys(made);
  return keys.length === Object.keys(old).length && keys.every((key) => key in old && old[key] === made[key]) ? old : made;
}

function keepItems(old, now) {
  const byId = new Map(old.filter((each) => each?.id !== undefined).map((each) => [each.id, each]));
  return now.map((each, i) => keepEqual(byId.get(each?.id) ?? old[i], each));
}

function keepFields(old, now) {
  return Object.fromEntries(Object.entries(now).map(([key, value]) => [key, keepEqual(old[key], value)]));
}

function isObject(value) {
  return typeof value === "object" && value !== null;
}
