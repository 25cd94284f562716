package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/file"
	"ibid/index/question"
	"ibid/index/source"
)

// Answer verifies an answer that was saved earlier against its documents as they are now: every citation's quote must
// still stand where it is cited, or have moved in a document that changed, and what stands there must support the
// sentence. What counts is the text of the answer, taken apart; its record of sentences only tells what they quote. A
// card of a symbol is made anew from the sources.
func Answer(ctx context.Context, saved *engine.Answer, text *guard.Draft, documents Documents) (out *Report, err error) {
	defer file.Catch(&err)
	if saved.Refused && guard.IsRefusal(text) {
		out = NewReport()
		out.Refusal, out.Notes = true, []string{"the answer is a refusal, which claims nothing"}
		return out, nil
	}
	r := &reverifier{saved: saved, files: map[string]*citedFile{}}
	var drifts []Drift
	var evidence []engine.Evidence
	for i := range saved.Citations {
		c := &saved.Citations[i]
		evidence = append(evidence, c.Evidence)
		if r.files[fileKey(c)] != nil {
			continue
		}
		f, err := open(ctx, c, documents)
		if err != nil {
			return nil, err
		}
		r.files[fileKey(c)] = f
		if !slices.ContainsFunc(drifts, func(d Drift) bool { return d.Path == f.Path }) {
			drifts = append(drifts, f.Drift)
		}
	}
	t := read(text, evidence, false)
	out = t.report()
	out.Documents = drifts
	for _, s := range t.claims {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(t.problems[s]) > 0 {
			out.add(rowOf(t.faulty(s)))
		} else {
			out.add(r.again(s))
		}
	}
	return out, nil
}

// reverifier verifies a saved answer.
type reverifier struct {
	saved *engine.Answer
	files map[string]*citedFile // by fileKey
}

// again verifies one sentence that is properly cited.
func (r *reverifier) again(s *guard.Sentence) Row {
	var evidence []engine.Passage
	var missing, broken, notes messages
	for _, key := range s.Citations {
		c := &r.saved.Citations[slices.IndexFunc(r.saved.Citations, func(c engine.Citation) bool { return c.Key == key })]
		f := r.files[fileKey(c)]
		if f.State == Missing {
			missing.add(f.name() + " cannot be read again: " + f.Detail)
			continue
		}
		var at []int
		for _, q := range r.quotes(c, s.Text) {
			chunk, message, stands := f.locate(c, q)
			if stands {
				notes.add(message)
			} else {
				broken.add(message)
			}
			at = append(at, chunk)
		}
		slices.Sort(at)
		for _, i := range slices.Compact(at) {
			if i >= 0 {
				evidence = append(evidence, engine.NewPassage(engine.Evidence{Key: c.Key, Chunk: index.Chunk{Chunk: f.chunks[i], Path: f.Path, Digest: f.digest}}, c.Key))
			}
		}
	}
	out := engine.Check(s.Text, evidence)
	switch {
	case len(broken) > 0:
		if out.Verdict == guard.Supported {
			broken.add("what is there now still supports the sentence")
		} else if len(evidence) > 0 {
			broken.add(out.Reason)
		}
		out.Verdict, out.Score, out.Reason = guard.Unsupported, 0, strings.Join(append(broken, missing...), "; ")
	case len(missing) > 0:
		out.Verdict, out.Score, out.Reason = guard.Unchecked, 0, strings.Join(missing, "; ")
	}
	row := rowOf(out)
	row.Note = strings.Join(notes, "; ")
	return row
}

// messages are what a person is told, each once.
type messages []string

func (m *messages) add(message string) {
	if message != "" && !slices.Contains(*m, message) {
		*m = append(*m, message)
	}
}

// quotes are what a sentence quotes from one citation, or else what the citation quotes: so does every sentence where
// that is none of what the sentences say that they quote.
func (r *reverifier) quotes(c *engine.Citation, claim string) (out messages) {
	claimed := false
	for _, s := range r.saved.Sentences {
		for _, q := range s.Quotes {
			if claimed = claimed || q.Key == c.Key && q.Text == c.Quote; q.Key == c.Key && s.Text == claim {
				out.add(q.Text)
			}
		}
	}
	if !claimed || out == nil {
		out.add(c.Quote)
	}
	return out
}

// Drift is what became of a document since an answer was saved.
type Drift struct {
	DocID  string     `json:"doc_id"`
	Path   string     `json:"path"`
	State  DriftState `json:"state" jsonschema:"unchanged, changed, missing"`
	Detail string     `json:"detail"` // why it is missing
}

