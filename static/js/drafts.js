/* Keeps a long form while it is filled in: every 20 seconds when something changed, and when the
   page is left. A version that another page made newer is never written over. Without scripts the
   button "Save and go on later" does the same.
   What has not reached the server is kept in the browser too, under the person's and the form's
   own name, and is offered again when the page is next opened. It is dropped once it was kept. */
(() => {
  "use strict";

  const PAUSE = 20000;
  const WEEK = 7 * 24 * 3600 * 1000;

  const at = (moment) => new Date(moment).toLocaleString("en-US", {
    month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

  const shelf = (name) => ({
    put: (typed) => {
      try { localStorage.setItem(name, JSON.stringify({ typed, at: Date.now() })); } catch { /* full */ }
    },
    drop: () => { try { localStorage.removeItem(name); } catch { /* none */ } },
    get: () => {
      try {
        const kept = JSON.parse(localStorage.getItem(name));
        return kept && Date.now() - kept.at < WEEK ? kept : null;
      } catch { return null; }
    },
  });

  const fillIn = (form, typed) => {
    const texts = new URLSearchParams(typed);
    [...form.elements].forEach((field) => {
      if (!field.name || ["hidden", "file", "submit", "button"].includes(field.type)) return;
      if (["checkbox", "radio"].includes(field.type)) {
        field.checked = texts.getAll(field.name).includes(field.value);
      } else if (field.type === "select-multiple") {
        const chosen = texts.getAll(field.name);
        [...field.options].forEach((each) => { each.selected = chosen.includes(each.value); });
      } else if (texts.has(field.name)) field.value = texts.get(field.name);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };

  const offer = (form, copy, take, drop) => {
    const note = document.createElement("div");
    note.className = "note warn offered";
    note.setAttribute("role", "status");
    const words = document.createElement("p");
    words.textContent = `What you typed on ${at(copy.at)} did not reach us. This browser kept it.`;
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    [["Put it back", take, ""], ["Throw it away", drop, " usa-button--outline"]].forEach(
      ([name, act, look]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = `usa-button${look}`;
        button.textContent = name;
        button.addEventListener("click", () => { note.remove(); act(); });
        buttons.append(button);
      });
    note.append(words, buttons);
    form.before(note);
  };

  const keep = (form) => {
    const state = document.querySelector("[data-draft-state]");
    const button = form.querySelector("[name=save]");
    const to = state.dataset.to;
    const copy = shelf(`draft:${form.dataset.draft}`);
    let stopped = false;
    let sending = false;

    const said = () => new URLSearchParams(
      [...new FormData(form)].filter(([, value]) => typeof value === "string"));
    const typed = () => {
      const all = said();
      ["draft", "draft_seen", "csrfmiddlewaretoken", "once", "token"]
        .forEach((name) => all.delete(name));
      return all.toString();
    };
    const shown = typed();
    let last = document.querySelector(".error-summary") ? "" : shown;  // refused: not kept yet

    const say = (words, url) => {
      state.textContent = words;
      if (!url) return;
      const link = document.createElement("a");
      link.href = url;
      link.textContent = "See both versions";
      state.append(" ", link);
    };

    const kept = (now) => {
      last = now;
      if (typed() === now) copy.drop();
    };

    const answered = async (answer, now) => {
      if (answer.type === "opaqueredirect") {
        kept(now);
        say("You are signed out. What you typed is kept: sign in again and come back to this page.");
        return;
      }
      if (answer.status === 409) {
        const told = await answer.json();
        stopped = true;
        kept(now);
        say(told.words, told.url);
        return;
      }
      if (!answer.ok) { say("Not kept yet. It is tried again."); return; }
      const told = await answer.json();
      kept(now);
      form.elements.draft_seen.value = told.seen;
      const clock = new Date().toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
      say(`Kept at ${clock}.`);
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
        say("There is no connection. This browser keeps what you typed and sends it when there is.");
      } finally {
        sending = false;
      }
    };

    const before = copy.get();
    if (before && before.typed !== shown) {
      offer(form, before, () => { fillIn(form, before.typed); save(); }, copy.drop);
    } else copy.drop();

    form.addEventListener("input", () => {
      const now = typed();
      if (now === last) copy.drop(); else copy.put(now);
    });
    form.addEventListener("keep", save);
    window.addEventListener("online", save);
    setInterval(save, Number(form.dataset.pause) || PAUSE);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") save();
    });
    form.addEventListener("submit", () => {
      stopped = true;
      copy.put(typed());
      sessionStorage.setItem("sent", JSON.stringify([form.dataset.draft, location.pathname]));
    });
    if (button) button.formNoValidate = true;
  };

  document.querySelectorAll("form[data-draft]").forEach(keep);
})();
