package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
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
	var known []index.Acronym
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
		for k := range f.chunks {
			known = append(known, index.Harvest(&f.chunks[k])...)
		}
	}
	r.Verifier = &Verifier{checker: engine.Checker(known)}

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
	claim := s.Text
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
		for _, q := range r.quotes(c, claim) {
			l := f.locate(c, q)
			switch {
			case l.broken:
				broken = append(broken, l.message)
			case l.message != "":
				notes = append(notes, l.message)
			}
			at = append(at, l.chunks...)
		}
		if len(at) == 0 {
			at = f.cited(c)
		}
		slices.Sort(at)
		for _, i := range slices.Compact(at) {
			evidence = append(evidence, r.passage(engine.Evidence{Key: c.Key, Chunk: index.Chunk{Chunk: f.chunks[i], Path: f.Path, Digest: f.digest}}))
		}
	}
	out := r.check(claim, evidence)
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
	doc    source.Document
	chunks []source.Chunk
	digest string
	text   flat // of doc
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
	data, err := documents.Read(c.Path)
	switch {
	case err != nil:
	case recipe.Remakes(c.Kind):
		f.doc, err = documents.Remake(ctx, c.Kind, c.Path, c.Symbol)
	default:
		f.doc, err = source.Read(ctx, c.Path, data)
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
	f.chunks, f.text = source.Chunks(f.doc, c.DocID), flatten(f.doc.Text)
	return f, nil
}

// name is what messages call the document.
func (f *citedFile) name() string { return filepath.Base(f.Path) }

// location is where a quote stands in a document as it is now.
type location struct {
	broken  bool   // it is not where it should be
	message string // for a person; "" if nothing has changed
	chunks  []int  // that hold it, or what has taken its place
}

// locate looks for a quote: where it is cited, or else anywhere in the document.
func (f *citedFile) locate(c *engine.Citation, quote string) location {
	found, cited := -1, false
	for at := f.text.find(quote, 0); at >= 0 && !cited; at = f.text.find(quote, at+1) {
		if cited = inPlace(c, f.page(at), f.line(at)); cited || found < 0 {
			found = at
		}
	}
	changed := f.State == Changed
	l := location{chunks: f.chunksAt(found)}
	switch {
	case found < 0 && changed:
		now, at := f.nearest(quote)
		l = location{true, f.name() + " changed since; the quote is gone" + now, f.chunksAt(at)}
	case found < 0:
		now, at := f.nearest(quote)
		l = location{true, f.name() + " does not have the quote" + now, f.chunksAt(at)}
	case changed && cited:
		l.message = fmt.Sprintf("%s changed since; the quote is still on %s", f.name(), f.where(found))
	case changed:
		l.message = fmt.Sprintf("%s changed since; the quote is now on %s", f.name(), f.where(found))
	case !cited:
		l.broken, l.message = true, fmt.Sprintf("the quote is on %s of %s, not on %s as cited", f.where(found), f.name(), placeOf(c))
	}
	return l
}

// nearest says which sentence of the document has most words in common with a quote that it lacks, and where that is;
// "" and -1 if none has half of them.
func (f *citedFile) nearest(quote string) (string, int) {
	words := strings.Fields(quote)
	most, best, at := (len(words)+1)/2-1, "", -1
	for _, said := range sentence.Split(f.doc.Text, nil) {
		text := f.doc.Text[said.Start:said.End]
		shared, has := 0, strings.Fields(text)
		for _, w := range words {
			if slices.Contains(has, w) {
				shared++
			}
		}
		if shared > most {
			most, best, at = shared, text, said.Start
		}
	}
	if at < 0 {
		return "", at
	}
	return fmt.Sprintf(": %s says “%s”", f.where(at), guard.Shorten(engine.OneLine(best))), at
}

// inPlace tells that a page, or a line where there are no pages, is among those of a citation.
func inPlace(c *engine.Citation, page, line int) bool {
	if c.StartPage > 0 {
		return page >= c.StartPage && page <= c.EndPage
	}
	return line >= c.StartLine && line <= c.EndLine
}

// placeOf names the place that a citation gives.
func placeOf(c *engine.Citation) string {
	unit, first, last := "line", c.StartLine, c.EndLine
	if c.StartPage > 0 {
		unit, first, last = "page", c.StartPage, c.EndPage
	}
	if last > first {
		return fmt.Sprintf("%ss %d–%d", unit, first, last)
	}
	return fmt.Sprintf("%s %d", unit, first)
}

// where names the page or line of an offset.
func (f *citedFile) where(at int) string {
	if page := f.page(at); page > 0 {
		return fmt.Sprintf("page %d", page)
	}
	return fmt.Sprintf("line %d", f.line(at))
}

// block returns the block that an offset is in, or the next one.
func (f *citedFile) block(at int) source.Block {
	i, _ := slices.BinarySearchFunc(f.doc.Blocks, at+1, func(b source.Block, end int) int { return b.End - end })
	if i == len(f.doc.Blocks) {
		return source.Block{}
	}
	return f.doc.Blocks[i]
}

// page returns the page of an offset, 0 where there are none.
func (f *citedFile) page(at int) int { return f.block(at).Page }

// line returns the line of the file that an offset came from, as far as its block tells; 0 where there are pages.
func (f *citedFile) line(at int) int {
	b := f.block(at)
	return min(b.EndLine, b.StartLine+strings.Count(f.doc.Text[b.Start:max(at, b.Start)], "\n"))
}

// chunksAt are the chunks that hold an offset.
func (f *citedFile) chunksAt(at int) []int {
	var out []int
	for i := range f.chunks {
		if f.chunks[i].Start <= at && at < f.chunks[i].End {
			out = append(out, i)
		}
	}
	return out
}

// cited are the chunks at the place that a citation names.
func (f *citedFile) cited(c *engine.Citation) []int {
	var out []int
	for i := range f.chunks {
		k := &f.chunks[i]
		if f.State == Unchanged && k.ID == c.ID {
			return []int{i}
		}
		if c.StartPage > 0 && k.StartPage <= c.EndPage && k.EndPage >= c.StartPage ||
			c.StartPage == 0 && k.StartLine <= c.EndLine && k.EndLine >= c.StartLine {
			out = append(out, i)
		}
	}
	return out
}
