package i18n

import "strconv"

var zhResult = ResultWords{
	Range: "中位数与范围", Offered: "到达请求/秒", Ceiling: "上限，请求/秒",
	P50: "p50", P99: "p99", Response50: "响应时间 p50", Response99: "响应时间 p99", Service50: "服务时间 p50", Service99: "服务时间 p99",
	Lag99: "滞后 p99", Connect99: "建立连接 p99",
	FromDue: "从预定时刻算起", FromWrite: "从写出算起", OfGenerator: "负载发生器自身", FirstAnswer: "到首个应答",
	Requests: "请求/秒", Bytes: "字节/秒", Files: "文件/秒",
	CPU: "每千次请求的 CPU", CPUBusy: "CPU 占用", Threads: "线程数", ThreadsConn: "每连接线程数",
	Calls: "每请求系统调用", Switches: "每请求上下文切换", Memory: "内存峰值", MemoryConn: "每连接内存",
	Resident: "常驻内存", KernelConn: "每连接内核内存", Estimate: "整机估计值",
	Cache: "页缓存", Device: "设备读写字节", Submit: "单次提交耗时",
	Caches: map[string]string{"warm": "热", "cold": "冷"},
	Took:   "付出的代价",
	Round:  "轮次", Answered: "请求数", LeastServed: "应答最少的连接", Steal: "steal", OtherCPU: "其他程序",
	Trials: "每一次试验", Notes: "备注", Errors: "错误：",

	Over:     func(what, param string) string { return what + "随" + param + "的变化" },
	CeilingX: "上限", PerValue: "逐个取值的结论",
	Swept: func(param, value string) string { return param + " = " + value },

	MeansTitle: "这些数字是什么意思",
	Means: []Meaning{
		{"中位数与范围", "先列各轮的中位数，再列最低与最高；图中各行从零开始，同一标尺"},
		{"p50、p99", "每 100 个请求中，有 50 个、99 个不超过这个时间。闭环下是服务时间：从发出第一个字节到收到最后一个字节。文件实验中，一个请求是一块数据，或一个小文件"},
		{"响应时间与服务时间", "用于开环：响应时间从请求预定发出的时刻算起，等待迟缓的服务端的时间也计在内；服务时间从实际写出时算起"},
		{"滞后", "负载发生器自己晚了多久。如果与响应时间相比不可忽略，结果反映的就更多是负载发生器"},
		{"到达请求", "每秒应当发出的请求数，不管是否得到应答"},
		{"上限", "算术上最多能达到的吞吐量：能同时等待的请求数 ÷ 每个请求等待的时间"},
		{"每千次请求的 CPU", "服务端进程处理 1,000 个请求所用的 CPU 时间，用户态与内核态合计"},
		{"CPU 占用", "服务端进程每秒用掉的 CPU 秒数：1 表示一直占满一个 CPU"},
		{"线程数", "测量期间服务端进程的线程数，包括只为维持 Go 运行时而存在的线程"},
		{"每请求系统调用", "模型发出的系统调用次数除以应答的请求数；带 + 号表示还有一部分无法计入"},
		{"每请求上下文切换", "服务端线程的上下文切换次数：因等待而让出的，与被抢走 CPU 的"},
		{"内存", "峰值：服务端进程常驻内存的最大值。每连接：与没有连接时相比的增量；内核部分取整机 slab、内核栈与页表的增量，只是估计"},
		{"设备读写字节", "内核为该进程统计的块设备读写量，用来证明缓存是热还是冷"},
		{"单次提交耗时", "一次提交调用内的平均时间。如果接近一次读的时间，说明提交本身就在等待"},
		{"steal、其他程序", "被虚拟机监控程序取走的 CPU 时间比例，以及试验双方以外的程序所用的比例"},
	},
	Statuses: map[string]string{"ok": "正常", "unavailable": "本机无法运行", "invalid": "结果无效", "failed": "运行失败"},
	States:   map[string]string{"queued": "排队中", "running": "运行中", "done": "已完成", "cancelled": "已取消", "failed": "失败"},
	NotRun:   "未测量：运行提前结束",

	Parity: "各模型的条件", ParityHelp: "各模型的差别不只在 I/O 方式。条件不一致之处，也可能是结果的一部分。",
	ParityWhat: "项目", ParityHas: "取值", ParityAlike: "是否一致", Alike: "一致", Unlike: "不一致", All: "全部", UnlikeIn: func(what string) string { return "不一致之处：" + what },
	Had: map[string]string{
		"threads":      "线程数",
		"load":         "负载",
		"load threads": "负载发生器的线程数",
		"in flight":    "并发请求数",
		"chunk":        "块大小",
		"file":         "文件大小",
		"page cache":   "页缓存",
		"alignment":    "对齐",
		"backlog":      "接受队列长度（backlog）",
		"buffer":       "读缓冲区",
		"rings":        "环的数目",
		"pool":         "线程池",
	},

	Again: "原样再运行一次", AgainHelp: "实验、模型、参数和随机种子都相同，所用文件见下面第一个链接：",
	Seed: "随机种子", Scenario: "场景", ScenarioHelp: "场景相同的运行，做的事情完全相同",
	Downloads: "下载", Everything: "全部数据（JSON）", Table: "各次试验（CSV）", ForBenchstat: "供 benchstat 使用",
	Recording: "事件记录", ForPerfetto: "供 Perfetto 使用（JSON）",
	Prints:    "测量所用的机器",
	Container: "容器", Mitigations: "漏洞缓解措施", SMT: "超线程（SMT）", Governor: "调频策略",
	Limits: "资源限制", Filesystem: "文件系统", BlockDevice: "块设备",

	Setup: SetupWords{
		Apart:  func(server, load string) string { return "服务端在 CPU " + server + "，负载在 CPU " + load },
		Shared: func(cpu string) string { return "服务端与负载共用 CPU " + cpu + "，两边都受影响" },
		Alone:  func(cpus string) string { return "使用 CPU " + cpus },
		Rounds: func(n string, _ bool) string { return n + " 轮" },
		Closed: "闭环", Open: "开环",
		Measured: func(d string) string { return "每次试验测量 " + d },
		Param:    func(label, value string) string { return label + " " + value },
	},
}

