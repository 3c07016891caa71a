// Where the page gets its messages: from what stands in the page, or from a program, by requests to its inspector. Both answer the same requests with the same messages
// (Documentation/InspectorProtocol.md).

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-")) made.setAttribute(name, String(value));
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const seconds = (value) => value === "inf" ? "∞" : `${(Math.round(value * 10000) / 10000)} s`;
export const milliseconds = (value) => value > 0 && value < 1e-4 ? `${(value * 1e6).toFixed(1)} µs` : `${(value * 1000).toFixed(2)} ms`;

export class EmbeddedConnection {
  constructor(data) { this.data = data; this.isEmbedded = true; }
  async open(receive) { receive(this.data.hello); }
  async ask(request) {
    if (request.type === "trace") return this.data.trace;
    if (request.type !== "look") return this.data[request.type] ?? { type: "refused", reason: "a report has no program behind it" };
    // The looks stand in the order of their times.
    let best = this.data.looks[0];
    for (const look of this.data.looks) if (Math.abs(look.time - request.time) < Math.abs(best.time - request.time)) best = look;
    return best;
  }
}

export class ServerConnection {
  // The token is in the address that the program printed. It goes into a header, which no page of another origin may send.
  constructor() { this.token = new URLSearchParams(location.search).get("token") ?? ""; this.source = ""; }

  async open(receive) {
    const hello = await this.ask({ type: "hello" });
    if (hello.type !== "hello") throw new Error(hello.reason ?? "no answer");
    await receive(hello);
    if (hello.mode === "live") this.follow(receive);
  }

  request(path, body, type = "application/json") {
    return fetch(`${path}${this.source}`, { method: "POST", headers: { "Content-Type": type, "X-Agate-Token": this.token }, body });
  }

  async ask(request) {
    try {
      const answer = await this.request("/ask", JSON.stringify(request));
      return answer.ok ? await answer.json() : { type: "refused", reason: await answer.text() };
    } catch { return { type: "refused", reason: "the program has gone" }; }
  }

  // Shows a recording instead of what was shown.
  async bring(file, receive) {
    const answer = await fetch("/import", { method: "POST", headers: { "X-Agate-Token": this.token }, body: file });
    if (!answer.ok) return receive({ type: "notice", text: `${file.name}: ${await answer.text()}` });
    this.source = "?source=import";
    this.stop?.abort();
    await receive(await this.ask({ type: "hello" }));
  }

  // What is shown, as a file.
  async recording() {
    const answer = await this.request("/recording", "");
    if (!answer.ok) throw new Error(await answer.text());
    return new Blob([await answer.arrayBuffer()], { type: "application/octet-stream" });
  }

  // What a running program sends: messages with their length in front. It sends no more than a few that the page has not dealt with.
  async follow(receive) {
    this.stop = new AbortController();
    let viewer = null, received = 0, reported = 0, isReporting = false;
    const acknowledge = async () => {
      if (isReporting || viewer === null) return;
      isReporting = true;
      while (received - reported >= 3) { reported = received; await this.ask({ type: "received", viewer, count: reported }); }
      isReporting = false;
    };
    try {
      const answer = await fetch("/stream", { method: "POST", headers: { "X-Agate-Token": this.token }, signal: this.stop.signal });
      if (!answer.ok) throw new Error(await answer.text());
      const reader = answer.body.getReader();
      // One buffer, which grows to the longest message.
      let buffer = new Uint8Array(1 << 16), filled = 0;
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        if (filled + value.length > buffer.length) {
          const larger = new Uint8Array(Math.max(buffer.length * 2, filled + value.length));
          larger.set(buffer.subarray(0, filled));
          buffer = larger;
        }
        buffer.set(value, filled);
        filled += value.length;
        let at = 0;
        while (filled - at >= 4) {
          const length = new DataView(buffer.buffer).getUint32(at, true);
          if (filled - at - 4 < length) break;
          // All of it is whole words.
          const words = new Uint32Array(buffer.buffer, at + 4, length / 4);
          if (words[0] === 1) {
            const message = JSON.parse(new TextDecoder().decode(buffer.subarray(at + 8, at + 4 + length)));
            if (message.type === "viewer") viewer = message.number; else await receive(message);
          } else if (words[0] === 2) await receive({ type: "pixels", words });
          if (words[0] !== 0) received += 1;
          at += 4 + length;
        }
        acknowledge();
        buffer.copyWithin(0, at, filled);
        filled -= at;
      }
    } catch (error) {
      if (error.name === "AbortError") return;
    }
    await receive({ type: "closed" });
  }
}

// What the panels share; they are called when it changes.
export class Model {
  constructor(connection) {
    this.connection = connection;
    this.listeners = [];
    this.reset();
  }
  reset() {
    this.hello = null; this.look = null; this.time = 0; this.selected = null; this.isFollowing = false;
    this.frames = []; this.log = []; this.bars = []; this.input = []; this.advice = null; this.values = null; this.costs = null;
    this.live = { layers: new Map(), order: [], canvas: null };
  }
  onChange(listener) { this.listeners.push(listener); }
  changed(what) { for (const listener of this.listeners) listener(what); }
  layer(id) { return this.look?.layers.find((layer) => layer.id === id); }
  nameOf(id) { const layer = this.layer(id); return layer ? layer.name ?? `${layer.class} ${id}` : `layer ${id}`; }
  select(id) { this.selected = id; this.changed("selection"); this.loadValues(); }

  async load() {
    const [frames, log, timeline, input] = await Promise.all(["frames", "log", "timeline", "input"].map((type) => this.connection.ask({ type })));
    this.frames = frames.frames ?? []; this.log = log.entries ?? []; this.bars = (timeline.bars ?? []).map((bar, index) => ({ ...bar, index }));
    this.input = input.events ?? [];
    this.changed("lists");
  }

