/** Structural sharing: a new value keeps every part of the old one that is equal, so that `===` tells what changed. */

/**
 * The new value, with the old objects where nothing in them changed; items of a list with an `id` are found by it.
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
