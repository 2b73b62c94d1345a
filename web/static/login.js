"use strict";
/* A code that came in the address is sent by the form (POST), then leaves the address bar and the history. */
(function () {
  const form = document.getElementById("sign-in");
  if ("hasCode" in form.dataset) {
    history.replaceState(null, "", location.pathname);
    form.requestSubmit();
  }
})();
