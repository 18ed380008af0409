package main

import (
	"strconv"

	"iowait/wasm/scene"
)

// text is what the front end says by itself, in one language.
type text struct {
	phases                                     map[string]string
	trial, of, round, left, seconds, recording string
	queued, running, cancelled, done, failed   string
	offline, noResult                          string
	measuredHere, slowed, events, ofEvents     string
	dropped, cost, noCost, noSwitch            string
	play, pause, timeline                      string
	fetching, damaged, missing                 string
	found, want, waiting, over, lastTrial      string
	stage, oneClock, noMoment, noSource        string
	markLine, noHit, hits, threadsTimes        string
	answered, noRace                           string
}

var english = text{
	found: "found ", want: "; want ", waiting: "Waiting for this host: ", over: " by ", lastTrial: ", last trial",
	phases: map[string]string{"files": "making files", "start": "starting", "connect": "connecting", "warm-up": "warming up", "measure": "measuring", "record": "recording"},
	trial:  "trial ", of: " of ", round: "round ", left: "about ", seconds: " s left", recording: "recording",
	queued: "The run waits in the queue; runs before it: ", running: "The run has begun.", cancelled: "The run was cancelled.", done: "The run has ended.", failed: "The run failed: ",
	offline: "The connection to the server is lost; trying again …", noResult: "The result could not be fetched: ",
	measuredHere: "measured on this host", slowed: "slowed ×", events: " of ", ofEvents: " events shown",
	dropped: " dropped", cost: "recording cost ", noCost: "recording cost not measurable", noSwitch: "the kernel's switch records are missing: ",
	play: "Play", pause: "Pause", timeline: "Timeline of the threads of ",
	stage: "Stage of ", oneClock: "one clock and one scale, from the first request in view", noMoment: "There is none in this recording.",
	noSource: "The source could not be fetched: ", markLine: "Mark the events of this line", noHit: "no hit", hits: " hits", threadsTimes: " threads × ",
	answered: " requests answered", noRace: "These recordings have no whole requests to compare.",
	fetching: "Fetching the recording …", damaged: "The recording is damaged: ", missing: "The recording could not be fetched: ",
}

var chineseText = text{
	found: "收到 ", want: "；应为 ", waiting: "等待本机空闲：", over: " / ", lastTrial: "（最近一次试验）",
	phases: map[string]string{"files": "准备文件", "start": "启动", "connect": "建立连接", "warm-up": "预热", "measure": "测量", "record": "记录"},
	trial:  "第 ", of: " / ", round: "轮次 ", left: "约剩 ", seconds: " 秒", recording: "事件记录",
	queued: "任务在队列中等待，前面还有：", running: "测量已开始。", cancelled: "测量已取消。", done: "测量已结束。", failed: "测量失败：",
	offline: "与服务器的连接已断开，正在重连……", noResult: "无法取得结果：",
	measuredHere: "本机实测", slowed: "放慢 ×", events: " / ", ofEvents: " 个事件",
	dropped: " 个丢失", cost: "记录开销 ", noCost: "记录开销小到测不出", noSwitch: "缺少内核的切换记录：",
	play: "播放", pause: "暂停", timeline: "线程时间线：",
	stage: "舞台：", oneClock: "同一时钟、同一比例，从视野中第一个请求算起", noMoment: "这段记录中没有。",
	noSource: "无法取得源代码：", markLine: "标出这一行的全部事件", noHit: "没有找到", hits: " 个", threadsTimes: " 个线程 × ",
	answered: " 个请求已应答", noRace: "这些记录中没有可比较的完整请求。",
	fetching: "正在取得记录……", damaged: "记录已损坏：", missing: "无法取得记录：",
}

func say() *text {
	if chinese() {
		return &chineseText
	}
	return &english
}

func words() *scene.Words {
	if chinese() {
		return &scene.Chinese
	}
	return &scene.English
}

// perSecond writes a rate with three significant digits.
func perSecond(v float64) string {
	if v >= 1000 {
		p := 1.0
		for v/p >= 1000 {
			p *= 10
		}
		return scene.Thousands(int64(float64(int64(v/p+0.5)) * p))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
