import { EmbeddedConnection, Model, ServerConnection, element, seconds } from "./connection.js";
import { TreePanel } from "./tree.js";
import { PicturePanel } from "./picture.js";
import { ValuesPanel } from "./values.js";
import { TimelinePanel } from "./timeline.js";
import { AdvicePanel, FramesPanel, TransactionsPanel } from "./lists.js";

const data = JSON.parse(document.getElementById("data").textContent || "null");
const connection = data ? new EmbeddedConnection(data) : new ServerConnection();
const model = new Model(connection);
const get = (id) => document.getElementById(id);

new TreePanel(model);
const picture = new PicturePanel(model);
new ValuesPanel(model);
const panels = { Timeline: new TimelinePanel(model), Transactions: new TransactionsPanel(model), Frames: new FramesPanel(model), Advice: new AdvicePanel(model) };
let shown = "Timeline";
const tabs = Object.keys(panels).map((name) => element("button", { role: "tab", "data-tab": name, onclick: () => show(name) }, name));
get("tabs").append(...tabs);

function show(name) {
  shown = name;
  for (const tab of tabs) tab.setAttribute("aria-selected", tab.dataset.tab === name);
  if (model.hello) panels[name].draw(get("panel"));
}

model.onChange((what) => {
  if (what === "time") { get("scrub").value = model.time; get("time").textContent = seconds(model.time); }
  if (what === "lists" || (what === "look" && shown === "Timeline")) {
    panels[shown].draw(get("panel"));
    tabs.find((t) => t.dataset.tab === "Advice").textContent = `Advice (${model.advice.length})`;
  }
});

let isPlaying = false;
function play(on) {
  isPlaying = on;
  get("play").textContent = on ? "❚❚" : "▶";
  let last = performance.now();
  const step = (now) => {
    if (!isPlaying) return;
    const next = model.time + (now - last) / 1000 * Number(get("speed").value);
    last = now;
    model.seek(next > model.hello.span[1] ? model.hello.span[0] : next);
    requestAnimationFrame(step);
  };
  if (on) requestAnimationFrame(step);
}

function step(by) {
  play(false);
  const times = model.frames.map((f) => f.time), next = by > 0 ? times.find((t) => t > model.time + 1e-9) : times.findLast((t) => t < model.time - 1e-9);
  model.seek(next ?? model.time + by / 60);
}

get("scrub").addEventListener("input", (event) => { play(false); model.seek(Number(event.target.value)); });
get("play").addEventListener("click", () => play(!isPlaying));
get("back").addEventListener("click", () => step(-1));
get("forward").addEventListener("click", () => step(1));
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const overlay = document.querySelector(`[title$="(${event.key})"]`);
  if (event.key === "/") { event.preventDefault(); get("search").focus(); }
  else if (event.key === " ") { event.preventDefault(); play(!isPlaying); }
  else if (event.key === ",") step(-1);
  else if (event.key === ".") step(1);
  else if (overlay?.dataset.overlay) picture.toggle(overlay.dataset.overlay);
});

async function receive(message) {
  if (message.type === "hello") {
    model.hello = message;
    document.title = `${message.title || "Agate"} · Inspector`;
    get("title").textContent = message.title || "Agate Inspector";
    get("mode").textContent = [message.mode, ...message.losses].join(" · ");
    [get("scrub").min, get("scrub").max] = message.span;
    show(shown);
    await model.load();
    await model.seek(message.mode === "live" ? message.span[1] : message.span[0]);
    document.body.dataset.ready = "true";
  } else if (message.type === "span") {
    const grew = message.span[1] > model.hello.span[1];
    const wasAtEnd = model.time >= model.hello.span[1] - 1e-6;
    model.hello.span = message.span;
    [get("scrub").min, get("scrub").max] = message.span;
    if (grew) await model.load();
    if (grew && wasAtEnd && !isPlaying) await model.seek(message.span[1]);
  } else if (message.type === "closed") {
    get("mode").textContent = "the program has gone";
  }
}

connection.open(receive).catch((error) => { get("mode").textContent = String(error.message); });
