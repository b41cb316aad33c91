/** Scroll anchoring: lists keep the line being read in place while lines are added. */

/** Distance in pixels within which a list counts as scrolled to its end. */
const AT_END = 8;

/** Track in `list.away` whether the list is scrolled away from its end. @param {HTMLElement} list */
export function readable(list) {
  list.addEventListener("scroll", () => {
    list.away = list.scrollHeight - list.scrollTop - list.clientHeight > AT_END;
  }, { passive: true });
  return list;
}

/**
 * Run `change` on a list; if it is being read, its pressed line, else its first visible one, keeps its position.
 * @param {boolean} reading a line is open @param {boolean} waiting missing lines were requested, so the anchor is kept
 */
export function keepPlace(list, reading, waiting, change) {
  if ((list.away || reading) && list.clientHeight) list.held ??= anchorOf(list);
  change();
  const line = list.held && lineNamed(list, list.held.id);
  if (line) list.scrollTop += topIn(list, line) - list.held.top;
  if (line || !waiting) list.held = null;
}

/** The anchor: id and top in pixels of the line that keeps its position; a pressed line is moved into sight. */
function anchorOf(list) {
  const active = list.getRootNode().activeElement?.closest("li");
  const inSight = (item) => topIn(list, item) > -item.offsetHeight && topIn(list, item) < list.clientHeight;
  const seen = [...list.children].filter((item) => lineOf(item) && inSight(item));
  const pressed = seen.find((item) => item === active);
  const line = lineOf(pressed ?? seen[0]);
  return line ? { id: line.dataset.id, top: Math.max(topIn(list, line), pressed ? 0 : -Infinity) } : null;
}

function lineOf(item) {
  return item?.querySelector(".line");
}

/** Distance in pixels from the top of a list to a node in it. */
function topIn(list, node) {
  return node.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

function lineNamed(list, id) {
  return [...list.querySelectorAll(".line")].find((each) => each.dataset.id === id);
}

/** Scroll a list to its end, unless it is scrolled away or anchored. */
export function showEnd(list) {
  if (!list.away && !list.held) list.scrollTop = list.scrollHeight;
}

/** Scroll a list to show an opened element, its beginning first. */
export function reveal(list, opened) {
  const below = opened.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  if (below > 0) list.scrollTop += Math.min(below, topIn(list, opened));
}
