// The source beside the steps, with the colours of the language.
const WORDS = new Set(("abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for if "
  + "implements import instanceof int interface long native new null package permits private protected public record return sealed short static super switch "
  + "synchronized this throw throws transient true false try var void volatile while yield fun val when object override suspend").split(" "));
const TOKEN = /(\/\/.*|\/\*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|@\w+|\b[a-z]+\b)/;
let sourceShown = null;

// One line; `inside` says that a comment goes on from the line before.
function coloured(text, inside) {
  const parts = [];
  let rest = text;
  for (;;) {
    if (inside) {
      const end = rest.indexOf("*/");
      const upTo = end < 0 ? rest.length : end + 2;
      if (upTo > 0) parts.push(make("span", { class: "comment", text: rest.slice(0, upTo) }));
      if (end < 0) return [parts, true];
      rest = rest.slice(upTo);
      inside = false;
    }
    const found = TOKEN.exec(rest);
    if (!found) {
      if (rest) parts.push(rest);
      return [parts, false];
    }
    const token = found[0];
    const kind = token.startsWith("/") ? "comment" : /^["']/.test(token) ? "string" : token.startsWith("@") ? "note" : WORDS.has(token) ? "word" : null;
    if (found.index) parts.push(rest.slice(0, found.index));
    if (token === "/*") {
      inside = true;
      rest = rest.slice(found.index);
      const end = rest.indexOf("*/", 2);
      if (end >= 0) {
        parts.push(make("span", { class: "comment", text: rest.slice(0, end + 2) }));
        rest = rest.slice(end + 2);
        inside = false;
      }
      continue;
    }
    parts.push(kind ? make("span", { class: kind, text: token }) : token);
    rest = rest.slice(found.index + token.length);
  }
}

function source(step) {
  const box = document.getElementById("source");
  const file = step.source && data.sources[step.source];
  if (!file) {
    sourceShown = null;
    box.replaceChildren(make("h2", { text: step.at || "no place in the program's source" }));
    return;
  }
  if (sourceShown !== step.source) {
    let inside = false;
    const rows = file.split("\n").map((text, i) => {
      let parts;
      [parts, inside] = coloured(text, inside);
      return make("li", {}, make("span", { class: "n", text: i + 1 }), make("code", {}, ...parts));
    });
    box.replaceChildren(make("h2", {}), make("ol", { class: "mono" }, ...rows));
    sourceShown = step.source;
  }
  box.querySelector("h2").textContent = step.at;
  const list = box.querySelector("ol");
  for (const old of list.querySelectorAll("li[class]")) {
    old.removeAttribute("class");
    old.removeAttribute("style");
  }
  for (const t of threadsAt(now)) {
    const other = t.source === step.source && t.line !== step.line && list.children[t.line - 1];
    if (other) {
      other.className = "other";
      other.style.setProperty("--lane", lane(t.t));
    }
  }
  const line = list.children[step.line - 1];
  if (line) {
    line.className = "now";
    box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 2;
  }
}
