package stage

import (
	"strconv"

	"iowait/wasm/scene"
)

// words are what the stage says, in one language. Pairs are for one and for
// several things; a %d is filled in.
type words struct {
	user, kernel, clients string // the floors, and the other process
	cache, device         string
	threads, connections  [2]string
	some                  string // so many connections of so many
	goroutine, inRead     string // around how many of how many
	answered, empty       string // after a number
	aRequest, anAnswer    string

	// what a thread does; asleep and inCall stand before the call's name
	running, asleep, inCall, outside, off, nothing, noCPU, notKnown string
	short                                                           string // noCPU, where there is little room
	touch                                                           string // instead of a call: bytes of a mapping are read
	states                                                          [5]string
	comma                                                           string // between them

	ready, signals, none, walks string // the last answer: its titles, and that there is none
	interest, set               string // before how many are known to be in it
	submissions, completions    string
	unasked, inKernel           string
	queue, backend              string
	read, notSeen               string // of files
	inBuffers, each             string // of crowds
	phases                      [phases]string

	sentences sentences
}

// sentences are the parts of what Say says, and what stands between them.
type sentences struct {
	all, crowd                                        string // before what threads do, with their number
	asleep, running, waitsCPU, polling, off, unknown  string // of the one thread
	left                                              string
	buffers, sending, answering, queue, ring, backend [2]string
	and                                               string
}

var english = words{
	user: "USER SPACE", kernel: "KERNEL", clients: "CLIENTS", cache: "PAGE CACHE", device: "DEVICE",
	threads: [2]string{"1 thread", "%d threads"}, connections: [2]string{"1 connection", "%d connections"}, some: "%d of %d connections",
	goroutine: "goroutines", inRead: "in Read", answered: "answered", empty: "reads that found nothing",
	aRequest: "request", anAnswer: "answer",
	running: "running", asleep: "asleep in ", inCall: "in ", outside: "in no call", off: "off the CPU", nothing: "nothing there",
	noCPU: "ready, no CPU", notKnown: "not known", short: "no CPU", touch: "mapped memory",
	states: [5]string{"running", "finding nothing", "waiting for a CPU", "asleep", "not known"}, comma: ", ",
	ready: "ready list", signals: "signal taken", none: "no answer in hand", walks: "the kernel walks over all",
	interest: "interest list:", set: "handed over each time:",
	submissions: "submission queue", completions: "completions taken",
	unasked: "when the kernel takes them is not recorded", inKernel: "with the kernel: ",
	queue: "queue", backend: "backend", read: "read", notSeen: "what happens here is not recorded",
	inBuffers: "in socket buffers", each: "each square: %d",
	phases: [phases]string{"not known", "nothing under way", "on its way to the server", "in the server's socket buffer", "read, in work",
		"waits for the backend", "answer on its way", "answer in the client's socket buffer"},
	sentences: sentences{
		all: "%d threads, all asleep", crowd: "%d threads: ",
		asleep: "%s is asleep in %s", running: "%s runs", waitsCPU: "%s is ready and has no CPU",
		polling: "%s asks and finds nothing", off: "%s is off the CPU", unknown: "what the threads do is not known",
		left:    "%d of %d ready ones still to be served",
		buffers: [2]string{"1 request in a socket buffer", "%d requests in socket buffers"},
		sending: [2]string{"1 on its way to the server", "%d on their way to the server"}, answering: [2]string{"1 answer on its way", "%d answers on their way"},
		queue: [2]string{"1 in the queue", "%d in the queue"}, ring: [2]string{"1 operation with the kernel", "%d operations with the kernel"},
		backend: [2]string{"1 waits for the backend", "%d wait for the backend"}, and: " · ",
	},
}

var chinese = words{
	user: "用户空间", kernel: "内核", clients: "客户端", cache: "页缓存", device: "设备",
	threads: [2]string{"1 个线程", "%d 个线程"}, connections: [2]string{"1 个连接", "%d 个连接"}, some: "%d / %d 个连接",
	goroutine: "goroutine", inRead: "在 Read 中", answered: "已应答", empty: "次读取没有数据",
	aRequest: "请求", anAnswer: "应答",
	running: "运行", asleep: "睡眠于 ", inCall: "处于 ", outside: "不在调用中", off: "不在 CPU 上", nothing: "没有数据",
	noCPU: "就绪，等 CPU", notKnown: "未知", short: "等 CPU", touch: "映射的内存",
	states: [5]string{"运行", "没有数据", "等待 CPU", "睡眠", "未知"}, comma: "，",
	ready: "就绪列表", signals: "取得的信号", none: "手中没有结果", walks: "内核逐个检查全部",
	interest: "关注列表：", set: "每次交给内核：",
	submissions: "提交队列", completions: "取得的完成事件",
	unasked: "内核何时取走没有记录", inKernel: "已交给内核：",
	queue: "队列", backend: "后端", read: "已读", notSeen: "这里发生的事没有记录",
	inBuffers: "在套接字缓冲区", each: "每格 %d 个",
	phases: [phases]string{"未知", "没有请求", "正在发往服务端", "在服务端的套接字缓冲区", "已读取，正在处理", "等待后端", "应答在途", "应答在客户端的套接字缓冲区"},
	sentences: sentences{
		all: "%d 个线程都在睡眠", crowd: "%d 个线程：",
		asleep: "%s 睡眠于 %s", running: "%s 正在运行", waitsCPU: "%s 就绪但没有 CPU",
		polling: "%s 在询问，没有数据", off: "%s 不在 CPU 上", unknown: "线程在做什么未知",
		left:    "%d / %d 个就绪连接尚待处理",
		buffers: [2]string{"1 个请求在套接字缓冲区", "%d 个请求在套接字缓冲区"},
		sending: [2]string{"1 个正在发往服务端", "%d 个正在发往服务端"}, answering: [2]string{"1 个应答在途", "%d 个应答在途"},
		queue: [2]string{"队列中 1 个", "队列中 %d 个"}, ring: [2]string{"已交给内核 1 个操作", "已交给内核 %d 个操作"},
		backend: [2]string{"1 个在等后端", "%d 个在等后端"}, and: " · ",
	},
}

// wordsOf are the words in the language of a view's.
func wordsOf(v *scene.View) *words {
	if v.Words != nil && v.Words.PerSecond == scene.Chinese.PerSecond {
		return &chinese
	}
	return &english
}

// thousands writes a count as scene does.
func thousands(n int) string { return scene.Thousands(int64(n)) }

func number(n int) string { return strconv.Itoa(n) }
