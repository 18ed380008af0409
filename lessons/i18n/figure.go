package i18n

// FigureWords are what the figure says in which recordings are watched.
type FigureWords struct {
	Views, Timeline, Stage, Minimap string
	Compare, Race                   string // buttons: side by side; after the same number of requests
	Jumps                           string
	FirstBlocked, FirstWake         string
	LongestWait                     string
	SelectFrom, SelectTo, Loop      string
	Selection                       string
	Find, FindExample               string
	FindNext, FindBack              string
	Code, CodeFile, CodeEmpty       string
	CodeHelp                        string
	KeysTitle, KeysWhere, Close     string
	KeyList                         []Meaning
	Still, StillOf, StillTitle      string // of a recording, where nothing moves
	LastRun                         string
	Theme                           string
	Themes                          [4]string // as the system has it, light, dark, projector
}

var enFigure = FigureWords{
	Views: "View", Timeline: "Timeline", Stage: "Stage", Minimap: "The whole recording; the frame is what the timeline shows. Drag to move it.",
	Compare: "Side by side", Race: "After the same 40 requests",
	Jumps: "Jump to", FirstBlocked: "First blocked", FirstWake: "First wake-up", LongestWait: "Longest wait",
	SelectFrom: "Select from the play head on", SelectTo: "Select up to the play head", Loop: "Play the selected stretch in a loop",
	Selection: "The selected stretch",
	Find:      "Find", FindExample: "EAGAIN, read, conn 41234 …", FindNext: "Next hit", FindBack: "Previous hit",
	Code: "The line it is on", CodeFile: "File", CodeEmpty: "Step to an event: the line of the program that made it is shown here.",
	CodeHelp:  "This is the source that ran. The number beside a line counts its events; click the line to mark them all.",
	KeysTitle: "Keys", KeysWhere: "They work while the picture, or a button of it, has the focus.", Close: "Close",
	KeyList: []Meaning{
		{"Space", "play or pause (with reduced motion: the next event)"}, {"← →", "one event back, forward"}, {"Home End", "to the start, to the end"},
		{"a d", "move the window; also Shift + ← →"}, {"w s", "zoom in, out; also + and −"}, {"0", "show the whole recording"}, {"↑ ↓", "scroll the threads"},
		{"< >", "slower, faster"}, {"v", "timeline or stage"}, {"c", "models side by side"}, {"r", "after the same 40 requests (side by side)"},
		{"b", "first thread that blocks, in the view"}, {"u", "first wake-up, in the view"}, {"m", "longest wait, in the view"},
		{"[ ]", "select from the play head on, up to it; also Shift + drag"}, {"l", "play the selected stretch in a loop"},
		{"/", "find; Enter and Shift + Enter go through the hits"}, {"n N", "next, previous hit"},
		{"p", "projector: larger type, more contrast"}, {"Esc", "drop hits and selection"}, {"?", "this list"},
	},
	Still: "A still picture of the recording of ", StillOf: "The first requests of the recording", StillTitle: "What the threads did: still pictures",
	LastRun: "The last result of this experiment:",
	Theme:   "Theme", Themes: [4]string{"as the system", "light", "dark", "projector"},
}

var zhFigure = FigureWords{
	Views: "视图", Timeline: "时间线", Stage: "舞台", Minimap: "整段记录；方框是时间线所显示的部分，可拖动。",
	Compare: "并排比较", Race: "各完成同样 40 个请求之后",
	Jumps: "跳到", FirstBlocked: "第一次阻塞", FirstWake: "第一次唤醒", LongestWait: "最长的等待",
	SelectFrom: "从播放位置开始选择", SelectTo: "选择到播放位置为止", Loop: "循环播放选中的一段",
	Selection: "选中的一段",
	Find:      "查找", FindExample: "EAGAIN、read、conn 41234……", FindNext: "下一个", FindBack: "上一个",
	Code: "正在执行的代码行", CodeFile: "文件", CodeEmpty: "移动到一个事件，这里就会显示产生它的那一行代码。",
	CodeHelp:  "这就是实际运行的源代码。行首的数字是它产生的事件数，点一下这一行就能全部标出。",
	KeysTitle: "按键", KeysWhere: "焦点在图上或图的按钮上时可用。", Close: "关闭",
	KeyList: []Meaning{
		{"空格", "播放或暂停（系统设为减少动态效果时：下一个事件）"}, {"← →", "后退、前进一个事件"}, {"Home End", "到开头、到结尾"},
		{"a d", "平移窗口；也可用 Shift + ← →"}, {"w s", "放大、缩小；也可用 + 和 −"}, {"0", "显示整段记录"}, {"↑ ↓", "上下滚动线程"},
		{"< >", "更慢、更快"}, {"v", "时间线或舞台"}, {"c", "并排比较各模型"}, {"r", "各完成同样 40 个请求之后（并排时）"},
		{"b", "视野内第一个阻塞的线程"}, {"u", "视野内第一次唤醒"}, {"m", "视野内最长的等待"},
		{"[ ]", "从播放位置开始选择、选择到播放位置为止；也可用 Shift + 拖动"}, {"l", "循环播放选中的一段"},
		{"/", "查找；Enter 与 Shift + Enter 逐个查看"}, {"n N", "下一个、上一个"},
		{"p", "投影模式：字更大，对比更强"}, {"Esc", "取消标记和选择"}, {"?", "显示这张表"},
	},
	Still: "记录的静态图：", StillOf: "记录中最先的几个请求", StillTitle: "线程做了什么：静态图",
	LastRun: "这个实验最近一次的结果：",
	Theme:   "主题", Themes: [4]string{"跟随系统", "浅色", "深色", "投影"},
}
