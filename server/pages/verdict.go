package pages

import (
	"strconv"

	"iowait/lessons/i18n"
	"iowait/server/bench"
	"iowait/server/wire"
)

// enoughRounds is how many rounds an interval takes.
const enoughRounds = "6"

// A Saying is a verdict in words: what was found, and apart from it how far
// that can be trusted. Sure may be empty.
type Saying struct{ Found, Sure string }

// Say words a run's verdict from its numbers alone. There is no text here
// that knows a winner.
func Say(lang string, run *wire.Run) Saying {
	if len(run.Verdict.Points) > 0 {
		return sayPoints(lang, run)
	}
	var results []*wire.Result
	for i := range run.Results {
		results = append(results, &run.Results[i])
	}
	return say(lang, run, run.Verdict, results, (*wire.Result).Name)
}

// say words one verdict about some results of a run.
func say(lang string, run *wire.Run, v *wire.Verdict, results []*wire.Result, name func(*wire.Result) string) Saying {
	w := i18n.For(lang)
	s := sayer{lang, &w.Verdict, unitOf(w, run.Unit), run.Unit, v, map[string]*wire.Result{}, name}
	var valid, left, behind []string
	for _, r := range results {
		s.results[r.Name()] = r
		if compared(r) == nil {
			left = append(left, name(r))
			continue
		}
		valid = append(valid, r.Name())
		if r.OfferedPS != nil && r.RequestsPS != nil && r.RequestsPS.Median < bench.KeptUp**r.OfferedPS {
			behind = append(behind, s.words.Behind(name(r), Number(*r.OfferedPS), Number(r.RequestsPS.Median)))
		}
	}
	said := s.say(valid)
	for _, b := range behind {
		said.Found = sentences(lang, said.Found, b)
	}
	if len(valid) > 0 && len(left) > 0 {
		said.Sure = sentences(lang, said.Sure, s.words.Left(s.words.List(left)))
	}
	return said
}

// alone is what becomes of a value at which one model is valid.
const alone wire.VerdictKind = "alone"

// sayPoints counts the verdicts at the values of a sweep; what was found at
// each is told apart, see points.
func sayPoints(lang string, run *wire.Run) Saying {
	w := &i18n.For(lang).Verdict
	var kinds []string
	n := map[wire.VerdictKind]int{}
	for _, p := range run.Verdict.Points {
		k := p.Verdict.Kind
		if k == wire.Ranked && len(p.Verdict.Pairs) == 0 {
			k = alone
		}
		n[k]++
	}
	for _, k := range []wire.VerdictKind{wire.Ranked, wire.NoDifference, wire.Noisy, wire.GeneratorBound, alone, wire.InvalidRun} {
		if n[k] > 0 {
			kinds = append(kinds, w.Kinds[string(k)](strconv.Itoa(n[k])))
		}
	}
	said := Saying{Found: w.Swept(w.List(kinds))}
	if run.Verdict.Indicative {
		said.Sure = w.Indicative(run.Verdict.Rounds, enoughRounds)
	}
	return said
}

type sayer struct {
	lang    string
	words   *i18n.VerdictWords
	unit    i18n.UnitWords
	of      string // the unit
	verdict *wire.Verdict
	results map[string]*wire.Result // by wire.Result.Name
	name    func(*wire.Result) string
}

func (s *sayer) say(valid []string) Saying {
	v, w := s.verdict, s.words
	switch {
	case v.Kind == wire.InvalidRun || len(valid) == 0:
		return Saying{Found: w.Invalid}
	case v.Kind == wire.GeneratorBound:
		return Saying{Found: w.Bound(w.List(s.each(v.Bound, valid, s.bound)))}
	case v.Kind == wire.Noisy:
		m := s.widest(valid)
		spread := compared(s.results[m])
		if len(v.Reasons) > 0 && spread.High <= bench.NoisyRatio*spread.Low {
			return Saying{Found: w.Disturbed}
		}
		return Saying{Found: w.Noisy(s.called(m), s.unit.Range(Amount(s.of, spread.Low), Amount(s.of, spread.High)))}
	case v.Kind == wire.NoDifference:
		return Saying{w.None(s.unit.What, w.List(s.each(nil, valid, s.called))), s.certainty(v.Pairs)}
	case len(v.Pairs) == 0:
		end := ". "
		if s.lang == "zh" {
			end = "。"
		}
		return Saying{Found: s.unit.One(s.called(valid[0]), s.figure(valid[0])) + end + w.Alone}
	}
	return s.ranked()
}

func (s *sayer) ranked() Saying {
	v, w := s.verdict, s.words
	best := v.Pairs[0].Better
	var ahead, equal []string
	var sure []wire.Pair
	for _, p := range v.Pairs {
		if p.Differ {
			ahead = append(ahead, s.unit.Times(Number(p.Ratio), s.called(p.Worse)))
			sure = append(sure, p)
		} else {
			equal = append(equal, s.called(p.Worse))
		}
	}
	said := Saying{s.unit.Best(s.called(best), s.figure(best), w.List(ahead)), s.certainty(sure)}
	if len(equal) > 0 {
		said.Found = sentences(s.lang, said.Found, w.Same(s.called(best), w.List(equal)))
	}
	return said
}

// certainty tells the intervals of the ratios, or that there are none.
func (s *sayer) certainty(pairs []wire.Pair) string {
	if s.verdict.Indicative {
		return s.words.Indicative(s.verdict.Rounds, enoughRounds)
	}
	var intervals []string
	for _, p := range pairs {
		if p.Low != nil && p.High != nil {
			intervals = append(intervals, s.words.Between(Number(*p.Low), Number(*p.High), s.called(p.Worse)))
		}
	}
	if len(intervals) == 0 {
		return ""
	}
	return s.words.Interval(strconv.Itoa(s.verdict.Rounds), s.words.List(intervals))
}

// called is how a result is named here.
func (s *sayer) called(result string) string {
	if r := s.results[result]; r != nil {
		return s.name(r)
	}
	return result
}

func (s *sayer) figure(result string) string {
	if r := s.results[result]; r != nil && compared(r) != nil {
		return Amount(s.of, compared(r).Median)
	}
	return missing
}

// bound says in what way the generator was the limit.
func (s *sayer) bound(result string) string {
	r := s.results[result]
	if s.of == bench.UnitP99 && r != nil && r.LagNS != nil {
		return s.words.Late(s.called(result), Duration(float64(r.LagNS.P99)))
	}
	return s.unit.AtLeast(s.called(result), s.figure(result))
}

// each words the results named, or all valid ones if none is.
func (s *sayer) each(named, valid []string, say func(string) string) (said []string) {
	if len(named) == 0 {
		named = valid
	}
	for _, m := range named {
		said = append(said, say(m))
	}
	return said
}

// widest is the result whose trials differ most.
func (s *sayer) widest(valid []string) string {
	widest, most := valid[0], 0.0
	for _, m := range valid {
		if r := compared(s.results[m]); r.High > most*r.Low {
			widest, most = m, r.High/r.Low
		}
	}
	return widest
}

// sentences joins two of them; Chinese puts no space between.
func sentences(lang, a, b string) string {
	if a == "" || b == "" || lang == "zh" {
		return a + b
	}
	return a + " " + b
}
