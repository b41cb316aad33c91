// @ts-check
/** Entry point of the page of a hosted table's phones, and of its laptop. */

import { render } from "./mount.js";
import { connectModel } from "./socket_model.js";

const here = /** @type {HTMLElement} */ (document.getElementById("screen"));
connectModel(here.dataset.socket ?? "").then((model) => render({ model, el: here }));
