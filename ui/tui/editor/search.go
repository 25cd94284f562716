package editor

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ibid/guard"
)

// search is an incremental search of the history. Until a question is taken the text stays as it is.
type search struct {
	on    bool
	query buffer
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
	query := fold(s.query.text)
	for _, item := range s.items {
		if from, _ := indexFold(item.text, query); from >= 0 {
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
	switch {
	case key.Matches(k, e.keys.Close):
		e.search = search{}
	case key.Matches(k, e.keys.Submit), key.Matches(k, e.keys.Accept):
		if s.n >= len(s.found) {
			return true // nothing to take: the query can be mended
		}
		taken := s.found[s.n]
		e.search = search{}
		e.recall(taken.pos) // so that the draft is kept
		e.buf = buffer{}
		e.insert(taken.text)
	case key.Matches(k, e.keys.Search), key.Matches(k, e.keys.Up):
		if s.n+1 < len(s.found) {
			s.n++
		}
	case key.Matches(k, e.keys.Down):
		s.n = max(s.n-1, 0)
	case key.Matches(k, e.keys.DeleteLeft):
		s.query.cut(s.query.left(), s.query.at)
		s.run()
	case key.Matches(k, e.keys.DeleteWordLeft):
		s.query.cut(s.query.wordLeft(isNotBlank), s.query.at)
		s.run()
	case key.Matches(k, e.keys.DeleteToStart):
		s.query = buffer{}
		s.run()
	case k.Text != "":
		e.narrow(k.Text)
	default:
		return false
	}
	return true
}

// narrow adds to the query of the search.
func (e *Editor) narrow(text string) {
	if text != " " {
		text = oneLine(text)
	}
	e.search.query.insert(text, maxQueryBytes)
	e.search.run()
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
	return "earlier: ", s.query.text, after
}
