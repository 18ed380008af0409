// Draws the display lists that the Go side packs (wasm/draw/pack.go) on a 2D
// canvas: one call per frame, one short loop.
"use strict";

globalThis.iowaitCanvas = function (canvas) {
  const ctx = canvas.getContext("2d", { alpha: false });
  const decoder = new TextDecoder();
  const sans = 'system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif';
  const mono = 'ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace';
  const fonts = new Map();
  const aligns = ["start", "center", "end"];
  let colors = [];
  let hatches = new Map();
  let ratio = 1;

  function font(size, isMono, isBold) {
    const key = size * 4 + (isMono ? 1 : 0) + (isBold ? 2 : 0);
    let f = fonts.get(key);
    if (!f) {
      f = (isBold ? "600 " : "") + size + "px " + (isMono ? mono : sans);
      fonts.set(key, f);
    }
    return f;
  }

  function hatch(color) {
    let p = hatches.get(color);
    if (!p) {
      const tile = document.createElement("canvas"), side = 8 * Math.ceil(ratio);
      tile.width = tile.height = side;
      const t = tile.getContext("2d");
      t.scale(side / 8, side / 8);
      t.strokeStyle = colors[color];
      t.beginPath();
      for (const d of [-8, 0, 8]) { t.moveTo(d, 8); t.lineTo(d + 8, 0); }
      t.stroke();
      p = ctx.createPattern(tile, "repeat");
      p.setTransform(new DOMMatrix().scale(8 / side));
      hatches.set(color, p);
    }
    return p;
  }

  // snap puts an edge on a device pixel, so that neighbours neither overlap nor leave a slit.
  const snap = (v) => Math.round(v * ratio) / ratio;

  return {
    palette(list) { colors = list; hatches = new Map(); },

    resize(w, h) {
      const r = Math.min(globalThis.devicePixelRatio || 1, 3);
      if (r !== ratio) { ratio = r; hatches = new Map(); }
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
      ctx.globalAlpha = 1;
      let at = 0, saved = 0, fill = -1, stroke = -1, opaque = 1, thick = 1;
      const useFill = (c) => { if (fill !== c) { ctx.fillStyle = colors[c]; fill = c; } };
      const useStroke = (c) => { if (stroke !== c) { ctx.strokeStyle = colors[c]; stroke = c; } };
      while (at < length) {
        const kind = view.getUint8(at), color = view.getUint8(at + 1);
        const align = view.getUint8(at + 2), size = view.getUint8(at + 3);
        const x = view.getFloat32(at + 4, true), y = view.getFloat32(at + 8, true);
        const w = view.getFloat32(at + 12, true), h = view.getFloat32(at + 16, true);
        const bold = (align & 8) !== 0, solid = 1 - (align >> 4) / 16;
        at += 20;
        if (solid !== opaque) { ctx.globalAlpha = solid; opaque = solid; }
        const strong = bold && kind !== 8 ? 2 : 1;
        if (strong !== thick) { ctx.lineWidth = strong; thick = strong; }
        switch (kind) {
          case 0: { // rect
            const x0 = snap(x), y0 = snap(y);
            useFill(color);
            ctx.fillRect(x0, y0, Math.max(snap(x + w) - x0, 1 / ratio), Math.max(snap(y + h) - y0, 1 / ratio));
            break;
          }
          case 1: useStroke(color); // frame
            ctx.strokeRect(snap(x) + 0.5, snap(y) + 0.5, Math.max(snap(w) - 1, 0), Math.max(snap(h) - 1, 0)); break;
          case 2: useStroke(color); ctx.beginPath(); // line
            if (w === 0) { const m = snap(x) + 0.5 / ratio; ctx.moveTo(m, y); ctx.lineTo(m, y + h); }
            else if (h === 0) { const m = snap(y) + 0.5 / ratio; ctx.moveTo(x, m); ctx.lineTo(x + w, m); }
            else { ctx.moveTo(x, y); ctx.lineTo(x + w, y + h); }
            ctx.stroke(); break;
          case 3: useStroke(color); ctx.setLineDash([1.5, 4.5]); ctx.lineWidth = 1.5; ctx.beginPath(); // dots
            ctx.lineDashOffset = 0;
            ctx.moveTo(x, y); ctx.lineTo(x + w, y + h); ctx.stroke();
            ctx.setLineDash([]); ctx.lineWidth = thick; break;
          case 4: ctx.fillStyle = hatch(color); fill = -1; ctx.fillRect(snap(x), y, snap(x + w) - snap(x), h); break;
          case 5: useFill(color); ctx.beginPath(); ctx.moveTo(x, y + h); ctx.lineTo(x + w / 2, y); // triangle
            ctx.lineTo(x + w, y + h); ctx.fill(); break;
          case 6: useFill(color); ctx.beginPath(); ctx.moveTo(x, y + h / 2); ctx.lineTo(x + w / 2, y); // diamond
            ctx.lineTo(x + w, y + h / 2); ctx.lineTo(x + w / 2, y + h); ctx.fill(); break;
          case 7: useFill(color); ctx.beginPath(); // disc
            ctx.arc(x + w / 2, y + h / 2, w / 2, 0, 2 * Math.PI); ctx.fill(); break;
          case 8: { // text
            const n = view.getUint32(at, true);
            const text = decoder.decode(bytes.subarray(at + 4, at + 4 + n));
            at += 4 + n + ((4 - (n & 3)) & 3);
            ctx.font = font(size, (align & 4) !== 0, bold);
            ctx.textAlign = aligns[align & 3];
            useFill(color);
            ctx.fillText(text, snap(x), snap(y));
            break;
          }
          case 9: ctx.save(); saved++; ctx.beginPath(); ctx.rect(x, y, w, h); ctx.clip(); break;
          case 10: if (saved > 0) { ctx.restore(); saved--; fill = stroke = opaque = thick = -1; } break;
          case 11: { // steps
            const n = view.getUint32(at, true);
            at += 4;
            useFill(color);
            ctx.beginPath();
            let before = y;
            for (let i = 0; i < n; i++, at += 8) {
              const px = snap(view.getFloat32(at, true)), py = y - view.getFloat32(at + 4, true);
              if (i === 0) ctx.moveTo(px, y); else ctx.lineTo(px, before);
              ctx.lineTo(px, py);
              before = py;
            }
            ctx.fill();
            break;
          }
          case 12: useFill(color); ctx.beginPath(); ctx.roundRect(snap(x), snap(y), w, h, size); ctx.fill(); break; // round
          case 13: useStroke(color); ctx.beginPath(); // outline
            ctx.roundRect(snap(x) + 0.5, snap(y) + 0.5, Math.max(w - 1, 0), Math.max(h - 1, 0), size); ctx.stroke(); break;
          case 14: useStroke(color); ctx.beginPath(); // ring
            ctx.arc(x + w / 2, y + h / 2, w / 2, 0, 2 * Math.PI); ctx.stroke(); break;
          case 15: useFill(color); ctx.beginPath(); // half
            ctx.arc(x + w / 2, y + h / 2, w / 2, Math.PI / 2, 3 * Math.PI / 2); ctx.fill(); break;
          case 16: case 17: case 18: useStroke(color); ctx.beginPath(); ctx.moveTo(x, y); // dash, curve, dash-curve
            if (kind !== 17) { ctx.setLineDash([4, 4]); ctx.lineDashOffset = 0; }
            if (kind === 16) ctx.lineTo(x + w, y + h);
            else ctx.bezierCurveTo(x, y + h / 2, x + w, y + h / 2, x + w, y + h);
            ctx.stroke(); ctx.setLineDash([]); break;
        }
      }
      while (saved-- > 0) ctx.restore();
    },
  };
};
