"use strict";
/* Before the first paint: the chosen theme, and a sign that scripts run. */
(function () {
  const root = document.documentElement;
  root.classList.add("has-script");
  let theme = null;
  try { theme = localStorage.getItem("theme"); } catch { /* storage may be barred; the system's choice holds then */ }
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  window.switchTheme = function () {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* then it holds for this page */ }
  };
  /* choosing a language needs no button where scripts run */
  document.addEventListener("change", (event) => {
    const form = event.target.closest("[data-language]");
    if (form) form.requestSubmit();
  });
})();
