// Package i18n holds the languages of the pages and their words: one struct
// per language, so that a missing word does not compile or is found by the
// test. It imports only the standard library.
package i18n

// Words are what pages say, in one language.
type Words struct {
	Lang      string // as in paths: "en", "zh"
	Tag       string // as in HTML: "en", "zh-Hans"
	Other     string // Lang of the other language
	OtherName string // its name, in itself

	Skip, Play, Runs, Host, Tagline, Version string

	PlayTitle, PlayLead, PlayLoop string
	ModelsTitle, ModelsHelp       string
	Unavailable, Fix              string
	LoadTitle, RunButton, Cancel  string
	PredictTitle, PredictHelp     string
	PredictNone, PredictSame      string
	ProgressTitle, LiveTitle      string
	ResultTitle, FigureTitle      string
	Empty, NoScript, Outdated     string
	Reading                       string
	ReadingText                   []string
	Families                      map[string]string
	Models                        map[string]string    // one line about each model
	Params                        map[string][2]string // label and help by name

	Model, Rate, P50, P99, CPU, Threads, Calls, Switches, Memory, Status string
	Means                                                                map[string]string // what these numbers mean
	Median                                                               string
	Statuses                                                             map[string]string
	States                                                               map[string]string // of runs
	Trials, Round, Requests, Errors, None, LeastServed                   string
	Setup                                                                func(server, load, rounds, conns, size string, shared bool) string
	Notes                                                                string

	ToStart, StepBack, PlayPause, StepForward, ToEnd          string
	ZoomIn, ZoomOut, ZoomFit, Scrub, Speed, Keys, EventsTitle string
	Legend                                                    []LegendWord

	RunsTitle, RunsEmpty, Experiment, State, When, RunTitle, NoResult string
	HostTitle, HostLead, Machine, CanRun, CannotRun                   string
	ErrorTitle, ErrorHome                                             string

	Verdict VerdictWords
}

// A LegendWord explains one state's look; Class is the style sheet's.
type LegendWord struct{ Class, Shape, Text string }

// VerdictWords are what a verdict is worded from. Numbers come as text.
type VerdictWords struct {
	One        func(model, rate string) string
	Best       func(model, rate string) string
	Times      func(ratio, worse string) string
	Same       func(best, others string) string
	None       func(models string) string // no difference between any
	Interval   func(rounds, intervals string) string
	OneOf      func(low, high, worse string) string
	Indicative func(rounds, enough string) string
	Bound      func(models string) string
	Noisy      string
	Invalid    string
	And        string // between the last two of a list
	Comma      string
	Stop       string
}

// For is the words of the language in a path; English for any other.
func For(lang string) *Words {
	if lang == "zh" {
		return &zh
	}
	return &en
}
