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

  // A form that was sent and answered by another page has arrived: the browser's copy of what was
  // typed is dropped. Where the page did not come (no connection), it stays and is offered again.
  const arrived = () => {
    const [draft, from] = JSON.parse(sessionStorage.getItem("sent"));
    const [opened] = performance.getEntriesByType("navigation");
    if (!document.referrer || new URL(document.referrer).pathname !== from) return;
    sessionStorage.removeItem("sent");
    const same = document.querySelector(`form[data-draft="${draft}"]`);
    if (!same && (opened?.responseStatus || 200) < 400) localStorage.removeItem(`draft:${draft}`);
  };
  try { if (sessionStorage.getItem("sent")) arrived(); } catch { /* the browser keeps nothing */ }

  // Signing out leaves nothing of anybody's on the machine.
  document.querySelectorAll("form[data-signs-out]").forEach((form) => {
    form.addEventListener("submit", () => {
      Object.keys(localStorage).filter((name) => name.startsWith("draft:"))
        .forEach((name) => localStorage.removeItem(name));
    });
  });

  document.querySelectorAll("[data-from]").forEach(watch);
  document.querySelectorAll("[data-print]").forEach((link) => {
    link.hidden = false;
    link.addEventListener("click", (event) => { event.preventDefault(); window.print(); });
  });
})();
