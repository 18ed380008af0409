//go:build browser

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browserNames are looked for in this order; CHROMIUM names another one.
var browserNames = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell", "headless_shell"}

// patience is how long a page may take for anything, compiling the front end
// and a run included.
const patience = 3 * time.Minute

// A tab is a page in a real browser with a fresh profile, and what that
// complained about.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string // of the server, without a slash at the end

	mu         sync.Mutex
	complaints []string
}

// openTab starts a browser that shows nothing yet. That there is none is a
// failure: what it would have tested is not tested.
func openTab(t *testing.T, url string) *tab {
	t.Helper()
	exe := os.Getenv("CHROMIUM")
	for _, name := range browserNames {
		if found, err := exec.LookPath(name); exe == "" && err == nil {
			exe = found
		}
	}
	if exe == "" {
		t.Fatal("no browser was found: install Chromium (on Debian: apt-get install chromium), or name one in CHROMIUM")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(exe), chromedp.UserDataDir(t.TempDir()),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, _ = chromedp.NewContext(ctx)
	t.Cleanup(func() { _ = chromedp.Cancel(ctx) }) // waits until the browser has ended, so that its profile can go
	b := &tab{t: t, ctx: ctx, url: url}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	return b
}

// call is a command of the browser's protocol.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, command, params)
		return err
	})
}

// A look is how a page is looked at.
type look struct {
	width, height int64
	dark          bool
}

var (
	desk  = look{1440, 900, false}
	night = look{1440, 900, true}
	phone = look{390, 844, false}
)

func (l look) String() string {
	if l.dark {
		return strconv.FormatInt(l.width, 10) + "-dark"
	}
	return strconv.FormatInt(l.width, 10) + "-light"
}

// visit opens a page. It does not wait for the front end.
func (b *tab) visit(path string, l look) {
	b.t.Helper()
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	b.do(
		call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: l.width, Height: l.height, DeviceScaleFactor: 1, Mobile: l.width < 600}),
		call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}),
		chromedp.Navigate(b.url+path),
	)
}

// open visits a page and waits until the front end runs.
func (b *tab) open(path string, l look) {
	b.t.Helper()
	b.visit(path, l)
	b.until(`window.iowait !== undefined && window.iowait.state().ready`)
}

// listen must not block and must not use the browser.
func (b *tab) listen(event any) {
	complaint := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		details, _ := json.Marshal(e.ExceptionDetails)
		complaint = "exception: " + string(details)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			args, _ := json.Marshal(e.Args)
			complaint = fmt.Sprintf("console %s: %s", e.Type, args)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			complaint = fmt.Sprintf("log: %s %s", e.Entry.Text, e.Entry.URL)
		}
	case *network.EventLoadingFailed:
		if !e.Canceled {
			complaint = "request failed: " + e.ErrorText
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			complaint = fmt.Sprintf("request failed: status %d for %s", e.Response.Status, e.Response.URL)
		}
	}
	if complaint != "" {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.complaints = append(b.complaints, complaint)
	}
}

// quiet fails the test for everything the browser complained about.
func (b *tab) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		b.t.Error("the browser complains:", c)
	}
	b.complaints = nil
}

// forget drops complaints that contain a text and were provoked.
func (b *tab) forget(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.complaints = slices.DeleteFunc(b.complaints, func(c string) bool { return strings.Contains(c, text) })
}

// scripts allows or forbids the page's own scripts from the next page on.
func (b *tab) scripts(allowed bool) {
	b.t.Helper()
	b.do(call(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !allowed}))
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// until waits for an expression to become true; the browser looks again with
// every frame it draws.
func (b *tab) until(expression string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](`!!(`+expression+`)`, chromedp.WithPollingTimeout(patience/2))); err != nil {
		said, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.body.innerText.slice(0, 3000)`))
		b.quiet()
		b.t.Fatalf("wait for %s: %v; the page says:\n%s", expression, err, said)
	}
}

func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("evaluate %s: %v", expression, err)
	}
	return v
}

// fits fails the test if the page can be scrolled sideways.
func (b *tab) fits(what string) {
	b.t.Helper()
	if over := eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		b.t.Errorf("%s is %d px wider than the screen", what, over)
	}
}

// shot writes a picture of the whole page into the folder IOWAIT_SHOTS.
func (b *tab) shot(name string) {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	dir := os.Getenv("IOWAIT_SHOTS")
	if dir == "" {
		dir = b.t.TempDir()
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
	if len(png) < 10_000 {
		b.t.Errorf("%s: got a picture of %d bytes, want one with something on it", name, len(png))
	}
}

// fetch gets from the server what the browser could.
func (b *tab) fetch(path string) []byte {
	b.t.Helper()
	response, err := http.Get(b.url + path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		b.t.Fatalf("%s: got %s, %v", path, response.Status, err)
	}
	return body
}
