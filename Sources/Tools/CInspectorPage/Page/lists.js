import { download, element, seconds, milliseconds } from "./connection.js";

// The transaction log, by layer and key.
export class TransactionsPanel {
  constructor(model) { this.model = model; this.words = ""; this.isSelectedOnly = false; this.waits = element("div", { class: "waits" }); }

  draw(place) {
    const rows = element("tbody", {}), fill = () => {
      const words = this.words.toLowerCase();
      const entries = this.merged().filter((e) => (!this.isSelectedOnly || e.layer === this.model.selected)
        && (!words || `${e.kind} ${e.layerName ?? ""} ${e.key ?? ""} ${e.detail}`.toLowerCase().includes(words)));
      rows.replaceChildren(...entries.slice(-2000).map((e) => element("tr", {
        tabindex: 0, class: e.place ? "input" : null, onclick: () => { if (e.layer !== undefined) this.model.select(e.layer); this.model.seek(e.time); },
      }, element("td", {}, seconds(e.time)), element("td", {}, `${"  ".repeat(e.level)}${e.kind}`), element("td", {}, e.layerName ?? ""), element("td", {}, e.key ?? ""),
      element("td", {}, e.old !== undefined ? `${e.old} → ${e.new}` : e.new ?? ""), element("td", {}, e.detail))));
    };
    fill();
    // What it says stays when the list is drawn anew.
    const { waits } = this;
    place.replaceChildren(
      element("p", {}, element("button", { "data-waits": true, onclick: () => this.showWaits(waits) }, "Completion blocks that wait")), waits,
      element("p", {}, element("input", { type: "search", placeholder: "Layer, key, word", value: this.words, oninput: (e) => { this.words = e.target.value; fill(); } }), " ",
        element("label", {}, element("input", { type: "checkbox", checked: this.isSelectedOnly, onchange: (e) => { this.isSelectedOnly = e.target.checked; fill(); } }), " only the selected layer")),
      this.model.log.length || this.model.input.length ? element("table", {}, element("thead", {}, element("tr", {}, ...["Time", "What", "Layer", "Key", "Value", "Why"].map((t) => element("th", {}, t)))), rows)
        : element("p", { class: "dim" }, "The transaction log was not recorded."));
  }

  // The log with the input that came meanwhile, in the order of time.
  merged() {
    const { log, input } = this.model;
    if (!input.length) return log;
    const events = input.map((e) => ({ kind: "input", level: 0, time: e.time, key: e.kind, detail: e.text, place: e.place }));
    // Both are in order; what was done about an event comes after it.
    const all = [];
    let at = 0;
    for (const entry of log) {
      while (at < events.length && events[at].time <= entry.time) all.push(events[at++]);
      all.push(entry);
    }
    return [...all, ...events.slice(at)];
  }

  // Only the program itself has its blocks.
  async showWaits(place) {
    const answer = await this.model.connection.ask({ type: "completions" });
    if (answer.type !== "completions") return place.replaceChildren(element("p", { class: "dim" }, "A recording has no completion blocks: ask the program while it runs."));
    if (!answer.blocks.length) return place.replaceChildren(element("p", { class: "dim" }, "No completion block waits for an animation."));
    place.replaceChildren(...answer.blocks.map((block) => element("div", { class: "advice" },
      element("b", {}, `A completion block waits for ${block.animations.length} ${block.animations.length === 1 ? "animation" : "animations"}`),
      block.isOpen ? ", and its scope is still open" : "",
      ...block.animations.map((a) => element("div", {}, element("button", { onclick: () => this.model.select(a.layer) }, a.layerName),
        ` ${a.keyPath || a.key || "animation"}: ${a.end === "inf" ? "never ends, so the block is not called until it is removed" : `until ${seconds(a.end)}`}`)))));
  }
}

// What each frame took, and what its ops take.
export class FramesPanel {
  constructor(model) {
    this.model = model;
    model.onChange((what) => { if (what === "costs") this.drawCosts(document.querySelector(".costs")); });
  }

