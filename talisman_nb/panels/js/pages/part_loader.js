// @ts-check
/**
 * Entry point of a part as a notebook has it: all parts of a kernel refer to one model with their code and styles, which
 * is sent once, and this fetches it. Where a page gives no access to other models, the part asks its kernel for it.
 */

/**
 * @typedef {{esm: string, css: string}} Code
 * @typedef {{get: (trait: string) => any}} OtherModel
 * @typedef {{
 *   get: (trait: string) => any, send: (message: object) => void,
 *   on: (event: string, hear: (message: any) => void) => void, off: (event: string, hear: (message: any) => void) => void,
 *   widget_manager?: {get_model: (id: string) => Promise<OtherModel>},
 * }} PartModel
 * @typedef {{default: {render: (view: {model: PartModel, el: HTMLElement}) => (() => void)}}} PartModule
 */

/** Begin of how a widget names another model. */
const REFERS = "IPY_MODEL_";
/** Class of the style sheet of the parts. */
const STYLES = "tlm-part-styles";
/** Modules that a page has, by their text. @type {Map<string, Promise<PartModule>>} */
const MODULES = (/** @type {any} */ (globalThis)).tlmPartModules ??= new Map();

/** The code of a part: that of the model it refers to, else what the kernel answers. @param {PartModel} model @returns {Promise<Code>} */
async function codeOf(model) {
  const at = String(model.get("code") ?? "");
  const shared = at.startsWith(REFERS) ? await model.widget_manager?.get_model(at.slice(REFERS.length)).catch(() => null) : null;
  return shared ? { esm: shared.get("esm"), css: shared.get("css") } : asked(model);
}

/** Ask the kernel. @param {PartModel} model @returns {Promise<Code>} */
function asked(model) {
  return new Promise((resolve) => {
    const hear = (/** @type {any} */ message) => {
      if (message?.type !== "code") return;
      model.off("msg:custom", hear);
      resolve(message);
    };
    model.on("msg:custom", hear);
    model.send({ type: "code" });
  });
}

/** The module of a text, the same one for all parts of a page. @param {string} esm */
function moduleOf(esm) {
  let found = MODULES.get(esm);
  if (!found) {
    const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
    found = /** @type {Promise<PartModule>} */ (import(url).finally(() => URL.revokeObjectURL(url)));
    MODULES.set(esm, found);
  }
  return found;
}

/** Give a page the styles once, and a shadow tree that a view is put in its own. @param {HTMLElement} el @param {string} css */
function styled(el, css) {
  const put = (/** @type {ParentNode & Node} */ into) => {
    if ([...into.querySelectorAll(`.${STYLES}`)].some((each) => each.textContent === css)) return;
    const style = document.createElement("style");
    style.className = STYLES;
    style.textContent = css;
    into.append(style);
  };
  put(document.head);
  requestAnimationFrame(() => {
    const root = el.getRootNode();
    if (root instanceof ShadowRoot) put(root);
  });
}

/** @param {{model: PartModel, el: HTMLElement}} view @returns a function that unmounts the view */
async function render(view) {
  const { esm, css } = await codeOf(view.model);
  const { default: part } = await moduleOf(esm);
  styled(view.el, css);
  return part.render(view);
}

export default { render };
