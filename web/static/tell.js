"use strict";
/* Dialogs for what people tell: opened and filled by the button that names them; the note's list narrows as one types. */
(function () {
  const note = document.getElementById("note");

  function open(button) {
    const dialog = document.getElementById(button.dataset.open);
    if (!dialog) return;
    const form = dialog.querySelector("form[data-input]"), given = JSON.parse(button.dataset.fill || "{}");
    for (const each of dialog.querySelectorAll("form[data-input]")) each.reset();
    if (dialog === note) { narrow(""); fit(); }
    for (const place of dialog.querySelectorAll("[data-text]")) place.textContent = given[place.dataset.text] || "";
    for (const [name, value] of Object.entries(given)) {
      const field = form && form.elements.namedItem(name);
      if (field && "value" in field) field.value = value;
    }
    for (const place of dialog.querySelectorAll("[data-with-id]")) { place.hidden = !given.id; place.disabled = !given.id; }
    for (const place of dialog.querySelectorAll("[data-refusal]")) place.hidden = true;
    dialog.showModal();
    const first = dialog.querySelector("input:not([type=hidden]):not(:disabled), select");
    if (first) { first.focus(); if (first.select && first.value) first.select(); }
  }

  function narrow(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const rule of note.querySelectorAll(".rule")) {
      rule.hidden = !words.every((word) => rule.dataset.search.includes(word));
      if (!rule.hidden) found += 1;
    }
    for (const title of note.querySelectorAll(".rules-title")) {
      let next = title.nextElementSibling;
      while (next && next.matches(".rule[hidden]")) next = next.nextElementSibling;
      title.hidden = !next || !next.matches(".rule");
    }
    document.getElementById("note-none").hidden = found > 0;
  }

  /* only the fields that the chosen rule needs are shown and sent */
  function fit() {
    const chosen = note.querySelector("input[name=id]:checked"), data = chosen ? chosen.dataset : {};
    const wanted = (data.fields || "").split(" ").concat(data.named ? ["named_by"] : []);
    for (const place of note.querySelectorAll("[data-field]")) {
      place.hidden = !wanted.includes(place.dataset.field);
      for (const field of place.querySelectorAll("input, select")) field.disabled = place.hidden;
    }
    const named = (data.named || "").split(" ");
    for (const option of note.querySelectorAll("#note-named option")) option.hidden = option.disabled = option.value !== "" && !named.includes(option.value);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-open]");
    if (button) open(button);
  });
  if (!note) return;
  const search = document.getElementById("note-search");
  search.addEventListener("input", () => narrow(search.value));
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    const first = note.querySelector(".rule:not([hidden]) input");
    event.preventDefault(); /* Enter takes the first that is found, and sends nothing yet */
    if (first) { first.checked = true; first.focus(); fit(); }
  });
  note.addEventListener("change", (event) => { if (event.target.name === "id") fit(); });
})();
