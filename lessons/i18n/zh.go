package i18n

import "strconv"

var zh = Words{
	Lang: "zh", Tag: "zh-Hans", Other: "en", OtherName: "English",
	Skip: "跳到正文", Menu: "页面", Play: "实验台", Runs: "历次运行", Host: "本机", Tagline: "程序在哪里等待", Version: "版本",

	PlayTitle:   "服务器把时间花在哪里等待？",
	PlayLead:    "选几种 I/O 模型，按下“运行”，本机就会逐一实测：服务端与负载发生器是两个独立的进程。然后看看它们的线程究竟做了什么。",
	PlayLoop:    "预测 → 运行 → 观察 → 解释差异",
	ModelsTitle: "模型", ModelsHelp: "选两种以上才能比较。",
	Unavailable: "本机无法运行：", Fix: "启用方法：",
	LoadTitle: "负载", LoadHelp: "对每种模型都一样：每个连接发出一条消息，等它原样返回，再发下一条。",
	PredictTitle: "你的预测", PredictHelp: "哪种模型每秒应答的请求最多？",
	PredictNone: "先看看再说", PredictSame: "测不出差异",
	Predicted: "你的预测：", Compare: "与结论一致吗？如果不一致，下面的线程图会告诉你时间花在了哪里。",
	RunButton: "运行", Cancel: "取消",
	ProgressTitle: "进度", LiveTitle: "实时数据", ResultTitle: "结果", FigureTitle: "线程做了什么",
	Empty:     "本页还没有运行过。按下“运行”，结论、数据和线程图都会出现在这里。",
	Pending:   "运行结束后给出结论。",
	NoPicture: "线程的动态图需要 JavaScript 与 WebAssembly；数据都在这里，不受影响。",
	NoScript:  "运行和播放需要 JavaScript 与 WebAssembly。没有它们，也能在“历次运行”中以表格阅读结果；用命令行 iowait run echo 可以完成全部测量。",
	Outdated:  "服务器已经更新，请重新载入本页。",
	Families: map[string]string{
		"blocking": "阻塞", "non-blocking": "非阻塞", "multiplexed": "多路复用",
		"signal-driven": "信号驱动", "asynchronous": "异步", "runtime": "Go 运行时",
	},
	Models: map[string]string{
		"iterative":       "一个线程把一个连接服务到底，再接下一个",
		"thread-pool":     "200 个系统线程；连接关闭之前一直占用一个",
		"select":          "一个线程；每次调用内核都要扫描 1,024 位的集合",
		"poll":            "一个线程；每次调用内核都要扫描整个数组",
		"epoll-et":        "一个线程，新情况只通知一次（边沿触发），所以要读到没有数据为止",
		"epoll-pool":      "一个线程等待，另外十个线程读写",
		"multi-reactor":   "每个 CPU 一个 epoll 线程，各有自己的接受队列",
		"sigio":           "一个线程；每件事发生时内核都排入一个信号",
		"io_uring-sqpoll": "io_uring，由一个内核线程自行查看提交队列",
		"completion-pool": "“完成”式的接口，底下是等待就绪的线程池",
		"thread-per-conn": "每个连接一个系统线程，数据到来之前睡在 read 里",
		"busy-poll":       "一个线程，挨个询问每个连接，一遍又一遍",
		"epoll":           "一个线程；哪些连接可读，由内核维护的就绪列表告知",
		"io_uring":        "一个线程；操作放进提交队列，结果从完成队列取出",
		"goroutine":       "Go 的 net 包：写法像阻塞，底下是 epoll 轮询器",
	},
	Params: map[string]Param{
		"conns":       {"连接数", "同时保持打开", ""},
		"size":        {"消息大小", "字节，往返相同", "B"},
		"duration_ms": {"时长", "每次试验中计入测量的部分", "ms"},
		"rounds":      {"轮数", "每种模型的试验次数；6 轮以上才有置信区间", ""},
		"warmup_ms":   {"预热", "测量之前至少加载这么久", "ms"},
		"record_ms":   {"事件记录", "另开一段窗口来记录；0 表示不记录", "ms"},
	},

	Model: "模型", Rate: "请求/秒", Spread: "中位数与范围", P50: "p50", P99: "p99", CPU: "每千次请求的 CPU", Threads: "线程数",
	Calls: "每请求系统调用", Switches: "每请求上下文切换", Memory: "内存峰值", Status: "状态",
	MeansTitle: "这些数字是什么意思",
	Means: []Meaning{
		{"请求/秒", "吞吐量：测量时间内平均每秒应答的请求数。先列各轮的中位数，再列最低与最高"},
		{"p50、p99", "延迟：每 100 个请求中，有 50 个、99 个不超过这个时间；从发出第一个字节算到收到最后一个字节（闭环下的服务时间）"},
		{"每千次请求的 CPU", "服务端进程处理 1,000 个请求所用的 CPU 时间，用户态与内核态合计"},
		{"线程数", "测量期间服务端进程的线程数，包括只为维持 Go 运行时而存在的线程"},
		{"每请求系统调用", "模型发出的系统调用次数除以应答的请求数；带 + 号表示还有一部分无法计入"},
		{"每请求上下文切换", "服务端线程的上下文切换次数：因等待而让出的，与被抢走 CPU 的"},
		{"内存峰值", "服务端进程常驻内存的最大值"},
	},
	Statuses: map[string]string{"ok": "正常", "unavailable": "本机无法运行", "invalid": "结果无效", "failed": "运行失败"},
	States:   map[string]string{"queued": "排队中", "running": "运行中", "done": "已完成", "cancelled": "已取消", "failed": "失败"},
	NotRun:   "未测量：运行提前结束",
	Trials:   "每一次试验", Round: "轮次", Requests: "请求数", LeastServed: "应答最少的连接", Notes: "备注", Errors: "错误：",
	Setup: SetupWords{
		Apart:       func(server, load string) string { return "服务端在 CPU " + server + "，负载在 CPU " + load },
		Shared:      func(cpu string) string { return "服务端与负载共用 CPU " + cpu + "，两边都受影响" },
		Rounds:      func(n string, _ bool) string { return n + " 轮" },
		Connections: func(n string, _ bool) string { return n + " 个连接" },
		Closed:      "闭环",
		Measured:    func(d string) string { return "每次试验测量 " + d },
	},

	ToStart: "回到开头", StepBack: "后退一个事件", PlayPause: "播放", StepForward: "前进一个事件", ToEnd: "跳到结尾",
	ZoomIn: "放大", ZoomOut: "缩小", ZoomFit: "显示全部", Scrub: "时间", Speed: "放慢",
	EventsTitle: "播放位置前后的事件", Waiting: "正在取得事件记录。",
	Keys: "焦点在图上时可用按键：空格播放，← → 逐个事件移动，A、D 平移，W、S 缩放，0 显示全部，Home、End 跳到两端。",
	Legend: []LegendWord{
		{"run", "■", "运行"}, {"kernel", "▬", "在内核中运行"}, {"block", "┄", "阻塞在调用中，不占 CPU"},
		{"ready", "▲", "就绪，等待 CPU"}, {"poll", "◆", "轮询，没有数据 (EAGAIN)"},
		{"data", "●", "请求发出"}, {"data", "■", "应答收到"}, {"data", "▁", "在套接字缓冲区中等待"}, {"data", "◆", "操作已提交"},
		{"kernel", "▲", "得知已就绪"}, {"kernel", "◆", "取得完成事件"},
	},
	Reading: "怎样看这张图",
	ReadingText: []string{
		"每一行是内核里的一个线程，标着它的线程号。时间从左向右，按上方所写的倍数放慢。",
		"线程的状态有两个来源：内核自己的上下文切换记录（谁被换上、谁被换下），以及程序在每次系统调用处留下的标记。没有任何猜测：两者都没有说明的地方，就留空。",
		"“就绪，等待 CPU”从对端的 write 返回时算起（此时数据已经到达），或者从内核收走 CPU 时算起。",
		"许多很短的片段落在同一个像素里时，按各状态所占的时间分配它的高度。",
	},

	RunsTitle: "历次运行", RunsEmpty: "还没有保存的运行。到实验台开始一次吧。", Experiment: "实验", State: "状态", When: "开始于（UTC）", ColRun: "编号", ColModels: "模型", ColResult: "结论", RunTitle: "运行", NoResult: "这次运行还没有结果，请稍后重新载入本页。",
	HostTitle: "本机能运行什么", HostLead: "服务器启动时在本机逐一试过每种机制。被拒绝的，都写明了原因和启用方法。",
	Machine: "机器", About: "说明", CanRun: "可用", CannotRun: "不可用",
	System: "系统", Processor: "处理器", CPUs: "可用 CPU 数", RAM: "内存", Clock: "时钟源", Descriptors: "描述符上限", LoadBefore: "平均负载",
	ErrorTitle: "出了问题", ErrorHelp: "没有启动或改动任何东西。", ErrorHome: "去实验台",

	Verdict: VerdictWords{
		One: func(m, r string) string {
			return m + " 每秒应答 " + r + " 个请求。只有一种模型，无从比较。"
		},
		Best:  func(m, r, ahead string) string { return m + " 每秒应答 " + r + " 个请求，" + ahead + "。" },
		Times: func(ratio, worse string) string { return "是 " + worse + " 的 " + ratio + " 倍" },
		Same:  func(b, o string) string { return b + " 与 " + o + " 之间没有测出差异。" },
		None:  func(m string) string { return m + " 之间没有测出吞吐量的差异。" },
		Bound: func(m string) string {
			return "瓶颈在负载发生器，而不在服务端：" + m + "。这次运行不能说明各模型的高低。"
		},
		AtLeast: func(m, r string) string { return m + " 每秒至少能应答 " + r + " 个请求" },
		Noisy: func(m, low, high string) string {
			return "各次试验相差太大，无法比较：" + m + " 的各次试验从每秒 " + low + " 到 " + high + " 个请求不等。请在更安静的机器上再试。"
		},
		Invalid:  "没有一种模型得到有效结果。",
		Interval: func(n, i string) string { return "比值的 95 % 置信区间（" + n + " 轮）：" + i + "。" },
		Between:  func(l, h, w string) string { return "与 " + w + " 相比为 " + l + " 至 " + h },
		Indicative: func(n int, e string) string {
			return "仅供参考：只有 " + strconv.Itoa(n) + " 轮，" + e + " 轮以上才有置信区间。"
		},
		Left: func(m string) string { return "未参与比较：" + m + "。" },
		And:  "、", Comma: "、",
	},
}
