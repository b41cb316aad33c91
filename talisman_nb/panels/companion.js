/** The companion: paints every region from one screen and sends what was pressed. No rules, no wording. */

import { App } from "./app.js";
import { hearKeys } from "./keys.js";

/** @param {{model: any, el: HTMLElement}} view */
function render({ model, el }) {
  const app = new App(model);
  el.append(app.root);
  hearKeys(app);
  app.begin();
  return () => app.close();
}

export default { render };
