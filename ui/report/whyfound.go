package report

import (
	"fmt"
	"strconv"
	"strings"

	"ibid/engine"
	"ibid/index"
)

// found tells what was searched for, round by round, what the retrievers found, what of it became evidence, and how
// much more there was.
func (s *sheet) found(a *engine.Answer) {
	s.head("found")
	if a.Selection == nil { // a selected text is not searched for
		s.rounds(a)
	}
	key := map[string]string{}
	for i := range a.Evidence {
		key[a.Evidence[i].ID] = a.Evidence[i].Key
	}
	more, further := 0, furtherFrom(&a.Trace)
	for i := range a.Trace.Found {
		if i == further {
			s.add(2, Span{"by searching again, each with its own ranks and scores:", Faint})
		}
		h := &a.Trace.Found[i]
		k, used := key[h.ID]
		if !used {
			more++
			continue
		}
		s.hit(h, k)
	}
	switch {
	case len(a.Trace.Found) == 0:
		s.add(2, Span{"nothing", Text})
	case more > 0:
		s.add(2, Span{fmt.Sprintf("… and %d more that did not become evidence", more), Faint})
	}
	if a.Trace.Fusion != "" && len(a.Trace.Found) > 0 {
		s.add(2, Span{"ranked by: " + name(a.Trace.Fusion), Faint})
	}
}

// rounds tells what each search was for, what joined the evidence, and why there was no other: one line where there
// was one.
func (s *sheet) rounds(a *engine.Answer) {
	var searches []engine.Step
	for _, st := range a.Trace.Steps {
		if !writes(st.Action) {
			searches = append(searches, st)
		}
	}
	if len(searches) < 2 {
		if why := stopWords(a.Trace.Stop, false); why != "" {
			s.add(2, Span{"one search: " + why, Text})
		}
		return
	}
	for i := range searches {
		s.search(a, &searches[i])
	}
	if why := stopWords(a.Trace.Stop, true); why != "" {
		s.add(2, Span{"stopped: " + why, Text})
	}
}

// writes tells an action that makes a draft from one that searches.
func writes(a engine.Action) bool {
	switch a {
	case engine.Redraft, engine.ReplaceSymbols, engine.UseFallback:
		return true
	}
	return false
}

// search tells of one search.
func (s *sheet) search(a *engine.Answer, st *engine.Step) {
	came := ": " + Count(st.Found, "chunk") + " joined the evidence"
	switch {
	case st.Found == 0 && st.Action == engine.Retrieve:
		came = ": nothing found"
	case st.Found == 0:
		came = ": nothing joined the evidence"
	}
	did := name(string(st.Action))
	switch st.Action {
	case engine.Retrieve:
		did = "searched for"
	case engine.Reretrieve:
		did = "searched again, for"
	}
	query := Span{quoted(name(st.Query)), Strong}
	if name(st.Query) == name(asked(a)) {
		query = Span{"the question itself", Text}
	}
	s.add(2, Span{fmt.Sprintf("round %d  ", st.Round), Faint}, Span{did + " ", Text}, query, Span{came, Text})
	if st.Reason != "" {
		s.add(4, Span{"because " + LowerFirst(name(st.Reason)), Text})
	}
}

// stopWords says why there was no further search, after one or after several; "" where that is not known.
func stopWords(stop engine.Stop, several bool) string {
	switch {
	case stop == engine.StopEnough:
		return "the evidence mentions all that the question asks about"
	case stop == engine.StopNothing && several:
		return "nothing new joined the evidence"
	case stop == engine.StopNothing:
		return "no other could find what the evidence lacks"
	case stop == engine.StopRounds:
		return "no more rounds are allowed"
	}
	return name(string(stop))
}

// furtherFrom is where in Trace.Found the hits of further searches begin. They stand behind those of the first one, and
// each of them joined the evidence.
func furtherFrom(t *engine.Trace) int {
	n := 0
	for _, st := range t.Steps {
		if st.Action == engine.Reretrieve {
			n += min(st.Found, len(t.Found)) // a saved answer may be damaged
		}
	}
	return max(len(t.Found)-n, 0)
}

func (s *sheet) hit(h *index.Hit, key string) {
	const indent = 6
	measured := fmt.Sprintf("score %.3f · lexical %s · dense %s", h.Score, rank(h.LexicalRank), rank(h.DenseRank))
	if h.Cosine != 0 {
		measured += fmt.Sprintf(" · cosine %.3f", h.Cosine)
	}
	s.add(2, Span{fmt.Sprintf("%2d  ", h.Rank), Faint}, Span{Place(&h.Chunk), Text}, Span{" " + mark(key), Key})
	s.add(indent, Span{measured, Faint})
	for n := 0; n < len(h.Contributions); { // they come by variant, the retrievers of each together
		variant := h.Contributions[n].Variant
		var parts []string
		for ; n < len(h.Contributions) && h.Contributions[n].Variant == variant; n++ {
			c := h.Contributions[n]
			parts = append(parts, fmt.Sprintf("%s %s, %.3f → +%.3f", name(c.Retriever), rank(c.Rank), c.Score, c.Part))
		}
		s.add(indent, Span{fmt.Sprintf("  %-10s ", name(variant)) + strings.Join(parts, " · "), Faint})
	}
	if h.Promoted != "" {
		s.add(indent, Span{"promoted: " + name(h.Promoted), Text})
	}
}

func rank(r int) string {
	if r == 0 {
		return "–"
	}
	return "rank " + strconv.Itoa(r)
}

// evidence lists what the answer could draw on.
func (s *sheet) evidence(a *engine.Answer) {
	if len(a.Evidence) == 0 {
		return
	}
	s.head("evidence")
	cited := map[string]bool{}
	for i := range a.Citations {
		cited[a.Citations[i].Key] = true
	}
	further := map[string]bool{} // by the id of the chunk
	for i := furtherFrom(&a.Trace); i < len(a.Trace.Found); i++ {
		further[a.Trace.Found[i].ID] = true
	}
	for i := range a.Evidence {
		ev := &a.Evidence[i]
		why := fmt.Sprintf(" · found, score %.3f", ev.Score)
		switch {
		case ev.Neighbour:
			why = " · adjoins a hit"
		case further[ev.ID]:
			why = " · found by searching again"
		}
		note := Span{}
		if cited[ev.Key] {
			note = Span{" · cited", Good}
		}
		s.add(2, Span{fmt.Sprintf("%-6s", mark(ev.Key)), Key}, Span{Place(&ev.Chunk), Text}, Span{why, Faint}, note)
	}
}
