package i18n

var zh = Words{
	Lang: "zh", Tag: "zh-Hans", Other: "en", OtherName: "English",
	Skip: "跳到正文", Play: "实验台", Runs: "历次运行", Host: "本机", Tagline: "程序在哪里等待", Version: "版本",

	PlayTitle:   "服务器把时间花在哪里等待？",
	PlayLead:    "选几种 I/O 模型，按下“运行”，本机就会真实地逐一测量：服务器和负载发生器是两个独立进程，各占自己的 CPU。然后看看它们的线程都做了什么。",
	PlayLoop:    "预测 → 运行 → 观察 → 解释差异。",
	ModelsTitle: "模型", ModelsHelp: "选两个以上才能比较。",
	Unavailable: "本机无法运行：", Fix: "启用方法：",
	LoadTitle: "负载", RunButton: "运行", Cancel: "取消",
	PredictTitle: "你的预测", PredictHelp: "哪个模型每秒应答的请求最多？",
	PredictNone: "暂不预测", PredictSame: "测不出差异",
	ProgressTitle: "进度", LiveTitle: "实时数据", ResultTitle: "结果", FigureTitle: "线程做了什么",
	Empty:    "本页还没有运行过，结果会显示在这里。",
	NoScript: "运行和播放需要 JavaScript 与 WebAssembly。没有它们也能在“历次运行”中以表格阅读结果；命令行 iowait run echo 可以完成全部测量。",
	Outdated: "服务器已经更新，请重新载入本页。",
	Reading:  "怎样看这张图",
	ReadingText: []string{
		"每一行是内核里的一个线程，标着它的线程号。时间从左向右；截取的一段很短，并被放慢播放。",
		"线程的状态有两个来源：内核自己的上下文切换记录（谁被换上、谁被换下），以及程序在每次系统调用处留下的标记。没有任何猜测：两者都没有说明的地方，就留空。",
		"“就绪，等待 CPU”从对端的 write 返回时算起（此时数据已经到达），或者从内核收走 CPU 时算起。",
		"当许多很短的片段落在同一个像素里时，按各状态所占的时间分配它的高度。",
		"紫色的线跟踪一个请求：客户端发出、服务端读到、写回、客户端收到。",
	},
	Families: map[string]string{"blocking": "阻塞", "non-blocking": "非阻塞", "multiplexed": "多路复用", "signal-driven": "信号驱动", "asynchronous": "异步", "runtime": "Go 运行时"},
	Models: map[string]string{
		"iterative":       "一个线程把一个连接服务到底，再接下一个",
		"thread-per-conn": "每个连接一个系统线程，睡在 read 里",
		"thread-pool":     "200 个系统线程；连接关闭之前一直占用一个",
		"busy-poll":       "一个线程一遍又一遍地询问每个连接",
		"select":          "一个线程；内核逐位扫描描述符集合",
		"poll":            "一个线程；内核逐项扫描数组",
		"epoll":           "一个线程；内核维护就绪列表",
		"epoll-et":        "同上，但只在有新情况时通知（边沿触发）",
		"epoll-pool":      "一个线程等待，十个线程干活",
		"multi-reactor":   "每个 CPU 一个 epoll 线程",
		"sigio":           "内核为每个事件发一个信号",
		"io_uring":        "操作放进提交队列，结果从完成队列取出",
		"io_uring-sqpoll": "同上，由一个内核线程取走提交",
		"completion-pool": "用线程池模拟的“完成”通知",
		"goroutine":       "Go 的 net：写法阻塞，底下是 epoll 轮询器",
	},
	Params: map[string][2]string{
		"conns":       {"连接数", "同时打开的连接"},
		"size":        {"消息大小", "每条消息的字节数"},
		"duration_ms": {"时长", "每次试验的测量时间，毫秒"},
		"rounds":      {"轮数", "每个模型的试验次数，交错进行；6 轮以上才有置信区间"},
		"warmup_ms":   {"预热", "测量之前至少加载多久，毫秒"},
		"record_ms":   {"记录", "每个模型的事件记录长度，毫秒；0 表示不记录"},
	},
	Model: "模型", Rate: "请求/秒", P50: "p50", P99: "p99", CPU: "每千次 CPU", Threads: "线程", Calls: "每请求系统调用", Switches: "每请求上下文切换", Memory: "内存", Status: "状态",
	Means: map[string]string{
		"rate":     "测量时间内每秒应答的请求数；各轮的中位数及范围",
		"p50":      "一半的请求不超过这个时间；从发出首字节到收到末字节（服务时间，闭环）",
		"p99":      "每 100 个请求中有 99 个不超过这个时间",
		"cpu":      "服务端处理 1,000 个请求所用的 CPU 时间（用户态加内核态）",
		"threads":  "测量期间服务端进程的线程数，包括 Go 运行时的线程",
		"calls":    "平均每个请求由模型发出的系统调用次数",
		"switches": "平均每个请求服务端线程的上下文切换次数（自愿与非自愿）",
		"memory":   "服务端进程的最大常驻内存",
	},
	Median:   "中位数",
	Statuses: map[string]string{"ok": "正常", "unavailable": "本机不可用", "invalid": "无效", "failed": "失败"},
	States:   map[string]string{"queued": "排队中", "running": "运行中", "done": "完成", "cancelled": "已取消", "failed": "失败"},
	Trials:   "全部试验", Round: "轮次", Requests: "请求数", Errors: "错误", None: "无", LeastServed: "得到服务最少的连接",
	Setup: func(server, load, rounds, conns, size string, shared bool) string {
		s := "服务端在 CPU " + server + "，负载在 CPU " + load
		if shared {
			s = "服务端与负载共用 CPU " + server + "，两边都受影响"
		}
		return s + " · " + rounds + " 轮 · " + conns + " 个连接 · " + size + " · 闭环"
	},
	Notes: "备注",

	ToStart: "回到开头", StepBack: "后退一个事件", PlayPause: "播放", StepForward: "前进一个事件", ToEnd: "跳到结尾",
	ZoomIn: "放大", ZoomOut: "缩小", ZoomFit: "显示全部", Scrub: "时间", Speed: "放慢", EventsTitle: "播放位置附近的事件",
	Keys: "图上的按键：空格播放，← → 逐个事件，a d 平移，w s 缩放，0 显示全部，Home 与 End 跳到两端。",
	Legend: []LegendWord{
		{"run", "■", "运行"}, {"kernel", "▬", "在内核中运行"}, {"block", "┄", "阻塞在调用中"},
		{"ready", "▲", "就绪，等待 CPU"}, {"poll", "◆", "轮询，没有数据"}, {"data", "●", "请求发出、应答收到"},
		{"mark", "△", "就绪通知、完成事件"},
	},

	RunsTitle: "历次运行", RunsEmpty: "没有保存的运行。到实验台开始一次吧。", Experiment: "实验", State: "状态", When: "开始于", RunTitle: "运行", NoResult: "这次运行还没有结果。",
	HostTitle: "本机能运行什么", HostLead: "服务器启动时在本机逐一试过每种机制。", Machine: "机器", CanRun: "可用", CannotRun: "不可用",
	ErrorTitle: "出了问题", ErrorHome: "去实验台",

	Verdict: VerdictWords{
		One: func(m, r string) string {
			return m + " 每秒应答 " + r + " 个请求；只有一个模型，无从比较。"
		},
		Best:  func(m, r string) string { return m + " 每秒应答 " + r + " 个请求：" },
		Times: func(ratio, worse string) string { return "是 " + worse + " 的 " + ratio + " 倍" },
		Same:  func(b, o string) string { return b + " 与 " + o + " 之间没有测出差异。" },
		None:  func(m string) string { return m + " 之间没有测出吞吐量的差异。" },
		Interval: func(n, i string) string {
			return "根据 " + n + " 轮，比值的 95 % 置信区间为：" + i + "。"
		},
		OneOf: func(l, h, w string) string { return w + " " + l + "～" + h },
		Indicative: func(n, e string) string {
			return "这只是初步迹象：只有 " + n + " 轮，" + e + " 轮以上才有置信区间。"
		},
		Bound: func(m string) string {
			return m + " 的瓶颈在负载发生器而不在服务器，因此这次运行不能说明模型的高低。"
		},
		Noisy:   "各次试验相差太大，无法比较。请在更安静的机器上再试一次。",
		Invalid: "没有一个模型得到有效结果。",
		And:     "、", Comma: "、", Stop: "。",
	},
}
