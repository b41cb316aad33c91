/** Entry point of the widget's front end (anywidget `render`). It has no rules and no wording. */

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
