/** State that survives a reload: the pending answer (sessionStorage) and the open table (address). */

/** Key of the pending answer in sessionStorage. */
const KEPT = "talisman-nb kept answer";
/** Replacement for a storage that is not available. */
const NO_STORE = { setItem() {}, getItem: () => null, removeItem() {} };

/** The sessionStorage; `NO_STORE` in pages with an opaque origin (a saved file, a sandboxed frame). */
function store() {
  try {
    return window.sessionStorage ?? NO_STORE;
  } catch {
    return NO_STORE;
  }
}

/** Store the pending answer. @param {{label: string, ply: number, table: string}} answer */
export function keep(answer) {
  store().setItem(KEPT, JSON.stringify(answer));
}

/** Remove the stored answer. */
export function forget() {
  store().removeItem(KEPT);
}

/**
 * Read and remove the answer that was pending when the page was unloaded.
 * @returns {{label: string, ply: number, table: string} | null}
 */
export function recall() {
  const kept = JSON.parse(store().getItem(KEPT) ?? "null");
  forget();
  return kept;
}

/**
 * Put the table's name ("": the form) into the full page's address, so that a reload returns to it; in a notebook do
 * nothing. @param {string} name
 */
export function openTable(name) {
  if (document.body.dataset.voila) history.replaceState(history.state, "", `?${new URLSearchParams({ table: name })}`);
}
