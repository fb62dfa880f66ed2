// Whoever goes to a step changes the link.
const link = location.hash;
const first = fromLink();
graph();
if (story) {
  now = first;
  build();
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", () => { if (walkFromLink()) return; const step = fromLink(); now = step; header(); controls(); timeline(); lanes(); go(step, true); });
} else {
  header();
  claims();
}
if (!data.walk) document.getElementById("choices").remove();
walkFromLink(link);
document.body.dataset.ready = "yes";
