import { element, seconds } from "./connection.js";

// All animations as bars over the media time.
export class TimelinePanel {
  constructor(model) { this.model = model; this.open = null; }

  draw(place) {
    const { model } = this, [begin, end] = model.hello.span, all = Math.max(1e-6, end - begin);
    const x = (time) => `${Math.min(100, Math.max(0, ((time === "inf" ? end : time) - begin) / all * 100))}%`;
    if (!model.bars.length) return place.replaceChildren(element("p", { class: "dim" }, "No animation was added."));
    place.replaceChildren(...model.bars.flatMap((bar, index) => {
      const stop = Math.min(bar.removed ?? Infinity, bar.end === "inf" ? end : bar.end);
      const span = element("button", { class: "span", title: `${bar.kind}, ${seconds(bar.begin)} to ${seconds(bar.end)}`, "data-bar": index, onclick: () => {
        this.open = this.open === index ? null : index;
        model.select(bar.layer);
        model.seek(Math.max(bar.begin, begin));
        this.draw(place);
      } });
      span.style.left = x(bar.begin);
      span.style.width = `calc(${x(stop)} - ${x(bar.begin)})`;
      const track = element("div", { class: "track" }, span);
      for (const key of bar.keyTimes ?? []) {
        const mark = element("i", { class: "key" });
        mark.style.left = `calc(${x(bar.begin + key * bar.duration / Math.max(1e-6, Math.abs(bar.speed)))} - 2px)`;
        track.append(mark);
      }
      const now = element("i", { class: "now" });
      now.style.left = x(model.time);
      track.append(now);
      const row = element("div", { class: "bar" },
        element("button", { class: "name", onclick: () => { model.select(bar.layer); } }, `${bar.layerName} · ${bar.keyPath || bar.kind}`), track);
      return this.open === index ? [row, this.detail(bar)] : [row];
    }));
  }

  detail(bar) {
    const facts = [
      `${bar.kind} of ${bar.keyPath || "the layer"}`, `added ${seconds(bar.added)}, ${seconds(bar.begin)} to ${seconds(bar.end)}`,
      bar.from !== undefined || bar.to !== undefined ? `from ${bar.from ?? "what showed"} to ${bar.to ?? "the property"}` : null,
      `fill ${bar.fillMode}, ${bar.isRemovedOnCompletion ? "removed when it is over" : "kept when it is over"}`,
    ].filter(Boolean);
    const why = this.model.log.filter((e) => e.layer === bar.layer && (e.kind === "set" || e.kind === "added" || e.kind === "animate") && Math.abs(e.time - bar.added) < 1e-6 && (!e.key || e.key.split(".")[0] === bar.keyPath.split(".")[0]));
    return element("div", { class: "detail" },
      element("div", {}, ...facts.map((f) => element("div", {}, f)), ...why.map((e) => element("div", { class: "why" }, `Why: ${e.kind} ${e.key ?? ""} ${e.old ?? ""} → ${e.new ?? ""}: ${e.detail}`))),
      plot(bar), curve(bar),
      element("div", {}, element("button", { onclick: () => navigator.clipboard?.writeText(bar.code) }, "Copy as Swift"), element("pre", {}, bar.code)));
  }
}

const space = "http://www.w3.org/2000/svg";
function shape(tag, attributes) {
  const made = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// The property's numbers over the time of the animation.
function plot(bar) {
  const svg = shape("svg", { width: 220, height: 90, viewBox: "0 0 220 90", role: "img", "aria-label": "value over time" });
  const all = bar.plot.flat().filter(Number.isFinite);
  if (!all.length) return svg;
  const low = Math.min(...all), high = Math.max(...all), y = (v) => 84 - (high > low ? (v - low) / (high - low) : 0.5) * 78;
  bar.plot.forEach((numbers, i) => {
    const points = numbers.map((v, k) => `${4 + k / Math.max(1, numbers.length - 1) * 212},${y(v)}`).join(" ");
    svg.append(shape("polyline", { points, fill: "none", stroke: ["#3584e4", "#e66100", "#26a269", "#9141ac"][i % 4], "stroke-width": 1.5 }));
  });
  return svg;
}

// Its timing curve; the control points can be dragged, and the code says what they are then.
function curve(bar) {
  const c = [...(bar.curve ?? [0, 0, 1, 1])], svg = shape("svg", { width: 110, height: 110, viewBox: "-5 -20 110 140", role: "img", "aria-label": "timing curve" });
  const label = element("pre", {}, ""), box = element("div", {}, svg, label);
  const draw = () => {
    svg.replaceChildren(
      shape("path", { d: `M0 100 C${c[0] * 100} ${100 - c[1] * 100} ${c[2] * 100} ${100 - c[3] * 100} 100 0`, fill: "none", stroke: "#3584e4", "stroke-width": 2 }),
      ...[0, 2].map((i) => {
        const dot = shape("circle", { cx: c[i] * 100, cy: 100 - c[i + 1] * 100, r: 5, fill: "#e66100", style: "cursor: move" });
        dot.addEventListener("pointerdown", (down) => {
          const move = (event) => {
            const r = svg.getBoundingClientRect();
            c[i] = Math.min(1, Math.max(0, ((event.clientX - r.left) / r.width * 110 - 5) / 100));
            c[i + 1] = (120 - (event.clientY - r.top) / r.height * 140) / 100 - 0;
            draw();
          };
          down.preventDefault();
          addEventListener("pointermove", move);
          addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
        });
        return dot;
      }));
    label.textContent = `CAMediaTimingFunction(controlPoints: ${c.map((v) => Math.round(v * 1000) / 1000).join(", ")})`;
  };
  draw();
  return box;
}
