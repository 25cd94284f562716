package text

import "strings"

// Role is what a piece of text is for. A theme may colour it; nothing is told by the role alone.
type Role uint8

// The roles.
const (
	Text Role = iota
	Heading
	Strong
	Faint
	Key  // of a citation: [c1]
	Good // a verdict
	Warn //
	Bad  //
)

// Span is a run of text with one role. In a Line it holds no line break.
type Span struct {
	Text string
	Role Role
}

// Line is one line of a sheet. Spaces at its start are its indent, which the lines that a viewer wraps it into share.
type Line []Span

// String is the line without its roles.
func (l Line) String() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Plain is a sheet without its roles, each line ended by a line break and without spaces at its end.
func Plain(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimRight(l.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// sheet collects lines.
type sheet struct{ lines []Line }

// head starts a part of the sheet.
func (s *sheet) head(title string) {
	if len(s.lines) > 0 {
		s.lines = append(s.lines, nil)
	}
	s.add(0, Span{title, Heading})
}

// add writes a line with an indent. Spans without text are left out.
func (s *sheet) add(indent int, spans ...Span) {
	var l Line
	if indent > 0 {
		l = append(l, Span{Text: strings.Repeat(" ", indent)})
	}
	for _, sp := range spans {
		if sp.Text != "" {
			l = append(l, sp)
		}
	}
	s.lines = append(s.lines, l)
}
