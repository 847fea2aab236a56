/* Two minutes before a session ends the page says so and offers to stay. The server ends it:
   without scripts the foot of the page says when. */
(() => {
  "use strict";

  const line = document.querySelector("[data-session-ends]");
  if (!line) return;
  const box = document.getElementById("session-warning");
  const words = box.querySelector("[data-words]");
  const stay = box.querySelector("form");
  const warns = Number(line.dataset.sessionWarning);
  // The server says in a header how many seconds are left: this machine's clock may be wrong.
  const [opened] = performance.getEntriesByType("navigation");
  const told = opened?.serverTiming?.find((each) => each.name === "session");
  let ends = told ? performance.timeOrigin + opened.responseStart + told.duration * 1000
    : Number(line.dataset.sessionEnds) * 1000;

  const look = () => {
    const left = Math.round((ends - Date.now()) / 1000);
    if (left <= 0) {
      words.textContent = "Your session has ended. What you saved is kept; sign in to go on.";
      if (!box.open) box.showModal();
      return;
    }
    if (left <= warns) {
      const minutes = Math.ceil(left / 60);
      const said = `You will be signed out in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
      if (words.textContent !== said) words.textContent = said;
      if (!box.open) box.showModal();
    }
    setTimeout(look, Math.min(5000, Math.max(500, (left - warns) * 1000)));
  };

  stay.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const answer = await fetch(stay.action, {
        method: "POST", body: new FormData(stay), headers: { Accept: "application/json" },
        redirect: "error",
      });
      if (!answer.ok) throw new Error(answer.status);
      ends = Date.now() + (await answer.json()).left * 1000;
      words.textContent = "";
      box.close();
    } catch { location.reload(); }
  });
  look();
})();
