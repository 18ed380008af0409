// The theme: as the system has it, light, dark, or for a projector. It is
// chosen in the page's head, before anything is drawn, and kept in this
// browser only.
"use strict";

(() => {
  const root = document.documentElement, key = "iowait-theme", known = ["light", "dark", "projector"];
  const read = () => { try { return localStorage.getItem(key) || ""; } catch { return ""; } };
  const keep = (v) => { try { v ? localStorage.setItem(key, v) : localStorage.removeItem(key); } catch { /* not allowed to: it holds for this page */ } };
  let before = "";

  function apply(theme) {
    if (known.includes(theme)) root.dataset.theme = theme; else delete root.dataset.theme;
    const chosen = document.getElementById("theme");
    if (chosen) chosen.value = root.dataset.theme || "";
    dispatchEvent(new Event("iowait-theme"));
  }

  // projector turns the projector's theme on, or the one before on again.
  globalThis.iowaitProjector = () => {
    const now = root.dataset.theme || "";
    const next = now === "projector" ? before : "projector";
    before = now;
    keep(next);
    apply(next);
  };

  apply(read());
  document.addEventListener("DOMContentLoaded", () => {
    const chosen = document.getElementById("theme");
    if (!chosen) return;
    chosen.closest("label").hidden = false;
    chosen.value = root.dataset.theme || "";
    chosen.addEventListener("change", () => { keep(chosen.value); apply(chosen.value); });
  });
})();
