"use strict";
/* The monitor page: swaps the parts that changed, selects flags, sends inputs. Whatever it shows, the server rendered. */
(function () {
  const $ = (id) => document.getElementById(id);
  const root = $("monitor"), place = root.dataset;
  const parts = ["status", "board", "turns", "flags", "inputs", "banner"];
  const words = JSON.parse(place.words);
  const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
  const shown = {};
  let selected = null, isBusy = false, isAsked = false, pendingTimer = 0, toastTimer = 0;

  /* ---- panels ---- */
  async function refresh() {
    if (isBusy) { isAsked = true; return; }
    isBusy = true;
    try {
      const answer = await fetch(place.panels, { cache: "no-store", headers: { Accept: "application/json" } });
      if (answer.status === 401) { location.href = "/login"; return; }
      if (answer.ok) { const { seq, panels } = await answer.json(); root.dataset.seq = seq; swap(panels); }
    } catch { /* the next event or the link's return asks again */ }
    isBusy = false;
    if (isAsked) { isAsked = false; setTimeout(refresh, 60); }
  }

  function swap(panels) {
    const turns = $("panel-turns");
    const wasAtEnd = turns.scrollHeight - turns.scrollTop - turns.clientHeight < 60;
    for (const name of parts) {
      if (panels[name] === shown[name]) continue;
      const panel = $("panel-" + name), scrollTop = panel.scrollTop;
      const focusKey = panel.contains(document.activeElement) ? keyOf(document.activeElement) : null;
      shown[name] = panels[name];
      panel.innerHTML = panels[name];
      panel.scrollTop = scrollTop;
      if (focusKey) [...panel.querySelectorAll("button, a")].find((el) => keyOf(el) === focusKey)?.focus({ preventScroll: true });
    }
    if (wasAtEnd) turns.scrollTop = turns.scrollHeight;
    select(selected, false);
    watchPending();
  }

  function keyOf(el) {
    const flag = el.closest("[data-flag]"), form = el.closest("form");
    const told = form && new FormData(form);
    return [flag && flag.dataset.flag, told && told.get("what"), told && told.get("player"), told && told.get("seq"), el.dataset.open, el.className].join("|");
  }

  function watchPending() {
    clearTimeout(pendingTimer);
    const list = document.querySelector("#panel-inputs [data-pending]");
    if (list && Number(list.dataset.pending) > 0) pendingTimer = setTimeout(refresh, 1000);
  }

  /* ---- flags ---- */
  const flags = () => [...document.querySelectorAll("#panel-flags [data-flag]")];
  function select(id, isMoved) {
    const all = flags();
    const found = all.find((f) => f.dataset.flag === id) || all[0] || null;
    selected = found ? found.dataset.flag : null;
    for (const flag of all) {
      flag.classList.toggle("is-selected", flag === found);
      flag.querySelector("[data-select]").setAttribute("aria-expanded", String(flag === found));
    }
    const undecided = document.querySelectorAll("#panel-flags .is-raised").length;
    $("next-count").textContent = fill(words.toDecide, { number: undecided });
    $("next-button").hidden = undecided === 0;
    document.title = (undecided ? "(" + undecided + ") " : "") + place.session + " · " + words.title;
    if (found && isMoved) found.scrollIntoView({ block: "nearest" });
  }
  function step(by) {
    const all = flags(), at = all.findIndex((f) => f.dataset.flag === selected);
    if (all.length) select(all[Math.min(all.length - 1, Math.max(0, at + by))].dataset.flag, true);
  }
  function nextUndecided() {
    const all = flags(), at = all.findIndex((f) => f.dataset.flag === selected);
    const next = [...all.slice(at + 1), ...all.slice(0, at + 1)].find((f) => f.classList.contains("is-raised"));
    if (next) select(next.dataset.flag, true);
  }
  const current = () => flags().find((f) => f.dataset.flag === selected) || null;

  function askDismissal(flag) {
    if (!flag) return;
    $("dismiss-id").value = flag.dataset.flag;
    $("dismiss-what").textContent = flag.dataset.title;
    $("why").value = "";
    $("dismiss").showModal();
    $("why").focus();
  }

  /* ---- inputs ---- */
  async function send(form, submitter) {
    const data = new URLSearchParams(new FormData(form)), refusal = form.querySelector("[data-refusal]");
    if (submitter && submitter.name) data.set(submitter.name, submitter.value);
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
      const body = await answer.json();
      if (answer.status === 401) { location.href = "/login"; return; }
      if (!answer.ok) { refuse(refusal, body.error || words.refusedHere); return; }
      closeDialogs();
      say(words.sent);
      settle(body.id, 0);
    } catch {
      refuse(refusal, words.silent);
    } finally {
      for (const button of form.querySelectorAll("button")) button.disabled = false;
      refresh();
    }
  }

  /* in an open dialog a refusal stands beside what was filled in, which stays */
  function refuse(place, text) {
    if (!place || !place.closest("dialog[open]")) { say(text, true); return; }
    place.lastElementChild.textContent = text;
    place.hidden = false;
  }

  async function settle(id, tries) {
    try {
      const answer = await fetch(place.api + encodeURIComponent(id), { cache: "no-store", headers: { Accept: "application/json" } });
      const state = answer.ok ? await answer.json() : { state: "sent" };
      if (state.state === "recorded") { say(fill(words.recorded, { seq: state.seq })); refresh(); return; }
      if (state.state === "refused") { say(fill(words.refused, { why: state.error }), true); refresh(); return; }
    } catch { /* asked again below */ }
    if (tries < 600) setTimeout(() => settle(id, tries + 1), tries < 10 ? 200 : 1000);
  }

  function say(text, isError) {
    const toast = $("toast");
    toast.textContent = text;
    toast.classList.toggle("is-error", Boolean(isError));
    toast.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => { toast.hidden = true; }, isError ? 7000 : 3000);
  }

  const closeDialogs = () => document.querySelectorAll("dialog[open]").forEach((d) => d.close());
  const submit = (form) => { if (form && !form.querySelector("button:disabled")) form.requestSubmit(); };
  function curtain() { closeDialogs(); $("curtain").hidden = !$("curtain").hidden; if (!$("curtain").hidden) $("curtain-button").focus(); }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!("input" in form.dataset)) return;
    event.preventDefault();
    const refusal = form.querySelector("[data-refusal]");
    if (refusal) refusal.hidden = true; else closeDialogs();
    send(form, event.submitter);
  });
  document.addEventListener("click", (event) => {
    const el = event.target.closest("button, a");
    if (!el) return;
    if ("select" in el.dataset) select(el.closest("[data-flag]").dataset.flag, true);
    if (el.dataset.dismissFlag) askDismissal(el.closest("[data-flag]"));
    if (el.dataset.picture) { $("picture-image").src = el.dataset.picture; $("picture-image").alt = el.dataset.caption; $("picture-caption").textContent = el.dataset.caption; $("picture").showModal(); }
    if (el.dataset.reason) { $("why").value = el.dataset.reason; $("why").focus(); }
    if ("close" in el.dataset) closeDialogs();
  });
  document.querySelectorAll("dialog").forEach((d) => d.addEventListener("click", (event) => { if (event.target === d) d.close(); }));
  $("next-button").addEventListener("click", nextUndecided);
  $("help-button").addEventListener("click", () => $("help").showModal());
  $("theme-button").addEventListener("click", window.switchTheme);
  $("hide-button").addEventListener("click", curtain);
  $("curtain-button").addEventListener("click", curtain);

  const keys = {
    j: () => step(1), k: () => step(-1), n: nextUndecided,
    c: () => submit(current()?.querySelector("form[data-confirm]")), d: () => { if (current()?.querySelector("[data-dismiss-flag]")) askDismissal(current()); },
    e: () => current()?.querySelector("[data-evidence]")?.click(),
    l: () => { if (document.querySelector("#panel-inputs .toggle")) $("left").showModal(); },
    a: () => submit(document.querySelector("form[data-assent]")), u: () => submit(document.querySelector("form[data-undo]")),
    "?": () => $("help").showModal(), h: curtain,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const field = event.target.closest("input, textarea, select");
    if (field && field.getClientRects().length) return; /* the field of a dialog just closed may still have the focus */
    if (!$("curtain").hidden && event.key !== "h") return;
    const open = document.querySelector("dialog[open]");
    if (open && event.key !== "h") { press(open, event); return; }
    const act = keys[event.key];
    if (act) { event.preventDefault(); act(); return; }
    /* a key means the selected flag's button before the table's, so that what it does stands beside what one looks at */
    const flag = current();
    if (!flag || !press(flag, event)) press($("panel-inputs"), event);
  });
  function press(place, event) {
    const found = [...place.querySelectorAll("[data-hotkey]")].find((el) => el.dataset.hotkey === event.key);
    if (!found) return false;
    event.preventDefault();
    if (found.tagName === "FORM") submit(found); else found.click();
    return true;
  }

  /* ---- link ---- */
  function link(state) {
    document.documentElement.dataset.link = state;
    $("link").className = "pill " + (state === "live" ? "tone-good" : "tone-unsure");
    $("link-word").textContent = state === "live" ? words.live : words.reconnecting;
    for (const mark of document.querySelectorAll("[data-link-mark]")) mark.hidden = (mark.dataset.linkMark === "live") !== (state === "live");
    if (state === "live") refresh();
  }
  let soon = 0;
  function onEntry(entry) {
    if (entry.kind === "flag") {
      $("announce").textContent = fill(words.newFlag, { what: entry.body.text || entry.body.rule });
      const flag = current();
      if (!document.querySelector("dialog[open]") && (!flag || !flag.classList.contains("is-raised"))) selected = entry.body.id || null;
    }
    clearTimeout(soon);
    soon = setTimeout(refresh, 40);
  }

  for (const name of parts) shown[name] = null;
  select(null, false);
  watchPending();
  $("panel-turns").scrollTop = $("panel-turns").scrollHeight;
  window.openStream(place.events, place.session, Number(place.seq), onEntry, link);
})();
