"use strict";
/* Committed entries for this page. One tab per session holds the stream and tells the others, because a browser opens only a few
   connections to one server; where tabs cannot agree (no secure context) each holds its own. Resumes after the last seq it saw. */
window.openStream = function (url, name, after, onEntry, onLink) {
  let last = after;
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("monitor-" + name) : null;

  function take(entry) {
    if (entry.seq <= last) return;
    last = entry.seq;
    onEntry(entry);
  }

  function follow() {
    return new Promise((leave) => {
      let source = null, timer = 0;
      function link(state) {
        onLink(state);
        if (channel) channel.postMessage({ link: state });
      }
      function connect() {
        source = new EventSource(url + "?after=" + last);
        source.onopen = () => link("live");
        source.onmessage = (event) => {
          const entry = JSON.parse(event.data);
          take(entry);
          if (channel) channel.postMessage({ entry });
        };
        source.onerror = () => {
          link("wait");
          if (source.readyState !== EventSource.CLOSED) return; /* the browser reconnects by itself, with Last-Event-ID */
          source.close();
          fetch(url.replace(/events$/, "live.json"), { headers: { Accept: "application/json" } }).then((r) => {
            if (r.status === 401) location.href = "/login";
          }).catch(() => {}).finally(() => { timer = setTimeout(connect, 3000 + Math.random() * 2000); });
        };
      }
      connect();
      addEventListener("pagehide", () => { clearTimeout(timer); source.close(); leave(); }, { once: true });
    });
  }

  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data.entry) take(data.entry);
      if (data.link) onLink(data.link);
      if (data.hello) channel.postMessage({ link: document.documentElement.dataset.link || "wait" });
    };
  }
  if (channel && navigator.locks) {
    navigator.locks.request("monitor-stream-" + name, follow);
    channel.postMessage({ hello: true });
  } else {
    follow();
  }
};
