/** What a reload of the page must not lose: an answer on its way, and which table is open. */

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

/**
 * The full page's address names the table that is shown ("": the form), so that it comes back to it however it is loaded.
 * A notebook's address says which notebook it is. @param {string} name
 */
export function openTable(name) {
  if (document.body.dataset.voila) history.replaceState(history.state, "", `?${new URLSearchParams({ table: name })}`);
}
