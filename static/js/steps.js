/* Shows a long form one step at a time: a list of the steps with what is filled in, the step, then
   every answer to check before the form is sent. Each step that is left is kept as a draft, or in
   the browser while there is no connection. Without scripts the whole form stands on the page. */
(() => {
  "use strict";

  const make = (tag, look, words) => {
    const made = document.createElement(tag);
    if (look) made.className = look;
    if (words) made.textContent = words;
    return made;
  };
  const button = (words, look, act) => {
    const made = make("button", look, words);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  };

  const asked = (part) => [...part.querySelectorAll("input, textarea, select")]
    .filter((field) => field.name && field.type !== "hidden");
  const isChoice = (field) => ["radio", "checkbox"].includes(field.type);
  const has = (field, fields) => (isChoice(field)
    ? fields.some((each) => each.name === field.name && each.checked) : field.value.trim() !== "");
  const isOptional = (field) => {
    const group = field.closest(".usa-form-group");
    return Boolean(group?.querySelector(".optional"));
  };
  const labelOf = (field) => {
    const choice = isChoice(field) && field.closest("fieldset")?.querySelector("legend");
    const label = choice || field.labels?.[0];
    return (label?.firstChild?.textContent || field.name).trim();
  };
  const answerOf = (field) => {
    if (field.tagName === "SELECT") return field.selectedOptions[0]?.textContent.trim() || "";
    if (isChoice(field)) return (field.labels[0].querySelector("b") || field.labels[0]).textContent.trim();
    return field.value.trim();
  };

  const start = (form) => {
    const parts = [...form.querySelectorAll("fieldset[data-step]")];
    const end = [...form.querySelectorAll(".buttons")].pop();
    const name = (part) => part.querySelector("legend").firstChild.textContent.trim();
    const check = make("fieldset", "usa-fieldset form-part");
    check.append(make("legend", "usa-legend", "Check the answers"), make("dl", "rows answers"));
    parts.at(-1).after(check);
    const steps = [...parts, check];
    let current = 0;

    const send = form.querySelector("[name=act]");
    const later = form.querySelector("[name=save]");
    const back = button("Back", "usa-button usa-button--outline", () => show(current - 1, true));
    const on = button("Save and continue", "usa-button", () => show(current + 1, true));
    end.prepend(on);
    end.insertBefore(back, later);

    const list = make("ol", "steps-list");
    const nav = make("nav");
    nav.setAttribute("aria-label", "Steps of the form");
    nav.append(list);
    form.before(nav);
    const marks = steps.map((part, at) => {
      const item = make("li");
      const go = button(`${at + 1}. ${name(part)}`, "as-link", () => show(at, true));
      const state = make("span", "state");
      item.append(go, state);
      list.append(item);
      return { item, go, state };
    });

    const stateOf = (part) => {
      if (part.querySelector("[aria-invalid=true]")) return "To mend";
      const fields = asked(part);
      const missing = new Set(fields.filter((f) => !isOptional(f) && !has(f, fields)).map((f) => f.name));
      const some = fields.some((f) => has(f, fields));
      if (missing.size) return some && missing.size < fields.length ? `${missing.size} missing` : "To fill in";
      return some ? "Filled in" : "Nothing to say";
    };

    const answers = () => {
      const rows = check.querySelector("dl");
      rows.replaceChildren();
      parts.forEach((part, at) => asked(part).forEach((field) => {
        if (isChoice(field) && !field.checked) return;
        const words = answerOf(field);
        if (!words && isOptional(field)) return;
        const row = make("div");
        const said = make("dd", words ? "" : "missing", words || "Missing");
        const change = button("Change", "as-link", () => { show(at, false); field.focus(); });
        change.setAttribute("aria-label", `Change: ${labelOf(field)}`);
        said.append(" ", change);
        row.append(make("dt", "", labelOf(field)), said);
        rows.append(row);
      }));
    };

    const mark = () => marks.forEach(({ item, go, state }, at) => {
      const words = at < parts.length ? stateOf(parts[at]) : "Then send it";
      state.textContent = words;
      item.className = { "Filled in": "done", "To mend": "mend" }[words] || "";
      if (at === current) go.setAttribute("aria-current", "step");
      else go.removeAttribute("aria-current");
    });

    const show = (at, moved) => {
      current = Math.min(Math.max(at, 0), steps.length - 1);
      steps.forEach((part, each) => { part.hidden = each !== current; });
      const last = current === steps.length - 1;
      if (last) answers();
      back.hidden = current === 0;
      on.hidden = last;
      send.hidden = !last;
      mark();
      if (!moved) return;
      form.dispatchEvent(new Event("keep"));
      const head = steps[current].querySelector("legend");
      head.tabIndex = -1;
      head.focus({ preventScroll: true });
      const narrow = window.matchMedia("(max-width: 820px)").matches;  // the list is long there
      (narrow ? head : nav).scrollIntoView({ block: "start" });
    };

    form.addEventListener("input", mark);
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.tagName !== "INPUT" || current === steps.length - 1) return;
      event.preventDefault();
      show(current + 1, true);
    });
    document.querySelectorAll(".error-summary a").forEach((link) => {
      link.addEventListener("click", (event) => {
        const field = document.getElementById(link.hash.slice(1));
        const at = parts.findIndex((part) => part.contains(field));
        if (at < 0) return;
        event.preventDefault();
        show(at, false);
        field.focus();
      });
    });
    const wrong = parts.findIndex((part) => part.querySelector("[aria-invalid=true]"));
    const open = parts.findIndex((part) => !["Filled in", "Nothing to say"].includes(stateOf(part)));
    const fresh = !form.elements.draft_seen || form.elements.draft_seen.value === "0";
    show(wrong >= 0 ? wrong : fresh || open < 0 ? 0 : open, false);
  };

  document.querySelectorAll("form[data-steps]").forEach(start);
})();
