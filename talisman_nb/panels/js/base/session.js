// @ts-check
/** The page around the panel: what survives a reload (pending answer, open table, covered Spells), and whether it is a notebook. */

/** Key of the pending answer in sessionStorage. */
const KEPT = "talisman-nb kept answer";
/** Key of the Spells turned face down in this window. */
const COVERED = "talisman-nb covered spells";
/** @typedef {{label: string, ply: number, table: string}} Pending */

/** Replacement for a storage that is not available. */
const NO_STORE = { setItem() {}, removeItem() {}, getItem: () => /** @type {string | null} */ (null) };

/** The sessionStorage; `NO_STORE` in pages with an opaque origin (a saved file, a sandboxed frame). */
function store() {
  try {
    return window.sessionStorage ?? NO_STORE;
  } catch {
    return NO_STORE;
  }
}

/** Store the pending answer. @param {Pending} answer */
export function keep(answer) {
  store().setItem(KEPT, JSON.stringify(answer));
}

/** Remove the stored answer. */
export function forget() {
  store().removeItem(KEPT);
}

/** Remember whether the Spells are face down in this window. @param {boolean} covered */
export function keepCovered(covered) {
  if (covered) store().setItem(COVERED, "yes");
  else store().removeItem(COVERED);
}

/** Whether they were before a reload. */
export function wasCovered() {
  return store().getItem(COVERED) !== null;
}

/** Read and remove the answer that was pending when the page was unloaded. @returns {Pending | null} */
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

/**
 * Whether the panel is a notebook's output, else the full page (Voilà's Lab shell has no `.jp-NotebookPanel`).
 * @param {Element} root
 */
export function inNotebook(root) {
  return Boolean(root.closest(".jp-NotebookPanel"));
}
