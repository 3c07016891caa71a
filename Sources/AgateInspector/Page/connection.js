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
export const milliseconds = (value) => `${(value * 1000).toFixed(2)} ms`;

export class EmbeddedConnection {
  constructor(data) { this.data = data; this.isEmbedded = true; }
  async open(receive) { receive(this.data.hello); }
  async ask(request) {
    if (request.type !== "look") return this.data[request.type] ?? { type: "refused", reason: "a report has no program behind it" };
    // The looks stand in the order of their times.
    let best = this.data.looks[0];
    for (const look of this.data.looks) if (Math.abs(look.time - request.time) < Math.abs(best.time - request.time)) best = look;
    return best;
  }
}

export class ServerConnection {
  // The token is in the address that the program printed. It goes into a header, which no page of another origin may send.
  constructor() { this.token = new URLSearchParams(location.search).get("token") ?? ""; }
  async open(receive) {
    const hello = await this.ask({ type: "hello" });
    if (hello.type !== "hello") throw new Error(hello.reason ?? "no answer");
    await receive(hello);
    if (hello.mode !== "live") return;
    // What a running program has done since: the end of its time.
    for (let isThere = true; isThere;) {
      await new Promise((resolve) => setTimeout(resolve, document.hidden ? 2000 : 500));
      const latest = await this.ask({ type: "hello" });
      isThere = latest.type === "hello";
      await receive(isThere ? { ...latest, type: "span" } : { type: "closed" });
    }
  }
  async ask(request) {
    try {
      const answer = await fetch("/ask", { method: "POST", headers: { "Content-Type": "application/json", "X-Agate-Token": this.token }, body: JSON.stringify(request) });
      return answer.ok ? await answer.json() : { type: "refused", reason: await answer.text() };
    } catch { return { type: "refused", reason: "the program has gone" }; }
  }
}

// What the panels share; they are called when it changes.
export class Model {
  constructor(connection) {
    this.connection = connection;
    this.listeners = [];
    this.hello = null; this.look = null; this.time = 0; this.selected = null;
    this.frames = []; this.log = []; this.bars = []; this.advice = [];
  }
  onChange(listener) { this.listeners.push(listener); }
  changed(what) { for (const listener of this.listeners) listener(what); }
  layer(id) { return this.look?.layers.find((layer) => layer.id === id); }
  nameOf(id) { const layer = this.layer(id); return layer ? layer.name ?? `${layer.class} ${id}` : `layer ${id}`; }
  select(id) { this.selected = id; this.changed("selection"); }

  async load() {
    const [frames, log, timeline, advice] = await Promise.all(["frames", "log", "timeline", "advice"].map((type) => this.connection.ask({ type })));
    this.frames = frames.frames ?? []; this.log = log.entries ?? []; this.bars = timeline.bars ?? []; this.advice = advice.advice ?? [];
    this.changed("lists");
  }

  // The newest wish counts: what is asked for while an answer is on its way is asked for once, then.
  async seek(time) {
    this.time = Math.min(Math.max(time, this.hello.span[0]), this.hello.span[1]);
    this.changed("time");
    if (this.isAsking) { this.asksAgain = true; return; }
    this.isAsking = true;
    do {
      this.asksAgain = false;
      const look = await this.connection.ask({ type: "look", time: this.time });
      if (look.type === "look") { this.look = look; await this.decode(look); this.changed("look"); }
    } while (this.asksAgain);
    this.isAsking = false;
  }

  async decode(look) {
    if (!look.picture || look.image) return;
    look.image = new Image();
    look.image.src = look.picture;
    await look.image.decode();
  }
}
