import { download, element, seconds } from "./connection.js";

// Every property of the selected layer that differs from its default, in the model, in the presentation and in the frame that shows, and
// who set it last.
export class ValuesPanel {
  constructor(model, notice) {
    this.model = model;
    this.notice = notice;
    this.place = document.getElementById("valueRows");
    this.animates = true;
    model.onChange((what) => { if (["look", "selection", "lists", "values", "delta"].includes(what)) this.draw(); });
  }

  draw() {
    // What somebody types in stays as it is.
    if (this.place.contains(document.activeElement) && document.activeElement.matches("input[data-key]")) return;
    const { model } = this, layer = model.layer(model.selected);
    if (!layer) { this.place.replaceChildren("Select a layer: in the tree, or by a click in the picture."); return; }
    const values = model.values?.layer === layer.id ? model.values : { model: {}, presentation: {}, render: {} };
    const keys = [...new Set([values.model, values.presentation, values.render].flatMap((v) => Object.keys(v ?? {})))].sort();
    const rows = keys.map((key) => {
      const last = model.log.findLast?.((e) => e.kind === "set" && e.layer === layer.id && e.key === key && e.time <= model.time + 1e-9);
      const value = values.model[key] ?? "default";
      const other = (part) => element("td", { class: key in (part ?? {}) ? "changed" : "dim" }, part?.[key] ?? "=");
      return element("tbody", { "data-key": key }, element("tr", {},
        element("th", { scope: "row" }, key, model.hello.mode === "live" ? element("button", { title: "Would a change animate, and why?", "aria-label": `why ${key}`, onclick: () => this.explain(layer, key) }, "?") : null),
        element("td", {}, model.hello.isEditable ? this.input(layer, key, value) : value),
        other(values.presentation), other(values.render)),
      last ? element("tr", { class: "reason" }, element("td", { class: "dim", colspan: 4 }, `set at ${seconds(last.time)}: ${last.detail}`)) : null);
    });
    this.place.replaceChildren(
      element("p", {}, element("b", {}, layer.name ?? layer.class), ` ${layer.class}, layer ${layer.id}`, layer.isHidden ? ", hidden" : "",
        `; ${layer.ops} ops, ${layer.pixels.toLocaleString("en")} px, ${layer.passes} off-screen`),
      model.connection.isEmbedded ? "" : element("p", { class: "buttons" }, "Copy as ", ...["swift", "caml", "png"].map((form) =>
        element("button", { "data-copy": form, onclick: () => this.copy(layer, form) }, { swift: "Swift", caml: "CAML", png: "PNG" }[form]))),
      model.hello.isEditable ? element("p", {}, element("label", {}, element("input", { type: "checkbox", checked: this.animates, onchange: (e) => { this.animates = e.target.checked; } }), " changes animate")) : "",
      element("table", {}, element("thead", {}, element("tr", {}, ...[["Property", ""], ["Model", "What the program set"], ["Presentation", "With the animations, at this time"], ["Render", "What the newest frame was made of"]]
          .map(([t, title]) => element("th", { title }, t)))),
        ...rows),
      values.note ? element("p", { class: "dim" }, values.note) : "",
      this.explained?.layer === layer.id ? element("pre", { class: "explanation" }, this.explained.text) : "");
  }

  async explain(layer, key) {
    const answer = await this.model.connection.ask({ type: "explain", layer: layer.id, key });
    this.explained = { layer: layer.id, text: answer.text ?? answer.reason };
    this.draw();
  }

  async copy(layer, form) {
    const answer = await this.model.connection.ask({ type: "copy", layer: layer.id, time: this.model.time, as: form });
    if (answer.type !== "copied") return this.notice(answer.reason);
    const name = layer.name ?? `layer-${layer.id}`;
    this.copied = answer.text;
    if (form === "png") {
      const bytes = Uint8Array.from(atob(answer.text.split(",")[1]), (c) => c.charCodeAt(0));
      try { await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]); this.notice(`${name}: copied`); } catch { download(`${name}.png`, "image/png", bytes); }
    } else {
      try { await navigator.clipboard.writeText(answer.text); this.notice(`${name}: copied`); } catch { download(`${name}.${form === "swift" ? "swift" : "caml"}`, "text/plain", answer.text); }
    }
  }

  input(layer, key, value) {
    return element("input", { value, "aria-label": key, "data-key": key, onchange: async (event) => {
      const answer = await this.model.connection.ask({ type: "set", layer: layer.id, key, value: event.target.value, animated: this.animates });
      event.target.setCustomValidity(answer.type === "refused" ? answer.reason : "");
      event.target.reportValidity();
      if (answer.type !== "refused") event.target.blur();
    } });
  }
}
