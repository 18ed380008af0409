package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the recordings in testdata anew")

// twelve is a recording of twelve events, 100 ns apart, in blocks of four.
func twelve(change func(r *Recording)) []byte {
	r := sample(12)
	r.StartNS, r.LengthNS, r.Total, r.Dropped = 1000, 1300, 15, 3
	for i := range r.Events {
		r.Events[i].AtNS = int64(100 * (i + 1))
	}
	if change != nil {
		change(r)
	}
	return encode(r, 4)
}

// frameAt is where the n-th frame begins; the header is the first, at 0.
func frameAt(b []byte, n int) int {
	at := len(magic) + 1
	for range n {
		size, k := binary.Uvarint(b[at+1:])
		at += 1 + k + int(size) + 4
	}
	return at
}

// fixtures are recordings as files have them that were cut off, or damaged,
// or written by another version. What is in testdata was written once and
// must stay readable; -update is for new ones.
var fixtures = []struct {
	name, promise string
	make          func() []byte
	events        int    // that can be used; -1 when there is no recording
	err           string // what is said
}{
	{"good", "a whole recording says nothing", func() []byte { return twelve(nil) }, 12, ""},
	{"truncated", "a download that broke plays as far as it came", func() []byte { b := twelve(nil); return b[:frameAt(b, 3)+20] }, 8,
		"decode a recording: found its end before the end frame at byte 275; 8 of 12 events are good, nothing is known of the last 500 of 1300 ns"},
	{"no-end", "without the end frame all events are there, but that is not known", func() []byte { b := twelve(nil); return b[:frameAt(b, 4)] }, 12,
		"decode a recording: found its end before the end frame at byte 331; 12 of 12 events are good"},
	{"damaged-block", "a flipped bit costs the events from its block on", func() []byte { b := twelve(nil); b[frameAt(b, 2)+9] ^= 4; return b }, 4,
		"decode a recording: found a frame whose checksum is wrong at byte 219; 4 of 12 events are good, nothing is known of the last 900 of 1300 ns"},
	{"damaged-header", "without a header nothing can be shown", func() []byte { b := twelve(nil); b[frameAt(b, 0)+9] ^= 4; return b }, -1,
		"decode a recording: found a frame whose checksum is wrong at byte 5; 0 events are good"},
	{"no-recording", "another file is named by how it begins", func() []byte { return []byte("<!doctype html>") }, -1,
		`decode a recording: found "<!do", want a recording, which begins with "IOWR" at byte 0; 0 events are good`},
	{"lost-block", "a block that is missing in the middle is noticed at the end", func() []byte {
		b := twelve(nil)
		return append(append([]byte(nil), b[:frameAt(b, 2)]...), b[frameAt(b, 3):]...)
	}, 8, "decode a recording: found 8 events, want 12 at byte 275; 8 of 12 events are good, nothing is known of the last 500 of 1300 ns"},
	{"unordered", "events out of order are sorted, and that is said", func() []byte {
		return twelve(func(r *Recording) { r.Events[5].AtNS, r.Events[9].AtNS = 250, 0 })
	}, 12, "decode a recording: sorted 2 events that were earlier than the one before them; 12 of 12 events are good"},
	{"unordered-truncated", "both is said", func() []byte {
		b := twelve(func(r *Recording) { r.Events[2].AtNS = 50 })
		return b[:frameAt(b, 2)+7]
	}, 4, "decode a recording: found its end before the end frame at byte 219; " +
		"sorted 1 events that were earlier than the one before them; 4 of 12 events are good, nothing is known of the last 900 of 1300 ns"},
	{"newer-version", "a newer format is refused with both versions", func() []byte { b := twelve(nil); b[len(magic)] = 7; return b }, -1,
		"decode a recording: found version 7 of the format, this program reads up to version 1; use the iowait that made it, or a newer one"},
	{"newer-names", "kinds, operations, header fields and frames of a newer program do not hide the rest", func() []byte {
		b := twelve(func(r *Recording) { r.Events[3].Kind, r.Events[3].Op, r.Events[7].Kind = 201, 202, 255 })
		size, k := binary.Uvarint(b[frameAt(b, 0)+1:])
		begin := frameAt(b, 0) + 1 + k
		header := append(b[begin:begin+int(size):begin+int(size)], "a field of tomorrow"...)
		out := appendFrame(append([]byte(nil), b[:len(magic)+1]...), frameHeader, header)
		out = appendFrame(out, 'Q', []byte("a frame of tomorrow"))
		return append(out, b[frameAt(b, 1):]...)
	}, 12, ""},
}

// fixture reads a file in testdata.
func fixture(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name+".iowr"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestWhatIsGoodOfARecordingPlaysAndTheRestIsSaid(t *testing.T) {
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			if *update {
				if err := os.WriteFile(filepath.Join("testdata", f.name+".iowr"), f.make(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			rec, err := Decode(fixture(t, f.name))
			events, said := -1, ""
			if rec != nil {
				events = len(rec.Events)
			}
			if err != nil {
				said = err.Error()
			}
			if events != f.events || said != f.err {
				t.Errorf("%s:\ngot  %d events, %s\nwant %d events, %s", f.promise, events, said, f.events, f.err)
			}
		})
	}
}

func TestAWriterStillWritesWhatTheFixturesHave(t *testing.T) {
	for _, f := range fixtures {
		if !bytes.Equal(f.make(), fixture(t, f.name)) {
			t.Errorf("%s: got other bytes than testdata has; readers that are out there could not read them", f.name)
		}
	}
}

func TestWhatIsWrongCanBeToldApart(t *testing.T) {
	_, err := Decode(fixture(t, "newer-version"))
	var newer *VersionError
	if !errors.As(err, &newer) || newer.Found != 7 {
		t.Errorf("got %v, want a *VersionError that found 7", err)
	}
	_, err = Decode(fixture(t, "unordered"))
	var damage *DamageError
	if !errors.As(err, &damage) || damage.Unordered != 2 || damage.What != "" || damage.Events != 12 || damage.Offset != 219 {
		t.Errorf("got %+v, want only 2 events out of order, the first in the block at byte 219", damage)
	}
}

func TestSortingKeepsEachEvent(t *testing.T) {
	rec, _ := Decode(fixture(t, "unordered"))
	var got []int64
	for _, e := range rec.Events {
		got = append(got, e.AtNS)
	}
	want := []int64{0, 100, 200, 250, 300, 400, 500, 700, 800, 900, 1100, 1200}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("got times %v, want %v", got, want)
		}
	}
	if moved := rec.Events[3]; moved != func() Event { e := sample(12).Events[5]; e.AtNS = 250; return e }() {
		t.Errorf("got %+v, want the sixth event as it was", moved)
	}
}

func TestUnknownNumbersAreKeptAndShown(t *testing.T) {
	rec, err := Decode(fixture(t, "newer-names"))
	if err != nil {
		t.Fatal(err)
	}
	e := rec.Events[3]
	if e.Kind != 201 || e.Op != 202 || e.AtNS != 400 || rec.Events[7].Kind != 255 {
		t.Errorf("got %+v and kind %d, want the numbers that were written", e, rec.Events[7].Kind)
	}
	if !strings.Contains(e.Kind.String(), "unknown") || !strings.Contains(e.Op.String(), "unknown") {
		t.Errorf("got %q and %q, want them called unknown", e.Kind, e.Op)
	}
	again, err := Decode(Encode(rec))
	if err != nil || again.Events[3] != e {
		t.Errorf("written anew: got %+v and %v, want the same", again.Events[3], err)
	}
}
