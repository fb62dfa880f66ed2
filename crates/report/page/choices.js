// With the machine behind the page: what can happen next, and taking it.
const before = []; // where one stood when another choice was taken
const known = new Map(); // what can happen next, by where one stands
let single = false; // every access is a step of its own
let question = 0;
let delay = null;
let ways = null;

async function ask(what, body) {
  const answer = await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
    .catch(() => { throw new Error("jaywalk has ended: start `jaywalk serve` again"); });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.error);
  return value;
}

const walkLink = () => (data.walk && data.walk.number ? `&walk=${data.walk.number}` : "");

// A link names a path that is not the one on the page.
function walkFromLink(hash = location.hash) {
  const link = new URLSearchParams(hash.slice(1));
  const walk = Number(link.get("walk") || 0);
  if (!data.walk || walk === data.walk.number) return false;
  ask("story", { walk }).then((value) => replaceBy(value, Number(link.get("step") || 1) - 1), problem);
  return true;
}

function replaceBy(value, step) {
  data = value;
  story = data.stories[0];
  sourceShown = null;
  now = Math.max(0, Math.min(story.steps.length - 1, step));
  build();
}

// Whoever runs through the steps does not want to know at each of them.
function lookAround() {
  if (!data.walk) return;
  clearTimeout(delay);
  ways = null;
  const here = known.get(place());
  if (here) { showWays(here); return; }
  showWays(null);
  delay = setTimeout(look, 60);
}

const here = () => ({ walk: data.walk.number, end: story.steps[now].end, single });
const place = () => JSON.stringify(here());

async function look() {
  const [number, where] = [++question, place()];
  try {
    const found = await ask("choices", here());
    known.set(where, found);
    if (number === question && where === place()) showWays(found);
  } catch (error) {
    problem(error);
  }
}

function problem(error) {
  document.getElementById("choices").append(make("div", { class: "problem", text: error.message }));
  document.body.dataset.busy = "";
}

// Goes to another path and remembers the way back.
async function leave(what, body) {
  if (document.body.dataset.busy) return;
  document.body.dataset.busy = "yes";
  try {
    const value = await ask(what, { ...here(), ...body });
    before.push([data.walk.number, now]);
    replaceBy(value, value.stories[0].steps.length - 1);
    document.body.dataset.busy = "";
  } catch (error) {
    problem(error);
  }
}

function take(way) {
  if (!way.here) { leave("take", { actor: way.actor, value: way.value }); return; }
  const end = story.steps[now].end;
  const row = story.steps.findIndex((step, i) => i > now && step.end > end);
  go(row < 0 ? story.steps.length - 1 : row);
}

async function undo() {
  if (!before.length || document.body.dataset.busy) return;
  const [walk, step] = before.pop();
  try {
    replaceBy(await ask("story", { walk }), step);
  } catch (error) {
    problem(error);
  }
}

function choiceKeys(event) {
  if (!data.walk) return false;
  const way = ways && ways.choices[Number(event.key) - 1];
  if (way) take(way);
  else if (event.key === "u") undo();
  else return false;
  event.preventDefault();
  return true;
}

const laneOf = (actor) => Math.max(0, data.walk.actors.indexOf(actor));

function wayButton(way, i) {
  const parts = [make("b", { text: way.name }), make("span", { text: way.what }), make("span", { class: "place", text: way.place })];
  if (i < 9) parts.unshift(make("span", { class: "key", text: i + 1 }));
  if (way.ends) parts.push(make("span", { class: "ends", text: way.ends }));
  if (way.here) parts.push(make("span", { class: "key", text: "this path" }));
  return make("button", { class: way.here ? "way here" : "way", lane: laneOf(way.actor), click: () => take(way) }, ...parts);
}

// Null while nobody knows yet.
function showWays(found) {
  ways = found;
  const box = document.getElementById("choices");
  const tool = (text, title, click, off) => {
    const button = make("button", { text, click, attributes: { title } });
    button.disabled = off;
    return button;
  };
  const fine = make("input", { attributes: { type: "checkbox" } });
  fine.checked = single;
  fine.addEventListener("change", () => { single = fine.checked; lookAround(); });
  const tools = make("span", { class: "tools" },
    tool("run on", "everybody goes on as long as he can", () => leave("onward", {}), Boolean(found) && !found.choices.length),
    tool("undo", "back to the path before (u)", undo, !before.length),
    make("label", { attributes: { title: "every access to what others can see is a step" } }, fine, " single steps"));
  const asked = found && found.choices.length === 0 ? "the path ends here" : found && found.isInput ? "which value?" : "who goes on?";
  const title = make("h2", { text: `after step ${now + 1}: ${found ? asked : "..."}` }, tools);
  const movers = new Set(found ? found.choices.map((way) => laneOf(way.actor)) : []);
  const others = found && found.choices.length ? threadsAt(now).filter((t) => t.alive && !movers.has(t.t)) : [];
  box.replaceChildren(title, make("div", { class: "ways" }, ...(found ? found.choices.map(wayButton) : []),
    ...others.map((t) => make("span", { class: "way off", lane: t.t }, make("b", { text: t.name }), make("span", { text: t.doing })))));
  if (found && found.more) box.append(make("div", { text: `and ${found.more} more` }));
  document.body.dataset.ways = found ? found.choices.length : "";
}
