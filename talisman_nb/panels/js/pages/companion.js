// @ts-check
/** Entry point of the widget's front end, as anywidget wants it. It has no rules and no wording. */

import { bringLetters } from "../base/elements.js";
import { screenNumber } from "./heartbeat.js";
import { render } from "./mount.js";

/**
 * @import { Model } from "../base/app.js"
 * @typedef {Model & {set: (trait: string, value: any) => void}} WidgetModel
 */

/** The traits that are sent together. */
const TOGETHER = ["labels", "setup", "screen"];

/**
 * Keep a model at its newest screen: one that comes late changes nothing. anywidget calls this once for each model.
 * @param {{model: WidgetModel}} widget @returns a function that ends it
 */
function initialize({ model }) {
  bringLetters(model);
  const read = () => ({ number: screenNumber(model), values: TOGETHER.map((trait) => model.get(trait)) });
  let newest = read();
  const keep = () => {
    if (screenNumber(model) >= newest.number) newest = read();
    else newest.values.forEach((value, i) => model.set(TOGETHER[i], value));
  };
  model.on("change:screen", keep);
  return () => model.off("change:screen", keep);
}

export default { initialize, render };
