package cli

import (
	"io"
	"math"
	"strings"
	"time"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
)

// The wire schema ibid.answer/1. Fields are only ever added.
type answerJSON struct {
	Schema        string         `json:"schema"`
	Question      string         `json:"question"`
	Answer        string         `json:"answer"`
	Refused       bool           `json:"refused"`
	RefusalReason string         `json:"refusal_reason"`
	RefusalCode   string         `json:"refusal_code"`
	Warnings      []string       `json:"warnings"`
	Sentences     []sentenceJSON `json:"sentences"`
	Citations     []citationJSON `json:"citations"`
	Sources       []sourceJSON   `json:"sources"`
	Evidence      []evidenceJSON `json:"evidence"`
	Trace         traceJSON      `json:"trace"`
	Generator     string         `json:"generator"`
	Embedder      string         `json:"embedder"`
	Index         indexJSON      `json:"index"`
	Timings       timingsJSON    `json:"timings_ms"`
	Selection     *selectionJSON `json:"selection,omitempty"` // of an answer from a selected text
}

type sentenceJSON struct {
	Text      string   `json:"text"`
	Citations []string `json:"citations"`
	Verdict   string   `json:"verdict"`
	Score     float64  `json:"score"`
	Quote     string   `json:"quote"`
}

type citationJSON struct {
	Key string `json:"key"`
	placeJSON
	Quote        string `json:"quote"`
	Span         [2]int `json:"span"` // byte offsets of the quote in the chunk's text
	SourceSHA256 string `json:"source_sha256"`
}

type sourceJSON struct {
	DocID string `json:"doc_id"`
	Path  string `json:"path"`
	Title string `json:"title"`
}

type evidenceJSON struct {
	Key         string  `json:"key"`
	Text        string  `json:"text"`
	Score       float64 `json:"score"`
	LexicalRank int     `json:"lexical_rank"` // 0: not found by it
	DenseRank   int     `json:"dense_rank"`
	Neighbour   bool    `json:"neighbour"` // taken because it adjoins a hit
	placeJSON
	SourceSHA256 string `json:"source_sha256"`
}

// placeJSON is where a chunk stands.
type placeJSON struct {
	DocID     string `json:"doc_id"`
	Path      string `json:"path"`
	StartPage int    `json:"start_page"` // counted from 1, 0 where the format has no pages
	EndPage   int    `json:"end_page"`
	StartLine int    `json:"start_line"` // counted from 1, 0 where the format has no lines
	EndLine   int    `json:"end_line"`
	Section   string `json:"section"`
	Symbol    string `json:"symbol"`
	Kind      string `json:"kind"`
	ChunkID   string `json:"chunk_id"`
}

type traceJSON struct {
	Variants []variantJSON `json:"variants"`
	Fusion   string        `json:"fusion"`
	Gates    []gateJSON    `json:"gates"`
	Rewrites []rewriteJSON `json:"rewrites"`
	Rounds   int           `json:"rounds"`
	Found    []foundJSON   `json:"found"`
}

type gateJSON struct {
	Name      string  `json:"name"`
	Measured  float64 `json:"measured"`
	Threshold float64 `json:"threshold"`
	Verdict   string  `json:"verdict"`
	Detail    string  `json:"detail"`
}

type rewriteJSON struct {
	Stage  string `json:"stage"`
	Reason string `json:"reason"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// foundJSON is a hit with what each retriever and variant added to it.
type foundJSON struct {
	Rank          int                `json:"rank"`
	ChunkID       string             `json:"chunk_id"`
	Score         float64            `json:"score"`
	Promoted      string             `json:"promoted"`
	Contributions []contributionJSON `json:"contributions"`
}

type indexJSON struct {
	Chunks  int        `json:"chunks"`
	Stale   []string   `json:"stale"`   // what is not up to date, and why
	Skipped []skipJSON `json:"skipped"` // what was left out, and why
}

type timingsJSON struct {
	Retrieve float64 `json:"retrieve"`
	Generate float64 `json:"generate"`
	Guard    float64 `json:"guard"`
	Total    float64 `json:"total"`
}

// writeAnswer prints one ibid.answer/1 object.
func writeAnswer(w io.Writer, a *engine.Answer, report index.Report) error {
	return writeJSON(w, answerJSON{
		Schema:        "ibid.answer/1",
		Question:      a.Question,
		Answer:        a.Text,
		Refused:       a.Refused,
		RefusalReason: a.RefusalReason,
		RefusalCode:   string(a.RefusalCode),
		Warnings:      list(a.Warnings),
		Sentences:     each(a.Sentences, sentenceOf),
		Citations: each(a.Citations, func(c engine.Citation) citationJSON {
			return citationJSON{c.Key, placeOf(&c.Chunk), c.Quote, c.Span, c.Digest}
		}),
		Sources: each(a.Sources, func(s engine.Source) sourceJSON { return sourceJSON(s) }),
		Evidence: each(a.Evidence, func(ev engine.Evidence) evidenceJSON {
			return evidenceJSON{ev.Key, ev.Text, ev.Score, ev.LexicalRank, ev.DenseRank, ev.Neighbour, placeOf(&ev.Chunk), ev.Digest}
		}),
		Selection: selectionOf(a.Selection),
		Trace:     traceOf(&a.Trace),
		Generator: a.Generator,
		Embedder:  a.Embedder,
		Index:     indexJSON{a.Chunks, list(report.Stale), skipsOf(report.Skipped)},
		Timings:   timingsJSON{ms(a.Timings.Retrieve), ms(a.Timings.Generate), ms(a.Timings.Guard), ms(a.Timings.Total)},
	})
}

func sentenceOf(s engine.Sentence) sentenceJSON {
	quotes := each(s.Quotes, func(q engine.Quote) string { return q.Text })
	return sentenceJSON{s.Text, list(s.Citations), s.Verdict.String(), round(s.Score), strings.Join(quotes, " … ")}
}

func traceOf(t *engine.Trace) traceJSON {
	return traceJSON{
		Variants: variantsOf(t.Variants),
		Fusion:   t.Fusion,
		Gates:    each(t.Gates, gateOf),
		Rewrites: each(t.Rewrites, func(r engine.Rewrite) rewriteJSON { return rewriteJSON{r.Stage, r.Reason, r.Before, r.After} }),
		Rounds:   t.Rounds,
		Found: each(t.Found, func(h index.Hit) foundJSON {
			return foundJSON{h.Rank, h.ID, h.Score, h.Promoted, contributionsOf(h.Contributions)}
		}),
	}
}

func gateOf(g guard.Gate) gateJSON {
	return gateJSON{g.Name, round(g.Measured), g.Threshold, string(g.Verdict), g.Detail}
}

func placeOf(c *index.Chunk) placeJSON {
	return placeJSON{c.DocID, c.Path, c.StartPage, c.EndPage, c.StartLine, c.EndLine, lastSection(c), c.Symbol, string(c.Kind), c.ID}
}

// lastSection is the innermost section that a chunk stands in.
func lastSection(c *index.Chunk) string {
	if n := len(c.Section); n > 0 {
		return c.Section[n-1]
	}
	return ""
}

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func ms(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 10 }
