package wire

import (
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
	"ibid/index/source"
)

const (
	precision    = 1e8  // numbers are rounded to eight digits
	maxNumber    = 1e6  // of scores and the like; what is beyond was not written by ibid
	maxMS        = 1e12 // 31 years
	maxKeyDigits = 6
)

// Engine is the answer that the object was made from, to be shown as it was. An object from elsewhere is made sane:
// evidence whose key is not c1, c2 … or is there twice is left out, and so are references to such keys; spans are moved
// into the text that they are about; a verdict that this version does not know counts as not checked.
func (a Answer) Engine() *engine.Answer {
	e := known(a.Evidence)
	return &engine.Answer{
		Question:      a.Question,
		Asked:         a.Asked,
		Text:          a.Answer,
		Refused:       a.Refused,
		RefusalCode:   guard.RefusalCode(a.RefusalCode),
		RefusalReason: a.RefusalReason,
		Warnings:      back(a.Warnings, same),
		Sentences:     back(a.Sentences, e.sentence),
		Citations:     back(withKey(a.Citations, func(c Citation) string { return c.Key }), e.citation),
		Sources:       back(a.Sources, func(s Source) engine.Source { return engine.Source(s) }),
		Symbols: back(a.Symbols, func(s Symbol) engine.Symbol {
			span := clamp(s.Span, a.Answer)
			return engine.Symbol{Name: s.Name, Start: span[0], End: span[1], Line: s.Line, Verdict: oneOf(s.Verdict, engine.SymbolUnknown, engine.SymbolKnown, engine.SymbolMisused, engine.SymbolOutOfScope),
				Argument: s.Argument, Detail: s.Detail, Nearest: back(s.Nearest, same)}
		}),
		Unread:    back(a.Unread, func(s Skip) index.Skip { return index.Skip(s) }),
		Evidence:  e.all,
		Trace:     a.Trace.engine(e),
		Selection: a.Selection.engine(),
		Generator: a.Generator,
		Embedder:  a.Embedder,
		Chunks:    max(a.Index.Chunks, 0),
		Timings:   engine.Timings{Retrieve: duration(a.Timings.Retrieve), Generate: duration(a.Timings.Generate), Guard: duration(a.Timings.Guard), Total: duration(a.Timings.Total)},
	}
}

// Report is what the answer's index told of the documents.
func (a Answer) Report() index.Report {
	return index.Report{
		Chunks:     max(a.Index.Chunks, 0),
		Stale:      back(a.Index.Stale, same),
		Skipped:    back(a.Index.Skipped, func(s Skip) index.Skip { return index.Skip(s) }),
		Reembedded: a.Index.Reembedded,
		Rebuilt:    a.Index.Rebuilt,
	}
}

// evidence is an answer's evidence, by key and by chunk.
type evidence struct {
	all   []engine.Evidence
	key   map[string]int
	chunk map[string]int
}

func known(stored []Evidence) evidence {
	e := evidence{key: map[string]int{}, chunk: map[string]int{}}
	for _, ev := range withKey(stored, func(ev Evidence) string { return ev.Key }) {
		c := ev.Location.chunk(ev.ChunkID)
		c.Text, c.Digest, c.Title, c.Prev, c.Next = ev.Text, ev.SourceSHA256, ev.Title, ev.Prev, ev.Next
		if len(ev.Sections) > 0 {
			c.Section = ev.Sections
		}
		e.key[ev.Key] = len(e.all)
		if _, twice := e.chunk[c.ID]; !twice {
			e.chunk[c.ID] = len(e.all)
		}
		e.all = append(e.all, engine.Evidence{Key: ev.Key, Chunk: c, Score: number(ev.Score), LexicalRank: max(ev.LexicalRank, 0), DenseRank: max(ev.DenseRank, 0), Neighbour: ev.Neighbour})
	}
	return e
}

// text is what a key stands for, "" for a key without evidence.
func (e evidence) text(key string) string {
	if i, ok := e.key[key]; ok {
		return e.all[i].Text
	}
	return ""
}

func (e evidence) sentence(s Sentence) engine.Sentence {
	return engine.Sentence{
		Text:      s.Text,
		Citations: back(withKey(s.Citations, same), same),
		Verdict:   verdict(s.Verdict),
		Instead:   s.Instead,
		Answers:   s.Answers,
		Score:     min(max(s.Score, 0), 1),
		Reason:    s.Reason,
		Quotes: back(s.Quotes, func(q Quote) engine.Quote {
			if !sane(q.Key) {
				q.Key = ""
			}
			return engine.Quote{Key: q.Key, Text: q.Text, Span: clamp(q.Span, e.text(q.Key))}
		}),
		Proof: back(s.Proof, func(p Edit) support.Step { return support.Step(p) }),
	}
}

func (e evidence) citation(c Citation) engine.Citation {
	out := engine.Citation{Quote: c.Quote, Span: clamp(c.Span, e.text(c.Key))}
	if i, ok := e.key[c.Key]; ok {
		out.Evidence = e.all[i]
		if at := c.Location.chunk(""); out.StartLine <= at.StartLine && at.EndLine <= out.EndLine { // a part of it
			out.StartLine, out.EndLine, out.Symbol = at.StartLine, at.EndLine, at.Symbol
			if out.StartPage == at.StartPage { // its last sentence may go on on the next
				out.EndPage, out.Labels = at.EndPage, at.Labels
			}
			if n := len(out.Section); n == 0 || c.Section != out.Section[n-1] {
				out.Section = at.Section
			}
		}
	} else {
		out.Evidence = engine.Evidence{Key: c.Key, Chunk: c.Location.chunk(c.ChunkID)}
		out.Digest = c.SourceSHA256
	}
	return out
}

