// Rulers round the picture, and distances in it. Numbers are pixels of the picture.

export const rulerThickness = 16;

// Steps of 1, 2 or 5 with a power of ten, so that numbers have room.
export function rulerStep(zoom) {
  for (let power = 1; ; power *= 10) for (const digit of [1, 2, 5]) if (digit * power * zoom >= 46) return digit * power;
}

export function drawRulers(g, view, width, height, mark) {
  const step = rulerStep(view.zoom), small = step >= 10 || step === 5 ? step / 5 : step / 2;
  g.save();
  g.fillStyle = "rgba(30, 30, 36, 0.82)";
  g.fillRect(0, 0, width, rulerThickness);
  g.fillRect(0, rulerThickness, rulerThickness, height - rulerThickness);
  g.strokeStyle = "rgba(255, 255, 255, 0.7)"; g.fillStyle = "#fff"; g.lineWidth = 1;
  g.font = "9px system-ui, sans-serif"; g.textBaseline = "top";
  g.beginPath();
  const ticks = (from, end, place) => {
    for (let i = Math.ceil(-from / view.zoom / small); i * small * view.zoom + from <= end; i++) {
      const at = i * small * view.zoom + from;
      if (at >= rulerThickness) place(Math.round(at) + 0.5, i * small, Math.abs(i * small / step - Math.round(i * small / step)) < 1e-6);
    }
  };
  ticks(view.x, width, (at, value, isLong) => {
    g.moveTo(at, isLong ? 3 : 11); g.lineTo(at, rulerThickness);
    if (isLong) g.fillText(String(Math.round(value)), at + 2, 2);
  });
  ticks(view.y, height, (at, value, isLong) => {
    g.moveTo(isLong ? 3 : 11, at); g.lineTo(rulerThickness, at);
    if (isLong) { g.save(); g.translate(2, at - 2); g.rotate(-Math.PI / 2); g.fillText(String(Math.round(value)), 0, 0); g.restore(); }
  });
  g.stroke();
  // The ends of the selected layer.
  if (mark) {
    g.fillStyle = "rgba(255, 45, 136, 0.75)";
    const [x0, y0, x1, y1] = mark, x = (v) => Math.max(rulerThickness, v * view.zoom + view.x), y = (v) => Math.max(rulerThickness, v * view.zoom + view.y);
    g.fillRect(x(x0), rulerThickness - 3, Math.max(1, x(x1) - x(x0)), 3);
    g.fillRect(rulerThickness - 3, y(y0), 3, Math.max(1, y(y1) - y(y0)));
  }
  g.restore();
}

// The rectangle round four corners: x0, y0, x1, y1.
export function boxOf(quad) {
  const xs = [quad[0], quad[2], quad[4], quad[6]], ys = [quad[1], quad[3], quad[5], quad[7]];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

// From one box to another: to each side of the one that has the other in it, or over the gaps between them; where they overlap, between
// their edges. Each has what it measures, its two ends and its length.
export function distances(a, b) {
  const contains = (p, q) => p[0] <= q[0] && p[1] <= q[1] && p[2] >= q[2] && p[3] >= q[3];
  if (contains(b, a) || contains(a, b)) {
    const [outer, inner] = contains(b, a) ? [b, a] : [a, b], x = (inner[0] + inner[2]) / 2, y = (inner[1] + inner[3]) / 2;
    return [line("left", outer[0], y, inner[0], y), line("top", x, outer[1], x, inner[1]), line("right", inner[2], y, outer[2], y), line("bottom", x, inner[3], x, outer[3])];
  }
  const found = [], x = (a[0] + a[2]) / 2, y = (a[1] + a[3]) / 2;
  if (b[0] >= a[2]) found.push(line("to the right", a[2], y, b[0], y));
  else if (b[2] <= a[0]) found.push(line("to the left", b[2], y, a[0], y));
  else found.push(line("left edges", Math.min(a[0], b[0]), y, Math.max(a[0], b[0]), y));
  if (b[1] >= a[3]) found.push(line("down", x, a[3], x, b[1]));
  else if (b[3] <= a[1]) found.push(line("up", x, b[3], x, a[1]));
  else found.push(line("top edges", x, Math.min(a[1], b[1]), x, Math.max(a[1], b[1])));
  return found;
}

const line = (what, x0, y0, x1, y1) => ({ what, from: [x0, y0], to: [x1, y1], length: Math.round(Math.hypot(x1 - x0, y1 - y0) * 10) / 10 });

export function drawDistances(g, view, found) {
  g.save();
  g.strokeStyle = g.fillStyle = "#ff2d88"; g.lineWidth = 1; g.font = "11px system-ui, sans-serif"; g.textBaseline = "middle";
  for (const one of found) {
    if (!one.length) continue;
    const [a, b] = [one.from, one.to].map(([x, y]) => [x * view.zoom + view.x, y * view.zoom + view.y]), isFlat = Math.abs(a[1] - b[1]) < 0.5;
    const end = ([x, y]) => { g.moveTo(x - (isFlat ? 0 : 4), y - (isFlat ? 4 : 0)); g.lineTo(x + (isFlat ? 0 : 4), y + (isFlat ? 4 : 0)); };
    g.beginPath(); g.moveTo(...a); g.lineTo(...b); end(a); end(b); g.stroke();
    const text = String(one.length), wide = g.measureText(text).width + 6, x = (a[0] + b[0]) / 2 + (isFlat ? -wide / 2 : 5), y = (a[1] + b[1]) / 2 + (isFlat ? -10 : 0);
    g.fillRect(x, y - 7, wide, 14);
    g.fillStyle = "#fff"; g.fillText(text, x + 3, y); g.fillStyle = "#ff2d88";
  }
  g.restore();
}