var zhUnits = map[string]UnitWords{
	"requests/s": {
		Name: "请求/秒", What: "吞吐量", Predict: "哪种模型每秒应答的请求最多？",
		One:     func(m, f string) string { return m + " 每秒应答 " + f + " 个请求" },
		Best:    func(m, f, ahead string) string { return m + " 每秒应答 " + f + " 个请求，" + ahead + "。" },
		Times:   func(ratio, worse string) string { return "是 " + worse + " 的 " + ratio + " 倍" },
		AtLeast: func(m, f string) string { return m + " 每秒至少能应答 " + f + " 个请求" },
		Range:   func(l, h string) string { return "每秒 " + l + " 到 " + h + " 个请求" },
	},
	"files/s": {
		Name: "文件/秒", What: "吞吐量", Predict: "哪种方法每秒处理的文件最多？",
		One:     func(m, f string) string { return m + " 每秒处理 " + f + " 个文件" },
		Best:    func(m, f, ahead string) string { return m + " 每秒处理 " + f + " 个文件，" + ahead + "。" },
		Times:   func(ratio, worse string) string { return "是 " + worse + " 的 " + ratio + " 倍" },
		AtLeast: func(m, f string) string { return m + " 每秒至少能处理 " + f + " 个文件" },
		Range:   func(l, h string) string { return "每秒 " + l + " 到 " + h + " 个文件" },
	},
	"B/s": {
		Name: "字节/秒", What: "吞吐量", Predict: "哪种方法每秒读写的字节最多？",
		One:     func(m, f string) string { return m + " 的吞吐量为 " + f },
		Best:    func(m, f, ahead string) string { return m + " 的吞吐量为 " + f + "，" + ahead + "。" },
		Times:   func(ratio, worse string) string { return "是 " + worse + " 的 " + ratio + " 倍" },
		AtLeast: func(m, f string) string { return m + " 的吞吐量至少为 " + f },
		Range:   func(l, h string) string { return l + " 到 " + h },
	},
	"ns": {
		Name: "响应时间 p99", What: "响应时间 p99", Predict: "用哪种模型时，最慢的 1 % 请求等得最短？",
		One: func(m, f string) string { return "用 " + m + " 时，99 % 的请求在 " + f + " 内得到应答" },
		Best: func(m, f, ahead string) string {
			return "用 " + m + " 时，99 % 的请求在 " + f + " 内得到应答，" + ahead + "。"
		},
		Times:   func(ratio, worse string) string { return worse + " 的这一时间是它的 " + ratio + " 倍" },
		AtLeast: func(m, f string) string { return "用 " + m + " 时，99 % 的请求在 " + f + " 内得到应答" },
		Range:   func(l, h string) string { return l + " 到 " + h },
	},
	"B/connection": {
		Name: "每连接内存", What: "每连接内存", Predict: "哪种模型每个连接占用的内存最少？",
		One:     func(m, f string) string { return m + " 每个连接占用 " + f },
		Best:    func(m, f, ahead string) string { return m + " 每个连接占用 " + f + "，" + ahead + "。" },
		Times:   func(ratio, worse string) string { return worse + " 是它的 " + ratio + " 倍" },
		AtLeast: func(m, f string) string { return m + " 每个连接占用 " + f },
		Range:   func(l, h string) string { return "每连接 " + l + " 到 " + h },
	},
}

