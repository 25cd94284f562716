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
	"ibid/guard/sentence"
	"ibid/index"
	"ibid/index/file"
	"ibid/index/source"
	"ibid/index/symbol/recipe"
)

// Answer verifies an answer that was saved earlier against its documents as they are now: every citation's quote must
// still stand where it is cited, or have moved in a document that changed, and what stands there must support the
// sentence. What counts is the text of the answer, taken apart; its record of sentences only tells what they quote. A
// card of a symbol is made anew from the sources.
func Answer(ctx context.Context, saved *engine.Answer, text *guard.Draft, documents Documents) (out *Verification, err error) {
	defer file.Catch(&err)
	if saved.Refused && guard.IsRefusal(text) {
		return &Verification{Refusal: true, Notes: []string{"the answer is a refusal, which claims nothing"}}, nil
	}
	r := &reverifier{saved: saved, files: map[string]*citedFile{}}
	out = &Verification{}
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
		if !slices.ContainsFunc(out.Documents, func(d Drift) bool { return d.Path == f.Path }) {
			out.Documents = append(out.Documents, f.Drift)
		}
	}
	r.Verifier = &Verifier{}

	t := r.read(text, evidence)
	out.Notes = t.notes()
	for _, s := range t.claims {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(t.problems[s]) > 0 {
			out.Sentences = append(out.Sentences, r.faulty(t, s))
		} else {
			out.Sentences = append(out.Sentences, r.again(s))
		}
	}
	return out, nil
}

// reverifier verifies a saved answer.
type reverifier struct {
	*Verifier
	saved *engine.Answer
	files map[string]*citedFile // by fileKey
}

// again verifies one sentence that is properly cited.
func (r *reverifier) again(s *guard.Sentence) Finding {
	var evidence []passage
	var missing, broken, notes []string
	for _, key := range s.Citations {
		c := &r.saved.Citations[slices.IndexFunc(r.saved.Citations, func(c engine.Citation) bool { return c.Key == key })]
		f := r.files[fileKey(c)]
		if f.State == Missing {
			missing = append(missing, fmt.Sprintf("%s cannot be read again: %s", f.name(), f.Detail))
			continue
		}
		var at []int
		for _, q := range r.quotes(c, s.Text) {
			chunk, message, stands := f.locate(c, q)
			if !stands {
				broken = append(broken, message)
			} else if message != "" {
				notes = append(notes, message)
			}
			if chunk >= 0 {
				at = append(at, chunk)
			}
		}
		if len(at) == 0 {
			at = f.cited(c)
		}
		slices.Sort(at)
		for _, i := range slices.Compact(at) {
			evidence = append(evidence, r.passage(engine.Evidence{Key: c.Key, Chunk: index.Chunk{Chunk: f.chunks[i], Path: f.Path, Digest: f.digest}}))
		}
	}
	out := r.check(s.Text, evidence)
	switch {
	case len(broken) > 0:
		if out.Verdict == guard.Supported {
			broken = append(broken, "what is there now still supports the sentence")
		}
		out.Verdict, out.Score, out.Reason = guard.Unsupported, 0, join(append(broken, missing...))
	case len(missing) > 0:
		out.Verdict, out.Score, out.Reason = guard.Unchecked, 0, join(missing)
	}
	out.Note = join(notes)
	return out
}

