package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// A listed is what go list tells of a package.
type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Deps       []string
}

// list asks the go command for the module's packages matching a pattern and
// all they depend on. Packages that a platform leaves out are not listed.
func list(t *testing.T, platform, pattern string) map[string]listed {
	t.Helper()
	goos, goarch, _ := strings.Cut(platform, "/")
	cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Standard,Imports,Deps", pattern)
	cmd.Dir = ".." // the module's root
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := map[string]listed{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = p
	}
	return packages
}

// under tells whether an import path is the prefix or lies below it.
func under(importPath string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return importPath == p || strings.HasPrefix(importPath, p+"/") })
}

func ours(importPath string) bool { return under(importPath, "iowait") }

// importRules keep the folders apart. A rule looks at all that the packages
// depend on, directly or not, or only at what they import themselves.
var importRules = []struct {
	name     string
	packages func(importPath string) bool
	direct   bool
	allowed  func(importPath string, standard bool) bool
}{
	{
		name:     "wire, i18n and draw depend only on the standard library",
		packages: func(p string) bool { return under(p, "iowait/server/wire", "iowait/lessons/i18n", "iowait/wasm/draw") },
		allowed:  func(_ string, standard bool) bool { return standard },
	},
	{
		name:     "the front end depends on nothing of the server but wire, and on no other module",
		packages: func(p string) bool { return under(p, "iowait/wasm") },
		allowed: func(p string, standard bool) bool {
			return standard || under(p, "iowait/wasm", "iowait/server/wire", "iowait/lessons/i18n")
		},
	},
	{
		name:     "only the front end's edge touches the browser",
		packages: func(p string) bool { return ours(p) && p != "iowait/wasm" },
		direct:   true,
		allowed:  func(p string, _ bool) bool { return p != "syscall/js" },
	},
	{
		name:     "bench starts children and never depends on the models",
		packages: func(p string) bool { return p == "iowait/server/bench" },
		allowed:  func(p string, _ bool) bool { return p != "iowait/server/iomodel" && p != "iowait/server/iofile" },
	},
	{
		name:     "pages never see Echo",
		packages: func(p string) bool { return under(p, "iowait/server/pages", "iowait/lessons") },
		allowed: func(p string, _ bool) bool {
			return !under(p, "github.com/labstack") && p != "net/http/httptest" && p != "iowait/server/web"
		},
	},
	{
		name:     "only web imports Echo and WebSockets",
		packages: func(p string) bool { return ours(p) && p != "iowait/server/web" },
		direct:   true,
		allowed:  func(p string, _ bool) bool { return !under(p, "github.com/labstack", "github.com/gorilla") },
	},
	{
		name:     "only sys imports golang.org/x/sys",
		packages: func(p string) bool { return ours(p) && p != "iowait/server/sys" },
		direct:   true,
		allowed:  func(p string, _ bool) bool { return !under(p, "golang.org/x/sys") },
	},
	{
		name: "imports point downward: what measures knows nothing of pages, archive or web",
		packages: func(p string) bool {
			return under(p, "iowait/server/wire", "iowait/server/sys", "iowait/server/iomodel", "iowait/server/iofile",
				"iowait/server/dataset", "iowait/server/load", "iowait/server/host", "iowait/server/bench", "iowait/server/export")
		},
		allowed: func(p string, _ bool) bool {
			return !under(p, "iowait/server/pages", "iowait/server/archive", "iowait/server/web", "iowait/assets", "iowait/lessons", "iowait/wasm")
		},
	},
}

func TestImportsFollowTheRules(t *testing.T) {
	native, browser := list(t, "linux/amd64", "./..."), list(t, "js/wasm", "./wasm/...")
	for _, rule := range importRules {
		t.Run(rule.name, func(t *testing.T) {
			checked := 0
			for _, packages := range []map[string]listed{native, browser} {
				for importPath, p := range packages {
					if !ours(importPath) || !rule.packages(importPath) {
						continue
					}
					checked++
					imports := p.Deps
					if rule.direct {
						imports = p.Imports
					}
					for _, i := range imports {
						if !rule.allowed(i, packages[i].Standard || i == "unsafe") && !(ours(i) && rule.packages(i)) {
							t.Errorf("%s imports %s", importPath, i)
						}
					}
				}
			}
			if checked == 0 {
				t.Error("the rule is about no package that exists")
			}
		})
	}
}

func TestNoFolderIsADrawerForEverything(t *testing.T) {
	for importPath := range list(t, "linux/amd64", "./...") {
		if name := path.Base(importPath); ours(importPath) &&
			slices.Contains([]string{"internal", "pkg", "util", "utils", "common", "types", "helpers", "misc", "http", "html"}, name) {
			t.Errorf("%s: a folder is named by its topic, got %q", importPath, name)
		}
	}
}
