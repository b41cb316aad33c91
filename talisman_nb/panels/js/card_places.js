// @ts-check
/** Where a card lies openly: on whose sheet, among whose trophies, on which space. */

import { plainKey } from "./sheets.js";

/**
 * @import { App } from "./app.js"
 * @import { Screen } from "./screen.js"
 * @typedef {{seat?: number, space?: string, card: string}} CardPlace `card` is its id in the correction by hand
 */

/**
 * The places of the copies of a card, one a place.
 * @param {Pick<Screen, "sheets" | "lies">} screen @param {string} key of its page @returns {CardPlace[]}
 */
export function cardPlaces({ sheets = [], lies = {} }, key) {
  const held = sheets.flatMap(({ who: { seat }, goods_keys: goods = [], trophies_keys: trophies = [] }) => [
    ...first(goods, key, `seat:${seat}`, { seat }), ...first(trophies, key, `trophies:${seat}`, { seat })]);
  const lying = Object.entries(lies).flatMap(([space, keys]) => first(keys, key, `space:${space}`, { space }));
  return [...held, ...lying];
}

/**
 * @param {string[]} keys @param {string} key @param {string} origin @param {{seat?: number, space?: string}} at
 * @returns {CardPlace[]}
 */
function first(keys, key, origin, at) {
  const i = keys.findIndex((each) => plainKey(each) === key);
  return i < 0 ? [] : [{ ...at, card: `${origin}:${i}` }];
}

/** What a place is called. @param {App} app @param {CardPlace} place */
export function placeOfCard(app, { seat, space = "" }) {
  return app.sheets().find((sheet) => sheet.who.seat === seat)?.who.name ?? app.placeName(space);
}
