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

/** Hosts that only this computer reaches. */
const HERE_ALONE = /^(?:localhost|127\..*|\[?::1\]?)$/u;

/**
 * The whole link of a situation: with the address of this page where that is a bench; in a notebook as it is, to be put
 * behind the address of any page that runs the program. @param {string} link an address, or its query alone
 */
export function wholeLink(link) {
  return "bench" in document.body.dataset ? new URL(link, location.href).href : link;
}

/** Whether only this computer reaches what a whole link leads to. @param {string} link */
export function opensHereAlone(link) {
  return URL.canParse(link) && HERE_ALONE.test(new URL(link).hostname);
}

/** Put a link of the bench into the address of its page, which a reload and a copy of it then lead to. @param {string} link @param {string} lang */
export function keepInAddress(link, lang) {
  const here = new URLSearchParams(location.search);
  const told = new URL(link, location.href).searchParams;
  if (!("bench" in document.body.dataset) || !here.has(SITUATION) || here.has("make")) return;
  here.set(SITUATION, told.get(SITUATION) ?? "");
  here.set("lang", lang);
  history.replaceState(history.state, "", `?${here}`);
}

/** Field of an address that carries a situation. */
const SITUATION = "situation";

/**
 * Whether the panel is a notebook's output, else the full page (Voilà's Lab shell has no `.jp-NotebookPanel`).
 * @param {Element} root
 */
export function inNotebook(root) {
  return Boolean(root.closest(".jp-NotebookPanel"));
}

/**
 * Hear the keys of a page from the first moment on, and also where a press beside everything took the focus away. In a
 * notebook they are its own until the panel is pressed. @param {HTMLElement} host @param {(event: KeyboardEvent) => void} hear
 */
export function takeKeys(host, hear) {
  let shown = false; // a widget is painted before it stands in the page
  const besides = (/** @type {KeyboardEvent} */ event) => {
    if (shown && !host.isConnected) document.removeEventListener("keydown", besides);
    shown ||= host.isConnected;
    if (host.isConnected && event.target === document.body && !inNotebook(host)) hear(event);
  };
  document.addEventListener("keydown", besides);
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && !inNotebook(host)) host.focus({ preventScroll: true });
  });
}
