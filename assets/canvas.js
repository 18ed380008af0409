// Draws the display lists that the Go side packs (wasm/draw/pack.go) on a 2D
// canvas: one call per frame, one short loop.
"use strict";

globalThis.iowaitCanvas = function (canvas) {
  const ctx = canvas.getContext("2d", { alpha: false });
  const decoder = new TextDecoder();
  const sans = 'system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif';
  const mono = 'ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace';
  const fonts = new Map();
  const aligns = ["start", "center", "end"];
  let colors = [];
  let hatches = new Map();
  let ratio = 1;

  function font(size, isMono) {
    const key = size * 2 + (isMono ? 1 : 0);
    let f = fonts.get(key);
    if (!f) {
      f = size + "px " + (isMono ? mono : sans);
      fonts.set(key, f);
    }
    return f;
  }

  function hatch(color) {
    let p = hatches.get(color);
    if (!p) {
      const tile = document.createElement("canvas");
      tile.width = tile.height = 8;
      const t = tile.getContext("2d");
      t.strokeStyle = colors[color];
      t.lineWidth = 1.2;
      t.beginPath();
      for (const d of [-8, 0, 8]) { t.moveTo(d, 8); t.lineTo(d + 8, 0); }
      t.stroke();
      p = ctx.createPattern(tile, "repeat");
      hatches.set(color, p);
    }
    return p;
  }

  return {
    palette(list) { colors = list; hatches = new Map(); },

    resize(w, h) {
      ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
      const pw = Math.max(1, Math.round(w * ratio)), ph = Math.max(1, Math.round(h * ratio));
      if (canvas.width !== pw) canvas.width = pw;
      if (canvas.height !== ph) canvas.height = ph;
    },

    measure(text, size, isMono) {
      ctx.font = font(size, isMono);
      return ctx.measureText(text).width;
    },

    draw(bytes, length) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, length);
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      ctx.lineWidth = 1;
      let at = 0, saved = 0, fill = -1, stroke = -1;
      const useFill = (c) => { if (fill !== c) { ctx.fillStyle = colors[c]; fill = c; } };
      const useStroke = (c) => { if (stroke !== c) { ctx.strokeStyle = colors[c]; stroke = c; } };
      while (at < length) {
        const kind = view.getUint8(at), color = view.getUint8(at + 1);
        const align = view.getUint8(at + 2), size = view.getUint8(at + 3);
        const x = view.getFloat32(at + 4, true), y = view.getFloat32(at + 8, true);
        const w = view.getFloat32(at + 12, true), h = view.getFloat32(at + 16, true);
        at += 20;
        switch (kind) {
          case 0: useFill(color); ctx.fillRect(x, y, w, h); break;
          case 1: useStroke(color); ctx.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1); break;
          case 2: useStroke(color); ctx.beginPath();
            if (w === 0) { const m = Math.round(x) + 0.5; ctx.moveTo(m, y); ctx.lineTo(m, y + h); }
            else { ctx.moveTo(x, y); ctx.lineTo(x + w, y + h); }
            ctx.stroke(); break;
          case 3: useStroke(color); ctx.setLineDash([1.5, 4.5]); ctx.lineWidth = 1.5; ctx.beginPath();
            ctx.moveTo(x, y); ctx.lineTo(x + w, y + h); ctx.stroke();
            ctx.setLineDash([]); ctx.lineWidth = 1; break;
          case 4: ctx.fillStyle = hatch(color); fill = -1; ctx.fillRect(x, y, w, h); break;
          case 5: useFill(color); ctx.beginPath(); ctx.moveTo(x, y + h); ctx.lineTo(x + w / 2, y);
            ctx.lineTo(x + w, y + h); ctx.fill(); break;
          case 6: useFill(color); ctx.beginPath(); ctx.moveTo(x, y + h / 2); ctx.lineTo(x + w / 2, y);
            ctx.lineTo(x + w, y + h / 2); ctx.lineTo(x + w / 2, y + h); ctx.fill(); break;
          case 7: useFill(color); ctx.beginPath();
            ctx.arc(x + w / 2, y + h / 2, w / 2, 0, 2 * Math.PI); ctx.fill(); break;
          case 8: {
            const n = view.getUint32(at, true);
            const text = decoder.decode(bytes.subarray(at + 4, at + 4 + n));
            at += 4 + n + ((4 - (n & 3)) & 3);
            ctx.font = font(size, (align & 4) !== 0);
            ctx.textAlign = aligns[align & 3];
            useFill(color);
            ctx.fillText(text, x, y);
            break;
          }
          case 9: ctx.save(); saved++; ctx.beginPath(); ctx.rect(x, y, w, h); ctx.clip(); break;
          case 10: if (saved > 0) { ctx.restore(); saved--; fill = stroke = -1; } break;
          case 11: useStroke(color); ctx.beginPath(); ctx.moveTo(x, y);
            ctx.bezierCurveTo(x, y + h / 2, x + w, y + h / 2, x + w, y + h); ctx.stroke(); break;
        }
      }
      while (saved-- > 0) ctx.restore();
    },
  };
};
