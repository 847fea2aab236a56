/* Keeps a long form while it is filled in: every 20 seconds when something changed, and when the
   page is left. A version that another page made newer is never written over. Without scripts the
   button "Save and go on later" does the same. */
(() => {
  "use strict";

  const PAUSE = 20000;

  const keep = (form) => {
    const state = document.querySelector("[data-draft-state]");
    const button = form.querySelector("[name=save]");
    const to = state.dataset.to;
    let stopped = false;
    let sending = false;

    const said = () => new URLSearchParams(
      [...new FormData(form)].filter(([, value]) => typeof value === "string"));
    const typed = () => {
      const all = said();
      ["draft_seen", "csrfmiddlewaretoken", "once", "token"].forEach((name) => all.delete(name));
      return all.toString();
    };
    let last = typed();

    const say = (words, url) => {
      state.textContent = words;
      if (!url) return;
      const link = document.createElement("a");
      link.href = url;
      link.textContent = "See both versions";
      state.append(" ", link);
    };

    const answered = async (answer, now) => {
      if (answer.type === "opaqueredirect") {
        last = now;
        say("You are signed out. What you typed is kept: sign in again and come back to this page.");
        return;
      }
      if (answer.status === 409) {
        const told = await answer.json();
        stopped = true;
        say(told.words, told.url);
        return;
      }
      if (!answer.ok) { say("Not kept yet. It is tried again."); return; }
      const told = await answer.json();
      last = now;
      form.elements.draft_seen.value = told.seen;
      const at = new Date().toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
      say(`Kept at ${at}.`);
    };

    const save = async () => {
      const now = typed();
      if (stopped || sending || now === last) return;
      sending = true;
      try {
        const answer = await fetch(to, {
          method: "POST", body: said(), redirect: "manual", keepalive: true,
          headers: { Accept: "application/json" },
        });
        await answered(answer, now);
      } catch {
        say("Not kept: there is no connection. It is tried again.");
      } finally {
        sending = false;
      }
    };

    setInterval(save, Number(form.dataset.pause) || PAUSE);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") save();
    });
    form.addEventListener("submit", () => { stopped = true; });
    if (button) button.formNoValidate = true;
  };

  document.querySelectorAll("form[data-draft]").forEach(keep);
})();
