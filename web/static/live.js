"use strict";
/* The live picture: asks a few times a second whether there is a newer one, and says plainly when there is not. */
(function () {
  const place = document.getElementById("monitor").dataset;
  const words = JSON.parse(place.words);
  const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
  const image = document.getElementById("live-picture"), none = document.getElementById("live-none"), word = document.getElementById("live-none-word");
  const why = document.getElementById("live-none-why"), age = document.getElementById("age"), reading = document.getElementById("reading");
  const next = document.getElementById("live-next"), EVERY_MS = 200, STALE_MS = 2000, SILENT_MS = 6000;
  /* between the two the station may merely be slow; the log's own word of a lost camera needs no wait */
  let mark = "", ageMs = null, heardAt = 0, hasEnded = false, isLost = false, isSealed = null;

  async function look() {
    if (!document.hidden) {
      try {
        const answer = await fetch(place.live, { cache: "no-store", headers: { Accept: "application/json" } });
        if (answer.status === 401) { location.href = "/login"; return; }
        if (answer.ok) {
          const now = await answer.json();
          if (isSealed !== null && now.is_sealed !== isSealed) { location.reload(); return; } /* with an appointment the page is another; without one nothing of it stays in sight */
          ageMs = now.age_ms; heardAt = performance.now(); hasEnded = now.has_ended; isLost = now.is_camera_lost; isSealed = now.is_sealed;
          if (now.mark && now.mark !== mark) await show(now.mark);
          say(now.reading || {});
          next.hidden = !now.newer;
          if (now.newer) next.href = now.newer;
        }
      } catch { /* no answer: the age keeps growing, which is what the page must show */ }
    }
    setTimeout(look, EVERY_MS);
  }

  function show(next) {
    return new Promise((done) => {
      const loader = new Image();
      loader.onload = () => { image.src = loader.src; image.hidden = false; mark = next; done(); };
      loader.onerror = done;
      loader.src = place.picture + "?v=" + encodeURIComponent(next);
    });
  }

  function say(now) {
    const said = [];
    if (now.note) said.push(now.note);
    if (now.is_blind) said.push(words.blocked);
    const dice = (now.dice || []).filter((d) => d.is_resting);
    if (dice.length) said.push(fill(words.dice, { values: dice.map((d) => d.value || "?").join("-") }));
    reading.hidden = !said.length;
    reading.textContent = fill(words.reading, { what: said.join(", ") });
  }

  function tick() {
    const total = ageMs === null ? null : ageMs + (performance.now() - heardAt);
    const isStale = total === null || total > STALE_MS || isLost;
    age.textContent = total === null ? "" : fill(words.old, { seconds: total < 10000 ? (total / 1000).toFixed(1) : Math.round(total / 1000) });
    none.hidden = !isStale && !isSealed;
    const isSilent = isLost || (total !== null && total > SILENT_MS);
    none.classList.toggle("is-calm", hasEnded || !isSilent);
    if (isSealed && !isStale) { none.classList.add("is-calm"); word.textContent = words.sealed; why.textContent = words.isSealed; return; }
    word.textContent = hasEnded ? words.ended : isSilent ? words.noSignal : words.waiting;
    why.textContent = hasEnded ? words.hasEnded : total === null ? words.noPicture : isLost ? words.lost : fill(words.lastPicture, { seconds: Math.round(total / 1000) });
    if (isStale) reading.hidden = true;
  }

  setInterval(tick, 250);
  look();
})();
