package i18n

var zh = Words{
	Lang: "zh", Tag: "zh-Hans", Other: "en", OtherName: "English",
	Skip: "跳到正文", Menu: "页面", Play: "实验台", Runs: "历次运行", Host: "本机", Tagline: "程序在哪里等待", Version: "版本",

	PlayTitle:        "服务器把时间花在哪里等待？",
	PlayLead:         "选几种 I/O 模型，按下“运行”，本机就会逐一实测：服务端与负载发生器是两个独立的进程。然后看看它们的线程究竟做了什么。",
	PlayLoop:         "预测 → 运行 → 观察 → 解释差异",
	ExperimentsTitle: "实验", What: "测什么", Look: "看什么",
	FullSize: "改用已发表数据的规模（较慢）", QuickSize: "改用快速规模",
	ModelsTitle: "模型", ModelsHelp: "选两种以上才能比较。",
	Unavailable: "本机无法运行：", Fix: "启用方法：", NotHere: "不参加：",
	Variants: "变体", VariantsHelp: "某个参数与其他模型不同的模型，例如 epoll:参数=值；多个用逗号分开",
	LoadTitle: "负载", More: "更多设置",
	SweepTitle: "比较多个取值", SweepParam: "参数", SweepNone: "不比较", SweepValues: "取值",
	SweepHelp:    "2 到 12 个，用逗号分开；每种模型在每个取值下各运行一次，结果画成曲线",
	PredictTitle: "你的预测",
	PredictNone:  "先看看再说", PredictSame: "测不出差异",
	Predicted: "你的预测：", Compare: "与结论一致吗？如果不一致，下面的线程图会告诉你时间花在了哪里。",
	RunButton: "运行", Cancel: "取消",
	ProgressTitle: "进度", LiveTitle: "实时数据", ResultTitle: "结果", FigureTitle: "线程做了什么",
	Empty:     "本页还没有运行过。按下“运行”，结论、数据和线程图都会出现在这里。",
	Pending:   "运行结束后给出结论。",
	NoPicture: "线程的动态图需要 JavaScript 与 WebAssembly；数据和静态图都在这里，不受影响。",
	NoScript:  "运行和播放需要 JavaScript 与 WebAssembly。没有它们，也能在“历次运行”中以表格阅读结果；用命令行 iowait run echo 可以完成全部测量。",
	Outdated:  "服务器已经更新，请重新载入本页。",
	Families: map[string]string{
		"blocking": "阻塞", "non-blocking": "非阻塞", "multiplexed": "多路复用",
		"signal-driven": "信号驱动", "asynchronous": "异步", "runtime": "Go 运行时",
	},
	Models: zhModels, Methods: zhMethods, Experiments: zhExperiments, Params: zhParams, Values: zhValues, Units: zhUnits,

	ModelName: "模型", Status: "状态", LastTrial: "最近一次试验",

	Result: zhResult, Verdict: zhVerdict, Figure: zhFigure,

	ToStart: "回到开头", StepBack: "后退一个事件", PlayPause: "播放", StepForward: "前进一个事件", ToEnd: "跳到结尾",
	ZoomIn: "放大", ZoomOut: "缩小", ZoomFit: "显示全部", Scrub: "时间", Speed: "放慢",
	EventsTitle: "播放位置前后的事件", Waiting: "正在取得事件记录。",
	Keys: "焦点在图上时可用按键：空格播放，← → 逐个事件移动，A、D 平移，W、S 缩放，V 切换视图；? 列出全部。",
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
	MatrixTitle: "各模型参加哪些实验", MatrixHelp: "短横表示不参加，数字指向原因。", TakesPart: "是", TakesNoPart: "否",
	SocketModels: "网络 I/O 模型", FileModels: "文件 I/O 方法", Runtimes: "其他运行时",
	System: "系统", Processor: "处理器", CPUs: "可用 CPU 数", RAM: "内存", Clock: "时钟源", Descriptors: "描述符上限", LoadBefore: "平均负载",
	ErrorTitle: "出了问题", ErrorHelp: "没有启动或改动任何东西。", ErrorHome: "去实验台",
}
