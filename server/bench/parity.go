package bench

import (
	"fmt"
	"slices"

	"iowait/server/wire"
)

// parity sets side by side what the legs had: what each process said of
// itself at its start, and the parameters in which legs differ. Legs without
// a trial are left out.
func parity(e Experiment, entries []*entry) []wire.Parity {
	var sheet []wire.Parity
	line := func(what string) *wire.Parity {
		i := slices.IndexFunc(sheet, func(p wire.Parity) bool { return p.What == what })
		if i < 0 {
			sheet = append(sheet, wire.Parity{What: what, Values: map[string]string{}})
			i = len(sheet) - 1
		}
		return &sheet[i]
	}
	var names []string
	for _, m := range entries {
		if len(m.outcomes) == 0 || len(m.outcomes[0].has) == 0 {
			continue
		}
		names = append(names, m.name())
		for _, h := range m.outcomes[0].has {
			line(h.What).Values[m.name()] = h.Is
		}
	}
	for _, p := range e.Params {
		differ := slices.ContainsFunc(entries, func(m *entry) bool { return m.params[p.Name] != entries[0].params[p.Name] })
		for _, m := range entries {
			if differ && slices.Contains(names, m.name()) {
				line(p.Name).Values[m.name()] = p.text(m.params[p.Name])
			}
		}
	}
	for i := range sheet {
		p := &sheet[i]
		p.Equal = len(p.Values) == len(names)
		for _, v := range p.Values {
			p.Equal = p.Equal && v == p.Values[names[0]]
		}
	}
	return sheet
}

// text writes a value as people write it.
func (p Param) text(v int64) string {
	if v >= 0 && v < int64(len(p.Names)) {
		return p.Names[v]
	}
	if p.Unit == "" {
		return fmt.Sprint(v)
	}
	return fmt.Sprintf("%d %s", v, p.Unit)
}
