// @ts-check
/** Why something that was typed on the bench is refused. */

import { make } from "./elements.js";

/** @import { Analysis } from "./analysis_part.js" */

/** @param {Analysis} shown */
export function refusal(shown) {
  return make("p", { class: "refusal", role: "alert" }, shown.refused);
}
