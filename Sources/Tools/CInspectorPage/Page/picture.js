import { element } from "./connection.js";
import { boxOf, distances, drawDistances, drawRulers, rulerThickness } from "./measure.js";

const overlays = [
  ["bounds", "Bounds", "b"], ["damage", "Damage", "d"], ["blended", "Blended", "l"], ["offscreen", "Off-screen", "o"], ["images", "Images", "i"],
  ["raster", "Cache hits", "r"], ["hits", "Hit regions", "h"], ["overdraw", "Overdraw", "w"],
  ["touches", "Touches", "t"], ["rulers", "Rulers", "m"], ["explode", "3D", "3"],
];
const opOverlays = ["blended", "offscreen", "images", "raster", "overdraw"];

// For how many milliseconds what a frame drew shows, and for how many seconds a touch.
const flash = 600, touchTime = 0.35;

// The picture with what is laid over it; a click selects, a drag moves (or turns the exploded layers), shift and a drag measures, alt and
// the pointer over a layer measure from the selected one.
export class PicturePanel {
  constructor(model) {
    this.model = model;
    this.canvas = document.getElementById("canvas");
    this.ruler = document.getElementById("ruler");
    this.on = new Set(["bounds", "touches", "rulers"]);
    this.zoom = null; this.x = 0; this.y = 0; this.turn = [-0.5, 0.35];
    this.buttons = new Map();
    const bar = document.getElementById("overlays");
    for (const [name, label, key] of overlays) {
      const button = element("button", { "aria-pressed": this.on.has(name), "data-overlay": name, title: `${label} (${key})`, onclick: () => this.toggle(name) }, label);
      this.buttons.set(name, button);
      bar.append(button);
    }
    bar.append(element("button", { onclick: () => this.fit(), title: "Fit (0)" }, "Fit"), element("button", { onclick: () => this.scale(2) }, "+"), element("button", { onclick: () => this.scale(0.5) }, "−"));
    this.canvas.addEventListener("pointerdown", (e) => this.down(e));
    this.canvas.addEventListener("pointermove", (e) => this.moved(e));
    this.canvas.addEventListener("pointerup", (e) => this.up(e));
    this.canvas.addEventListener("wheel", (e) => { e.preventDefault(); this.scale(e.deltaY < 0 ? 1.25 : 0.8, e); }, { passive: false });
    this.canvas.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.draw()).observe(this.canvas.parentElement);
    model.onChange((what) => { if (["look", "selection", "pixels", "lists"].includes(what)) this.draw(); });
  }

  toggle(name) {
    if (!this.on.delete(name)) this.on.add(name);
    this.buttons.get(name).setAttribute("aria-pressed", this.on.has(name));
    this.draw();
  }

  fit() { this.zoom = null; this.draw(); }

  scale(by, event) {
    const place = event ? this.local(event) : [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
    const old = this.zoom ?? this.fitted().zoom, next = Math.min(64, Math.max(0.05, old * by));
    if (this.zoom === null) { const f = this.fitted(); this.x = f.x; this.y = f.y; }
    this.x = place[0] - (place[0] - this.x) * next / old;
    this.y = place[1] - (place[1] - this.y) * next / old;
    this.zoom = next;
    this.draw();
  }

  fitted() {
    const [w, h] = this.model.look?.size ?? [1, 1], edge = this.on.has("rulers") ? rulerThickness : 0;
    const width = this.canvas.clientWidth - edge, height = this.canvas.clientHeight - edge, zoom = Math.min(width / w, height / h) * 0.94;
    return { zoom, x: edge + (width - w * zoom) / 2, y: edge + (height - h * zoom) / 2 };
  }

  local(event) { const r = this.canvas.getBoundingClientRect(); return [event.clientX - r.left, event.clientY - r.top]; }

  pixel(event) {
    const place = this.local(event), view = this.view();
    return [(place[0] - view.x) / view.zoom, (place[1] - view.y) / view.zoom];
  }

  view() { return this.zoom === null ? this.fitted() : { zoom: this.zoom, x: this.x, y: this.y }; }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.drag = { from: this.local(event), pixel: this.pixel(event), moved: false, measures: event.shiftKey, view: this.view(), turn: [...this.turn] };
  }

  moved(event) {
    const [x, y] = this.pixel(event);
    if (!this.drag && event.altKey) return this.measureTo(this.layerAt(x, y));
    if (this.distances) { this.distances = null; this.draw(); }
    if (!this.drag) { this.ruler.textContent = `${Math.floor(x)}, ${Math.floor(y)} px${this.colorAt(x, y)}`; return; }
    const place = this.local(event), dx = place[0] - this.drag.from[0], dy = place[1] - this.drag.from[1];
    if (Math.hypot(dx, dy) > 3) this.drag.moved = true;
    if (!this.drag.moved) return;
    if (this.drag.measures) {
      const w = x - this.drag.pixel[0], h = y - this.drag.pixel[1], scale = this.model.hello.scale;
      this.measure = [this.drag.pixel, [x, y]];
      this.ruler.textContent = `${Math.abs(w).toFixed(1)} × ${Math.abs(h).toFixed(1)} px, ${(Math.hypot(w, h)).toFixed(1)} px, ${(Math.hypot(w, h) / scale).toFixed(1)} pt`;
    } else if (this.on.has("explode")) {
      this.turn = [this.drag.turn[0] + dx / 150, Math.min(1.5, Math.max(-1.5, this.drag.turn[1] + dy / 150))];
    } else {
      this.zoom = this.drag.view.zoom; this.x = this.drag.view.x + dx; this.y = this.drag.view.y + dy;
    }
    this.draw();
  }

  up(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag || drag.moved) return;
    this.measure = null;
    const found = this.layerAt(...this.pixel(event));
    if (found) this.model.select(found.id);
  }

  // From the selected layer to another.
  measureTo(other) {
    const selected = this.model.layer(this.model.selected);
    this.distances = selected && other && other !== selected ? distances(boxOf(selected.quad), boxOf(other.quad)) : null;
    const name = (layer) => layer.name ?? `${layer.class} ${layer.id}`;
    this.ruler.textContent = this.distances ? `${name(selected)} to ${name(other)}: ${this.distances.map((d) => `${d.what} ${d.length} px`).join(", ")}`
      : selected ? "alt: point at another layer" : "alt: select a layer, then point at another";
    this.draw();
  }

  // The topmost layer that paints something there, else the topmost that reaches there.
  layerAt(x, y) {
    const layers = this.model.look?.layers ?? [];
    const hits = layers.filter((l) => !l.isHidden && !l.isMask && inside(l.quad, x, y));
    return hits.filter((l) => l.ops > 0).at(-1) ?? hits.at(-1);
  }

  colorAt(x, y) {
    const look = this.model.look;
    if (!look?.image || x < 0 || y < 0 || x >= look.size[0] || y >= look.size[1]) return "";
    if (!look.pixels) {
      const copy = element("canvas", { width: look.size[0], height: look.size[1] });
      look.pixels = copy.getContext("2d", { willReadFrequently: true });
      look.pixels.drawImage(look.image, 0, 0);
    }
    const [r, g, b, a] = look.pixels.getImageData(Math.floor(x), Math.floor(y), 1, 1).data;
    return `  #${[r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("")} ${a === 255 ? "" : (a / 255).toFixed(2)}`;
  }

  key(event) {
    const moves = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }[event.key];
    if (moves) {
      const view = this.view();
      [this.zoom, this.x, this.y] = [view.zoom, view.x + moves[0], view.y + moves[1]];
      event.preventDefault();
      this.draw();
    } else if (event.key === "+") this.scale(1.25);
    else if (event.key === "-") this.scale(0.8);
    else if (event.key === "0") this.fit();
  }

  // Once for each frame of the browser's, however often something changed.
  draw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => { this.isDue = false; this.paint(); });
  }

  paint() {
    const look = this.model.look, canvas = this.canvas, ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio)), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    // Another size makes a new bitmap.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const g = canvas.getContext("2d"), view = this.view();
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, width, height);
    if (!look) return;
    this.paintings = (this.paintings ?? 0) + 1;
    g.scale(ratio, ratio);
    g.imageSmoothingEnabled = view.zoom < 1;
    if (this.on.has("explode")) return this.explode(g, look, view);
    g.translate(view.x, view.y);
    g.scale(view.zoom, view.zoom);
    const line = 1 / view.zoom;
    if (look.image) g.drawImage(look.image, 0, 0);
    g.strokeStyle = "#8888"; g.lineWidth = line; g.strokeRect(0, 0, ...look.size);
    for (const op of look.ops) this.overlay(g, op);
    if (this.model.isFollowing && opOverlays.some((name) => this.on.has(name))) this.model.loadOps();
    if (this.on.has("damage")) this.damage(g, look);
    if (this.on.has("hits")) for (const layer of look.layers) {
      if (!layer.isHidden && !layer.isMask) { g.beginPath(); trace(g, layer.quad); g.fillStyle = "rgba(120, 80, 255, 0.12)"; g.fill(); }
    }
    if (this.on.has("bounds")) {
      // One path: there may be thousands.
      g.beginPath();
      for (const layer of look.layers) if (!layer.isHidden) trace(g, layer.quad);
      g.strokeStyle = "rgba(20, 110, 255, 0.55)"; g.lineWidth = line; g.stroke();
    }
    const selected = this.model.layer(this.model.selected);
    if (selected) { g.beginPath(); trace(g, selected.quad); g.strokeStyle = "#ff2d88"; g.lineWidth = 2 * line; g.stroke(); }
    if (this.on.has("touches")) this.touches(g, look, line);
    if (this.measure) { g.beginPath(); g.moveTo(...this.measure[0]); g.lineTo(...this.measure[1]); g.strokeStyle = "#ff2d88"; g.lineWidth = line; g.stroke(); }
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.distances) drawDistances(g, view, this.distances);
    if (this.on.has("rulers")) drawRulers(g, view, canvas.clientWidth, canvas.clientHeight, selected && boxOf(selected.quad));
  }

  // What the frame that shows drew; of a program that runs, what its frames drew flashes up.
  damage(g, look) {
    const { model } = this, now = performance.now();
    const frames = model.isFollowing ? model.frames.filter((f) => now - f.came < flash) : [model.frames.findLast((f) => f.time <= look.time + 1e-9)];
    for (const frame of frames) {
      g.fillStyle = `rgba(255, 190, 0, ${model.isFollowing ? 0.4 * (1 - (now - frame.came) / flash) : 0.4})`;
      for (const [x0, y0, x1, y1] of frame?.damage ?? []) g.fillRect(x0, y0, x1 - x0, y1 - y0);
    }
    if (model.isFollowing && frames.length) this.draw();
  }

  // Where fingers and the mouse have just been: full at first.
  touches(g, look, line) {
    for (const event of this.model.input) {
      const age = look.time - event.time;
      if (event.kind !== "touch" || !event.place || age < -1e-9 || age > touchTime) continue;
      g.beginPath();
      g.arc(...event.place, (8 + 24 * age / touchTime) * line, 0, 2 * Math.PI);
      g.strokeStyle = `rgba(255, 120, 0, ${1 - age / touchTime})`; g.lineWidth = 3 * line; g.stroke();
    }
  }

  overlay(g, op) {
    const [x0, y0, x1, y1] = op.box, fill = (color) => { g.fillStyle = color; g.fillRect(x0, y0, x1 - x0, y1 - y0); };
    const paints = op.kind !== "group" && op.kind !== "clip";
    if (this.on.has("blended") && paints) fill(op.isBlended ? "rgba(255, 0, 0, 0.28)" : "rgba(0, 200, 0, 0.28)");
    if (this.on.has("offscreen") && op.isOffscreen) fill("rgba(255, 220, 0, 0.4)");
    // Green: the kept bitmap was drawn; red: it was made anew; grey: the frame did not draw it.
    if (this.on.has("raster") && op.isRasterized) fill(op.isCacheHit === undefined ? "rgba(128, 128, 128, 0.35)" : op.isCacheHit ? "rgba(0, 190, 90, 0.4)" : "rgba(230, 0, 0, 0.4)");
    if (this.on.has("images") && op.sampling) {
      if (op.isMisaligned) fill("rgba(255, 0, 255, 0.4)");
      else if (op.sampling[0] !== 1 || op.sampling[1] !== 1) fill("rgba(255, 230, 0, 0.4)");
    }
    if (this.on.has("overdraw") && paints) fill("rgba(255, 60, 0, 0.14)");
  }

  // Layers one over another by their depth, turned by a drag.
  explode(g, look, view) {
    const [w, h] = look.size, [a, b] = this.turn, gap = Math.max(12, Math.min(60, 400 / (1 + Math.max(...look.layers.map((l) => l.depth), 0))));
    const place = (x, y, z) => {
      const u = x - w / 2, v = y - h / 2, x1 = u * Math.cos(a) + z * Math.sin(a), z1 = -u * Math.sin(a) + z * Math.cos(a);
      return [view.x + (w / 2 + x1) * view.zoom, view.y + (h / 2 + v * Math.cos(b) - z1 * Math.sin(b)) * view.zoom];
    };
    const middle = Math.max(...look.layers.map((l) => l.depth), 0) / 2;
    for (const layer of [...look.layers].sort((p, q) => p.depth - q.depth)) {
      if (layer.isHidden) continue;
      const z = (layer.depth - middle) * gap, q = layer.quad;
      const corners = [0, 2, 4, 6].map((i) => place(q[i], q[i + 1], z));
      g.save();
      g.beginPath();
      corners.forEach((c, i) => (i ? g.lineTo(...c) : g.moveTo(...c)));
      g.closePath();
      if (look.image && layer.ops > 0) {
        g.save();
        g.clip();
        const o = place(0, 0, z), ex = place(1, 0, z), ey = place(0, 1, z);
        g.transform(ex[0] - o[0], ex[1] - o[1], ey[0] - o[0], ey[1] - o[1], o[0], o[1]);
        g.globalAlpha = 0.85;
        g.drawImage(look.image, 0, 0);
        g.restore();
      } else { g.fillStyle = "rgba(120, 130, 150, 0.10)"; g.fill(); }
      g.strokeStyle = layer.id === this.model.selected ? "#ff2d88" : "rgba(20, 110, 255, 0.6)";
      g.lineWidth = layer.id === this.model.selected ? 2 : 1;
      g.stroke();
      g.restore();
    }
  }
}

function trace(g, q) { g.moveTo(q[0], q[1]); g.lineTo(q[2], q[3]); g.lineTo(q[4], q[5]); g.lineTo(q[6], q[7]); g.closePath(); }

function inside(q, x, y) {
  let sign = 0;
  for (let i = 0; i < 8; i += 2) {
    const j = (i + 2) % 8, cross = (q[j] - q[i]) * (y - q[i + 1]) - (q[j + 1] - q[i + 1]) * (x - q[i]);
    if (cross !== 0 && sign !== 0 && Math.sign(cross) !== sign) return false;
    if (cross !== 0) sign = Math.sign(cross);
  }
  return sign !== 0;
}