// chunk is as much of a chunk as is known from its place.
func (l Location) chunk(id string) index.Chunk {
	c := index.Chunk{Path: l.Path, Chunk: source.Chunk{ID: id, DocID: l.DocID, Kind: source.Kind(l.Kind), Symbol: l.Symbol}}
	c.StartPage, c.EndPage = between(l.StartPage, l.EndPage)
	c.Labels = back(l.PageLabels, same)
	c.StartLine, c.EndLine = between(l.StartLine, l.EndLine)
	if l.Section != "" {
		c.Section = []string{l.Section}
	}
	return c
}

func (t *Trace) engine(e evidence) engine.Trace {
	return engine.Trace{
		Variants: back(t.Variants, func(v Variant) index.Variant {
			return index.Variant{Name: v.Name, Text: v.Text, Weight: number(v.Weight)}
		}),
		Fusion: t.Fusion,
		Gates: back(t.Gates, func(g Gate) guard.Gate {
			return guard.Gate{Name: g.Name, Measured: number(g.Measured), Threshold: number(g.Threshold), Verdict: oneOf(g.Verdict, guard.Skipped, guard.Pass, guard.Warn, guard.Refuse), Detail: g.Detail}
		}),
		Rewrites: back(t.Rewrites, func(r Rewrite) engine.Rewrite {
			return engine.Rewrite{Stage: r.Stage, Reason: r.Reason, Before: r.Before, After: r.After, Unknown: r.Unknown, Nearest: back(r.Nearest, same), Discarded: r.Discarded}
		}),
		Missing: back(t.Missing, same),
		Rounds:  max(t.Rounds, 0),
		Steps: back(t.Steps, func(s Step) engine.Step {
			return engine.Step{Round: max(s.Round, 0), Action: engine.Action(s.Action), Query: s.Query, Found: max(s.Found, 0), Reason: s.Reason}
		}),
		Stop: engine.Stop(t.Stop),
		Found: back(t.Found, func(f Found) index.Hit {
			h := index.Hit{Rank: max(f.Rank, 0), Score: number(f.Score), Promoted: f.Promoted, LexicalRank: max(f.LexicalRank, 0), DenseRank: max(f.DenseRank, 0), Cosine: number(f.Cosine),
				Contributions: back(f.Contributions, func(c Contribution) index.Contribution {
					return index.Contribution{Variant: c.Variant, Retriever: c.Retriever, Rank: max(c.Rank, 0), Score: number(c.Score), Part: number(c.Part)}
				})}
			if i, ok := e.chunk[f.ChunkID]; ok {
				h.Chunk = e.all[i].Chunk
			} else {
				h.Chunk = f.Location.chunk(f.ChunkID)
			}
			return h
		}),
	}
}

func (s *Selection) engine() *engine.Selection {
	if s == nil {
		return nil
	}
	return &engine.Selection{
		Contained: s.InSelectedText, Similarity: orNaN(s.Similarity), KeywordOverlap: orNaN(s.KeywordOverlap),
		Truncated: s.Truncated, Tokens: max(s.Tokens, 0), Latency: duration(s.LatencyMS),
		Suggestions: back(s.Suggestions, func(s Suggestion) engine.Suggestion {
			return engine.Suggestion{Chunk: s.Location.chunk(s.ChunkID), Score: number(s.Score)}
		}),
	}
}

// back converts a list. The empty list becomes none, as the engine has it.
func back[From, To any](in []From, convert func(From) To) []To {
	if len(in) == 0 {
		return nil
	}
	return Each(in, convert)
}

func same(s string) string { return s }

// withKey is what of a list has a sane key, each key once.
func withKey[T any](in []T, key func(T) string) []T {
	var out []T
	seen := map[string]bool{}
	for _, x := range in {
		if k := key(x); sane(k) && !seen[k] {
			seen[k] = true
			out = append(out, x)
		}
	}
	return out
}

// sane tells a key of the form c1, c2 …
func sane(key string) bool {
	if len(key) < 2 || len(key) > 1+maxKeyDigits || key[0] != 'c' || key[1] == '0' {
		return false
	}
	for _, c := range []byte(key[1:]) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// clamp moves a span into a text, and its ends to where characters start.
func clamp(span [2]int, text string) [2]int {
	for i := range span {
		at := min(max(span[i], 0), len(text))
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at--
		}
		span[i] = at
	}
	span[1] = max(span[1], span[0])
	return span
}

// between makes a range of pages or lines start at 0 or later and not end before it starts.
func between(start, end int) (int, int) {
	start = max(start, 0)
	return start, max(end, start)
}

func number(x float64) float64 { return min(max(x, -maxNumber), maxNumber) }

func orNaN(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return number(*x)
}

func duration(ms float64) time.Duration {
	return time.Duration(math.Round(min(max(ms, 0), maxMS)*10)) * (time.Millisecond / 10)
}

func verdict(s string) guard.Verdict {
	switch s {
	case guard.Supported.String(), "quoted":
		return guard.Supported
	case guard.Unsupported.String():
		return guard.Unsupported
	case guard.Contradicted.String():
		return guard.Contradicted
	case guard.NotFound.String():
		return guard.NotFound
	case guard.Judged.String():
		return guard.Judged
	}
	return guard.Unchecked
}

// oneOf is the value that a text stands for, and otherwise where this version does not know it.
func oneOf[T ~string](s string, otherwise T, known ...T) T {
	if v := T(s); slices.Contains(known, v) {
		return v
	}
	return otherwise
}