var zhVerdict = VerdictWords{
	Alone: "只有一种模型，无从比较。",
	Same:  func(b, o string) string { return b + " 与 " + o + " 之间没有测出差异。" },
	None:  func(what, m string) string { return m + " 之间没有测出" + what + "的差异。" },
	Bound: func(m string) string {
		return "瓶颈在负载发生器，而不在服务端：" + m + "。这次运行不能说明各模型的高低。"
	},
	Late: func(m, lag string) string { return "测 " + m + " 时，1 % 的请求至少晚发了 " + lag },
	Noisy: func(m, spread string) string {
		return "各次试验相差太大，无法比较：" + m + " 的各次试验从" + spread + "不等。请在更安静的机器上再试。"
	},
	Disturbed: "测得的差异与干扰无法区分。请在更安静的机器上再试。",
	Invalid:   "没有一种模型得到有效结果。",
	Swept:     func(kinds string) string { return "比较了多个取值：" + kinds + "。" },
	Kinds: map[string]func(string) string{
		"ranked":          func(n string) string { return n + " 个测出差异" },
		"no-difference":   func(n string) string { return n + " 个没有测出差异" },
		"generator-bound": func(n string) string { return n + " 个受限于负载发生器" },
		"noisy":           func(n string) string { return n + " 个波动太大" },
		"alone":           func(n string) string { return n + " 个无从比较" },
		"invalid":         func(n string) string { return n + " 个没有有效结果" },
	},
	Interval: func(n, i string) string { return "比值的 95 % 置信区间（" + n + " 轮）：" + i + "。" },
	Between:  func(l, h, w string) string { return "与 " + w + " 相比为 " + l + " 至 " + h },
	Indicative: func(n int, e string) string {
		return "仅供参考：只有 " + strconv.Itoa(n) + " 轮，" + e + " 轮以上才有置信区间。"
	},
	Behind: func(m, offered, answered string) string {
		return m + " 跟不上：每秒到达 " + offered + " 个请求，只应答了 " + answered + " 个。"
	},
	Left:  func(m string) string { return "未参与比较：" + m + "。" },
	While: func(reasons string) string { return "运行期间，" + reasons + "。" },
	Steal: func(p string) string { return "虚拟机监控程序取走了 " + p + " % 的 CPU 时间（steal）" },
	Other: func(p string) string { return "其他程序用掉了 " + p + " % 的 CPU 时间" },
	And:   "、", Comma: "、",
}