  drawCosts(place) { if (place) place.replaceChildren(...(this.model.costs ? costTable(this.model, this.model.costs) : [])); }

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
    const costs = element("div", { class: "costs" });
    this.drawCosts(costs);
    place.replaceChildren(chart,
      element("p", { class: "buttons" }, element("button", { "data-costs": true, onclick: async () => { const a = await this.model.loadCosts(); if (a.type === "refused") costs.textContent = a.reason; } }, "Measure the ops of this picture"),
        element("button", { "data-trace": true, onclick: async () => { const t = await this.model.connection.ask({ type: "trace" }); if (t?.traceEvents) download("trace.json", "application/json", JSON.stringify(t)); } }, "Export as trace events")),
      costs,
      element("p", { class: "dim" }, "Blue: animations, layers and the draw list; green: pixels; yellow: what the host does with them. The slowest first:"),
      element("table", {}, element("thead", {}, element("tr", {}, ...["Frame", "Time", "Evaluation and list", "Pixels", "Present", "Damage", "Why"].map((t) => element("th", {}, t)))),
        element("tbody", {}, ...slowest.map((f) => element("tr", { tabindex: 0, class: f.isLate ? "late" : "", "data-frame": f.index, onclick: () => go(f) },
          element("td", {}, `${f.index}${f.isLate ? " late" : ""}`), element("td", {}, seconds(f.time)), element("td", {}, milliseconds(f.evaluation)),
          element("td", {}, milliseconds(f.painting)), element("td", {}, milliseconds(f.presenting)),
          element("td", {}, `${f.damage.reduce((sum, [x0, y0, x1, y1]) => sum + (x1 - x0) * (y1 - y0), 0).toLocaleString("en")} px`), element("td", {}, reasons(f, cost(f))))))));
  }
}

// What the ops take, the slowest first.
function costTable(model, costs) {
  const part = (s) => `${(s / Math.max(costs.seconds, 1e-12) * 100).toFixed(0)} %`, number = (n) => n.toLocaleString("en");
  const cells = (...texts) => texts.map((t) => element("td", {}, t));
  return [
    element("p", { class: "dim" }, `At ${seconds(costs.time)}: all ${number(costs.kinds.reduce((n, k) => n + k.count, 0))} ops, drawn by one thread, take ${milliseconds(costs.seconds)}.`),
    element("table", {}, element("thead", {}, element("tr", {}, ...["Kind", "Ops", "Pixels of their boxes", "Time", "Share"].map((t) => element("th", {}, t)))),
      element("tbody", {}, ...costs.kinds.map((k) => element("tr", {}, ...cells(k.kind, number(k.count), number(k.pixels), milliseconds(k.seconds), part(k.seconds)))))),
    element("table", {}, element("thead", {}, element("tr", {}, ...["Slowest ops", "Layer", "Pixels of the box", "Time", "Share"].map((t) => element("th", {}, t)))),
      element("tbody", {}, ...costs.ops.slice(0, 20).map((o) => element("tr", { tabindex: 0, onclick: () => { if (o.layer !== undefined) model.select(o.layer); } },
        ...cells(o.kind, o.layerName, number(o.pixels), milliseconds(o.seconds), part(o.seconds)))))),
  ];
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
    const { advice } = this.model, again = element("p", {}, element("button", { onclick: () => this.model.loadAdvice() }, "Look again"));
    if (!advice) { place.replaceChildren(element("p", { class: "dim" }, "Looking…")); this.model.loadAdvice(); return; }
    place.replaceChildren(...(advice.length ? advice.map((a) => element("div", { class: "advice" },
      element("div", {}, element("b", {}, a.kind), ` ${seconds(a.time)} `, element("button", { onclick: () => { if (a.layer !== undefined) this.model.select(a.layer); this.model.seek(a.time); } }, "Show")),
      element("div", {}, a.message), element("div", { class: "dim" }, a.fix))) : [element("p", { class: "dim" }, "Nothing to say.")]),
    this.model.hello.mode === "live" ? again : "");
  }
}
