import { EmbeddedConnection, Model, ServerConnection, download, element, seconds } from "./connection.js";
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
new ValuesPanel(model, (text) => { get("notice").textContent = text; });
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
  // The range first: a slider holds no value outside of it.
  if (what === "time" || what === "delta") [get("scrub").min, get("scrub").max] = model.hello.span;
  if (what === "time") { get("scrub").value = model.time; get("time").textContent = seconds(model.time); }
  if (what === "lists" || (what === "look" && shown === "Timeline" && !model.isFollowing)) {
    panels[shown].draw(get("panel"));
    tabs.find((t) => t.dataset.tab === "Advice").textContent = model.advice ? `Advice (${model.advice.length})` : "Advice";
  }
  if (what === "delta") drawListsSoon();
  get("live").setAttribute("aria-pressed", model.isFollowing);
});

// A running program's lists grow all the time: they are drawn once a second, and not under the pointer of somebody who reads. What came
// last is drawn too, however soon after the one before.
let lastDrawn = -Infinity, isListDue = false;
function drawListsSoon() {
  if (isListDue || !model.isFollowing || shown === "Advice") return;
  isListDue = true;
  setTimeout(() => {
    isListDue = false;
    if (!model.isFollowing || shown === "Advice") return;
    lastDrawn = performance.now();
    if (get("panel").matches(":hover, :focus-within")) return drawListsSoon();
    panels[shown].draw(get("panel"));
  }, Math.max(0, 1000 - (performance.now() - lastDrawn)));
}

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
get("live").addEventListener("click", () => { play(false); model.follow(); });
get("save").addEventListener("click", async () => {
  try { download(`${model.hello.title || "recording"}.agaterec`, "application/octet-stream", await connection.recording()); } catch (error) { get("notice").textContent = error.message; }
});
get("import").addEventListener("change", (event) => { const file = event.target.files[0]; if (file) bring(file); });
const bring = (file) => connection.bring?.(file, receive);
addEventListener("dragover", (event) => { if (connection.bring) event.preventDefault(); });
addEventListener("drop", (event) => { const file = event.dataTransfer?.files[0]; if (file && connection.bring) { event.preventDefault(); bring(file); } });
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const overlay = [...document.querySelectorAll("[data-overlay]")].find((button) => button.title.endsWith(`(${event.key})`));
  if (event.key === "/") { event.preventDefault(); get("search").focus(); }
  else if (event.key === "Enter" && event.target.matches("tr[tabindex]")) event.target.click();
  else if (event.target.matches("[role=tab]") && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    const next = tabs[(tabs.indexOf(event.target) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    next.focus();
    next.click();
  } else if (event.key === " " && !event.target.matches("button")) { event.preventDefault(); play(!isPlaying); }
  else if (event.key === ",") step(-1);
  else if (event.key === ".") step(1);
  else if (event.key === "End" && model.hello?.mode === "live") { play(false); model.follow(); }
  else if (overlay?.dataset.overlay) picture.toggle(overlay.dataset.overlay);
});

async function receive(message) {
  if (message.type === "hello") {
    play(false);
    model.reset();
    model.hello = message;
    const isLive = message.mode === "live";
    document.title = `${message.title || "Agate"} · Inspector`;
    get("title").textContent = message.title || "Agate Inspector";
    get("mode").textContent = [message.mode, ...message.losses].join(" · ");
    get("live").hidden = !isLive;
    get("importLabel").hidden = get("save").hidden = Boolean(connection.isEmbedded);
    [get("scrub").min, get("scrub").max] = message.span;
    show(shown);
    if (isLive) { model.follow(); document.body.dataset.ready = "true"; return; }
    await model.load();
    if (!isLive) model.loadAdvice();
    // Before its first frame a program shows nothing.
    await model.seek(model.frames[0]?.time ?? message.span[0]);
    document.body.dataset.ready = "true";
  } else if (message.type === "delta") {
    model.delta(message);
  } else if (message.type === "pixels") {
    model.pixels(message.words);
  } else if (message.type === "notice") {
    get("notice").textContent = message.text;
  } else if (message.type === "closed") {
    get("mode").textContent = "the program has gone";
  } else if (message.type === "refused") {
    get("notice").textContent = message.reason;
  }
}

// For tests that drive the page.
window.inspectedModel = model;
window.inspectedPicture = picture;

connection.open(receive).catch((error) => { get("mode").textContent = String(error.message); });
