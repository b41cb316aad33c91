// @ts-check
/** Entry point of the widget's front end, as anywidget wants it. It has no rules and no wording. */

import { initialize } from "./difference.js";
import { render } from "./mount.js";

export default { initialize, render };
