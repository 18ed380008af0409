// Starts the front end: waits until it is compiled (in development), then
// loads it. What goes wrong is said in the page, in #wasm-status.
"use strict";

(() => {
  const script = document.currentScript;
  const zh = document.documentElement.lang.startsWith("zh");
  const say = zh ? {
    building: "正在编译前端（WebAssembly），首次约需一分钟……页面其余部分已可阅读。",
    failed: "前端编译失败：",
    none: "这个浏览器不支持 WebAssembly，无法运行和播放；已有的结果仍可阅读。",
    error: "前端无法启动：",
    loading: "正在载入前端……",
  } : {
    building: "The front end (WebAssembly) is being compiled, which takes up to a minute the first time. The rest of the page can be read meanwhile.",
    failed: "The front end does not compile:",
    none: "This browser has no WebAssembly, so nothing can be run or played here; results that exist can be read.",
    error: "The front end cannot start: ",
    loading: "Loading the front end …",
  };

  function status(text, detail) {
    const box = document.getElementById("wasm-status");
    if (!box) return;
    box.hidden = text === "";
    box.textContent = text;
    if (detail) {
      const pre = document.createElement("pre");
      pre.textContent = detail;
      box.append(pre);
    }
  }

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  async function built() {
    for (;;) {
      const answer = await fetch("/assets/status", { cache: "no-store" });
      const state = await answer.json();
      if (state.state === "ready") return true;
      if (state.state === "failed") {
        status(say.failed, state.error);
        return false;
      }
      status(say.building);
      await pause(500);
    }
  }

  function load(src) {
    return new Promise((resolve, reject) => {
      const tag = document.createElement("script");
      tag.src = src;
      tag.onload = resolve;
      tag.onerror = () => reject(new Error("cannot load " + src));
      document.head.append(tag);
    });
  }

  async function start() {
    if (typeof WebAssembly !== "object") {
      status(say.none);
      return;
    }
    if (!(await built())) return;
    status(say.loading);
    await Promise.all([load(script.dataset.exec), load(script.dataset.canvas)]);
    const go = new Go();
    const module = await WebAssembly.instantiateStreaming(fetch(script.dataset.wasm), go.importObject);
    status("");
    await go.run(module.instance);
    status(say.error + "it ended");
  }

  start().catch((reason) => status(say.error + reason));
})();
