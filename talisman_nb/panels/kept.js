/** What a reload of the page must not lose, kept in the tab's own storage: an answer on its way, and which table is open. */

const KEPT = "talisman-nb kept answer";
const TABLE = "talisman-nb open table";
const NO_STORE = { setItem() {}, getItem: () => null, removeItem() {} };

/** A page from nowhere (a saved file, a frame) has no storage. */
function store() {
  try {
    return window.sessionStorage ?? NO_STORE;
  } catch {
    return NO_STORE;
  }
}

/** @param {{label: string, ply: number, table: string}} answer */
export function keep(answer) {
  store().setItem(KEPT, JSON.stringify(answer));
}

export function forget() {
  store().removeItem(KEPT);
}

/** The answer that was on its way when the page went, once. @returns {{label: string, ply: number, table: string} | null} */
export function recall() {
  const kept = JSON.parse(store().getItem(KEPT) ?? "null");
  forget();
  return kept;
}

/** The table this tab shows, so that a page that loads itself again is back at it; "" for none. @param {string} [name] */
export function openTable(name) {
  if (name === undefined) return store().getItem(TABLE) ?? "";
  store().setItem(TABLE, name);
  return name;
}
