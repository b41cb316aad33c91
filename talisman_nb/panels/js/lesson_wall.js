// @ts-check
/** The wall of a class as a whole: the board, the lesson beside it, its row of moves, and its keys. */

import { paintBoard } from "./board.js";
import { make } from "./elements.js";
import { openToPrint } from "./exports.js";
import { keepingFocus } from "./focus.js";
import { lookNear } from "./lesson_board.js";
import { lessonKey, lessonMoves, moveLesson, paintLesson } from "./lesson_part.js";

/**
 * @import { App } from "./app.js"
 * @import { PartModel } from "./part.js"
 */

/** How much larger than they must be letters are, where there is room: the largest that fits is taken. */
const LARGER = [1.4, 1.3, 1.2, 1.1, 1];
/** Pixels of the margins above and below the board, and between it and the row below. */
const AROUND = 24;
/** Pixels that a height may differ by from being rounded. */
const ROUNDED = 0.1;

/** What each wall keeps of its own. @type {WeakMap<HTMLElement, import("./lesson_part.js").WallState>} */
const WALLS = new WeakMap();

/** A lesson beside the board. @param {App} app @param {HTMLElement} host @param {PartModel} model */
export function paintWall(app, host, model) {
  const wall = model.get("content");
  const tell = (/** @type {string} */ type, more = {}) => {
    const asking = WALLS.get(host);
    if (asking && type === "sheet") asking.printing = true;
    model.send({ type, ...more });
  };
  if (!host.firstChild) {
    const state = { thrown: [], blank: false, printing: false, from: 0, hands: [] };
    WALLS.set(host, state);
    host.append(app.hosts.board, make("div", { class: "wall" }), make("div", { class: "moves", role: "toolbar" }));
    app.root.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (lessonKey(event, model.get("content"), tell, state, () => paintWall(app, host, model))) event.preventDefault();
    });
    model.on("msg:custom", (/** @type {{type: string, name: string, text: string}} */ message) => {
      if (message.type !== "sheet" || !state.printing) return; // another view of the wall asked
      state.printing = false;
      openToPrint({ ...message, kind: "text/html" });
    });
    requestAnimationFrame(() => { if (document.activeElement === document.body) app.root.focus(); });
  }
  paintBoard(app, app.hosts.board);
  app.hosts.board.onclick = null;
  app.hosts.board.hidden = !wall.sheets.length || Boolean(wall.beside) || wall.bars.length > 0;
  const state = /** @type {import("./lesson_part.js").WallState} */ (WALLS.get(host));
  const [, said, moves] = /** @type {HTMLElement[]} */ ([...host.children]);
  keepingFocus(app, () => {
    paintLesson(app, said, wall, tell, state);
    lessonMoves(app, moves, wall, state, (type) => {
      moveLesson(type, wall, tell, state);
      paintWall(app, host, model);
    });
  });
  const room = parseFloat(getComputedStyle(host).minHeight) || 0;
  const beside = said.getBoundingClientRect().left > app.hosts.board.getBoundingClientRect().left;
  if (app.picture) lookNear(app, app.picture, wall.near ?? "", beside ? room - moves.offsetHeight - AROUND : 0);
  fillRoom(host, said, room + ROUNDED);
}

/**
 * Let the letters fill the height that the wall has anyway; what is too high at their least size is set more tightly,
 * and what still is goes without what the page is about.
 * @param {HTMLElement} host @param {HTMLElement} said @param {number} room pixels
 */
function fillRoom(host, said, room) {
  said.classList.remove("tight", "crowded");
  const hasRoom = () => host.getBoundingClientRect().height <= room && said.scrollWidth <= said.clientWidth;
  const fits = LARGER.some((larger) => {
    said.style.setProperty("--larger", String(larger));
    return hasRoom();
  });
  said.classList.toggle("tight", !fits);
  said.classList.toggle("crowded", !fits && !hasRoom());
}
