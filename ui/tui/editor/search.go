package editor

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"ibid/guard"
	"ibid/ui/tui/cells"
)

// search is an incremental search of the history. Until a question is taken the text stays as it is.
type search struct {
	on    bool
	query cells.Query
	items []question // different ones, newest first
	found []question // those with the query
	n     int        // the one shown
}

// question is a sanitised entry of the history.
type question struct {
	text string
	pos  int
}

// shown is the question that enter takes.
func (s *search) shown() (string, bool) {
	if s.n >= len(s.found) {
		return "", false
	}
	return s.found[s.n].text, true
}

func (s *search) run() {
	s.found, s.n = s.found[:0], 0
	for _, item := range s.items {
		if from, _ := cells.IndexFold(item.text, s.query.Text); from >= 0 {
			s.found = append(s.found, item)
		}
	}
}

func (e *Editor) startSearch() {
	s := search{on: true}
	seen := make(map[string]bool, len(e.history.items))
	for i := len(e.history.items) - 1; i >= 0; i-- {
		text := guard.Sanitize(e.history.items[i])
		if !seen[text] {
			seen[text] = true
			s.items = append(s.items, question{text, i})
		}
	}
	s.run()
	e.search = s
}

// pressInSearch tells whether the search has a use for the key.
func (e *Editor) pressInSearch(k tea.KeyPressMsg) bool {
	s := &e.search
	switch k.String() {
	case "esc":
		e.search = search{}
	case "enter", "tab":
		if s.n >= len(s.found) {
			return true // nothing to take: the query can be mended
		}
		taken := s.found[s.n]
		e.search = search{}
		e.recall(taken.pos) // so that the draft is kept
		e.buf = buffer{}
		e.insert(taken.text)
	case "ctrl+r", "up":
		if s.n+1 < len(s.found) {
			s.n++
		}
	case "down":
		s.n = max(s.n-1, 0)
	default:
		if !s.query.Press(k) {
			return false
		}
		s.run()
	}
	return true
}

// searchLine is the line of the search: the query, and the place of what is shown among what was found.
func (e *Editor) searchLine() (before, query, after string) {
	s := &e.search
	after = "  no earlier question with this"
	switch {
	case len(s.items) == 0:
		after = "  no earlier questions"
	case len(s.found) > 0:
		after = fmt.Sprintf("  %d of %d", s.n+1, len(s.found))
	}
	return "earlier: ", s.query.Text, after
}
