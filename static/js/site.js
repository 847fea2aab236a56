/* What a page may do when scripts run; without them every page works the same.
   A progress line asks how far its work is, says so, and stops by itself. */
(() => {
  "use strict";

  const watch = (line) => {
    const words = line.querySelector("[data-words]");
    const bar = line.querySelector("progress");
    let asked = 0;
    const ask = async () => {
      asked += 1;
      const answer = await fetch(line.dataset.from, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const now = await answer.json();
      words.textContent = now.words;
      if (bar) { bar.max = now.of || 1; bar.value = now.done; }
      if (now.finished) { if (now.url) location.assign(now.url); return; }
      if (asked < 900) setTimeout(ask, 2000);
    };
    setTimeout(ask, 2000);
  };

  document.querySelectorAll("[data-from]").forEach(watch);
  document.querySelectorAll("[data-print]").forEach((link) => {
    link.hidden = false;
    link.addEventListener("click", (event) => { event.preventDefault(); window.print(); });
  });
})();
