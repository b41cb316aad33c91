// @ts-check
/** A view of the panel in an element, for a widget and for the pages of a hosted table. */

import { App } from "./app.js";
import { makeFrame } from "./frame.js";
import { watchReplies } from "./heartbeat.js";
import { hearKeys } from "./keys.js";
import { beginView } from "./lifecycle.js";
import { showState, tellKept } from "./updates.js";

/** @import { Model } from "./app.js" */

/** @param {{model: Model, el: HTMLElement}} view @returns a function that unmounts the view */
export function render({ model, el }) {
  const alive = watchReplies({
    model, rev: () => app.screen.rev ?? 0, show: (state) => showState(app, state),
    said: (label, taken) => tellKept(app, label, taken),
  });
  const app = new App({ model, frame: makeFrame(), alive });
  el.append(app.root);
  hearKeys(app);
  return beginView(app);
}
