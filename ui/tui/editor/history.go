package editor

import "slices"

// history is the earlier questions, oldest first, and where the person is among them.
type history struct {
	items []string
	pos   int            // len(items): the draft
	edits map[int]string // what was typed over an entry, and the draft, while another one is shown
}

// forget leaves the history and drops what was typed over it.
func (h *history) forget() {
	h.pos = len(h.items)
	h.edits = nil
}

// at returns the entry as the person left it.
func (h *history) at(pos int) string {
	if s, ok := h.edits[pos]; ok {
		return s
	}
	if pos < len(h.items) {
		return h.items[pos]
	}
	return ""
}

// SetHistory sets the earlier questions, oldest first. If one of them is shown, the draft comes back.
func (e *Editor) SetHistory(questions []string) {
	h := &e.history
	e.recall(len(h.items))
	h.items = slices.Clone(questions)
	h.forget()
	e.settle()
}

// browse shows the next older (-1) or newer (+1) entry, if there is one. The cursor goes where the same key goes on.
func (e *Editor) browse(step int) {
	pos := e.history.pos + step
	if pos < 0 || pos > len(e.history.items) {
		return
	}
	e.recall(pos)
	if step < 0 {
		rows := wrap(e.buf.text, e.wrapWidth())
		e.buf.at = offsetAt(e.buf.text, rows, 0, e.wrapWidth())
	}
}

// recall shows an entry with the cursor at its end, and keeps what was typed over the one that was shown.
func (e *Editor) recall(pos int) {
	h := &e.history
	if pos == h.pos {
		return
	}
	if h.edits == nil {
		h.edits = make(map[int]string)
	}
	h.edits[h.pos] = e.buf.text
	e.buf = buffer{}
	e.insert(h.at(pos))
	h.pos = pos
}
