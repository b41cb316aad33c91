// @ts-check
/** Scroll anchoring: lists keep the line being read in place while lines are added. */

import { focused } from "./elements.js";

/** Distance in pixels within which a list counts as scrolled to its end. */
const AT_END = 8;

/**
 * The line that keeps its position: its id and top in pixels.
 * @typedef {{id: string, top: number}} Anchor
 */

/** Lists scrolled away from their end. @type {WeakSet<HTMLElement>} */
const AWAY = new WeakSet();
/**
 * The `scrollTop` that `showEnd` set last: its scroll event may arrive after further lines, and is no person's.
 * @type {WeakMap<HTMLElement, number>}
 */
const SHOWN_END = new WeakMap();
/** Anchors held until the lines that were requested are there. @type {WeakMap<HTMLElement, Anchor>} */
const HELD = new WeakMap();

/** Track whether the list is scrolled away from its end. @param {HTMLElement} list */
export function readable(list) {
  list.addEventListener("scroll", () => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight <= AT_END) AWAY.delete(list);
    else if (list.scrollTop !== SHOWN_END.get(list)) AWAY.add(list);
  }, { passive: true });
  return list;
}

/**
 * Run `change` on a list; if it is being read, its pressed line, else its first visible one, keeps its position.
 * @param {HTMLElement} list @param {boolean} reading a line is open
 * @param {boolean} waiting missing lines were requested, so the anchor is kept @param {() => void} change
 */
export function keepPlace(list, reading, waiting, change) {
  const read = (AWAY.has(list) || reading) && list.clientHeight > 0;
  const anchor = HELD.get(list) ?? (read ? anchorAmong(positions(list), list.clientHeight) : null);
  change();
  const now = anchor && positions(list).find((line) => line.id === anchor.id);
  if (anchor && now) list.scrollTop += now.top - anchor.top;
  if (anchor && !now && waiting) HELD.set(list, anchor);
  else HELD.delete(list);
}

/**
 * The anchor among the lines of a list of this height: the pressed line, moved into sight, else the first visible one.
 * @param {{id: string, top: number, height: number, pressed: boolean}[]} lines @param {number} height
 * @returns {Anchor | null}
 */
export function anchorAmong(lines, height) {
  const seen = lines.filter((line) => line.top > -line.height && line.top < height);
  const pressed = seen.find((line) => line.pressed);
  if (pressed) return { id: pressed.id, top: Math.max(pressed.top, 0) };
  return seen.length ? { id: seen[0].id, top: seen[0].top } : null;
}

/** Positions of the lines of a list. @param {HTMLElement} list */
function positions(list) {
  const active = focused(list)?.closest("li");
  const origin = list.getBoundingClientRect().top;
  return [...list.children].flatMap((item) => {
    const line = /** @type {HTMLElement | null} */ (item.querySelector(".line"));
    if (!line) return [];
    const top = line.getBoundingClientRect().top - origin; // without its heading, which another line may get
    const height = item.getBoundingClientRect().height;
    return { id: line.dataset.id ?? "", top, height, pressed: item === active };
  });
}

/** Scroll a list to its end, unless it is scrolled away or anchored. @param {HTMLElement} list */
export function showEnd(list) {
  if (AWAY.has(list) || HELD.has(list)) return;
  list.scrollTop = list.scrollHeight;
  SHOWN_END.set(list, list.scrollTop);
}

/** Scroll a list to show an opened element, its beginning first. @param {HTMLElement} list @param {Element} opened */
export function reveal(list, opened) {
  const [room, it] = [list.getBoundingClientRect(), opened.getBoundingClientRect()];
  if (it.bottom > room.bottom) list.scrollTop += Math.min(it.bottom - room.bottom, it.top - room.top);
}
