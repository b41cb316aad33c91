/** The board region: the SVG picture from the labels with an overlay for what changes, or the board as a list. */

import { make, button, fill, svg } from "./shared.js";
import { lookAt } from "./strip.js";

/** @param {any} app @param {HTMLElement} host */
export function paintBoard(app, host) {
  if (app.ui.list) return boardList(app, host);
  if (host.drawn !== app.labels.board) draw(app, host);
  const picture = host.querySelector("svg");
  if (!picture) return undefined;
  const frames = framed(app);
  mark(picture, host.frames, frames);
  layOver(host.laid, app.screen.overlay ?? {});
  return lookAt(app, host, Object.keys(frames));
}

/** Insert the picture, and over it a second SVG for what changes, so that the large one needs no new layout. */
function draw(app, host) {
  host.innerHTML = app.labels.board ?? "";
  host.drawn = app.labels.board;
  host.onclick = (event) => answerSpace(app, event.target.closest("[data-space]")?.dataset.space);
  const picture = host.querySelector("svg");
  if (!picture) return;
  [host.frames, host.laid] = ["frames", "laid-over"].map((name) => svg("g", name));
  host.over = svg("svg", `over ${picture.getAttribute("class") ?? ""}`, host.frames, host.laid);
  host.over.setAttribute("aria-hidden", "true");
  host.append(host.over);
}

/** The frame of each destination, with the letter that its option shows. */
function framed(app) {
  const frame = (option) => fill(app.labels.frames?.[option.space] ?? "", { letter: option.hint ?? "" });
  return Object.fromEntries(destinations(app).map((option) => [option.space, frame(option)]));
}

function destinations(app) {
  return (app.question()?.options ?? []).filter((option) => option.space && !option.closed);
}

/** Frame the destinations of the ask and mark them as clickable. */
function mark(picture, layer, frames) {
  layOver(layer, frames);
  const before = picture.querySelectorAll(".destination");
  const now = Object.keys(frames).map((space) => picture.querySelector(`[data-space="${CSS.escape(space)}"]`)).filter(Boolean);
  for (const space of before) if (!now.includes(space)) space.classList.remove("destination");
  for (const space of now) space.classList.add("destination");
}

/** Update a layer to the given fragments by space, touching only those that changed. */
function layOver(layer, fragments) {
  const laid = (layer.laid ??= {});
  for (const space of Object.keys(laid).filter((each) => !(each in fragments))) {
    laid[space].remove();
    delete laid[space];
  }
  for (const [space, fragment] of Object.entries(fragments)) {
    if (!laid[space]) layer.append(laid[space] = svg("g", "part"));
    if (laid[space].said !== fragment) laid[space].innerHTML = laid[space].said = fragment;
  }
}

/** Highlight the space `name` of the option under the pointer, "" for none. */
export function glowSpace(app, name) {
  for (const space of app.root.querySelectorAll(".board [data-space]")) {
    space.classList.toggle("pointed", Boolean(name) && space.dataset.space === name);
  }
}

function answerSpace(app, name) {
  const options = (app.question()?.options ?? []).filter((option) => option.space === name && name);
  if (options.length === 1) app.answer(options[0]);
}

/** The board as a list for screen readers: by region in ring order, with the players and cards of each space. */
function boardList(app, host) {
  host.drawn = null;
  host.onclick = null;
  const items = [];
  let region = "";
  for (const place of app.places()) {
    if (place.region !== region) items.push(make("h3", {}, (region = place.region)));
    items.push(placeButton(app, place));
  }
  host.replaceChildren(make("h2", { class: "unseen" }, app.word("board")), make("div", { class: "places", onkeydown: walk }, items));
}

function placeButton(app, place) {
  const people = app.sheets().filter((sheet) => sheet.at === place.space).map((sheet) => sheet.who.name);
  const option = (app.question()?.options ?? []).find((each) => each.space === place.space && !each.closed);
  const about = [place.note, (app.screen.here?.[place.space] ?? []).join(", "), people.join(", ")].filter(Boolean).join(" · ");
  return button(`place:${place.space}`, () => option && app.answer(option), { class: option ? "place destination" : "place" },
    make("b", {}, place.name), about ? ` · ${about}` : "", option ? make("span", { class: "note" }, option.label) : null);
}

/** Move the focus along the ring with the arrow keys. */
function walk(event) {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const all = [...event.currentTarget.querySelectorAll("button")];
  all[(all.indexOf(document.activeElement) + by + all.length) % all.length]?.focus();
  event.preventDefault();
}
