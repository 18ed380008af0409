package scene

import (
	"strconv"

	"iowait/server/wire"
)

// Words are what a scene says, in one language.
type Words struct {
	States     [States]string
	Groups     [3]string // of lanes
	Blocked    string    // before a call's name
	Kinds      [wire.KindCount]string
	Conn       string
	Bytes      string
	Nothing    string // EAGAIN
	ThreadWord string
}

// English and Chinese are the two sets of words.
var (
	English = Words{
		States:  [States]string{"not known", "running", "running in the kernel", "polling, nothing there", "ready, waiting for a CPU", "blocked", "waiting", "in a call", "in no call"},
		Groups:  [3]string{"server", "client", "threads of the Go runtime that only keep both processes going"},
		Blocked: "blocked in ",
		Kinds: [wire.KindCount]string{"", "enters", "returns from", "is told that it is ready:", "submits", "takes the completion of",
			"begins to send a request", "has received the answer", "is switched in", "is switched out, waiting", "is preempted", "a goroutine begins", "a goroutine ends", "is inside", "queues for a worker", "takes from the queue"},
		Conn: "connection ", Bytes: " B", Nothing: "nothing there (EAGAIN)", ThreadWord: "thread ",
	}
	Chinese = Words{
		States:  [States]string{"未知", "运行", "在内核中运行", "轮询，没有数据", "就绪，等待 CPU", "阻塞", "等待", "在调用中", "不在调用中"},
		Groups:  [3]string{"服务端", "客户端", "Go 运行时的其他线程（只维持两个进程运转）"},
		Blocked: "阻塞于 ",
		Kinds: [wire.KindCount]string{"", "进入", "返回自", "得知已就绪：", "提交", "取得完成事件：",
			"开始发送请求", "收到完整应答", "被切换上 CPU", "因等待被切换下 CPU", "被抢占", "goroutine 开始", "goroutine 结束", "正处于", "放入队列", "从队列取出"},
		Conn: "连接 ", Bytes: " B", Nothing: "没有数据 (EAGAIN)", ThreadWord: "线程 ",
	}
)

// Say tells event i in one line.
func (s *Scene) Say(i int, w *Words) string {
	e := &s.Rec.Events[i]
	line := Nanoseconds(e.AtNS) + " · "
	if l, ok := s.lane[e.TID]; ok {
		line += s.Lanes[l].Label
	} else {
		line += w.ThreadWord + strconv.Itoa(int(e.TID))
	}
	if e.Kind < wire.KindCount {
		line += " " + w.Kinds[e.Kind]
	}
	if e.Op != wire.OpNone && e.Kind != wire.KindReady {
		line += " " + e.Op.String()
	}
	if e.Conn != 0 {
		line += " · " + w.Conn + strconv.Itoa(int(e.Conn))
	} else if e.FD != 0 {
		line += " · fd " + strconv.Itoa(int(e.FD))
	}
	switch e.Kind {
	case wire.KindSysExit, wire.KindComplete, wire.KindUnpark:
		line += " → " + result(e, w)
	}
	if int(e.Site) < len(s.Rec.Sites) && e.Site != 0 {
		site := s.Rec.Sites[e.Site]
		line += " · " + site.File + ":" + strconv.Itoa(site.Line)
	}
	return line
}

func result(e *wire.Event, w *Words) string {
	switch {
	case e.Result == eagain:
		return w.Nothing
	case e.Result < 0:
		return "errno " + strconv.Itoa(int(-e.Result))
	case e.Op == wire.OpRead || e.Op == wire.OpWrite || e.Op == wire.OpRecv || e.Op == wire.OpSend:
		return strconv.Itoa(int(e.Result)) + w.Bytes
	}
	return strconv.Itoa(int(e.Result))
}

// Nanoseconds writes a time with a unit that fits, exact to the nanosecond
// below a millisecond and to the microsecond above.
func Nanoseconds(ns int64) string {
	switch abs := max(ns, -ns); {
	case abs < 1000:
		return strconv.FormatInt(ns, 10) + " ns"
	case abs < 1e6:
		return strconv.FormatFloat(float64(ns)/1e3, 'f', 3, 64) + " µs"
	case abs < 1e9:
		return strconv.FormatFloat(float64(ns)/1e6, 'f', 3, 64) + " ms"
	}
	return strconv.FormatFloat(float64(ns)/1e9, 'f', 3, 64) + " s"
}

// Thousands writes a count with thin spaces between groups of three digits.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}
