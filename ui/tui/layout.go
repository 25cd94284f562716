package tui

// pane is one of the three: what was asked, what is answered, what proves it.
type pane int

const (
	questionPane pane = iota
	answerPane
	evidencePane
	paneCount
)

func (p pane) String() string { return [...]string{"question", "answer", "evidence"}[p] }

// The sizes at which the layout changes, in cells.
const (
	threePaneWidth  = 120
	threePaneHeight = 30
	twoPaneWidth    = 80
	borderedWidth   = 24 // narrower panes have no border
	borderedHeight  = 9  // of the screen; lower ones have no border and no header
)

// box is a place on the screen: the outside of a pane, border included.
type box struct{ x, y, width, height int }

// layout is where everything stands for one size of the screen and one focus.
type layout struct {
	header, tabs, status bool // lines at the top and at the bottom
	bordered             bool
	shown                []pane // from left to right
	boxes                [paneCount]box
	body                 box // what all panes take together
}

// arrange divides the screen. Where not all panes fit, the one with the focus is there: two panes are the question and
// the answer while a question is written, and the answer and its evidence while they are read.
func arrange(width, height int, focus pane) layout {
	l := layout{header: height >= borderedHeight, status: height >= 3}
	switch {
	case width >= threePaneWidth && height >= threePaneHeight:
		l.shown = []pane{questionPane, answerPane, evidencePane}
	case width >= twoPaneWidth && focus == questionPane:
		l.shown = []pane{questionPane, answerPane}
	case width >= twoPaneWidth:
		l.shown = []pane{answerPane, evidencePane}
	default:
		l.shown = []pane{focus}
		l.tabs = height >= 4
	}
	l.body = box{0, 0, width, height}
	for _, line := range []bool{l.header, l.tabs} {
		if line {
			l.body.y++
			l.body.height--
		}
	}
	if l.status {
		l.body.height--
	}
	widths := divide(width, l.shown)
	x := 0
	for i, p := range l.shown {
		l.boxes[p] = box{x, l.body.y, widths[i], l.body.height}
		x += widths[i]
	}
	l.bordered = l.header && widths[0] >= borderedWidth
	return l
}

// divide shares the width out: the question needs the least, the answer and its evidence the same.
func divide(width int, shown []pane) []int {
	switch len(shown) {
	case 3:
		question := min(max(width*24/100, 30), 44)
		answer := (width - question) / 2
		return []int{question, answer, width - question - answer}
	case 2:
		left := width / 2
		if shown[0] == questionPane {
			left = width * 2 / 5
		}
		return []int{left, width - left}
	}
	return []int{width}
}

// inside is the size of a pane's contents.
func (l *layout) inside(p pane) (width, height int) {
	b := l.boxes[p]
	if l.bordered {
		return max(b.width-4, 0), max(b.height-2, 0) // a border and a space on each side
	}
	return b.width, b.height
}

// visible tells whether a pane is on the screen.
func (l *layout) visible(p pane) bool {
	for _, s := range l.shown {
		if s == p {
			return true
		}
	}
	return false
}
