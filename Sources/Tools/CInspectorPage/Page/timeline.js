import { element, seconds } from "./connection.js";
import { bezier, codeWith, curveEditor, plot } from "./curve.js";

// All animations as bars over the media time.
export class TimelinePanel {
  constructor(model) { this.model = model; this.open = null; }

  draw(place) {
    const { model } = this, [begin, end] = model.hello.span, all = Math.max(1e-6, end - begin);
    const x = (time) => `${Math.min(100, Math.max(0, ((time === "inf" ? end : time) - begin) / all * 100))}%`;
    const input = this.inputRow(x);
    if (!model.bars.length) return place.replaceChildren(...input, element("p", { class: "dim" }, "No animation was added."));
    const first = Math.max(0, model.bars.length - 300);
    place.replaceChildren(...input, ...(first ? [element("p", { class: "dim" }, `The newest 300 of ${model.bars.length}.`)] : []), ...model.bars.slice(first).flatMap((bar, at) => {
      const index = bar.index ?? at + first;
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

  // What the host got, at its times: a tap is a line for each of its events.
  inputRow(x) {
    const { model } = this, events = model.input.slice(-600);
    if (!events.length) return [];
    const now = element("i", { class: "now" });
    now.style.left = x(model.time);
    return [element("div", { class: "bar input" }, element("span", { class: "name" }, `Input · ${model.input.length}`),
      element("div", { class: "track" }, ...events.map((e) => {
        const mark = element("button", { class: "event", title: `${e.kind} ${e.text}, ${seconds(e.time)}`, "aria-label": `${e.kind} ${e.text}`, onclick: () => model.seek(e.time) });
        mark.style.left = x(e.time);
        return mark;
      }), now))];
  }

  detail(bar) {
    const facts = [
      `${bar.kind} of ${bar.keyPath || "the layer"}`, `added ${seconds(bar.added)}, ${seconds(bar.begin)} to ${seconds(bar.end)}`,
      bar.from !== undefined || bar.to !== undefined ? `from ${bar.from ?? "what showed"} to ${bar.to ?? "the property"}` : null,
      `fill ${bar.fillMode}, ${bar.isRemovedOnCompletion ? "removed when it is over" : "kept when it is over"}`,
    ].filter(Boolean);
    const why = this.model.log.filter((e) => e.layer === bar.layer && (e.kind === "set" || e.kind === "added" || e.kind === "animate") && Math.abs(e.time - bar.added) < 1e-6 && (!e.key || e.key.split(".")[0] === bar.keyPath.split(".")[0]));
    let code = bar.code, shown = plot(bar);
    const text = element("pre", { class: "code" }, code);
    return element("div", { class: "detail" },
      element("div", {}, ...facts.map((f) => element("div", {}, f)), ...why.map((e) => element("div", { class: "why" }, `Why: ${e.kind} ${e.key ?? ""} ${e.old ?? ""} → ${e.new ?? ""}: ${e.detail}`)),
        why.length ? null : element("div", { class: "why" }, this.model.log.length ? "Why: the log has no line of its beginning." : "Why: the transaction log was not recorded."),
        bar.kind === "function" ? element("div", { class: "dim" }, "A function of time: a recording that is read from a file has its values, 60 a second.") : null),
      shown,
      curveEditor(bar, (c) => {
        code = codeWith(bar.code, c);
        text.textContent = code;
        const next = plot(bar, bezier(c));
        shown.replaceWith(next);
        shown = next;
      }),
      element("div", {}, element("button", { onclick: () => navigator.clipboard?.writeText(code) }, "Copy as Swift"), text));
  }
}
