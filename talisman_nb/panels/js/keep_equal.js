// @ts-check
/** Structural sharing: equal parts of a new value are replaced by the old objects, so that `===` detects changes. */

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
