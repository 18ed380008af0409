package draw

// Color is an index into a Palette. Each has one meaning, the same in every
// picture; the style sheet repeats the values under the names in ColorNames.
type Color uint8

// The colours.
const (
	Ground    Color = iota // behind everything
	Band                   // a lane
	Rule                   // lines of the grid
	Ink                    // text
	Quiet                  // text of less weight
	Run                    // running
	RunInk                 // text on Run
	Kernel                 // running inside the kernel, and the kernel's own things
	KernelInk              // text on Kernel
	Block                  // blocked in a call
	BlockInk               // text on Block
	Ready                  // ready, waiting for a CPU
	ReadySoft              // behind Ready's shapes
	Poll                   // polling and finding nothing
	PollSoft               // behind Poll's shapes
	Data                   // data on its way
	DataSoft               // behind Data's shapes
	Head                   // the play head
	Veil                   // over what is still to come; the only one that lets through
	Colors                 // how many there are
)

// ColorNames are the custom properties of the style sheet, without "--".
var ColorNames = [Colors]string{"ground", "band", "rule", "ink", "quiet", "run", "run-ink", "kernel", "kernel-ink",
	"block", "block-ink", "ready", "ready-soft", "poll", "poll-soft", "data", "data-soft", "head", "veil"}

// A Palette gives each Color a value as #rrggbb, or #rrggbbaa.
type Palette [Colors]string

// The themes. Light and dark keep the same hues: green, blue, grey-blue,
// amber, red-orange, violet, which stay apart in lightness too, so that
// they can be told without colour vision; shapes tell them apart as well.
var (
	Light = Palette{"#ffffff", "#f1f3f5", "#e3e0d8", "#1d2329", "#5b6670", "#0d8260", "#ffffff", "#3566c8", "#ffffff",
		"#dbe3ec", "#4a5f78", "#a56b00", "#f7e3b5", "#c8451f", "#f8d5c8", "#7d3cb5", "#d6bfee", "#1d2329", "#ffffff99"}
	Dark = Palette{"#131a21", "#1a222b", "#2a3541", "#e6edf3", "#93a1af", "#2dd4a7", "#05261d", "#6d9bf5", "#08162e",
		"#24313f", "#9db3ca", "#f2b84b", "#4a3a17", "#ef6f53", "#4c241b", "#c792ea", "#57407a", "#e6edf3", "#131a2199"}
)
