import { element } from "./connection.js";

// The layers as rows, of which only the visible ones are made.
export class TreePanel {
  constructor(model) {
    this.model = model;
    this.rows = document.getElementById("rows");
    this.spacer = document.getElementById("spacer");
    this.search = document.getElementById("search");
    this.shown = [];
    this.rows.addEventListener("scroll", () => this.draw());
    this.search.addEventListener("input", () => this.filter());
    this.rows.addEventListener("keydown", (event) => this.move(event));
    new ResizeObserver(() => this.draw()).observe(this.rows);
    model.onChange((what) => { if (what === "look" || what === "costs") this.filter(); if (what === "selection") { this.reveal(); this.draw(); } });
  }

  filter() {
    const words = this.search.value.trim().toLowerCase(), layers = this.model.look?.layers ?? [];
    // What is called so comes alone: "item 12" is not also the item whose number is 12.
    const named = /\s/.test(words) ? layers.filter((l) => l.name?.toLowerCase().includes(words)) : [];
    this.shown = named.length ? named : words ? layers.filter((l) => matches(l, words)) : layers;
    this.spacer.style.height = `${this.shown.length * 22}px`;
    this.draw();
  }

  reveal() {
    const at = this.shown.findIndex((l) => l.id === this.model.selected);
    if (at < 0) return;
    const top = at * 22;
    if (top < this.rows.scrollTop) this.rows.scrollTop = top;
    if (top + 22 > this.rows.scrollTop + this.rows.clientHeight) this.rows.scrollTop = top + 22 - this.rows.clientHeight;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.rows.scrollTop / 22) - 4), count = Math.ceil(this.rows.clientHeight / 22) + 8;
    const made = this.shown.slice(first, first + count).map((layer, i) => {
      const row = element("div", {
        class: `row${layer.id === this.model.selected ? " selected" : ""}${layer.isHidden ? " hidden" : ""}`, role: "treeitem", "data-layer": layer.id,
        "aria-selected": layer.id === this.model.selected, onclick: () => this.model.select(layer.id),
      },
      element("span", {}, layer.name ?? layer.class),
      element("span", { class: "dim" }, layer.name ? layer.class : `${layer.id}`),
      layer.isMask ? element("span", { class: "dim" }, "mask") : null,
      layer.animations ? element("span", { class: "tag", title: "animates" }, `▶${layer.animations}`) : null,
      layer.passes ? element("span", { class: "pass", title: "off-screen passes" }, `◫${layer.passes}`) : null,
      element("span", { class: "cost", title: "pixels in the boxes of its own ops, and the time that they take where it was measured" },
        `${this.costOf(layer)}${layer.pixels ? layer.pixels.toLocaleString("en") : ""}`));
      row.style.top = `${(first + i) * 22}px`;
      row.style.paddingLeft = `${6 + layer.depth * 12}px`;
      return row;
    });
    this.rows.replaceChildren(this.spacer, ...made);
  }

  // Of the time that all ops take.
  costOf(layer) {
    const costs = this.model.costs, own = costs?.layers[layer.id];
    return own && costs.seconds ? `${(own / costs.seconds * 100).toFixed(0)} % · ` : "";
  }

  move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
    if (!step || !this.shown.length) return;
    event.preventDefault();
    const at = this.shown.findIndex((l) => l.id === this.model.selected);
    this.model.select(this.shown[Math.min(this.shown.length - 1, Math.max(0, at + step))].id);
  }
}

// Each word says something of the layer: numbers of layers are whole, so that 12 is not 123.
function matches(layer, words) {
  const name = (layer.name ?? "").toLowerCase(), number = String(layer.id);
  const all = `${name} ${layer.class.toLowerCase()}${layer.animations ? " animates" : ""}${layer.passes ? " off-screen" : ""}${layer.isHidden ? " hidden" : ""}${layer.isMask ? " mask" : ""}`;
  return words.split(/\s+/).every((word) => (/^\d+$/.test(word) ? number === word || name.includes(word) : all.includes(word)));
}
