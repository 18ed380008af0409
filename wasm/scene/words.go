package scene

import "iowait/server/wire"

// Words are what a scene says, in one language. Pairs are for one and for
// several things, and follow the number.
type Words struct {
	States     [States]string
	Groups     [groups]string
	Threads    [2]string
	BlockedIn  string // before a call's name, like the next two
	OffIn      string
	In         string
	NoCPU      string // short for Runnable
	Empty      string // short for Polling
	Nothing    string // a call's result: EAGAIN
	Kinds      [wire.KindCount]string
	Conn       string // before a number
	Bytes      string // after a number
	Waiting    [2]string
	More       [2]string
	ZoomIn     string
	NoSwitches string
	Due        [2]string // around for how long a request was due when it was sent
	Queue      [2]string // around the length of a pool's queue
	Touch      string    // bytes of a mapping are read
	Timeout    string    // a ring's timer
	PerSecond  string
	Seconds    string

	Call, Result, Took, OnCPU, Waited string // names of facts about a call
	NoCPUFor, NotKnown                string
	Thread, Connection, Line          string
	AtLeast                           string // before a time
}

// English and Chinese are the two sets of words.
var (
	English = Words{
		States: [States]string{"not known", "running", "running in the kernel", "found nothing (EAGAIN)", "ready, waiting for a CPU",
			"blocked", "off the CPU", "in a call", "in no call"},
		Groups:  [groups]string{"server", "client", "Go runtime"},
		Threads: [2]string{" thread", " threads"}, BlockedIn: "blocked in ", OffIn: "off the CPU in ", In: "in ",
		NoCPU: "no CPU", Empty: "EAGAIN", Nothing: "nothing there (EAGAIN)",
		Kinds: [wire.KindCount]string{
			wire.KindSysEnter: "enters ", wire.KindSysExit: "returns from ", wire.KindInside: "is inside ",
			wire.KindReady: "is told: ready", wire.KindSubmit: "submits ", wire.KindComplete: "takes a completion: ",
			wire.KindSent: "begins to send a request", wire.KindReceived: "has received the answer",
			wire.KindSwitchIn: "gets a CPU", wire.KindSwitchOut: "gives up its CPU to wait", wire.KindPreempt: "loses its CPU to another thread",
			wire.KindPark: "goroutine begins ", wire.KindUnpark: "goroutine is done with ",
			wire.KindEnqueue: "queues for a worker", wire.KindDequeue: "takes from the queue",
			wire.KindSignal: "takes a signal", wire.KindWaitBackend: "waits for the backend", wire.KindBackend: "the backend has answered",
		},
		Conn: "connection ", Bytes: " B", Waiting: [2]string{" message waits in a socket buffer", " messages wait in socket buffers"},
		More: [2]string{" more", " more"}, ZoomIn: "zoom in to tell them apart",
		NoSwitches: "no switch records: whether a thread in a call runs or waits is not known",
		Due:        [2]string{", which was due for ", ""}, Queue: [2]string{" (", " in it now)"}, Touch: "reading mapped memory", Timeout: "a timeout",
		PerSecond: "requests/s", Seconds: " s",
		Call: "call", Result: "answered", Took: "took", OnCPU: "on a CPU", Waited: "waiting, off the CPU",
		NoCPUFor: "ready, without a CPU", NotKnown: "on a CPU or not: not recorded",
		Thread: "thread", Connection: "connection", Line: "line", AtLeast: "at least ",
	}
	Chinese = Words{
		States: [States]string{"未知", "运行", "在内核中运行", "没有数据 (EAGAIN)", "就绪，等待 CPU",
			"阻塞", "不在 CPU 上", "在调用中", "不在调用中"},
		Groups:  [groups]string{"服务端", "客户端", "Go 运行时"},
		Threads: [2]string{" 个线程", " 个线程"}, BlockedIn: "阻塞于 ", OffIn: "不在 CPU 上，处于 ", In: "处于 ",
		NoCPU: "等 CPU", Empty: "EAGAIN", Nothing: "没有数据 (EAGAIN)",
		Kinds: [wire.KindCount]string{
			wire.KindSysEnter: "进入 ", wire.KindSysExit: "返回自 ", wire.KindInside: "正处于 ",
			wire.KindReady: "得知已就绪", wire.KindSubmit: "提交 ", wire.KindComplete: "取得完成事件：",
			wire.KindSent: "开始发送请求", wire.KindReceived: "收到完整应答",
			wire.KindSwitchIn: "得到 CPU", wire.KindSwitchOut: "让出 CPU，开始等待", wire.KindPreempt: "被抢占，CPU 让给其他线程",
			wire.KindPark: "goroutine 开始 ", wire.KindUnpark: "goroutine 完成 ",
			wire.KindEnqueue: "放入工作队列", wire.KindDequeue: "从队列取出",
			wire.KindSignal: "取得一个信号", wire.KindWaitBackend: "等待后端", wire.KindBackend: "后端已应答",
		},
		Conn: "连接 ", Bytes: " B", Waiting: [2]string{" 条消息在套接字缓冲区中等待", " 条消息在套接字缓冲区中等待"},
		More: [2]string{" 个", " 个"}, ZoomIn: "放大可分辨各段",
		NoSwitches: "没有切换记录：无法得知调用中的线程在运行还是在等待",
		Due:        [2]string{"，已过预定时刻 ", ""}, Queue: [2]string{"（队列中现有 ", " 个）"}, Touch: "读映射的内存", Timeout: "定时器",
		PerSecond: "请求/秒", Seconds: " 秒",
		Call: "调用", Result: "返回", Took: "用时", OnCPU: "占用 CPU", Waited: "等待，不占 CPU",
		NoCPUFor: "就绪，没有 CPU", NotKnown: "是否占用 CPU：没有记录",
		Thread: "线程", Connection: "连接", Line: "代码行", AtLeast: "至少 ",
	}
)