// DriftState says how a document stands to its former self.
type DriftState string

// The states.
const (
	Unchanged DriftState = "unchanged"
	Changed   DriftState = "changed"
	Missing   DriftState = "missing" // or unreadable
)

// citedFile is a document as it is now.
type citedFile struct {
	Drift
	digest, text string
	chunks       []source.Chunk
}

// Documents gives the documents of a saved answer as they are now.
type Documents interface {
	Read(path string) ([]byte, error)
	// Card makes the card of a symbol anew from the source file that declares it.
	Card(ctx context.Context, path, symbol string) (source.Document, error)
}

// fileKey tells what citations may rest on the same document.
func fileKey(c *engine.Citation) string {
	if c.Kind == source.SymbolCard {
		return c.Path + "\x00" + c.Symbol
	}
	return c.Path
}

// open reads the document of a citation. The error is ctx's; a document that cannot be read is Missing.
func open(ctx context.Context, c *engine.Citation, documents Documents) (*citedFile, error) {
	f := &citedFile{Drift: Drift{DocID: c.DocID, Path: c.Path, State: Missing}}
	var doc source.Document
	data, err := documents.Read(c.Path)
	switch {
	case err != nil:
	case c.Kind == source.SymbolCard:
		doc, err = documents.Card(ctx, c.Path, c.Symbol)
	default:
		doc, err = source.Read(ctx, c.Path, data)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		f.Detail = err.Error()
		return f, nil
	}
	sum := sha256.Sum256(data)
	f.digest, f.State = hex.EncodeToString(sum[:]), Changed
	if f.digest == c.Digest {
		f.State = Unchanged
	}
	f.text, f.chunks = doc.Text, source.Chunks(doc, c.DocID)
	return f, nil
}

// name is what messages call the document.
func (f *citedFile) name() string { return filepath.Base(f.Path) }

// locate looks for a quote where it is cited, or else anywhere in the document, whatever the line breaks. It returns
// the chunk that holds it, or that has most words in common with it, -1 for none; what a person is told of it, ""
// where nothing has changed; and whether the quote stands where it should.
func (f *citedFile) locate(c *engine.Citation, quote string) (chunk int, message string, stands bool) {
	chunk = -1
	var at *index.Chunk // the place of the quote
	inPlace := false
	words := strings.Fields(regexp.QuoteMeta(quote))
	for _, found := range regexp.MustCompile(strings.Join(words, `\s+`)).FindAllStringIndex(f.text, -1) {
		i := slices.IndexFunc(f.chunks, func(c source.Chunk) bool { return c.Start <= found[0] && found[0] < c.End })
		if len(words) == 0 || i < 0 || inPlace {
			break
		}
		now := f.chunks[i].At([2]int{found[0] - f.chunks[i].Start, found[0] - f.chunks[i].Start + 1})
		if now.EndPage = now.StartPage; now.StartPage > 0 {
			inPlace = c.StartPage <= now.StartPage && now.StartPage <= c.EndPage
		} else {
			inPlace = c.StartLine <= now.EndLine && now.StartLine <= c.EndLine
		}
		if inPlace || chunk < 0 {
			chunk, at = i, &index.Chunk{Chunk: now}
		}
	}
	switch {
	case at == nil && f.State == Changed:
		return f.nearest(quote), f.name() + " changed since; the quote is gone", false
	case at == nil:
		return f.nearest(quote), f.name() + " does not have the quote", false
	case f.State == Unchanged && !inPlace:
		return chunk, fmt.Sprintf("the quote is on %s of %s, not on %s as cited", engine.Locator(at), f.name(), engine.Locator(&c.Chunk)), false
	case f.State == Changed && inPlace:
		message = fmt.Sprintf("%s changed since; the quote is still on %s", f.name(), engine.Locator(at))
	case f.State == Changed:
		message = fmt.Sprintf("%s changed since; the quote is now on %s", f.name(), engine.Locator(at))
	}
	return chunk, message, true
}

// nearest is the chunk that has most words in common with a quote that the document lacks; -1 where none has half of them.
func (f *citedFile) nearest(quote string) int {
	words := question.NewBag(quote)
	nearest, most := -1, (len(words)+1)/2-1
	for i := range f.chunks {
		if n := question.NewBag(f.chunks[i].Text).Common(words); n > most {
			nearest, most = i, n
		}
	}
	return nearest
}
