//go:build browser

package main

import (
	"github.com/chromedp/chromedp"
)

// unnamed lists controls that are seen and have no name, pictures without a
// text, ids that occur twice, and roles without what they need.
const unnamed = `(() => {
  const wrong = [], seen = e => e.checkVisibility();
  const name = e => (e.getAttribute('aria-label') || (e.getAttribute('aria-labelledby') || '').split(' ').map(id => id && document.getElementById(id)?.textContent || '').join(' ') ||
    [...(e.labels || [])].map(l => l.textContent).join(' ') || (['BUTTON', 'A', 'SUMMARY'].includes(e.tagName) ? e.textContent : '') || e.title || '').trim();
  for (const e of document.querySelectorAll('a[href], button, input, select, textarea, summary, canvas, [role=img], [role=tablist], dialog, nav'))
    if (seen(e) && !e.closest('svg') && !name(e)) wrong.push('no name: ' + e.outerHTML.slice(0, 120));
  for (const e of document.querySelectorAll('img')) if (!e.alt) wrong.push('no alt: ' + e.src);
  const ids = new Set();
  for (const e of document.querySelectorAll('[id]')) { if (ids.has(e.id)) wrong.push('twice: #' + e.id); ids.add(e.id); }
  for (const e of document.querySelectorAll('[role=tab]')) if (!e.hasAttribute('aria-selected') && seen(e)) wrong.push('tab without aria-selected: ' + e.textContent);
  for (const e of document.querySelectorAll('[aria-describedby], [aria-labelledby]'))
    for (const a of ['aria-describedby', 'aria-labelledby']) for (const id of (e.getAttribute(a) || '').split(' ')) if (id && !document.getElementById(id)) wrong.push(a + ' leads nowhere: ' + id);
  let level = 0;
  for (const h of document.querySelectorAll('h1, h2, h3, h4')) { if (!seen(h)) continue; const n = +h.tagName[1]; if (n > level + 1) wrong.push('a heading skips a level: ' + h.textContent); level = n; }
  return wrong;
})()`

// pale lists texts whose contrast to what is behind them is too low: 4.5 to
// 1, or 3 to 1 for large ones (WCAG 2.2, 1.4.3).
const pale = `(() => {
  const parse = c => { const m = c.match(/[\d.]+/g).map(Number); if (c.startsWith('color(srgb')) return [m[0] * 255, m[1] * 255, m[2] * 255, m[3] ?? 1]; return [m[0], m[1], m[2], m[3] ?? 1]; };
  const lum = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
  const behind = e => { let c = [255, 255, 255], stack = []; for (; e; e = e.parentElement) { const b = parse(getComputedStyle(e).backgroundColor); stack.push(b); if (b[3] === 1) break; }
    for (const b of stack.reverse()) c = c.map((v, i) => v * (1 - b[3]) + b[i] * b[3]); return c; };
  const wrong = new Map(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
    if (!text || !e.checkVisibility() || e.closest('svg, option, [aria-hidden=true], :disabled, label:has(+ :disabled), noscript') || e.matches('.choice:has(:disabled) label')) continue;
    const s = getComputedStyle(e), ink = parse(s.color), a = lum(ink.slice(0, 3)), b = lum(behind(e)), ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    const large = parseFloat(s.fontSize) >= 24 || parseFloat(s.fontSize) >= 18.66 && +s.fontWeight >= 700;
    if (ratio < (large ? 3 : 4.5)) wrong.set(e.tagName + '.' + e.className, ratio.toFixed(2) + ' ' + text.slice(0, 40));
  }
  return [...wrong].map(([k, v]) => k + ': ' + v);
})()`

func isAccessible(b *tab, run string) {
	for _, l := range []look{desk, night, phone} {
		b.watch(run, "en", l)
		b.until(`document.querySelector('#code-lines button') !== null`)
		b.press("c", "[", "d", "]", "b")
		for _, path := range []string{"", "/en/play", "/zh/host", "/en/runs"} {
			if path != "" {
				b.visitWhole(path, l)
			}
			for _, wrong := range eval[[]string](b, unnamed) {
				b.t.Errorf("%s at %s: %s", path, l, wrong)
			}
			for _, wrong := range eval[[]string](b, pale) {
				b.t.Errorf("%s at %s: pale: %s", path, l, wrong)
			}
		}
	}
	b.watch(run, "en", desk)
	b.press("p")
	b.settle()
	for _, wrong := range eval[[]string](b, pale) {
		b.t.Errorf("for a projector: pale: %s", wrong)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`localStorage.clear()`))
}

// visitWhole visits a page, which need not have the front end.
func (b *tab) visitWhole(path string, l look) {
	b.t.Helper()
	b.visit(path, l)
	b.until(`document.readyState === "complete"`)
}
