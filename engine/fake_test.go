package engine

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/reader"
	"ibid/index/source"
)

// library is a Retriever over a handful of chunks. It finds those that share a term with the question, the one with
// most terms first.
type library struct {
	chunks   []index.Chunk
	acronyms []index.Acronym
	fail     error
}

func (l *library) Search(ctx context.Context, q index.Query) (index.Result, error) {
	if err := cmpErr(ctx.Err(), l.fail); err != nil {
		return index.Result{}, err
	}
	res := index.Result{Question: question.Parse(q.Text), Fusion: "shared terms"}
	want := question.NewBag(q.Text)
	for _, c := range l.chunks {
		shared := 0
		for t := range question.NewBag(c.Text) {
			if want[t] {
				shared++
			}
		}
		if shared > 0 && (q.Documents == nil || slices.Contains(q.Documents, c.DocID)) {
			res.Hits = append(res.Hits, index.Hit{Chunk: c, Score: float64(shared), LexicalRank: 1})
		}
	}
	sort.SliceStable(res.Hits, func(i, j int) bool { return res.Hits[i].Score > res.Hits[j].Score })
	if q.K > 0 && len(res.Hits) > q.K {
		res.Hits = res.Hits[:q.K]
	}
	return res, nil
}

func cmpErr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *library) Chunk(id string) (index.Chunk, error) {
	for _, c := range l.chunks {
		if c.ID == id {
			return c, nil
		}
	}
	return index.Chunk{}, fmt.Errorf("chunk %q: %w", id, fs.ErrNotExist)
}

func (l *library) Rarity(_ context.Context, terms []string) ([]index.Rarity, error) {
	out := make([]index.Rarity, len(terms))
	for i, t := range terms {
		for _, c := range l.chunks {
			if question.NewBag(c.Text)[t] {
				out[i].Documents++
			}
		}
		out[i].IDF = index.IDF(len(l.chunks), out[i].Documents)
	}
	return out, nil
}

func (l *library) Expansions(word string) []string {
	var out []string
	for _, a := range l.acronyms {
		if strings.EqualFold(a.Short, word) {
			out = append(out, a.Long)
		}
	}
	return out
}

func (l *library) Embedder() string { return "none" }
func (l *library) Len() int         { return len(l.chunks) }

// script is a Generator that returns one draft, whatever the question.
type script struct {
	draft Draft
	err   error
	seen  *Request // what it was given, if asked for
}

func (script) Name() string { return "script" }

func (s script) Draft(ctx context.Context, r Request, token func(string)) (Draft, error) {
	if s.seen != nil {
		*s.seen = r
	}
	token(s.draft.Text)
	return s.draft, cmpErr(ctx.Err(), s.err)
}

// says is a Generator that writes a text.
func says(text string) script { return script{draft: Draft{Text: text}} }

// diary is a Listener that writes down what it hears.
type diary struct{ entries []string }

func (d *diary) Retrieved(ev []Evidence) { d.note("retrieved %d", len(ev)) }
func (d *diary) Drafting(g, reason string) {
	if reason != "" {
		d.note("drafting %s", g)
	}
}
func (d *diary) Token(text string)                { d.note("token %s", text) }
func (d *diary) Checked(end int, v guard.Verdict) { d.note("checked %d %s", end, v) }
func (d *diary) note(format string, args ...any) {
	d.entries = append(d.entries, fmt.Sprintf(format, args...))
}

// page is a chunk of one page whose blocks are its paragraphs: "# " marks a heading, "- " an item, "| " a table and
// "~ " a listing, without the mark itself but for the item's.
func page(doc string, number int, paragraphs ...string) index.Chunk {
	c := index.Chunk{Path: "docs/" + doc + ".pdf", Digest: "sha256 of " + doc, Chunk: source.Chunk{ID: fmt.Sprintf("%s::p%04d", doc, number), DocID: doc,
		Title: "The " + doc + " manual", Kind: source.Docs, StartPage: number, EndPage: number}}
	for i, p := range paragraphs {
		kind := source.Paragraph
		switch mark, rest, _ := strings.Cut(p, " "); mark {
		case "#":
			kind, p = source.Heading, rest
			c.Section = append(c.Section, rest)
		case "-":
			kind = source.Item
		case "|":
			kind, p = source.Table, rest
		case "~":
			kind, p = source.Code, rest
		}
		if i > 0 {
			c.Text += "\n\n"
		}
		c.Blocks = append(c.Blocks, source.Block{Kind: kind, Start: len(c.Text), End: len(c.Text) + len(p), Page: number})
		c.Text += p
	}
	c.End = len(c.Text)
	return c
}

// linked sets the neighbours of chunks that follow each other in one document.
func linked(chunks ...index.Chunk) []index.Chunk {
	for i := range chunks {
		if i > 0 {
			chunks[i].Prev = chunks[i-1].ID
		}
		if i+1 < len(chunks) {
			chunks[i].Next = chunks[i+1].ID
		}
	}
	return chunks
}

// pumps is a small library about pumps that do not exist.
func pumps() *library {
	return &library{
		chunks: slices.Concat(
			linked(
				page("pump", 1, "# Overview", "The Marlin pump moves water from the cistern to the tank. It runs at 24 volts and draws 3 amperes."),
				page("pump", 2, "# Limits", "The pressure of the Marlin pump may not exceed 6 bar. A relief valve opens at 7 bar.",
					"Table 1. Limits of the models", "| Model | Pressure (bar) | Flow (l/min)\nMarlin | 6 | 40\nOrca | 9 | 85"),
				page("pump", 3, "# Start", "To start the pump, run the command below:", "~ pumpctl prime\npumpctl start --slow", "The pump must be primed before it is started."),
			),
			linked(page("safety", 1, "# Safety", "The operator shall wear gloves because the housing becomes hot. The Pump Control Unit (PCU) records every alarm.")),
		),
		acronyms: []index.Acronym{{Short: "PCU", Long: "Pump Control Unit"}},
	}
}

// encoder reads what is found, as main's does. Only IBID_KERNEL can make it fail.
var encoder, _ = reader.Open()

// reading are the settings of a user who configured nothing.
func reading() Options {
	opt := Defaults()
	opt.Reader = encoder
	return opt
}

func mustAsk(t *testing.T, r Retriever, g Generator, opt Options, question string) *Answer {
	t.Helper()
	a, err := New(r, g, opt).Ask(context.Background(), question, Silent{})
	if err != nil {
		t.Fatalf("%q: %v", question, err)
	}
	return a
}

// mender is a Generator that writes a second draft where the first has problems.
type mender struct{ first, second Draft }

func (mender) Name() string { return "mender" }

func (m mender) Draft(_ context.Context, r Request, _ func(string)) (Draft, error) {
	if r.Repair != nil {
		return m.second, nil
	}
	return m.first, nil
}

func mends(first, second string) mender {
	return mender{Draft{Text: first}, Draft{Text: second}}
}

// fallback is a Generator by another name.
type fallback struct{ script }

func (fallback) Name() string { return "fallback" }
