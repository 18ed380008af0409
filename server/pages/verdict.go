package pages

import (
	"strconv"

	g "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"iowait/lessons/i18n"
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
	s := sayer{lang, &i18n.For(lang).Verdict, run.Verdict, map[string]wire.Result{}}
	var valid, left []string
	for _, r := range run.Results {
		s.results[r.Model] = r
		if r.Status == wire.OK && r.RequestsPS != nil {
			valid = append(valid, r.Model)
		} else {
			left = append(left, r.Model)
		}
	}
	said := s.say(valid)
	if len(valid) > 0 && len(left) > 0 {
		said.Sure = sentences(lang, said.Sure, s.words.Left(s.words.List(left)))
	}
	return said
}

type sayer struct {
	lang    string
	words   *i18n.VerdictWords
	verdict *wire.Verdict
	results map[string]wire.Result
}

func (s *sayer) say(valid []string) Saying {
	v, w := s.verdict, s.words
	switch {
	case v.Kind == wire.InvalidRun || len(valid) == 0:
		return Saying{Found: w.Invalid}
	case v.Kind == wire.GeneratorBound:
		return Saying{Found: w.Bound(w.List(s.each(v.Bound, valid, func(m string) string { return w.AtLeast(m, s.rate(m)) })))}
	case v.Kind == wire.Noisy:
		m := s.widest(valid)
		spread := s.results[m].RequestsPS
		return Saying{Found: w.Noisy(m, Number(spread.Low), Number(spread.High))}
	case v.Kind == wire.NoDifference:
		return Saying{w.None(w.List(valid)), s.certainty(v.Pairs)}
	case len(v.Pairs) == 0:
		return Saying{Found: w.One(valid[0], s.rate(valid[0]))}
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
			ahead = append(ahead, w.Times(Number(p.Ratio), p.Worse))
			sure = append(sure, p)
		} else {
			equal = append(equal, p.Worse)
		}
	}
	said := Saying{w.Best(best, s.rate(best), w.List(ahead)), s.certainty(sure)}
	if len(equal) > 0 {
		said.Found = sentences(s.lang, said.Found, w.Same(best, w.List(equal)))
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
			intervals = append(intervals, s.words.Between(Number(*p.Low), Number(*p.High), p.Worse))
		}
	}
	if len(intervals) == 0 {
		return ""
	}
	return s.words.Interval(strconv.Itoa(s.verdict.Rounds), s.words.List(intervals))
}

func (s *sayer) rate(model string) string {
	return orMissing(s.results[model].RequestsPS, func(r wire.Spread) string { return Number(r.Median) })
}

// each words the models named, or all valid ones if none is.
func (s *sayer) each(named, valid []string, say func(string) string) (said []string) {
	if len(named) == 0 {
		named = valid
	}
	for _, m := range named {
		said = append(said, say(m))
	}
	return said
}

// widest is the model whose trials differ most.
func (s *sayer) widest(valid []string) string {
	widest, most := valid[0], 0.0
	for _, m := range valid {
		if r := s.results[m].RequestsPS; r.High/r.Low > most {
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

// verdict is nothing for a run that was cut short: it draws no conclusion.
func verdict(lang string, run *wire.Run) g.Node {
	if run.Verdict == nil || run.State != wire.Done {
		return nil
	}
	said := Say(lang, run)
	return Div(Class("verdict v-"+string(run.Verdict.Kind)), P(Class("found"), g.Text(said.Found)),
		g.If(said.Sure != "", P(Class("sure"), g.Text(said.Sure))))
}
