package wire

import (
	"math"
	"strings"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
)

// FromAnswer is an answer as an ibid.answer/1 object. The report says how the index stood to the documents.
func FromAnswer(a *engine.Answer, report index.Report) Answer {
	return Answer{
		Schema:        Schema,
		Question:      a.Question,
		Asked:         a.Asked,
		Answer:        a.Text,
		Refused:       a.Refused,
		RefusalReason: a.RefusalReason,
		RefusalCode:   string(a.RefusalCode),
		Warnings:      List(a.Warnings),
		Sentences:     Each(a.Sentences, fromSentence),
		Citations:     Each(a.Citations, FromCitation),
		Sources:       Each(a.Sources, func(s engine.Source) Source { return Source(s) }),
		Evidence:      Each(a.Evidence, fromEvidence),
		Trace:         fromTrace(&a.Trace),
		Generator:     a.Generator,
		Embedder:      a.Embedder,
		Index:         Index{a.Chunks, List(report.Stale), Skips(report.Skipped), report.Reembedded, report.Rebuilt},
		Timings:       Timings{ms(a.Timings.Retrieve), ms(a.Timings.Generate), ms(a.Timings.Guard), ms(a.Timings.Total)},
		Selection:     fromSelection(a.Selection),
		Unread:        Skips(a.Unread),
		Symbols: Each(a.Symbols, func(s engine.Symbol) Symbol {
			return Symbol{s.Name, [2]int{s.Start, s.End}, s.Line, string(s.Verdict), s.Argument, s.Detail, List(s.Nearest)}
		}),
	}
}

func fromSentence(s engine.Sentence) Sentence {
	texts := Each(s.Quotes, func(q engine.Quote) string { return q.Text })
	verdict := s.Verdict.String()
	if s.Instead != "" {
		verdict = "quoted" // the source's own words, in the place of a draft's that was not proven
	}
	return Sentence{s.Text, List(s.Citations), verdict, round(s.Score), strings.Join(texts, QuoteJoint), s.Reason,
		Each(s.Quotes, func(q engine.Quote) Quote { return Quote(q) }), Proof(s.Proof), s.Instead, s.Answers}
}

// Proof is the steps of a proof as the schemas show them.
func Proof(proof []support.Step) []Edit {
	return Each(proof, func(s support.Step) Edit { return Edit(s) })
}

// FromCitation is a citation as the schemas show it.
func FromCitation(c engine.Citation) Citation {
	return Citation{c.Key, PlaceOf(&c.Chunk), c.Quote, c.Span, c.Digest}
}

func fromEvidence(ev engine.Evidence) Evidence {
	return Evidence{ev.Key, ev.Text, ev.Score, ev.LexicalRank, ev.DenseRank, ev.Neighbour, originOf(&ev.Chunk)}
}

func fromGate(g guard.Gate) Gate {
	return Gate{g.Name, round(g.Measured), g.Threshold, string(g.Verdict), g.Detail}
}

func fromRewrite(r engine.Rewrite) Rewrite {
	return Rewrite{r.Stage, r.Reason, r.Before, r.After, r.Unknown, List(r.Nearest), r.Discarded}
}

func fromTrace(t *engine.Trace) Trace {
	return Trace{
		Variants: Variants(t.Variants),
		Fusion:   t.Fusion,
		Gates:    Each(t.Gates, fromGate),
		Rewrites: Each(t.Rewrites, fromRewrite),
		Rounds:   t.Rounds,
		Found: Each(t.Found, func(h index.Hit) Found {
			return Found{h.Rank, h.ID, h.Score, h.Promoted, Contributions(h.Contributions), h.LexicalRank, h.DenseRank, h.Cosine, location(&h.Chunk)}
		}),
		Missing: List(t.Missing),
		Steps: Each(t.Steps, func(s engine.Step) Step {
			return Step{s.Round, string(s.Action), s.Query, s.Found, s.Reason}
		}),
		Stop: string(t.Stop),
	}
}

func fromSelection(s *engine.Selection) *Selection {
	if s == nil {
		return nil
	}
	return &Selection{s.Contained, orNull(s.Similarity), orNull(s.KeywordOverlap), s.Truncated, ms(s.Latency),
		Each(s.Suggestions, func(s engine.Suggestion) Suggestion { return Suggestion{PlaceOf(&s.Chunk), s.Score} }), s.Tokens}
}

// PlaceOf is where a chunk stands.
func PlaceOf(c *index.Chunk) Place { return Place{location(c), c.ID} }

func location(c *index.Chunk) Location {
	innermost := ""
	if n := len(c.Section); n > 0 {
		innermost = c.Section[n-1]
	}
	var labels []string
	if first, _ := c.Printed(); first != "" {
		labels = c.Labels[:c.EndPage-c.StartPage+1]
	}
	return Location{c.DocID, c.Path, c.StartPage, c.EndPage, List(labels), c.StartLine, c.EndLine, innermost, c.Symbol, string(c.Kind)}
}

// Variants are wordings that were searched for.
func Variants(vs []index.Variant) []Variant {
	return Each(vs, func(v index.Variant) Variant { return Variant(v) })
}

// Contributions are what the retrievers added to a hit.
func Contributions(cs []index.Contribution) []Contribution {
	return Each(cs, func(c index.Contribution) Contribution { return Contribution(c) })
}

// Skips are files that were left out.
func Skips(ss []index.Skip) []Skip {
	return Each(ss, func(s index.Skip) Skip { return Skip(s) })
}

// Each converts a list. None becomes the empty list: JSON would call it null.
func Each[From, To any](in []From, convert func(From) To) []To {
	out := make([]To, len(in))
	for i := range in {
		out[i] = convert(in[i])
	}
	return out
}

// List makes an empty list of none.
func List[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// orNull is a number that may not have been measured.
func orNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	x = round(x)
	return &x
}

// round leaves so many digits that what a person is shown of a stored number is what was shown of the number itself.
func round(x float64) float64 { return math.Round(x*precision) / precision }

func ms(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 10 }
