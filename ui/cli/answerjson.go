package cli

import (
	"encoding/json"
	"io"
	"math"
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
}

type sentenceJSON struct {
	Text      string   `json:"text"`
	Citations []string `json:"citations"`
	Verdict   string   `json:"verdict"`
	Score     float64  `json:"score"`
	Quote     string   `json:"quote"`
}

// placeJSON is where a chunk stands.
type placeJSON struct {
	Key          string `json:"key,omitempty"`
	DocID        string `json:"doc_id"`
	Path         string `json:"path"`
	StartPage    int    `json:"start_page"`
	EndPage      int    `json:"end_page"`
	StartLine    int    `json:"start_line"`
	EndLine      int    `json:"end_line"`
	Section      string `json:"section"`
	Symbol       string `json:"symbol"`
	Kind         string `json:"kind"`
	ChunkID      string `json:"chunk_id"`
	SourceSHA256 string `json:"source_sha256"`
}

type citationJSON struct {
	placeJSON
	Quote string `json:"quote"`
	Span  [2]int `json:"span"` // byte offsets of the quote in the chunk's text
}

type sourceJSON struct {
	DocID string `json:"doc_id"`
	Path  string `json:"path"`
	Title string `json:"title"`
}

type evidenceJSON struct {
	placeJSON
	Text        string  `json:"text"`
	Score       float64 `json:"score"`
	LexicalRank int     `json:"lexical_rank"` // 0: not found by it
	DenseRank   int     `json:"dense_rank"`
	Neighbour   bool    `json:"neighbour"`
}

type traceJSON struct {
	Variants []index.Variant `json:"variants"`
	Fusion   string          `json:"fusion"`
	Gates    []gateJSON      `json:"gates"`
	Rewrites []rewriteJSON   `json:"rewrites"`
	Rounds   int             `json:"rounds"`
	Found    []foundJSON     `json:"found"`
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
	Rank          int                  `json:"rank"`
	ChunkID       string               `json:"chunk_id"`
	Score         float64              `json:"score"`
	Promoted      string               `json:"promoted"`
	Contributions []index.Contribution `json:"contributions"`
}

type indexJSON struct {
	Chunks  int          `json:"chunks"`
	Stale   []string     `json:"stale"`   // what is not up to date, and why
	Skipped []index.Skip `json:"skipped"` // what was left out, and why
}

type timingsJSON struct {
	Retrieve float64 `json:"retrieve"`
	Generate float64 `json:"generate"`
	Guard    float64 `json:"guard"`
	Total    float64 `json:"total"`
}

// writeAnswer prints one ibid.answer/1 object.
func writeAnswer(w io.Writer, a *engine.Answer, report index.Report) error {
	out := answerJSON{
		Schema: "ibid.answer/1", Question: a.Question, Answer: a.Text, Refused: a.Refused, RefusalReason: a.RefusalReason,
		RefusalCode: string(a.RefusalCode), Warnings: list(a.Warnings), Generator: a.Generator, Embedder: a.Embedder,
		Sentences: []sentenceJSON{}, Citations: []citationJSON{}, Sources: []sourceJSON{}, Evidence: []evidenceJSON{},
		Trace: traceOf(&a.Trace),
		Index: indexJSON{Chunks: a.Chunks, Stale: list(report.Stale), Skipped: list(report.Skipped)},
		Timings: timingsJSON{ms(a.Timings.Retrieve), ms(a.Timings.Generate), ms(a.Timings.Guard), ms(a.Timings.Total)},
	}
	for _, s := range a.Sentences {
		quote := ""
		for i, q := range s.Quotes {
			if i > 0 {
				quote += " … "
			}
			quote += q.Text
		}
		out.Sentences = append(out.Sentences, sentenceJSON{s.Text, s.Citations, s.Verdict.String(), round(s.Score), quote})
	}
	for _, c := range a.Citations {
		out.Citations = append(out.Citations, citationJSON{placeOf(c.Key, &c.Chunk), c.Quote, c.Span})
	}
	for _, s := range a.Sources {
		out.Sources = append(out.Sources, sourceJSON(s))
	}
	for _, ev := range a.Evidence {
		out.Evidence = append(out.Evidence, evidenceJSON{placeOf(ev.Key, &ev.Chunk), ev.Text, ev.Score, ev.LexicalRank, ev.DenseRank, ev.Neighbour})
	}
	return writeJSON(w, out)
}

func traceOf(t *engine.Trace) traceJSON {
	out := traceJSON{Variants: list(t.Variants), Fusion: t.Fusion, Gates: []gateJSON{}, Rewrites: []rewriteJSON{}, Rounds: t.Rounds, Found: []foundJSON{}}
	for _, g := range t.Gates {
		out.Gates = append(out.Gates, gateOf(g))
	}
	for _, r := range t.Rewrites {
		out.Rewrites = append(out.Rewrites, rewriteJSON(r))
	}
	for _, h := range t.Found {
		out.Found = append(out.Found, foundJSON{h.Rank, h.ID, h.Score, h.Promoted, list(h.Contributions)})
	}
	return out
}

func gateOf(g guard.Gate) gateJSON {
	return gateJSON{g.Name, round(g.Measured), g.Threshold, string(g.Verdict), g.Detail}
}

func placeOf(key string, c *index.Chunk) placeJSON {
	section := ""
	if n := len(c.Section); n > 0 {
		section = c.Section[n-1]
	}
	return placeJSON{key, c.DocID, c.Path, c.StartPage, c.EndPage, c.StartLine, c.EndLine, section, c.Symbol, string(c.Kind), c.ID, c.Digest}
}

// list makes an empty list of none, which JSON would otherwise call null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func ms(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 10 }

// writeJSON prints one object on one line. HTML is not escaped: this is not a web page.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
