"use strict";
// Every text of the program gets into the page by textContent, never as markup.
let data = JSON.parse(document.getElementById("data").textContent);
const hues = [212, 28, 140, 280, 350, 180, 55, 320, 100, 245];
const lane = (i) => `hsl(${hues[i % hues.length]} 65% 50%)`;
let story = data.stories[0] || null;
let now = 0;

function make(tag, options = {}, ...children) {
  const node = document.createElement(tag);
  if (options.class) node.className = options.class;
  if (options.text !== undefined) node.textContent = options.text;
  if (options.lane !== undefined) node.style.setProperty("--lane", lane(options.lane));
  if (options.click) node.addEventListener("click", options.click);
  for (const [key, value] of Object.entries(options.attributes || {})) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function header() {
  const box = document.querySelector("header");
  box.replaceChildren(
    make("span", { class: `verdict ${data.verdict}`, text: data.word }),
    make("h1", { text: story ? story.program : data.name }),
    make("span", { class: "numbers", text: story ? [story.property, story.preemptions, story.numbers].filter(Boolean).join(" · ") : data.numbers }));
  if (!story) return;
  box.append(make("div", { class: `message ${data.verdict}`, text: story.message + (story.cycle ? ` — ${story.cycle}` : "") }));
  const replay = make("div", { class: "replay mono", text: story.replay || noReplay(story) });
  if (story.replay) replay.append(copier("copy", () => story.replay));
  box.append(replay);
  if (data.stories.length > 1) box.append(index());
}

const noReplay = (s) => (s.noReplay ? `no replay string: ${s.noReplay}` : data.walk ? "" : "it has no replay string");

const choose = (i) => { story = data.stories[i]; now = 0; build(); };

// All findings with what is wrong and how to go there again.
function index() {
  const rows = data.stories.map((s, i) => make("tr", { class: s === story ? "now" : "" },
    make("td", {}, make("a", { text: s.program, click: (event) => { event.preventDefault(); choose(i); },
      attributes: { href: `#step=1&finding=${i + 1}` } })),
    make("td", { text: `${s.property}: ${s.message}` }),
    make("td", { class: "mono", text: s.replay || noReplay(s) })));
  return make("details", { class: "index" }, make("summary", { text: `${data.stories.length} findings` }), make("table", {}, ...rows));
}

function controls() {
  const bar = document.querySelector("nav");
  const button = (text, title, to) => make("button", { text, click: () => go(to()), attributes: { title } });
  const slider = make("input", { attributes: { type: "range", min: 0, max: story.steps.length - 1, id: "slider", "aria-label": "step" } });
  slider.addEventListener("input", () => go(Number(slider.value)));
  bar.replaceChildren(
    button("|<", "first (Home)", () => 0), button("<", "back (←)", () => now - 1), button(">", "forward (→)", next),
    button(">|", "last (End)", () => story.steps.length - 1), slider, make("span", { class: "mono", attributes: { id: "where" } }),
    finder(), copier("copy steps", stepsAsText), make("button", { text: "◐", click: nextTheme, attributes: { title: "light or dark" } }),
    make("span", { class: "keys", text: `← → step · p n switch of ${data.mover} · Home End · / find${data.walk ? " · 1 to 9 take · u undo" : ""}` }));
  if (data.stories.length > 1) {
    const choice = make("select", { attributes: { "aria-label": "finding" } },
      ...data.stories.map((s, i) => make("option", { text: `${i + 1}: ${s.program}: ${s.property}`, attributes: { value: i } })));
    choice.value = data.stories.indexOf(story);
    choice.addEventListener("change", () => choose(Number(choice.value)));
    bar.prepend(choice);
  }
}

// Of a run that goes on for ever: this step is one of those that are repeated.
const loops = (i) => story.round !== null && story.round <= i && i < story.steps.length;
// Behind the last step of a loop comes its first.
const next = () => (now + 1 === story.steps.length && loops(now) ? story.round : now + 1);

const threadsAt = (i) => ((story.steps[i] || {}).threads || []).map((row) => story.threadViews[row]);
const objectsAt = (i) => ((story.steps[i] || {}).objects || []).map((row) => story.objectViews[row]);

// Frames are counted from the outermost: a call puts one in front of the others.
function sameFrame(was, thread, i) {
  const old = was && was.stack[was.stack.length - thread.stack.length + i];
  return old && old.method === thread.stack[i].method ? old : null;
}

function locals(frame, old) {
  const before = new Map(old ? old.locals : []);
  return make("dl", { class: "locals" }, ...frame.locals.flatMap(([name, value]) => {
    const changed = old && before.get(name) !== value;
    return [make("dt", { text: name }), make("dd", { class: changed ? "changed" : "", text: value,
      attributes: changed && before.has(name) ? { title: `was ${before.get(name)}` } : {} })];
  }));
}

function state() {
  const before = new Map(objectsAt(now - 1).map((o) => [o.name, o]));
  const cards = objectsAt(now).map((object) => {
    const old = before.get(object.name);
    const was = old ? new Map(old.fields) : null;
    const list = make("dl", {}, ...object.fields.flatMap(([name, value]) => {
      const changed = was && was.get(name) !== value;
      return [make("dt", { class: "mono", text: name }), make("dd", { class: changed ? "mono changed" : "mono", text: value,
        attributes: changed ? { title: `was ${was.get(name)}` } : {} })];
    }));
    const title = make("h3", { class: "mono", text: object.name });
    if (object.holder) {
      const taken = now > 0 && (!old || old.holder !== object.holder);
      title.append(make("span", { class: taken ? "lock changed" : "lock", text: `held by ${object.holder}` }));
    } else if (old && old.holder) {
      title.append(make("span", { class: "lock changed", text: `given back by ${old.holder}` }));
    }
    return make("div", { class: now > 0 && !old ? "card new" : "card", attributes: { "data-object": object.name } }, title, list);
  });
  const earlier = new Map(threadsAt(now - 1).map((t) => [t.t, t]));
  const threads = threadsAt(now).filter((t) => t.alive).map((t) => {
    const was = earlier.get(t.t);
    const changed = was && was.doing !== t.doing;
    return make("div", { class: "card thread", lane: t.t }, make("h3", { text: t.name }),
      make("div", { class: changed ? "doing changed" : "doing", text: t.doing }),
      make("ul", { class: "mono" }, ...t.stack.map((frame, i) => make("li", { text: `at ${frame.at}` }, locals(frame, sameFrame(was, t, i))))));
  });
  document.getElementById("state").replaceChildren(...waits(), make("h2", { text: `${data.mover === "process" ? "variables and channels" : "objects and locks"} after this step` }),
    make("div", { class: "cards" }, ...cards), make("h2", { text: data.mover === "process" ? "processes" : `${data.mover}s` }), make("div", { class: "cards" }, ...threads));
}

function go(to, fromLink = false) {
  now = Math.max(0, Math.min(story.steps.length - 1, to || 0));
  const step = story.steps[now];
  document.getElementById("slider").value = now;
  document.getElementById("where").textContent = `${now + 1} / ${story.steps.length}${loops(now) ? " (loop)" : ""}`;
  showRow();
  marker();
  document.querySelectorAll("#lanes th .doing").forEach((span, t) => {
    const view = threadsAt(now).find((v) => v.t === t);
    span.textContent = view ? view.doing : "";
  });
  source(step);
  state();
  lookAround();
  const link = `#step=${now + 1}` + (story === data.stories[0] ? "" : `&finding=${data.stories.indexOf(story) + 1}`) + walkLink();
  if (!fromLink) history.replaceState(null, "", link);
}

function toSwitch(direction) {
  let i = now + direction;
  while (i > 0 && i < story.steps.length && story.steps[i].t === story.steps[i - 1].t) i += direction;
  go(i);
}

function keys(event) {
  if (!story || event.ctrlKey || event.metaKey || event.altKey || (event.target.tagName === "INPUT" && event.target.type === "search")) return;
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("find").focus();
    return;
  }
  if (choiceKeys(event)) return;
  const moves = { ArrowRight: () => go(next()), ArrowDown: () => go(next()), j: () => go(next()), " ": () => go(next()),
    ArrowLeft: () => go(now - 1), ArrowUp: () => go(now - 1), k: () => go(now - 1), Home: () => go(0),
    End: () => go(story.steps.length - 1), n: () => toSwitch(1), p: () => toSwitch(-1) };
  if (moves[event.key]) {
    event.preventDefault();
    moves[event.key]();
  }
}

function fromLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  story = data.stories[Number(link.get("finding") || 1) - 1] || data.stories[0] || null;
  return Number(link.get("step") || 1) - 1;
}

function claims() {
  const list = make("dl", { attributes: { id: "claims" } });
  for (const [name, texts] of data.claims) {
    if (texts.length) list.append(make("dt", { text: name }), ...texts.map((text) => make("dd", { text })));
  }
  document.querySelector("main").replaceChildren(list);
  document.body.classList.add("claims");
  document.getElementById("timeline").remove();
  document.querySelector("nav").remove();
}

const SVG = "http://www.w3.org/2000/svg";
function draw(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.append(text);
  return node;
}

// States by their distance from the first one, from left to right.
function graph() {
  const box = document.getElementById("graph");
  if (!data.graph) { box.remove(); return; }
  const { states, edges } = data.graph;
  const columns = [];
  const at = states.map((s) => {
    const column = (columns[s.depth] = columns[s.depth] || []);
    column.push(s);
    return [s.depth, column.length - 1];
  });
  const tallest = Math.max(...columns.map((c) => c.length));
  const dx = 46, dy = 26;
  const place = at.map(([x, y]) => [30 + x * dx, 24 + (y + (tallest - columns[x].length) / 2) * dy]);
  const svg = draw("svg", { width: 60 + columns.length * dx, height: 30 + tallest * dy, role: "img", "aria-label": "state space" });
  for (const [from, to, label, onPath] of edges) {
    const [[x1, y1], [x2, y2]] = [place[from], place[to]];
    const bend = x2 > x1 ? 0 : 18;
    const line = draw("path", { class: onPath ? "edge path" : "edge", d: `M${x1},${y1} Q${(x1 + x2) / 2},${(y1 + y2) / 2 - bend} ${x2},${y2}` });
    line.append(draw("title", {}, label));
    svg.append(line);
  }
  states.forEach((s, i) => {
    const dot = draw("circle", { cx: place[i][0], cy: place[i][1], r: 6, class: `${s.kind} ${i === 0 ? "first" : ""}`, "data-state": i });
    dot.append(draw("title", {}, `state ${i + 1}${s.kind ? `: ${s.kind}` : ""}`));
    svg.append(dot);
  });
  const details = make("details", {}, make("summary", { text: `all ${states.length} states` }), svg);
  details.open = !story;
  box.replaceChildren(details);
}

function build() {
  header();
  controls();
  timeline();
  lanes();
  go(now);
}