  async loadAdvice() { this.advice = (await this.connection.ask({ type: "advice" })).advice ?? []; this.changed("lists"); }
  async loadCosts() { const costs = await this.connection.ask({ type: "ops", time: this.time }); this.costs = costs.type === "ops" ? costs : null; this.changed("costs"); return costs; }

  // The values of the selected layer, where they are not in the look.
  async loadValues() {
    const layer = this.layer(this.selected);
    if (!layer) { this.values = null; return; }
    if (layer.values) { this.values = { layer: layer.id, model: layer.values, presentation: layer.presentation, render: layer.presentation }; this.changed("values"); return; }
    if (this.isAskingValues) { this.asksValuesAgain = true; return; }
    this.isAskingValues = true;
    do {
      this.asksValuesAgain = false;
      const answer = await this.connection.ask({ type: "values", layer: this.selected, time: this.time });
      this.values = answer.type === "values" ? { layer: answer.layer, note: answer.note, ...answer.values } : null;
      this.changed("values");
    } while (this.asksValuesAgain);
    this.isAskingValues = false;
  }

  // The newest wish counts: what is asked for while an answer is on its way is asked for once, then.
  async seek(time) {
    this.isFollowing = false;
    this.time = Math.min(Math.max(time, this.hello.span[0]), this.hello.span[1]);
    this.changed("time");
    if (this.isAsking) { this.asksAgain = true; return; }
    this.isAsking = true;
    do {
      this.asksAgain = false;
      const look = await this.connection.ask({ type: "look", time: this.time });
      if (look.type === "look" && !this.isFollowing) {
        this.look = look;
        // Values do not wait for the picture.
        const values = this.loadValues();
        await this.decode(look);
        this.changed("look");
        await values;
      }
    } while (this.asksAgain);
    this.isAsking = false;
  }

  async decode(look) {
    if (!look.picture || look.image) return;
    const image = new Image();
    image.src = look.picture;
    await image.decode();
    look.image = image;
  }

  // Goes with the program.
  follow() {
    this.isFollowing = true;
    this.showLive();
    this.loadValues();
  }

  showLive() {
    const { live } = this;
    this.time = this.hello.span[1];
    this.look = { time: this.time, size: live.size ?? this.hello.size, image: live.canvas, layers: live.order.map((id) => live.layers.get(id)), ops: live.ops ?? [] };
    this.changed("time");
    this.changed("look");
  }

  delta(message) {
    const { live } = this;
    this.hello.span = message.span;
    for (const layer of message.layers ?? []) live.layers.set(layer.id, layer);
    if (message.order) {
      live.order = message.order;
      const there = new Set(message.order);
      for (const id of live.layers.keys()) if (!there.has(id)) live.layers.delete(id);
    }
    for (const frame of message.frames ?? []) frame.came = performance.now();
    if (message.frames) this.frames = [...this.frames.filter((f) => f.index < message.frames[0].index), ...message.frames].slice(-2000);
    if (message.log) this.log = [...this.log, ...message.log].slice(-8000);
    if (message.input) this.input = [...this.input, ...message.input].slice(-4000);
    for (const [index, bar] of message.bars ?? []) {
      const at = this.bars.findLastIndex((b) => b.index === index);
      if (at >= 0) this.bars[at] = { ...bar, index }; else this.bars.push({ ...bar, index });
    }
    if (this.bars.length > 2000) this.bars = this.bars.slice(-1000);
    if (this.isFollowing) { this.showLive(); this.loadValues(); } else this.changed("time");
    this.changed("delta");
  }

  // Runs of pixels that change the picture (PictureEncoder.swift).
  pixels(words) {
    const { live } = this, width = words[3] & 0xffff, height = words[3] >>> 16;
    if (!live.canvas || live.canvas.width !== width || live.canvas.height !== height) {
      live.canvas = element("canvas", { width, height });
      live.data = new ImageData(width, height);
    }
    const g = live.canvas.getContext("2d"), pixels = new Uint32Array(live.data.data.buffer);
    live.size = [width, height];
    live.pictures = (live.pictures ?? 0) + 1;
    let at = 5;
    for (let n = words[4]; n > 0; n--) {
      const x = words[at] & 0xffff, y = words[at] >>> 16, w = words[at + 1] & 0xffff, h = words[at + 1] >>> 16;
      at += 2;
      for (let row = y; row < y + h; row++) {
        for (let to = row * width + x, end = to + w; to < end;) {
          const run = words[at++], count = Math.max(1, run & 0x3fffffff), kind = run >>> 30;
          if (kind === 1) pixels.fill(words[at++], to, to + count);
          else if (kind === 2) for (let i = 0; i < count; i++) pixels[to + i] = words[at++];
          to += count;
        }
      }
      g.putImageData(live.data, 0, 0, x, y, w, h);
    }
    if (this.isFollowing && this.look) { this.look.image = live.canvas; this.look.size = live.size; this.look.pixels = null; this.changed("pixels"); }
  }

  // The ops that overlays show; a running program is asked for them while they are on.
  async loadOps() {
    if (!this.isFollowing || this.isAskingOps) return;
    this.isAskingOps = true;
    const look = await this.connection.ask({ type: "look", time: this.hello.span[1] + 1, picture: false });
    if (look.type === "look") { this.live.ops = look.ops; if (this.isFollowing && this.look) { this.look.ops = look.ops; this.changed("pixels"); } }
    this.isAskingOps = false;
  }
}

// Gives the browser a file to keep.
export function download(name, type, data) {
  const link = element("a", { href: URL.createObjectURL(new Blob([data], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
