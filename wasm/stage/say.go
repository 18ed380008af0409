package stage

import (
	"strings"

	"iowait/wasm/scene"
)

// fill puts values into the places of a text, in their order.
func fill(text string, values ...string) string {
	for _, v := range values {
		i := strings.IndexByte(text, '%')
		if i < 0 || i+2 > len(text) {
			return text
		}
		text = text[:i] + v + text[i+2:]
	}
	return text
}

// several chooses between the texts for one and for more.
func several(text [2]string, n int) string {
	if n == 1 {
		return text[0]
	}
	return fill(text[1], scene.Thousands(int64(n)))
}

// Say is one sentence on what the picture shows at a moment.
func (st *Stage) Say(at int64, isChinese bool) string {
	if isChinese {
		return st.say(at, &chinese)
	}
	return st.say(at, &english)
}

func (st *Stage) say(t int64, w *words) string {
	s := &w.sentences
	parts := []string{st.sayThreads(t, w)}
	left, all, inside := 0, 0, 0
	for _, i := range st.servers {
		l := &st.lanes[i]
		if _, named, ok := l.answerAt(t); ok && !st.has.ring {
			all += len(named)
			left += leftOf(named, t)
		}
		inside += l.inside.at(t)
	}
	if left > 0 {
		parts = append(parts, fill(s.left, number(left), number(all)))
	}
	if inside > 0 {
		parts = append(parts, several(s.ring, inside))
	}
	for i := range st.queues {
		if n := st.queues[i].lengthAt(t); n > 0 {
			parts = append(parts, several(s.queue, n))
		}
	}
	n := st.phasesAt(t)
	for _, k := range []struct {
		n    int
		text [2]string
	}{{n[waiting], s.buffers}, {n[backend], s.backend}, {n[sending], s.sending}, {n[answering], s.answering}} {
		if k.n > 0 {
			parts = append(parts, several(k.text, k.n))
		}
	}
	return strings.Join(parts, w.sentences.and)
}

// phasesAt counts requests by where they are.
func (st *Stage) phasesAt(t int64) (n [phases]int) {
	for k := range st.slots {
		leg, _ := st.connAt(k, t).legAt(t)
		n[leg.phase]++
	}
	return n
}

// sayThreads says what the server's threads do.
func (st *Stage) sayThreads(t int64, w *words) string {
	s := &w.sentences
	var counts [5]int
	one := int32(-1)
	var span scene.Span
	for _, i := range st.servers {
		k := st.spanAt(i, t)
		kind := crowdKind(k.State)
		counts[kind]++
		if one < 0 || kind < crowdKind(span.State) {
			one, span = i, k
		}
	}
	if one < 0 {
		return s.unknown
	}
	name := st.s.Lanes[one].Label
	n := len(st.servers)
	switch up := counts[runs] + counts[finds]; {
	case n == 1 && span.State == scene.InCall: // whether it runs is not recorded
		return name + ": " + w.inCall + span.Op.String()
	case counts[hides] == n:
		return s.unknown
	case up > 1 || n > 1 && up+counts[waits] > 1:
		var parts []string
		for kind, k := range counts {
			if k > 0 {
				parts = append(parts, thousands(k)+" "+w.states[kind])
			}
		}
		return fill(s.crowd, thousands(n)) + strings.Join(parts, w.comma)
	case counts[sleeps] == n && n > 1:
		return fill(s.all, thousands(n))
	}
	switch crowdKind(span.State) {
	case runs:
		text := fill(s.running, name)
		if span.Op != 0 {
			text += ": " + span.Op.String()
			if span.FD > 0 {
				text += "(" + number(int(span.FD)) + ")"
			}
		}
		return text
	case finds:
		return fill(s.polling, name)
	case waits:
		return fill(s.waitsCPU, name)
	case sleeps:
		if span.State == scene.Off {
			return fill(s.off, name)
		}
		return fill(s.asleep, name, span.Op.String())
	}
	return s.unknown
}
