import { element } from "./connection.js";

const svgSpace = "http://www.w3.org/2000/svg";
export function shape(tag, attributes) {
  const made = document.createElementNS(svgSpace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// The property's numbers over the time of the animation; `pace` puts another curve in the place of its own.
export function plot(bar, pace = null) {
  const svg = shape("svg", { width: 220, height: 90, viewBox: "0 0 220 90", role: "img", "aria-label": "value over time" });
  const all = bar.plot.flat().filter(Number.isFinite);
  if (!all.length) return svg;
  const low = Math.min(...all), high = Math.max(...all), y = (v) => 84 - (high > low ? (v - low) / (high - low) : 0.5) * 78;
  bar.plot.forEach((numbers, i) => {
    const color = ["#3584e4", "#e66100", "#26a269", "#9141ac"][i % 4], line = (values, more) => svg.append(shape("polyline", {
      points: values.map((v, k) => `${4 + k / Math.max(1, values.length - 1) * 212},${y(v)}`).join(" "), fill: "none", stroke: color, "stroke-width": 1.5, ...more,
    }));
    line(numbers, pace ? { opacity: 0.35 } : {});
    if (pace) line(numbers.map((_, k) => numbers[0] + (numbers.at(-1) - numbers[0]) * pace(k / Math.max(1, numbers.length - 1))), { "stroke-dasharray": "3 2" });
  });
  return svg;
}

// y of the cubic through (0, 0), two control points and (1, 1) at an x.
export function bezier(c) {
  const at = (a, b, t) => 3 * a * t * (1 - t) ** 2 + 3 * b * t * t * (1 - t) + t ** 3;
  return (x) => {
    let low = 0, high = 1;
    for (let i = 0; i < 40; i++) { const t = (low + high) / 2; if (at(c[0], c[2], t) < x) low = t; else high = t; }
    return at(c[1], c[3], (low + high) / 2);
  };
}

const round = (v) => Math.round(v * 1000) / 1000;
const timingCode = (c) => `CAMediaTimingFunction(controlPoints: ${c.map(round).join(", ")})`;

// The Swift of an animation with another curve.
export function codeWith(code, c) {
  const line = `animation.timingFunction = ${timingCode(c)}`;
  return /^animation\.timingFunction = .*$/m.test(code) ? code.replace(/^animation\.timingFunction = .*$/m, line) : `${code}\n${line}`;
}

// The timing curve: its control points can be dragged, moved with the arrow keys, or typed. `changed` gets the four numbers.
export function curveEditor(bar, changed) {
  const c = [...(bar.curve ?? [0, 0, 1, 1])];
  const svg = shape("svg", { class: "curve", width: 132, height: 168, viewBox: "-5 -20 110 140", role: "img", "aria-label": "timing curve" });
  const inputs = c.map((value, i) => element("input", {
    type: "number", step: 0.01, value: round(value), "aria-label": ["x of the first point", "y of the first point", "x of the second point", "y of the second point"][i],
    oninput: (event) => { const v = Number(event.target.value); if (Number.isFinite(v)) { set(i, v); draw(); } },
  }));
  const set = (i, value) => { c[i] = i % 2 ? value : Math.min(1, Math.max(0, value)); changed(c); };
  const draw = () => {
    const focused = document.activeElement?.dataset?.point;
    svg.replaceChildren(
      shape("path", { d: `M0 100 L${c[0] * 100} ${100 - c[1] * 100} M100 0 L${c[2] * 100} ${100 - c[3] * 100}`, stroke: "#e66100", "stroke-width": 0.7 }),
      shape("path", { d: `M0 100 C${c[0] * 100} ${100 - c[1] * 100} ${c[2] * 100} ${100 - c[3] * 100} 100 0`, fill: "none", stroke: "#3584e4", "stroke-width": 2 }),
      ...[0, 2].map((i) => {
        const dot = shape("circle", { cx: c[i] * 100, cy: 100 - c[i + 1] * 100, r: 6, fill: "#e66100", style: "cursor: move", tabindex: 0, "data-point": i, role: "slider",
          "aria-label": i ? "second control point" : "first control point" });
        dot.addEventListener("pointerdown", (down) => {
          const move = (event) => {
            const r = svg.getBoundingClientRect();
            set(i, (event.clientX - r.left) / r.width * 1.1 - 0.05);
            set(i + 1, 1.2 - (event.clientY - r.top) / r.height * 1.4);
            fill();
            draw();
          };
          down.preventDefault();
          addEventListener("pointermove", move);
          addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
        });
        dot.addEventListener("keydown", (event) => {
          const by = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, 0.02], ArrowDown: [0, -0.02] }[event.key];
          if (!by) return;
          event.preventDefault();
          event.stopPropagation();
          set(i, c[i] + by[0]);
          set(i + 1, c[i + 1] + by[1]);
          fill();
          draw();
        });
        return dot;
      }));
    if (focused !== undefined) svg.querySelector(`[data-point="${focused}"]`)?.focus();
  };
  const fill = () => inputs.forEach((input, i) => { input.value = round(c[i]); });
  draw();
  return element("div", { class: "curveEditor" }, svg, element("div", { class: "points" }, ...inputs),
    element("button", { onclick: () => navigator.clipboard?.writeText(timingCode(c)) }, "Copy the curve"));
}
