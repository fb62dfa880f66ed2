// What helps on the way: a timeline, finding, copying, light and dark, and who waits for whom.
function nextTheme() {
  const root = document.documentElement;
  const order = ["", "light", "dark"];
  root.dataset.theme = order[(order.indexOf(root.dataset.theme || "") + 1) % order.length];
}

// Pages that were opened as files may not have the clipboard; a selection can be copied everywhere.
function copyText(text) {
  const area = make("textarea", { attributes: { readonly: "" } });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done && navigator.clipboard) navigator.clipboard.writeText(text);
  document.body.dataset.copied = text.length;
}

const copier = (label, text) => make("button", { class: "copy", text: label, click: () => copyText(text()) });
const stepsAsText = () => story.steps.map((s, i) => `${i + 1}\t${story.threads[s.t]}\t${s.what}\t${s.at || ""}`).join("\n");

function finder() {
  const box = make("input", { attributes: { type: "search", id: "find", placeholder: "find", "aria-label": "find" } });
  const count = make("span", { class: "keys", attributes: { id: "found" } });
  const matches = () => {
    const wanted = box.value.toLowerCase();
    if (!wanted) return [];
    return story.steps.flatMap((s, i) => (`${s.what} ${s.at || ""} ${story.threads[s.t]}`.toLowerCase().includes(wanted) ? [i] : []));
  };
  const jump = (back, stays) => {
    const all = matches();
    if (!all.length) { count.textContent = box.value ? "none" : ""; return; }
    const isNext = (i) => (back ? i < now : stays ? i >= now : i > now);
    const ordered = back ? [...all].reverse() : all;
    const to = ordered.find(isNext) ?? ordered[0];
    go(to);
    count.textContent = `${all.indexOf(to) + 1} of ${all.length}`;
  };
  box.addEventListener("input", () => jump(false, true));
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") jump(event.shiftKey, false);
    if (event.key === "Escape") box.blur();
    event.stopPropagation();
  });
  return make("span", { class: "finder" }, box, count);
}

const SPACE = 10; // of a thread on the timeline

// Who acted when, calls from their beginning to their return, and who had to wait.
function timeline() {
  const box = document.getElementById("timeline");
  const count = story.steps.length;
  const svg = draw("svg", { viewBox: `0 0 ${count} ${story.threads.length * SPACE}`, preserveAspectRatio: "none", role: "img", "aria-label": "timeline" });
  svg.style.height = `${story.threads.length * SPACE}px`;
  const bar = (className, from, to, t, y, height, title) => {
    const rect = draw("rect", { class: className, x: from, width: Math.max(to - from, 0.3), y: t * SPACE + y, height });
    if (className === "run") rect.style.fill = lane(t);
    rect.append(draw("title", {}, title));
    svg.append(rect);
  };
  const open = story.threads.map(() => []);
  const waiting = story.threads.map(() => null);
  let begin = 0;
  story.steps.forEach((step, i) => {
    const last = i + 1 === count || story.steps[i + 1].t !== step.t;
    if (waiting[step.t] !== null) bar("waits", waiting[step.t], i, step.t, 4, 2, `${story.threads[step.t]} waits`);
    waiting[step.t] = step.act === "blocked" || step.act === "wait" ? i + 1 : null;
    if (step.act === "begin") open[step.t].push([i, step.what]);
    if (step.act === "return" && open[step.t].length) {
      const [from, what] = open[step.t].pop();
      bar("span", from, i + 1, step.t, 0, 1.6, what);
    }
    if (last) {
      bar("run", begin, i + 1, step.t, 2, 6, `${story.threads[step.t]}: steps ${begin + 1} to ${i + 1}`);
      begin = i + 1;
    }
  });
  waiting.forEach((from, t) => { if (from !== null && from < count) bar("waits", from, count, t, 4, 2, `${story.threads[t]} waits`); });
  open.forEach((calls, t) => calls.forEach(([from, what]) => bar("span", from, count, t, 0, 1.6, what)));
  svg.append(draw("rect", { class: "here", x: 0, y: 0, width: 1, height: story.threads.length * SPACE }));
  svg.addEventListener("click", (event) => {
    const area = svg.getBoundingClientRect();
    go(Math.floor((event.clientX - area.left) / area.width * count));
  });
  box.replaceChildren(svg);
}

function marker() {
  const here = document.querySelector("#timeline .here");
  const width = Math.max(1, story.steps.length / 300);
  here.setAttribute("x", Math.min(now, story.steps.length - width));
  here.setAttribute("width", width);
}

const WIDTH = 190; // of a thread in the picture of who waits

// An arrow from each thread that waits to the one that has what it waits for.
function waits() {
  const edges = threadsAt(now).filter((t) => t.alive && t.heldBy !== null && t.heldBy !== t.t);
  if (!edges.length) return [];
  const people = [...new Set(edges.flatMap((t) => [t.t, t.heldBy]))].sort((a, b) => a - b);
  const next = new Map(edges.map((t) => [t.t, t.heldBy]));
  const circular = (from) => { let at = next.get(from); for (let i = 0; i < people.length && at !== from; i++) at = next.get(at); return at === from; };
  const x = (t) => people.indexOf(t) * WIDTH + WIDTH / 2;
  const svg = draw("svg", { class: "waits", width: people.length * WIDTH, height: 110, role: "img", "aria-label": "who waits for whom" });
  const tip = draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" });
  tip.append(draw("path", { d: "M0,0 L8,4 L0,8 z" }));
  svg.append(tip);
  for (const t of edges) {
    const [x1, x2, up] = [x(t.t), x(t.heldBy), x(t.heldBy) > x(t.t)];
    const [y, bend] = up ? [44, 2] : [66, 108];
    svg.append(draw("path", { class: circular(t.t) ? "arrow circle" : "arrow", d: `M${x1},${y} Q${(x1 + x2) / 2},${bend} ${x2},${y}`, "marker-end": "url(#tip)" }));
    svg.append(draw("text", { x: (x1 + x2) / 2, y: up ? 18 : 103, "text-anchor": "middle" }, t.wants || ""));
  }
  people.forEach((t) => {
    const box = draw("rect", { x: x(t) - 78, y: 45, width: 156, height: 20, rx: 4, class: "who" });
    box.style.stroke = lane(t);
    svg.append(box, draw("text", { x: x(t), y: 59, "text-anchor": "middle", class: "name" }, story.threads[t]));
  });
  return [make("h2", { text: "who waits for whom" }), make("div", { class: "waiting" }, svg)];
}
