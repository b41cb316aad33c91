// An extension of JupyterLab and Notebook, as they load one that was built: here there is nothing to build.
//
// Both prefer the view of a widget to all else that an output holds, also where there is no widget any more, and then say
// "Loading widget..." or "model not found". Until there is one, this shows the picture beside it.
{
  const VIEW = "application/vnd.jupyter.widget-view+json";
  const PICTURE = "image/svg+xml";
  const PATIENCE = 400; // ms that a widget may take before its place is filled

  /** Whether an output has both. */
  const keeps = (data) => VIEW in data && PICTURE in data;

  /** The picture of an output; in an `img` no script of it runs, so that it needs no trust. */
  function pictureOf(data) {
    const image = new Image();
    image.src = `data:${PICTURE},${encodeURIComponent([data[PICTURE]].flat().join(""))}`;
    image.alt = [data["text/plain"] ?? ""].flat().join("");
    image.style.maxWidth = "100%";
    image.animate([{ visibility: "hidden" }, { visibility: "hidden" }], PATIENCE);
    return image;
  }

  /** Let a renderer of widgets show the picture for as long as nothing but words stands in its place. */
  function withPicture(renderer) {
    const render = renderer.renderModel;
    let picture = null;
    const look = () => {
      if (!picture) return;
      const [...inside] = renderer.node.childNodes;
      if (inside.some((each) => each instanceof Element && each !== picture)) picture.remove();
      else if (inside.length !== 1 || inside[0] !== picture) renderer.node.replaceChildren(picture);
    };
    new MutationObserver(look).observe(renderer.node, { childList: true });
    renderer.renderModel = async (model) => {
      picture = keeps(model.data) ? pictureOf(model.data) : null;
      if (picture && !model.trusted) look();
      else await render.call(renderer, model);
    };
    return renderer;
  }

  const plugin = {
    id: "talisman-nb:kept",
    description: "Shows the picture that an output keeps beside its widget, where there is no widget.",
    autoStart: true,
    activate(app) {
      app.docRegistry.addWidgetExtension("Notebook", {
        createNew(panel) {
          const found = panel.content.rendermime;
          const { createRenderer, preferredMimeType } = found;
          found.createRenderer = (type) => {
            const renderer = createRenderer.call(found, type);
            return type === VIEW ? withPicture(renderer) : renderer;
          };
          found.preferredMimeType = (data, ...rest) => (keeps(data) ? VIEW : preferredMimeType.call(found, data, ...rest));
        },
      });
    },
  };
  (window._JUPYTERLAB ??= {})["talisman-nb"] = { init() {}, get: () => Promise.resolve(() => ({ __esModule: true, default: plugin })) };
}
