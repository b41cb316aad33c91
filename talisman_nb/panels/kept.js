/** An answer that a reload of the page interrupts: kept in the tab's own storage until a reply comes. */

const KEPT = "talisman-nb kept answer";
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
