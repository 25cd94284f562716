package support

import (
	"strings"

	"ibid/guard"
)

// Prepared is a passage that is ready to be checked against, any number of times.
type Prepared struct {
	guard.Passage
	statements []statement
	terms      map[string][]place // by stem
	roots      map[string][]place
	bares      map[string][]place // by the stem without a denying prefix: "unset" under "set"
	senses     map[uint16][]place
	names      []place // names that have a hyphen, for "ML-KEM" to find "ML-KEM-768"
	aliases    []alias
	tables     []table
}

// place is a token of a passage.
type place struct {
	stmt, tok int32
}

// Prepare analyses a passage.
func (c *Checker) Prepare(p guard.Passage) *Prepared {
	out := &Prepared{Passage: p, terms: make(map[string][]place), roots: make(map[string][]place), bares: make(map[string][]place), senses: make(map[uint16][]place)}
	if len(p.Text) > MaxEvidence {
		return out
	}
	for _, s := range guard.Split(p.Text) {
		if s.Kind != guard.Code {
			out.statements = append(out.statements, c.lex.analyse(s.Text, s.Start))
			continue
		}
		for start := s.Start; start < s.End; { // each line of code says something of its own
			end := s.End
			if n := strings.IndexByte(p.Text[start:s.End], '\n'); n >= 0 {
				end = start + n
			}
			out.statements = append(out.statements, c.lex.analyse(p.Text[start:end], start))
			start = end + 1
		}
	}
	for i := range out.statements {
		out.index(int32(i))
	}
	out.aliases = c.lex.findAliases(out.statements)
	out.tables = c.lex.findTables(p.Text)
	return out
}

func (p *Prepared) index(stmt int32) {
	toks := p.statements[stmt].toks
	for i := range toks {
		t := &toks[i]
		if t.kind == symbolToken {
			continue
		}
		at := place{stmt, int32(i)}
		if t.weight > 0 || t.light {
			p.terms[t.stem] = append(p.terms[t.stem], at)
			if t.kind == wordToken {
				p.roots[t.root] = append(p.roots[t.root], at)
			}
			if t.bare != "" {
				p.bares[t.bare] = append(p.bares[t.bare], at)
			}
			if t.kind == nameToken && strings.ContainsRune(t.norm, '-') {
				p.names = append(p.names, at)
			}
		}
		for _, s := range t.senses {
			p.senses[s.ID] = append(p.senses[s.ID], at)
		}
	}
}
