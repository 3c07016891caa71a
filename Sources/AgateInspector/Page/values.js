import { element, seconds } from "./connection.js";

// Every property of the selected layer that differs from its default: as committed, as it shows, and who set it last.
export class ValuesPanel {
  constructor(model) {
    this.model = model;
    this.place = document.getElementById("valueRows");
    model.onChange((what) => { if (["look", "selection", "lists"].includes(what)) this.draw(); });
  }

  draw() {
    const layer = this.model.layer(this.model.selected);
    if (!layer) { this.place.replaceChildren("Select a layer: in the tree, or by a click in the picture."); return; }
    const keys = [...new Set([...Object.keys(layer.values), ...Object.keys(layer.shown)])].sort();
    const rows = keys.map((key) => {
      const last = this.model.log.findLast?.((e) => e.kind === "set" && e.layer === layer.id && e.key === key && e.time <= this.model.time + 1e-9);
      const value = layer.values[key] ?? "default";
      return element("tr", { "data-key": key },
        element("td", {}, key, this.model.hello.mode === "live" ? element("button", { title: "Would a change animate, and why?", onclick: () => this.explain(layer, key) }, "?") : null),
        element("td", {}, this.model.hello.isEditable ? this.input(layer, key, value) : value),
        element("td", { class: key in layer.shown ? "changed" : "" }, layer.shown[key] ?? ""),
        element("td", { class: "dim" }, last ? `${seconds(last.time)}: ${last.detail}` : ""));
    });
    this.place.replaceChildren(
      element("p", {}, element("b", {}, layer.name ?? layer.class), ` ${layer.class}, layer ${layer.id}`, layer.isHidden ? ", hidden" : "",
        `; ${layer.steps} steps, ${layer.pixels.toLocaleString("en")} px, ${layer.passes} off-screen`),
      element("table", {}, element("thead", {}, element("tr", {}, ...["Property", "Committed", "Shows", "Set last, and why"].map((t) => element("th", {}, t)))),
        element("tbody", {}, ...rows)));
  }

  async explain(layer, key) {
    const answer = await this.model.connection.ask({ type: "explain", layer: layer.id, key });
    this.place.append(element("pre", { class: "explanation" }, answer.text ?? answer.reason));
  }

  input(layer, key, value) {
    return element("input", { value, "aria-label": key, onchange: async (event) => {
      const answer = await this.model.connection.ask({ type: "set", layer: layer.id, key, value: event.target.value, animated: true });
      if (answer.type === "refused") event.target.setCustomValidity(answer.reason); else event.target.setCustomValidity("");
      event.target.reportValidity();
    } });
  }
}
