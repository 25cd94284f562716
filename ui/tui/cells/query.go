package cells

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

const maxQuery = 256 // bytes of what is typed

// Query is one line that is typed to find something, written at its end. bubbles' text input counts runes, and takes
// apart what is drawn as one.
type Query struct{ Text string }

// Press edits the line, and tells whether it had a use for the key.
func (q *Query) Press(k tea.KeyPressMsg) bool {
	switch s := k.String(); {
	case s == "backspace", s == "shift+backspace", s == "ctrl+h":
		last := 0
		for i := 0; i < len(q.Text); {
			c, _ := Cluster(q.Text[i:])
			last, i = i, i+len(c)
		}
		q.Text = q.Text[:last]
	case s == "ctrl+w", s == "alt+backspace", s == "ctrl+backspace":
		words := strings.TrimRight(q.Text, " ")
		q.Text = words[:strings.LastIndexByte(words, ' ')+1]
	case s == "ctrl+u":
		q.Text = ""
	case k.Text == " ":
		q.add(" ")
	case k.Text != "":
		q.add(OneLine(k.Text))
	default:
		return false
	}
	return true
}

// Paste adds a text, as one line.
func (q *Query) Paste(text string) {
	q.add(OneLine(strings.ToValidUTF8(text[:min(len(text), maxQuery)], "")))
}

func (q *Query) add(text string) {
	if len(q.Text)+len(text) <= maxQuery {
		q.Text += text
	}
}
