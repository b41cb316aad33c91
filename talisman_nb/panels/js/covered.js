// @ts-check
/** Spells turned face down in this window alone, until a press shows them again; kept by the browser over a reload. */

import { button } from "./elements.js";
import { focusOn } from "./focus.js";
import { paintAll } from "./painting.js";
import { keepCovered, wasCovered } from "./session.js";

/**
 * @import { App } from "./app.js"
 * @import { Choice, Sheet } from "./screen.js"
 */

/** The thing of a choice that names no Spell: a hand that is face down anyway. */
export const FACE_DOWN = "spell?";

/** Set the view's state to what was kept. @param {App} app */
export function readCovered(app) {
  app.ui.covered = wasCovered();
}

/** Whether Spells are face down here; one that looks at a hand on a shared screen sees it. @param {App} app */
export function isCovered(app) {
  return app.ui.covered && !app.ui.looking;
}

/**
 * A sheet as this window shows it: named Spells are only counted while they are covered.
 * @param {App} app @param {Sheet} sheet
 */
export function asShown(app, sheet) {
  if (!isCovered(app) || !sheet.spells?.length) return sheet;
  return { ...sheet, spells: [], spells_keys: [], unseen: (sheet.unseen ?? 0) + sheet.spells.length };
}

/** Whether a choice names a Spell of a hand. @param {Choice} choice */
function namesSpell({ hint, thing }) {
  return hint === "S" && Boolean(thing) && thing !== FACE_DOWN;
}

/** Those of some asides that may be shown. @param {App} app @param {Choice[]} asides */
export function uncovered(app, asides) {
  return isCovered(app) ? asides.filter((choice) => !namesSpell(choice)) : asides;
}

/** The press that turns Spells over, null where there are none to turn. @param {App} app @param {boolean} any */
function cover(app, any) {
  if (!any || app.ui.looking) return null;
  const word = app.ui.covered ? app.word("show-spells") : app.word("hide-spells");
  const turn = () => {
    keepCovered(app.ui.covered = !app.ui.covered);
    paintAll(app);
    focusOn(app, "cover");
  };
  return button("cover", turn, { class: "chip cover" }, word);
}

/** The press on a sheet. @param {App} app @param {Sheet} sheet */
export function coverOfSheet(app, sheet) {
  return cover(app, Boolean(sheet.spells?.length));
}

/** The press in the drawer of Spells. @param {App} app @param {Choice[]} asides */
export function coverOfAsides(app, asides) {
  return cover(app, asides.some(namesSpell));
}
