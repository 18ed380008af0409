// Package export writes runs and recordings in formats that other programs
// read: CSV (RFC 4180), the text of Go benchmarks for benchstat, and the
// Trace Event Format for Perfetto. Everything streams; nothing is rounded.
package export

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// A table writes CSV. Spreadsheets take a cell that begins with one of a few
// characters for a formula, so that text in a cell is kept from that; what
// this package itself formats as a number is not text.
type table struct {
	csv *csv.Writer
	row []string
}

func newTable(w io.Writer, columns []string) *table {
	t := &table{csv: csv.NewWriter(w)}
	t.csv.UseCRLF = true // RFC 4180
	t.row = append(t.row, columns...)
	t.end()
	return t
}

// text adds a cell with words that come from elsewhere.
func (t *table) text(s string) {
	s = strings.ToValidUTF8(s, "�")
	if strings.IndexAny(s, "=+-@|\t\r\n＝＋－＠") == 0 {
		s = "'" + s
	}
	t.row = append(t.row, s)
}

func (t *table) integer(n int64)  { t.row = append(t.row, strconv.FormatInt(n, 10)) }
func (t *table) number(f float64) { t.row = append(t.row, strconv.FormatFloat(f, 'f', -1, 64)) }
func (t *table) empty(cells int) {
	for range cells {
		t.row = append(t.row, "")
	}
}

// end ends a line. The writer keeps its first error for flush.
func (t *table) end() {
	_ = t.csv.Write(t.row)
	t.row = t.row[:0]
}

func (t *table) flush() error {
	t.csv.Flush()
	return t.csv.Error()
}
