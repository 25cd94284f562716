package tui

// moveSentence moves the cursor through the sentences and keeps it in view; within one that is longer than the pane,
// and where there is none, it scrolls.
func moveSentence(m *Model, a Action) {
	t := m.turn()
	if t == nil {
		return
	}
	v := &m.answer
	from, to, ok := t.view.at(t.sentence)
	switch last := len(t.view.parts) - 1; {
	case t.answer == nil || !ok, a == HalfDown, a == HalfUp,
		a == Down && (to >= v.YOffset()+v.Height() || t.sentence == last), a == Up && from < v.YOffset():
		scroll(&v.Model, a)
		t.toView(v.YOffset(), v.Height(), v.AtBottom())
	case a == Down:
		t.sentence++
		keepSentence(m, t)
	case a == Up:
		t.sentence = max(t.sentence-1, 0)
		keepSentence(m, t)
	case a == Top:
		t.sentence = 0
		v.GotoTop()
	default:
		t.sentence = last
		v.GotoBottom()
	}
	m.evidence.follow(m)
}

// toView puts the cursor on a sentence that is in view, if it is on none.
func (t *turn) toView(top, height int, end bool) {
	if from, to, ok := t.view.at(t.sentence); !ok || t.answer == nil || to >= top && from < top+height {
		return
	}
	for i := range t.view.parts {
		if from, to, ok := t.view.at(i); ok && to >= top && from < top+height {
			if t.sentence = i; !end { // else the last
				return
			}
		}
	}
}

// at is where a sentence begins and ends.
func (v *answerView) at(sentence int) (from, to int, ok bool) {
	if sentence < 0 || sentence >= len(v.parts) || len(v.parts[sentence]) == 0 {
		return 0, 0, false
	}
	parts := v.parts[sentence]
	return parts[0].Line, parts[len(parts)-1].Line, true
}

// keepSentence scrolls so that the current sentence is on the screen.
func keepSentence(m *Model, t *turn) {
	layAnswer(m, t)
	v := &m.answer
	from, to, ok := t.view.at(t.sentence)
	switch {
	case !ok || t.answer == nil:
	case t.sentence == 0:
		v.GotoTop()
	case from < v.YOffset():
		v.SetYOffset(from)
	case to >= v.YOffset()+v.Height():
		v.SetYOffset(min(from, to-v.Height()+1))
	}
}
