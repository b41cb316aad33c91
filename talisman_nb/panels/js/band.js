// @ts-check
/** The banner shown while the kernel does not reply. */

import { button, make } from "./elements.js";
import { inNotebook } from "./session.js";

/** @import { App } from "./app.js" */

/** @param {App} app @param {HTMLElement} host */
export function paintBand(app, host) {
  const [gone, thinking] = [app.alive.gone(), app.alive.thinking()];
  host.hidden = !(gone || thinking);
  if (thinking) return host.replaceChildren(make("p", {}, make("b", {}, app.word("thinking"))));
  if (!gone) return host.replaceChildren();
  const kept = app.alive.pending();
  return host.replaceChildren(
    make("p", {}, make("b", {}, kept?.label ? app.word("gone-kept", { answer: kept.label }) : app.word("gone"))),
    inNotebook(app.root) ? make("p", {}, app.word("gone-in-notebook"))
      : button("open-again", () => location.reload(), { class: "option" }, app.word("open-again")));
}
