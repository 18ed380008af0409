package iomodel

import (
	"bufio"
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// onGoroutines lists what runs only there, by file: functions, or all of it.
var onGoroutines = map[string][]string{
	"start.go": nil, "worker.go": nil, "parity.go": nil, "source.go": nil, "goroutine.go": nil, "go_server.go": nil, "go_answer.go": nil,
	"model.go":       {"", "All", "Find", "Doctor"},
	"server.go":      {"newArena", "Addr", "Usage", "inside", "states"},
	"service.go":     {"", "newService"},
	"http_answer.go": {"compose", "header"},
	"file_server.go": {"open"},
	"ring.go":        {"String", "newRing", "makeRing", "makePolledRing", "tryRing", "probeRing", "probePolledRing"},
	"iterative.go":   {""},
}

// A native thread has no Go scheduler behind it: who allocates on it, or
// stores a pointer where the garbage collector must know of it, crashes, if
// perhaps only now and then. So the compiler is asked where it would.
func TestNativeThreadsNeitherAllocateNorStorePointers(t *testing.T) {
	build := exec.Command("go", "build", "-gcflags=iowait/server/iomodel=-m -d=wb=1", "iowait/server/iomodel")
	out, err := build.CombinedOutput() // what it says is cached with the package
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said := regexp.MustCompile(`^\./(\w+\.go):(\d+):\d+: (.*)`)
	places := map[string]func(line int) string{}
	barriers := 0
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		m := said.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		file, what := m[1], m[3]
		if what == "write barrier" {
			barriers++
		} else if !strings.HasPrefix(what, "moved to heap") && !strings.HasSuffix(what, "escapes to heap") {
			continue
		}
		names, exempt := onGoroutines[file]
		if exempt && names == nil {
			continue
		}
		if places[file] == nil {
			places[file] = functions(t, file)
		}
		line, _ := strconv.Atoi(m[2])
		if name := places[file](line); !slices.Contains(names, name) {
			t.Errorf("%s:%d, in %q: %s", file, line, name, what)
		}
	}
	if barriers == 0 {
		t.Errorf("the compiler says nothing of write barriers:\n%s", out)
	}
}

// functions tells the name of the function that a line of the file is in,
// "" outside of all.
func functions(t *testing.T, file string) func(line int) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return func(line int) string {
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && set.Position(f.Pos()).Line <= line && line <= set.Position(f.End()).Line {
				return f.Name.Name
			}
		}
		return ""
	}
}
