package tui

import "slices"

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
	wideWidth      = 120 // the answer is wider than its evidence
	twoPaneWidth   = 80
	borderedWidth  = 24 // narrower panes have no border
	borderedHeight = 9  // of the screen; lower ones have no border and no header
	answerShare    = 60 // percent of a wide screen
)

// box is a place on the screen: the outside of a pane, border included.
type box struct{ x, y, width, height int }

// layout is where everything stands for one size of the screen.
type layout struct {
	header, tabs, status bool // lines at the top and at the bottom
	bordered             bool
	shown                []pane // beside each other, from left to right
	strip                bool   // the question stands below them
	boxes                [paneCount]box
	body                 box // what those beside each other take together
}

// arrange divides the screen: the answer and its evidence beside each other or, where two do not fit or one is
// enlarged, the viewed one; below them the question that may be written, with as many lines as it wants for a width
// and a limit. On a screen of a line or two there is only what has the focus.
func arrange(width, height int, focus, viewed pane, zoomed bool, wants func(width, limit int) int) layout {
	l := layout{header: height >= borderedHeight, status: height >= 3, shown: []pane{answerPane, evidencePane}}
	if width < twoPaneWidth || zoomed {
		l.shown, l.tabs = []pane{viewed}, height >= 4
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
	l.bordered = l.header && width >= borderedWidth
	l.divideLines(focus, wants)
	x := 0
	for i, p := range l.shown {
		w := width
		switch {
		case len(l.shown) == 2 && i == 1:
			w = width - x
		case len(l.shown) == 2 && width >= wideWidth:
			w = width * answerShare / 100
		case len(l.shown) == 2:
			w = width / 2
		}
		l.boxes[p] = box{x, l.body.y, w, l.body.height}
		x += w
	}
	return l
}

// divideLines gives the question the last lines of the body.
func (l *layout) divideLines(focus pane, wants func(width, limit int) int) {
	switch {
	case l.body.height >= 2:
		l.strip = true
	case focus == questionPane:
		l.shown = []pane{questionPane}
		return
	default:
		return
	}
	edge := box{}
	if l.bordered {
		edge = box{width: 4, height: 2}
	}
	height := edge.height + wants(max(l.body.width-edge.width, 0), max(l.body.height/maxEditorShare-edge.height, 1))
	l.body.height -= height
	l.boxes[questionPane] = box{0, l.body.y + l.body.height, l.body.width, height}
}

// inside is the size of a pane's contents.
func (l *layout) inside(p pane) (width, height int) { return l.within(l.boxes[p]) }

// within is the size of the contents of a box.
func (l *layout) within(b box) (width, height int) {
	if l.bordered {
		return max(b.width-4, 0), max(b.height-2, 0) // a border and a space on each side
	}
	return b.width, b.height
}

// visible tells whether a pane is on the screen.
func (l *layout) visible(p pane) bool {
	return p == questionPane && l.strip || slices.Contains(l.shown, p)
}
