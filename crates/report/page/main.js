const first = fromLink();
graph();
if (story) {
  now = first;
  build();
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", () => { const step = fromLink(); now = step; header(); controls(); timeline(); lanes(); go(step, true); });
} else {
  header();
  claims();
}
document.body.dataset.ready = "yes";
