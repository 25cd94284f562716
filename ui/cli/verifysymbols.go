package cli

import (
	"fmt"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/ui/wire"
)

// symbolsJSON is what the API names of a text turned out to be, each name once.
type symbolsJSON struct {
	Known      []string      `json:"known"`
	Unknown    []unknownJSON `json:"unknown"`
	Misused    []misusedJSON `json:"misused"`
	OutOfScope []string      `json:"out_of_scope"`
}

type unknownJSON struct {
	Symbol      string   `json:"symbol"`
	Line        int      `json:"line"` // of the text, where it stands first
	Reason      string   `json:"reason"`
	Suggestions []string `json:"suggestions"`
}

type misusedJSON struct {
	Symbol   string `json:"symbol"`
	Argument string `json:"argument"` // the keyword that it does not take, "" for other faults
	Line     int    `json:"line"`
	Reason   string `json:"reason"`
}

// symbolsOf sorts symbols by their verdict, in the order of the text.
func symbolsOf(used []engine.Symbol) symbolsJSON {
	out := symbolsJSON{[]string{}, []unknownJSON{}, []misusedJSON{}, []string{}}
	for i := range used {
		s := &used[i]
		switch s.Verdict {
		case symbols.Known:
			if !slices.Contains(out.Known, s.Name) {
				out.Known = append(out.Known, s.Name)
			}
		case symbols.OutOfScope:
			if !slices.Contains(out.OutOfScope, s.Name) {
				out.OutOfScope = append(out.OutOfScope, s.Name)
			}
		case symbols.Unknown:
			if !slices.ContainsFunc(out.Unknown, func(u unknownJSON) bool { return u.Symbol == s.Name }) {
				out.Unknown = append(out.Unknown, unknownJSON{s.Name, s.Line, s.Detail, wire.List(s.Nearest)})
			}
		case symbols.Misused:
			if !slices.ContainsFunc(out.Misused, func(m misusedJSON) bool { return m.Symbol == s.Name && m.Argument == s.Argument }) {
				out.Misused = append(out.Misused, misusedJSON{s.Name, s.Argument, s.Line, s.Detail})
			}
		}
	}
	return out
}

// ok tells that no symbol is invented or misused.
func (s *symbolsJSON) ok() bool { return len(s.Unknown)+len(s.Misused) == 0 }

// symbols prints what is wrong with the API names of a text, and how many are right.
func (p *page) symbols(s symbolsJSON) {
	const label = "✘ %-12s "
	indent := strings.Repeat(" ", len([]rune(fmt.Sprintf(label, ""))))
	for _, u := range s.Unknown {
		p.hang(p.style.bold(fmt.Sprintf(label, "unknown")), fmt.Sprintf("%s, line %d", guard.Sanitize(u.Symbol), u.Line), nil)
		p.hang(indent, clip(clean(u.Reason), maxReason), nil)
		p.line("")
	}
	for _, m := range s.Misused {
		p.hang(p.style.bold(fmt.Sprintf(label, "misused")), fmt.Sprintf("%s, line %d", guard.Sanitize(m.Symbol), m.Line), nil)
		p.hang(indent, clip(clean(m.Reason), maxReason), nil)
		p.line("")
	}
	judged := len(s.Known) + len(s.Unknown) + len(s.Misused)
	summary := fmt.Sprintf("%d of %d API names known", len(s.Known), judged)
	for _, c := range []struct {
		n    int
		what string
	}{{len(s.Unknown), "unknown"}, {len(s.Misused), "misused"}, {len(s.OutOfScope), "out of scope"}} {
		if c.n > 0 {
			summary += fmt.Sprintf(", %d %s", c.n, c.what)
		}
	}
	p.line("%s", p.style.bold(summary))
}
