package tui

// moveSentence moves the cursor through the sentences and keeps it in view.
func moveSentence(m *Model, a Action) {
	t := m.turn()
	switch {
	case t == nil:
		return
	case t.answer == nil && (a == Down || a == HalfDown): // a draft
		t.view.top += wheelLines
		return
	case t.answer == nil:
		t.view.top = max(t.view.top-wheelLines, 0)
		return
	}
	last := max(len(t.answer.Sentences)-1, 0)
	switch a {
	case Down:
		t.sentence++
	case Up:
		t.sentence--
	case Top:
		t.sentence = 0
	case Bottom:
		t.sentence = last
	case HalfDown:
		t.sentence += pageSentences
	case HalfUp:
		t.sentence -= pageSentences
	}
	t.sentence = min(max(t.sentence, 0), last)
	keepSentence(m, t)
	m.evidence.follow(m)
}

const pageSentences = 4 // that half a page passes

// line is where a sentence begins.
func (v *answerView) line(sentence int) (int, bool) {
	if sentence < 0 || sentence >= len(v.parts) || len(v.parts[sentence]) == 0 {
		return 0, false
	}
	return v.parts[sentence][0].Line, true
}

// keepSentence scrolls so that the current sentence is on the screen.
func keepSentence(m *Model, t *turn) {
	width, height := m.layout.inside(answerPane)
	room := max(height-len(answerFoot(m, t, width))-maxHeadLines-1, 1)
	v := &t.view
	if t.sentence == 0 {
		v.top = 0
		return
	}
	from, ok := v.line(t.sentence)
	if !ok {
		return
	}
	parts := v.parts[t.sentence]
	to := parts[len(parts)-1].Line
	switch {
	case from < v.top:
		v.top = from
	case to >= v.top+room:
		v.top = min(from, to-room+1)
	}
}