// join lists messages, each once.
func join(messages []string) string {
	var out []string
	for _, m := range messages {
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return strings.Join(out, "; ")
}

// quotes are what a sentence quotes from one citation. What the citation quotes and no sentence does, all of them rest
// on.
func (r *reverifier) quotes(c *engine.Citation, claim string) []string {
	var out []string
	claimed := c.Quote == ""
	for _, s := range r.saved.Sentences {
		for _, q := range s.Quotes {
			if q.Key != c.Key {
				continue
			}
			claimed = claimed || q.Text == c.Quote
			if s.Text == claim && !slices.Contains(out, q.Text) {
				out = append(out, q.Text)
			}
		}
	}
	if !claimed {
		out = append(out, c.Quote)
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
	// Remake makes the card or the surface of a symbol anew from the source file that declares it.
	Remake(ctx context.Context, kind source.Kind, path, symbol string) (source.Document, error)
}

// fileKey tells what citations may rest on the same document.
func fileKey(c *engine.Citation) string {
	if recipe.Remakes(c.Kind) {
		return c.Path + "\x00" + string(c.Kind) + "\x00" + c.Symbol
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
	case recipe.Remakes(c.Kind):
		doc, err = documents.Remake(ctx, c.Kind, c.Path, c.Symbol)
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

// locate looks for a quote where it is cited, or else anywhere in the document, whatever the line breaks. It returns the
// chunk that holds it, or what has taken its place, -1 for none; what a person is told of it, "" where nothing has
// changed; and whether the quote stands where it should.
func (f *citedFile) locate(c *engine.Citation, quote string) (chunk int, message string, stands bool) {
	chunk = -1
	var now source.Chunk // the place of the quote
	inPlace := false
	words := strings.Fields(quote)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	for _, found := range regexp.MustCompile(strings.Join(words, `\s+`)).FindAllStringIndex(f.text, -1) {
		i, at := f.at(found[0])
		if len(words) == 0 || i < 0 || inPlace {
			break
		}
		if inPlace = overlap(&c.Chunk.Chunk, &at); inPlace || chunk < 0 {
			chunk, now = i, at
		}
	}
	switch {
	case chunk < 0 && f.State == Changed:
		chunk, message = f.nearest(quote)
		return chunk, f.name() + " changed since; the quote is gone" + message, false
	case chunk < 0:
		chunk, message = f.nearest(quote)
		return chunk, f.name() + " does not have the quote" + message, false
	case f.State == Changed && inPlace:
		message = fmt.Sprintf("%s changed since; the quote is still on %s", f.name(), where(&now))
	case f.State == Changed:
		message = fmt.Sprintf("%s changed since; the quote is now on %s", f.name(), where(&now))
	case !inPlace:
		return chunk, fmt.Sprintf("the quote is on %s of %s, not on %s as cited", where(&now), f.name(), where(&c.Chunk.Chunk)), false
	}
	return chunk, message, true
}

// at is the chunk that holds an offset of the document, -1 for none, and the page or the line there.
func (f *citedFile) at(offset int) (int, source.Chunk) {
	i := slices.IndexFunc(f.chunks, func(c source.Chunk) bool { return c.Start <= offset && offset < c.End })
	if i < 0 {
		return i, source.Chunk{}
	}
	at := f.chunks[i].At([2]int{offset - f.chunks[i].Start, offset - f.chunks[i].Start + 1})
	at.EndPage = at.StartPage
	return i, at
}

// nearest is the chunk of the sentence that has most words in common with a quote that the document lacks, and what a
// person is told of it; -1 and "" where none has half of them.
func (f *citedFile) nearest(quote string) (int, string) {
	words := strings.Fields(quote)
	most, best, start := (len(words)+1)/2-1, "", -1
	for _, said := range sentence.Split(f.text, nil) {
		text := f.text[said.Start:said.End]
		shared, has := 0, strings.Fields(text)
		for _, w := range words {
			if slices.Contains(has, w) {
				shared++
			}
		}
		if shared > most {
			most, best, start = shared, text, said.Start
		}
	}
	i, at := f.at(start)
	if i < 0 {
		return i, ""
	}
	place, says := where(&at), "says"
	if strings.HasPrefix(place, "lines ") || strings.HasPrefix(place, "pages ") {
		says = "say"
	}
	return i, fmt.Sprintf(": %s %s “%s”", place, says, guard.Shorten(engine.OneLine(best)))
}

// cited are the chunks at the place that a citation names.
func (f *citedFile) cited(c *engine.Citation) []int {
	var out []int
	for i := range f.chunks {
		k := &f.chunks[i]
		if f.State == Unchanged && k.ID == c.ID {
			return []int{i}
		}
		if overlap(&c.Chunk.Chunk, k) {
			out = append(out, i)
		}
	}
	return out
}

// overlap tells whether two places have a page in common, or a line where there are no pages.
func overlap(a, b *source.Chunk) bool {
	if a.StartPage > 0 {
		return b.StartPage <= a.EndPage && b.EndPage >= a.StartPage
	}
	return b.StartLine <= a.EndLine && b.EndLine >= a.StartLine
}

// where names the page or the lines of a place.
func where(c *source.Chunk) string {
	unit, first, last := "line", c.StartLine, c.EndLine
	if c.StartPage > 0 {
		unit, first, last = "page", c.StartPage, c.EndPage
	}
	if last > first {
		return fmt.Sprintf("%ss %d–%d", unit, first, last)
	}
	return fmt.Sprintf("%s %d", unit, first)
}
