package i18n

// ResultWords are what the pages of a run's result say.
type ResultWords struct {
	// Heads of columns. A note stands small below its head.
	Range, Offered, Ceiling                       string
	P50, P99, Response50, Response99              string
	Service50, Service99, Lag99, Connect99        string
	FromDue, FromWrite, OfGenerator, FirstAnswer  string // notes
	Requests, Bytes, Files                        string // per second, beside what is compared
	CPU, CPUBusy, Threads, ThreadsConn            string
	Calls, Switches, Memory, MemoryConn           string
	Resident, KernelConn, Estimate                string // notes, but KernelConn
	Cache, Device, Submit                         string
	Caches                                        map[string]string // states of the page cache
	Took                                          string            // title of the table of costs
	Round, Answered, LeastServed, Steal, OtherCPU string            // columns of the trials
	Trials, Notes, Errors                         string

	Over     func(what, param string) string // title of a chart
	CeilingX string                          // name of a ceiling's line
	PerValue string                          // title of the verdicts of a sweep
	Swept    func(param, value string) string

	MeansTitle string
	Means      []Meaning
	Statuses   map[string]string // of a model's result or a trial
	States     map[string]string // of a run
	NotRun     string            // a model of a run that ended before its turn

	Parity, ParityHelp, ParityWhat, ParityHas, ParityAlike string
	Alike, Unlike, All                                     string
	UnlikeIn                                               func(what string) string
	Had                                                    map[string]string // what a parity line is about, as bench names it

	Again, AgainHelp, Seed, Scenario, ScenarioHelp string
	Downloads, Everything, Table, ForBenchstat     string
	Recording, ForPerfetto                         string
	Prints                                         string // title of the host's fingerprint
	Container, Mitigations, SMT, Governor          string
	Limits, Filesystem, BlockDevice                string

	Setup SetupWords
}

// SetupWords tell under which conditions a run was made. CPUs come as text.
type SetupWords struct {
	Apart        func(server, load string) string
	Shared       func(cpu string) string
	Alone        func(cpus string) string // without a load generator
	Rounds       func(n string, one bool) string
	Closed, Open string // loop
	Measured     func(duration string) string
	Param        func(label, value string) string
}

// UnitWords word what models are compared by. Figures come as text, with
// their unit unless they count requests or files.
type UnitWords struct {
	Name    string                                   // head of a column and name of an axis
	What    string                                   // in a sentence: "throughput"
	Predict string                                   // the question
	One     func(model, figure string) string        // begin of a sentence; nothing to compare with
	Best    func(model, figure, ahead string) string // a sentence
	Times   func(ratio, worse string) string         // one item of ahead
	AtLeast func(model, figure string) string        // the generator was the limit
	Range   func(low, high string) string
}

// VerdictWords are what a verdict is worded from. Numbers come as text.
type VerdictWords struct {
	Alone      string                           // with one model there is nothing to compare
	Same       func(best, others string) string // not told apart from the best
	None       func(what, models string) string // no difference between any
	Bound      func(models string) string       // the generator was the limit
	Late       func(model, lag string) string   // one item of models: the generator was late itself
	Noisy      func(model, spread string) string
	Disturbed  string // no model is noisy by itself, but the host was
	Invalid    string
	Swept      func(kinds string) string            // a run over several values
	Kinds      map[string]func(count string) string // how many values had which verdict
	Interval   func(rounds, intervals string) string
	Between    func(low, high, worse string) string // one item of intervals
	Indicative func(rounds int, enough string) string
	Behind     func(model, offered, answered string) string
	Left       func(models string) string  // not compared
	While      func(reasons string) string // what disturbed a run
	Steal      func(percent string) string
	Other      func(percent string) string // CPU time of other programs
	And        string                      // between the last two of a list
	Comma      string
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
