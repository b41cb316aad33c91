// @ts-check
/** Entry point of the widget's front end (anywidget `render`). It has no rules and no wording. */

import { render } from "./mount.js";

export default { render };
