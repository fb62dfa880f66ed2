// The table of steps. Only rows near the current one are in the document, and what repeats is folded, so that thousands
// of steps are as quick as ten.
const WINDOW = 150; // rows on each side
const PERIOD = 12; // the longest pattern that is folded
const TIMES = 4; // from so many rounds on
let items = []; // steps, switches and folds, in their order
let itemOf = []; // the item that shows a step
let shown = [0, 0]; // the items that are in the document
const unfolded = new Set();

// How often the steps from `i` on repeat with this period.
function rounds(keys, i, period) {
  let times = 1;
  while (i + (times + 1) * period <= keys.length && keys.slice(i, i + period).every((key, k) => key === keys[i + times * period + k])) times++;
  return times;
}

function fold(keys, i) {
  for (let period = 1; period <= PERIOD; period++) {
    if (keys[i] !== keys[i + period]) continue;
    const times = rounds(keys, i, period);
    if (times >= TIMES) return { from: i + period, to: i + period * times, period, times: times - 1 };
  }
  return null;
}

function plan() {
  items = [];
  itemOf = [];
  const keys = story.steps.map((s) => `${s.t} ${s.what} ${s.place}`);
  const add = (i) => {
    if (i === story.round) items.push({ aside: "what follows happens again and again", to: i });
    if (story.steps[i].switched) items.push({ switchAt: i });
    itemOf[i] = items.length;
    items.push({ step: i });
  };
  for (let i = 0; i < keys.length;) {
    const repeated = story.round === null ? fold(keys, i) : null;
    if (!repeated) { add(i++); continue; }
    for (; i < repeated.from; i++) add(i);
    if (unfolded.has(repeated.from)) {
      for (; i < repeated.to; i++) add(i);
    } else {
      items.push({ folded: repeated });
      for (; i < repeated.to; i++) itemOf[i] = items.length - 1;
    }
  }
  if (loops(story.round)) items.push({ aside: `and everything is as it was before step ${story.round + 1}; so it goes on for ever`, to: story.round });
  else if (story.round !== null) items.push({ aside: "and then it stays as it is for ever: nobody goes on", to: story.steps.length - 1 });
}

function wide(className, text, click) {
  return make("tr", { class: className, click }, make("td", { class: "number", text: "↻" }),
    make("td", { text, attributes: { colspan: story.threads.length } }));
}

// A message on its way from the lane of its sender to that of who receives it.
function arrowCell(step, t) {
  if (step.from === null || step.from === undefined || step.from === step.t) return make("td");
  const [first, last] = [Math.min(step.from, step.t), Math.max(step.from, step.t)];
  if (t < first || t > last) return make("td");
  const way = step.from < step.t ? "right" : "left";
  const next = way === "right" ? t + 1 : t - 1;
  const name = `message ${way}${next === step.t ? " tip" : ""}`;
  return make("td", { class: name }, make("span", { text: t === step.from ? step.message : "" }));
}

function rowOf(item) {
  if (item.aside) return wide("round", item.aside, () => go(item.to));
  if (item.folded) {
    const { from, period, times } = item.folded;
    const what = period === 1 ? "the step before" : `the ${period} steps before`;
    return wide("fold", `${what} ${times} more times: click to see them`, () => { unfolded.add(from); plan(); drawWindow(); go(from); });
  }
  if (item.switchAt !== undefined) {
    const before = story.steps[item.switchAt - 1].t;
    return make("tr", { class: "switch" }, make("td", { class: "number" }), ...story.threads.map((_, t) =>
      make("td", t === before ? { class: "mine", lane: t, text: "switch", attributes: { title: "it could have gone on" } } : {})));
  }
  const step = story.steps[item.step];
  const cells = story.threads.map((_, t) => (t !== step.t ? arrowCell(step, t)
    : make("td", { class: "mine", lane: t }, make("span", { class: "place", text: step.place }),
      make("span", { class: `what ${step.act}`, text: step.what }))));
  return make("tr", { click: () => go(item.step), attributes: { "data-step": item.step } },
    make("td", { class: loops(item.step) ? "number loop" : "number", text: item.step + 1 }), ...cells);
}

function drawWindow() {
  const at = itemOf[now] || 0;
  shown = [Math.max(0, at - WINDOW), Math.min(items.length, at + WINDOW)];
  const body = document.querySelector("#lanes tbody");
  body.replaceChildren(...items.slice(...shown).map(rowOf));
  const more = (count, where) => wide("fold", `${count} more rows ${where}`, () => { extend(where); });
  if (shown[0] > 0) body.prepend(more(shown[0], "before"));
  if (shown[1] < items.length) body.append(more(items.length - shown[1], "behind"));
}

// Scrolling to an end brings more rows.
function extend(where) {
  const box = document.getElementById("lanes");
  const height = box.scrollHeight;
  const body = box.querySelector("tbody");
  if (where === "behind" && shown[1] < items.length) {
    const to = Math.min(items.length, shown[1] + WINDOW);
    body.lastChild.before(...items.slice(shown[1], to).map(rowOf));
    shown[1] = to;
    if (to === items.length) body.lastChild.remove();
  } else if (where === "before" && shown[0] > 0) {
    const from = Math.max(0, shown[0] - WINDOW);
    body.firstChild.after(...items.slice(from, shown[0]).map(rowOf));
    shown[0] = from;
    if (from === 0) body.firstChild.remove();
    box.scrollTop += box.scrollHeight - height;
  }
  paint();
}

function paint() {
  for (const row of document.querySelectorAll("#lanes tr[data-step]")) {
    const i = Number(row.dataset.step);
    row.className = i === now ? "now" : i > now ? "later" : "";
  }
}

function lanes() {
  unfolded.clear();
  plan();
  const head = make("tr", {}, make("th", {}), ...story.threads.map((name, i) =>
    make("th", { lane: i, text: name }, make("span", { class: "doing" }))));
  const box = document.getElementById("lanes");
  box.replaceChildren(make("table", {}, make("thead", {}, head), make("tbody")));
  drawWindow();
  box.onscroll = () => {
    if (box.scrollTop + box.clientHeight > box.scrollHeight - 40) extend("behind");
    else if (box.scrollTop < 40) extend("before");
  };
}

// The row of the current step is in the document and in sight, below the heading that stays.
function showRow() {
  const item = items[itemOf[now]];
  if (item && item.folded) {
    unfolded.add(item.folded.from);
    plan();
    drawWindow();
  } else if (itemOf[now] < shown[0] || itemOf[now] >= shown[1]) {
    drawWindow();
  }
  paint();
  const box = document.getElementById("lanes");
  box.style.setProperty("--head", `${box.querySelector("thead").offsetHeight + 4}px`);
  const row = box.querySelector("tr.now");
  // The cell, not the row: that may be wider than the window.
  if (row) row.querySelector(".mine").scrollIntoView({ block: "nearest", inline: "nearest" });
}
