package web

import (
	"strings"
	"testing"
)

func TestOnlyTheSourceOfWhatRecordsIsTold(t *testing.T) {
	for _, test := range []struct {
		folder, file string
		found        bool
	}{
		{"iomodel", "epoll.go", true},
		{"iofile", "io_uring.go", true},
		{"load", "loop.go", true},
		{"load", "load_test.go", false},
		{"sys", "ring.go", false},
		{"iomodel", "../web/guard.go", false},
		{"iomodel", `..\web\guard.go`, false},
		{"iomodel", "testdata/twin.h", false},
		{"iomodel", ".", false},
		{"iomodel", "", false},
		{"", "epoll.go", false},
	} {
		text, found := sourceFile(test.folder, test.file)
		if found != test.found {
			t.Errorf("%s/%s: got found = %v, want %v", test.folder, test.file, found, test.found)
		}
		if found && !strings.Contains(string(text), "package "+test.folder) {
			t.Errorf("%s/%s: got a text that does not belong to the package", test.folder, test.file)
		}
	}
}
