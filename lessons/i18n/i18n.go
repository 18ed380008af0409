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
	ExperimentsTitle              string
	What, Look                    string // headings of an experiment's purpose
	FullSize, QuickSize           string // links to other defaults
	ModelsTitle, ModelsHelp       string
	Unavailable, Fix              string // headings before a reason and its remedy
	NotHere                       string // before the reason why a model takes no part in an experiment
	Variants, VariantsHelp        string
	LoadTitle, More               string
	SweepTitle, SweepParam        string
	SweepNone, SweepValues        string
	SweepHelp                     string
	PredictTitle                  string
	PredictNone, PredictSame      string
	Predicted, Compare            string // beside the result
	RunButton, Cancel             string
	ProgressTitle, LiveTitle      string
	ResultTitle, FigureTitle      string
	Empty, Pending, Outdated      string
	NoScript, NoPicture           string                // without scripts: on the playground, on a run's page
	Families, Models              map[string]string     // a name; one line about each
	Methods                       map[string]string     // models of files: one line about each
	Experiments                   map[string]Experiment // by id
	Params                        map[string]Param
	Values                        map[string][]string  // of parameters with named values, in their order
	Units                         map[string]UnitWords // of what is compared, as wire.Run.Unit has it
	ModelName, Status, LastTrial  string               // heads of columns

	Result  ResultWords
	Verdict VerdictWords
	Figure  FigureWords

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
	MatrixTitle, MatrixHelp, TakesPart, TakesNoPart              string
	SocketModels, FileModels, Runtimes                           string
	System, Processor, CPUs, RAM, Clock, Descriptors, LoadBefore string
	ErrorTitle, ErrorHelp, ErrorHome                             string
}

// An Experiment says what one is for.
type Experiment struct {
	Name string
	What string   // is measured, in plain words
	Look []string // what to look for; no winner is named
	Load string   // what every model gets alike

	Own map[string]Param // parameters that mean something else here than elsewhere
}

// Param is what a parameter is called in an experiment; false when it has no
// words.
func (w *Words) Param(experiment, name string) (Param, bool) {
	if p, ok := w.Experiments[experiment].Own[name]; ok {
		return p, true
	}
	p, ok := w.Params[name]
	return p, ok
}

// Model is one line about a model of a kind, "socket" or "file".
func (w *Words) Model(kind, id string) string {
	if kind == "file" {
		return w.Methods[id]
	}
	return w.Models[id]
}

// A Param names a parameter; Unit stands behind its bounds, "" for none.
type Param struct{ Label, Help, Unit string }

// A Meaning explains a number.
type Meaning struct{ Term, Text string }

// A LegendWord explains one state's look; Class is the style sheet's.
type LegendWord struct{ Class, Shape, Text string }

// For is the words of the language in a path; English for any other.
func For(lang string) *Words {
	if lang == "zh" {
		return &zh
	}
	return &en
}

// plural is "1 thing" or "n things".
func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + more
}
