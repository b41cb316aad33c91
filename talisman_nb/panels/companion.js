/** The companion: paints every region from one screen and sends what was pressed. No rules, no wording. */

import { App } from "./app.js";
import { beginView, endView } from "./lifecycle.js";
import { hearKeys } from "./keys.js";

/** @param {{model: any, el: HTMLElement}} view */
function render({ model, el }) {
  const app = new App(model);
  el.append(app.root);
  hearKeys(app);
  beginView(app);
  return () => endView(app);
}

export default { render };
