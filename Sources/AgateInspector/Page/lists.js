import { element, seconds, milliseconds } from "./connection.js";

// The transaction log, by layer and key.
export class TransactionsPanel {
  constructor(model) { this.model = model; this.words = ""; this.isSelectedOnly = false; }

  draw(place) {
    const rows = element("tbody", {}), fill = () => {
      const words = this.words.toLowerCase();
      const entries = this.model.log.filter((e) => (!this.isSelectedOnly || e.layer === this.model.selected)
        && (!words || `${e.kind} ${e.layerName ?? ""} ${e.key ?? ""} ${e.detail}`.toLowerCase().includes(words)));
      rows.replaceChildren(...entries.slice(-2000).map((e) => element("tr", {
        onclick: () => { if (e.layer !== undefined) this.model.select(e.layer); this.model.seek(e.time); },
      }, element("td", {}, seconds(e.time)), element("td", {}, `${"  ".repeat(e.level)}${e.kind}`), element("td", {}, e.layerName ?? ""), element("td", {}, e.key ?? ""),
      element("td", {}, e.old !== undefined ? `${e.old} → ${e.new}` : e.new ?? ""), element("td", {}, e.detail))));
    };
    fill();
    place.replaceChildren(
      element("p", {}, element("input", { type: "search", placeholder: "Layer, key, word", value: this.words, oninput: (e) => { this.words = e.target.value; fill(); } }), " ",
        element("label", {}, element("input", { type: "checkbox", checked: this.isSelectedOnly, onchange: (e) => { this.isSelectedOnly = e.target.checked; fill(); } }), " only the selected layer")),
      this.model.log.length ? element("table", {}, element("thead", {}, element("tr", {}, ...["Time", "What", "Layer", "Key", "Value", "Why"].map((t) => element("th", {}, t)))), rows)
        : element("p", { class: "dim" }, "The transaction log was not recorded."));
  }
}

// What each frame took.
export class FramesPanel {
  constructor(model) { this.model = model; }

  draw(place) {
    const { frames } = this.model;
    if (!frames.length) return place.replaceChildren(element("p", { class: "dim" }, "No frame was shown."));
    const cost = (f) => f.evaluation + f.painting + f.presenting, most = Math.max(...frames.map(cost), 1e-6);
    const go = (f) => { this.model.seek(f.time); };
    const chart = element("div", { class: "chart" }, ...frames.slice(-600).map((f) => {
      const part = (name, value) => { const made = element("i", { class: name }); made.style.height = `${value / most * 64}px`; return made; };
      return element("button", { class: f.isLate ? "late" : "", title: `frame ${f.index}: ${milliseconds(cost(f))}`, "aria-label": `frame ${f.index}`, onclick: () => go(f) },
        part("e", f.evaluation), part("p", f.painting), part("s", f.presenting));
    }));
    const slowest = [...frames].sort((a, b) => cost(b) - cost(a)).slice(0, 200);
    place.replaceChildren(chart,
      element("p", { class: "dim" }, "Blue: animations, layers and the draw list; green: pixels; yellow: what the host does with them. The slowest first:"),
      element("table", {}, element("thead", {}, element("tr", {}, ...["Frame", "Time", "Evaluation and list", "Pixels", "Present", "Damage", "Why"].map((t) => element("th", {}, t)))),
        element("tbody", {}, ...slowest.map((f) => element("tr", { class: f.isLate ? "late" : "", "data-frame": f.index, onclick: () => go(f) },
          element("td", {}, `${f.index}${f.isLate ? " late" : ""}`), element("td", {}, seconds(f.time)), element("td", {}, milliseconds(f.evaluation)),
          element("td", {}, milliseconds(f.painting)), element("td", {}, milliseconds(f.presenting)),
          element("td", {}, `${f.damage.reduce((sum, [x0, y0, x1, y1]) => sum + (x1 - x0) * (y1 - y0), 0).toLocaleString("en")} px`), element("td", {}, reasons(f, cost(f))))))));
  }
}

// Why a frame took what it took: its largest part, and what had been asked for.
function reasons(f, all) {
  const parts = [];
  if (f.painting > all / 2) parts.push("mostly pixels");
  if (f.evaluation > all / 2) parts.push("mostly animations and the list");
  if (f.presenting > all / 2) parts.push("mostly the host");
  if (f.isRebuilt) parts.push("the draw list was made anew");
  if (f.layers) parts.push(`${f.layers} layers changed in ${f.commits} commits`);
  if (f.animations) parts.push(`${f.animations} animations came or went`);
  return parts.join(", ");
}

export class AdvicePanel {
  constructor(model) { this.model = model; }

  draw(place) {
    place.replaceChildren(...(this.model.advice.length ? this.model.advice.map((a) => element("div", { class: "advice" },
      element("div", {}, element("b", {}, a.kind), ` ${seconds(a.time)} `, element("button", { onclick: () => { if (a.layer !== undefined) this.model.select(a.layer); this.model.seek(a.time); } }, "Show")),
      element("div", {}, a.message), element("div", { class: "dim" }, a.fix))) : [element("p", { class: "dim" }, "Nothing to say.")]));
  }
}
