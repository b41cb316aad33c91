/** The board on a phone's play tab: a strip around the active figure, with insets for destinations outside of it. */

import { svg } from "./shared.js";

/** Sizes in pixels of the strip, and the width of an inset. */
const STRIP = { wide: 374, high: 112, window: 88 };
/** Upper bound of insets; with more destinations outside, the whole board is shown. */
const MOST_WINDOWS = 3;

/**
 * Show the strip with its insets, or the whole board.
 * @param {any} app @param {any} host @param {string[]} ends spaces that may be chosen
 */
export function lookAt(app, host, ends) {
  const picture = host.querySelector("svg");
  picture.dataset.whole ??= picture.getAttribute("viewBox") ?? "";
  const strip = app.width() < 600 && app.ui.tab === "play" && !app.ui.large && stripOf(app, picture, ends);
  host.classList.toggle("strip", Boolean(strip));
  host.querySelectorAll(".window").forEach((each) => each.remove());
  look(strip ? strip.box.join(" ") : picture.dataset.whole, picture, host.over);
  if (strip) host.append(...strip.far.map((space) => windowOn(app, picture, host, space)));
}

/** Set the viewBox of pictures only if it differs, because setting it forces a layout. */
function look(box, ...pictures) {
  for (const each of pictures) if (each.getAttribute("viewBox") !== box) each.setAttribute("viewBox", box);
}

/** The strip's box and the destinations outside (`far`), narrower for each inset; null if there are too many. */
function stripOf(app, picture, ends) {
  const at = app.sheets().find((each) => each.active)?.at;
  const here = at && placeIn(picture, at);
  if (!here || !picture.dataset.whole) return null;
  for (let windows = 0; windows <= MOST_WINDOWS; windows++) {
    const box = around(here.getBBox(), picture, (STRIP.wide - windows * STRIP.window) / STRIP.high);
    const far = ends.filter((space) => !holds(box, placeIn(picture, space)?.getBBox()));
    if (far.length <= windows) return { box, far };
  }
  return null;
}

function placeIn(picture, space) {
  return picture.querySelector(`[data-space="${CSS.escape(space)}"]`);
}

function around(space, picture, shape) {
  const [left, top, wide, high] = picture.dataset.whole.split(/[\s,]+/).map(Number);
  const height = space.height * 1.5;
  const width = height * shape;
  const x = clamp(space.x + space.width / 2 - width / 2, left, left + wide - width);
  const y = clamp(space.y + space.height / 2 - height / 2, top, top + high - height);
  return [x, y, width, height];
}

function clamp(n, least, most) {
  return Math.min(Math.max(n, least), Math.max(least, most));
}

/** Whether more than 60 % of a space's area is inside a box. */
function holds([x, y, width, height], space) {
  if (!space) return true;
  const [right, low] = [Math.min(x + width, space.x + space.width), Math.min(y + height, space.y + space.height)];
  const seen = Math.max(right - Math.max(x, space.x), 0) * Math.max(low - Math.max(y, space.y), 0);
  return seen > 0.6 * space.width * space.height;
}

/** The inset of a destination outside the strip: a clickable copy of its space with frame, figures and cards. */
function windowOn(app, picture, host, space) {
  const place = placeIn(picture, space);
  const { x, y, width, height } = place.getBBox();
  const laid = [host.frames, host.laid].map((layer) => layer.laid[space]?.cloneNode(true)).filter(Boolean);
  const made = svg("svg", `window ${picture.getAttribute("class") ?? ""}`, place.cloneNode(true), ...laid);
  made.setAttribute("viewBox", `${x - 6} ${y - 6} ${width + 12} ${height + 12}`);
  made.setAttribute("aria-label", app.placeName(space));
  return made;
}
