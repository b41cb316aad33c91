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

/** The line that must not move, and where it is. */
function anchorOf(list) {
  const inSight = (line) => topIn(list, line) > -line.offsetHeight && topIn(list, line) < list.clientHeight;
  const lines = [...list.querySelectorAll(".line")].filter(inSight);
  const pressed = list.getRootNode().activeElement?.closest("li");
  const line = lines.find((each) => each.parentNode === pressed) ?? lines[0];
  return line ? { id: line.dataset.id, top: topIn(list, line) } : null;
}

/** Pixels from the top of a list to a line, whatever became of the page around it. */
function topIn(list, line) {
  return line.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

function lineNamed(list, id) {
  return [...list.querySelectorAll(".line")].find((each) => each.dataset.id === id);
}

/** The newest line is in sight, unless somebody reads elsewhere. */
export function showEnd(list) {
  if (!list.away && !list.held) list.scrollTop = list.scrollHeight;
}
