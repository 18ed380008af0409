package wire

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// sample is a recording like a real one: two sides, sorted, odd numbers.
func sample(events int) *Recording {
	r := rand.New(rand.NewPCG(1, 2))
	cost := 3.25
	rec := &Recording{Header: Header{
		Run: "r1", Experiment: "echo", Model: "epoll", Host: "a CPU, Linux 6.18", RecordedAt: "2026-12-01T00:00:00Z",
		StartNS: 1 << 53, LengthNS: 100_000_001, Params: Params{"conns": 8, "size": 100},
		Threads: []Thread{{TID: 4711, Proc: "server", Name: "loop"}, {TID: 4712, Proc: "client", Name: "client", Conn: 40000}},
		Sites:   []Site{{}, {File: "epoll.go", Line: 19, Func: "epollLoop"}},
		Total:   int64(events) + 3, Dropped: 3, Switches: "kernel", CostPct: &cost,
	}}
	at := int64(0)
	for i := range events {
		at += r.Int64N(3000)
		rec.Events = append(rec.Events, Event{AtNS: at, TID: 4711 + int32(i%2), Conn: 40000 + int32(i%8), FD: int32(9 + i%8),
			Result: int32(r.IntN(200)) - 40, Site: uint32(i % 2), Kind: Kind(1 + i%int(KindCount-1)), Op: Op(i % int(OpCount))})
	}
	return rec
}

func TestDecodingGivesBackWhatWasEncoded(t *testing.T) {
	for _, n := range []int{0, 1, blockEvents, blockEvents + 1, 3*blockEvents + 7} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			want := sample(n)
			got, err := Decode(Encode(want))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got.Header, want.Header)
			}
		})
	}
}

func TestARecordingThatComesInPiecesDecodesAsItComes(t *testing.T) {
	want := sample(10_000)
	b := Encode(want)
	r := rand.New(rand.NewPCG(3, 4))
	var d Decoder
	before := 0
	for len(b) > 0 {
		n := min(len(b), 1+r.IntN(20_000))
		if err := d.Feed(b[:n]); err != nil {
			t.Fatal(err)
		}
		b = b[n:]
		if rec := d.Recording(); rec != nil {
			if len(rec.Events) < before {
				t.Fatal("events were taken back")
			}
			before = len(rec.Events)
		}
	}
	if !d.Done() || !reflect.DeepEqual(d.Recording(), want) {
		t.Errorf("got %d events, done %v; want %d and true", before, d.Done(), len(want.Events))
	}
}

func TestDamageLeavesWhatCameBeforeItUsable(t *testing.T) {
	whole := Encode(sample(3 * blockEvents))
	for _, test := range []struct {
		name   string
		damage func(b []byte) []byte
		events int // that stay good
	}{
		{"cut off in the last block", func(b []byte) []byte { return b[:len(b)-100] }, 2 * blockEvents},
		{"cut off before the end frame", func(b []byte) []byte { return b[:len(b)-8] }, 3 * blockEvents},
		{"a bit flipped in the middle", func(b []byte) []byte { b[len(b)/2] ^= 4; return b }, blockEvents},
		{"bytes behind the end", func(b []byte) []byte { return append(b, 1, 2, 3) }, 3 * blockEvents},
		{"not a recording", func(b []byte) []byte { return []byte("<!doctype html>") }, 0},
		{"nothing at all", func(b []byte) []byte { return nil }, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			rec, err := Decode(test.damage(append([]byte(nil), whole...)))
			var damage *DamageError
			if !errors.As(err, &damage) {
				t.Fatalf("got error %v, want a *DamageError", err)
			}
			got := 0
			if rec != nil {
				got = len(rec.Events)
			}
			if got != test.events || damage.Events != test.events {
				t.Errorf("got %d good events and an error that says %d, want %d", got, damage.Events, test.events)
			}
			if rec != nil && damage.Want != 3*blockEvents {
				t.Errorf("got %d events wanted, want %d", damage.Want, 3*blockEvents)
			}
		})
	}
}

// The memory that hostile bytes make a decoder take is bounded by their own
// number, whatever lengths they claim.
func TestALengthIsNotTrusted(t *testing.T) {
	huge := binary.AppendUvarint(nil, 1<<62)
	for name, payload := range map[string][]byte{
		"string":  huge,
		"params":  append(make([]byte, 11), huge...),
		"threads": append(make([]byte, 12), huge...),
		"sites":   append(make([]byte, 13), huge...),
	} {
		t.Run(name, func(t *testing.T) {
			b := appendFrame([]byte(magic+"\x01"), frameHeader, payload)
			var damage *DamageError
			if _, err := Decode(b); !errors.As(err, &damage) {
				t.Errorf("got %v, want a *DamageError", err)
			}
		})
	}
	for name, b := range map[string][]byte{
		"frame":  append([]byte(magic+"\x01E"), huge...),
		"events": appendFrame(Encode(sample(0))[:len(Encode(sample(0)))-7], frameEvents, huge),
	} {
		t.Run(name, func(t *testing.T) {
			if allocated := testing.AllocsPerRun(1, func() { _, _ = Decode(b) }); allocated > 100 {
				t.Errorf("got %v allocations, want few", allocated)
			}
			var damage *DamageError
			if _, err := Decode(b); !errors.As(err, &damage) {
				t.Errorf("got %v, want a *DamageError", err)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(sample(0)), 3)
	f.Add(Encode(sample(50)), 7)
	f.Add([]byte(magic), 1)
	for _, fixture := range fixtures {
		f.Add(fixture.make(), 5)
	}
	f.Fuzz(func(t *testing.T, b []byte, piece int) {
		rec, err := Decode(b)
		var d Decoder
		for rest := b; len(rest) > 0; {
			n := min(max(piece, 1), len(rest))
			_ = d.Feed(rest[:n])
			rest = rest[n:]
		}
		if (d.End() == nil) != (err == nil) {
			t.Errorf("in pieces: got %v, want %v", d.End(), err)
		}
		if !reflect.DeepEqual(d.Recording(), rec) && (rec == nil || rec.CostPct == nil) { // a cost may be NaN
			t.Errorf("in pieces: got another recording than at once")
		}
		if rec == nil {
			return
		}
		if !slices.IsSortedFunc(rec.Events, func(a, b Event) int { return cmp.Compare(a.AtNS, b.AtNS) }) {
			t.Error("the events are not sorted")
		}
		encoded := Encode(rec) // also what is left of a damaged one
		again, err := Decode(encoded)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(Encode(again), encoded) {
			t.Errorf("got %d events after another round, want the same %d", len(again.Events), len(rec.Events))
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	rec := sample(100_000)
	b.SetBytes(int64(len(Encode(rec))))
	for b.Loop() {
		Encode(rec)
	}
}

func BenchmarkDecode(b *testing.B) {
	data := Encode(sample(100_000))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(data))/100_000, "B/event")
}
