// Package i18n holds the languages of the pages and their words: one struct
// per language, so that a word that does not exist cannot be asked for, and
// the test finds one that is empty. It imports only the standard library.
package i18n

import "strconv"

// Words are what pages say, in one language.
type Words struct {
	Lang      string // as in paths: "en", "zh"
	Tag       string // as in HTML: "en", "zh-Hans"
	Other     string // Lang of the other language
	OtherName string // its name, in itself

	Skip, Menu, Play, Runs, Host, Tagline, Version string

	PlayTitle, PlayLead, PlayLoop string
	ModelsTitle, ModelsHelp       string
	Unavailable, Fix              string // headings before a reason and its remedy
	LoadTitle, LoadHelp           string
	PredictTitle, PredictHelp     string
	PredictNone, PredictSame      string
	Predicted, Compare            string // beside the result
	RunButton, Cancel             string
	ProgressTitle, LiveTitle      string
	ResultTitle, FigureTitle      string
	Empty, Pending, Outdated      string
	NoScript, NoPicture           string            // without scripts: on the playground, on a run's page
	Families, Models              map[string]string // a name; one line about each
	Params                        map[string]Param

	Model, Rate, Spread, P50, P99, CPU, Threads, Calls, Switches, Memory, Status string

	Means       []Meaning         // what the numbers mean
	MeansTitle  string            //
	Statuses    map[string]string // of a model's result or a trial
	States      map[string]string // of a run
	NotRun      string            // a model of a run that ended before its turn
	Trials      string
	Round       string
	Requests    string
	LeastServed string
	Notes       string
	Errors      string
	Setup       SetupWords

	ToStart, StepBack, PlayPause, StepForward, ToEnd string
	ZoomIn, ZoomOut, ZoomFit, Scrub, Speed           string
	EventsTitle, Waiting                             string
	Keys                                             string
	Legend                                           []LegendWord
	Reading                                          string
	ReadingText                                      []string

	RunsTitle, RunsEmpty, RunTitle, NoResult                     string
	ColRun, ColModels, ColResult, Experiment, State, When        string // heads of columns
	HostTitle, HostLead, Machine, About, CanRun, CannotRun       string
	System, Processor, CPUs, RAM, Clock, Descriptors, LoadBefore string
	ErrorTitle, ErrorHelp, ErrorHome                             string

	Verdict VerdictWords
}

// A Param names a parameter; Unit stands behind its bounds, "" for none.
type Param struct{ Label, Help, Unit string }

// A Meaning explains a number.
type Meaning struct{ Term, Text string }

// A LegendWord explains one state's look; Class is the style sheet's.
type LegendWord struct{ Class, Shape, Text string }

// SetupWords tell under which conditions a run was made. CPUs come as text.
type SetupWords struct {
	Apart       func(server, load string) string
	Shared      func(cpu string) string
	Rounds      func(n string, one bool) string
	Connections func(n string, one bool) string
	Closed      string // loop
	Measured    func(duration string) string
}

// VerdictWords are what a verdict is worded from. Numbers come as text.
type VerdictWords struct {
	One        func(model, rate string) string // nothing to compare with
	Best       func(model, rate, ahead string) string
	Times      func(ratio, worse string) string // one item of ahead
	Same       func(best, others string) string // not told apart from the best
	None       func(models string) string       // no difference between any
	Bound      func(models string) string       // the generator was the limit
	AtLeast    func(model, rate string) string  // one item of models
	Noisy      func(model, low, high string) string
	Invalid    string
	Interval   func(rounds, intervals string) string
	Between    func(low, high, worse string) string // one item of intervals
	Indicative func(rounds int, enough string) string
	Left       func(models string) string // not compared
	And        string                     // between the last two of a list
	Comma      string
}

// For is the words of the language in a path; English for any other.
func For(lang string) *Words {
	if lang == "zh" {
		return &zh
	}
	return &en
}

// List joins items as a sentence does.
func (v *VerdictWords) List(items []string) string {
	text := ""
	for i, item := range items {
		switch {
		case i == 0:
		case i == len(items)-1:
			text += v.And
		default:
			text += v.Comma
		}
		text += item
	}
	return text
}

// plural is "1 thing" or "n things".
func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + more
}
