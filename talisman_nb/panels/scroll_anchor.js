/** Lists that are read while they grow: what is looked at stays where it is on the screen. */

/** Pixels from its end within which a list is taken to be at it. */
const AT_END = 8;

/** A list that knows whether somebody reads in it, away from its end. @param {HTMLElement} list */
export function readable(list) {
  list.addEventListener("scroll", () => {
    list.away = list.scrollHeight - list.scrollTop - list.clientHeight > AT_END;
  }, { passive: true });
  return list;
}

/**
 * Do what changes a list that somebody reads. The line that was pressed, else the first that is seen, stays where it is.
 * @param {boolean} reading one of its lines is open @param {boolean} waiting lines that are missing now will come back
 */
export function keepPlace(list, reading, waiting, change) {
  if ((list.away || reading) && list.clientHeight) list.held ??= anchorOf(list);
  change();
  const line = list.held && lineNamed(list, list.held.id);
  if (line) list.scrollTop += topIn(list, line) - list.held.top;
  if (line || !waiting) list.held = null;
}

/** The line that must not move, and where it is; one that was pressed is seen whole, whatever was opened below it. */
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

/** Pixels from the top of a list to what is in it, whatever became of the page around it. */
function topIn(list, node) {
  return node.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

function lineNamed(list, id) {
  return [...list.querySelectorAll(".line")].find((each) => each.dataset.id === id);
}

/** The newest line is in sight, unless somebody reads elsewhere. */
export function showEnd(list) {
  if (!list.away && !list.held) list.scrollTop = list.scrollHeight;
}

/** What was opened in a list is seen, or as much of its beginning as there is room for. */
export function reveal(list, opened) {
  const below = opened.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  if (below > 0) list.scrollTop += Math.min(below, topIn(list, opened));
}
