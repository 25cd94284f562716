package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/lexical"
	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/recipe"
)

// derivedDir is the part of a generation with what was made from the documents: symbol cards, recipes.
// It is a lexical index of its own, so that what is derived does not change the scores of the documents.
const derivedDir = "derived"

// derivation is what the store knows of a chunk that was made from documents.
type derivation struct {
	Project  string
	Cluster  string   `json:",omitempty"` // the notebook that it comes from
	Mentions []string `json:",omitempty"` // qualified names that it uses, sorted
}

// derived is that part of a generation, open for reading.
type derived struct {
	*lexical.Reader
	cards []card // in the order of their ids
}

// card is the first chunk of the card of one symbol.
type card struct {
	id   string
	name string // qualified
}

const (
	symbolsFile = "symbols.json" // what the sources declare
	recipesFile = "recipes.json" // what was derived, and from where
	cardsFile   = "cards"        // the ids of the first chunks of symbol cards, a line each, sorted

	chunkDivider = "::" // before the place and before the number of a chunk, behind the id of what it is of
)

// derivedOf is the id of the derived document that a chunk is of.
func derivedOf(id string) string {
	for range 2 {
		id = id[:max(0, strings.LastIndex(id, chunkDivider))]
	}
	return id
}

// openDerived opens what was derived; nil where there is nothing.
func openDerived(dir string, m *manifest) (*derived, error) {
	if m.Derived.Documents == 0 {
		return nil, nil
	}
	list, err := m.readPart(dir, cardsFile)
	if err != nil {
		return nil, err
	}
	d := &derived{}
	for id := range strings.SplitSeq(string(list), "\n") {
		if id != "" {
			_, name := recipe.ParseID(derivedOf(id))
			d.cards = append(d.cards, card{id, name})
		}
	}
	if d.Reader, err = openLexical(filepath.Join(dir, derivedDir), m.Derived); err != nil {
		return nil, err
	}
	return d, nil
}

// found is a derived chunk with what a search made of it.
type found struct {
	id     string
	kind   source.Kind
	of     string  // the id of the derived document
	name   string  // of the symbol that it is about, for a card
	score  float64 // of its words, 1 for the best of its kind
	rank   int     // by its words, 0 where they do not find it
	record *record // nil until it is read
}

// at is the derived chunk with an id, not read.
func (d *derived) at(id string) (found, error) {
	f := found{id: id, of: derivedOf(id)}
	if f.kind, f.name = recipe.ParseID(f.of); f.kind == "" {
		return found{}, fmt.Errorf("%w: the derived chunk %q is of no known kind", ErrCorrupt, id)
	}
	return f, nil
}

// get reads a chunk.
func (d *derived) get(id string) (*record, error) {
	found, err := records(d.Reader, []string{id})
	if err == nil && found[0] == nil {
		err = fmt.Errorf("%w: there is no derived chunk %q", ErrCorrupt, id)
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// read reads the chunk, once.
func (d *derived) read(f *found) (err error) {
	if f.record == nil {
		f.record, err = d.get(f.id)
	}
	return err
}

// searchDerived finds derived chunks by their words, the best first, among those that only lets pass; nil lets all.
// What it finds is read only where that is needed for this.
func (ix *Index) searchDerived(ctx context.Context, text string, only func(*record) bool) ([]found, error) {
	hits, err := search(ctx, ix.derived.Reader, [][]lexical.Clause{lexical.Query(text)}, derivedDepth, nil)
	if err != nil {
		return nil, err
	}
	var out []found
	best := map[source.Kind]float64{}
	for _, h := range hits[0].entries {
		f, err := ix.derived.at(h.id)
		if err != nil {
			return nil, err
		}
		if only != nil {
			if err := ix.derived.read(&f); err != nil {
				return nil, err
			}
			if !only(f.record) {
				continue
			}
		}
		best[f.kind] = max(best[f.kind], h.score)
		f.score, f.rank = round(h.score/best[f.kind]), len(out)+1
		out = append(out, f)
	}
	return out, nil
}

// Cards reads the first chunk of the cards of symbols, by their qualified names, in the order of these. A name
// without a card is left out.
func (ix *Index) Cards(ctx context.Context, names []string) ([]Chunk, error) {
	if ix.derived == nil {
		return nil, nil
	}
	var out []Chunk
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(ix.derived.cards, func(c card) bool { return c.name == name })
		if i < 0 {
			continue
		}
		r, err := ix.derived.get(ix.derived.cards[i].id)
		if err != nil {
			return nil, err
		}
		out = append(out, ix.chunk(r))
	}
	return out, nil
}

// Remaker makes symbol cards anew from the sources as they are now, without an index: to see whether
// what was cited from one still holds. It keeps what it read of a project. It serves one caller at a time.
type Remaker struct {
	made map[string][]recipe.Derived // by the root of the project
}

// Remakes tells whether chunks of a kind state what their file declares in words of their own, so that their text
// stands in no file.
func Remakes(k source.Kind) bool { return k == source.SymbolCard || k == source.APISurface }

// Document is the card of a symbol that a source file declares. Summaries of modules, which earlier versions cited,
// are not made any more.
func (m *Remaker) Document(ctx context.Context, kind source.Kind, path, name string) (source.Document, error) {
	if kind == source.APISurface {
		return source.Document{}, fmt.Errorf("no summary of %s is made any more", name)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return source.Document{}, err
	}
	p, ok := projectAround(path, name)
	if !ok {
		return source.Document{}, fmt.Errorf("it is in no project that would name it %s", name)
	}
	all, ok := m.made[p.Root]
	if !ok {
		sources, err := symbol.Collect(ctx, p)
		if err != nil {
			return source.Document{}, err
		}
		r, err := symbol.Build(ctx, []symbol.Project{p}, sources, nil, nil)
		if err != nil {
			return source.Document{}, err
		}
		all = recipe.Cards(ctx, r, nil)
		if err := ctx.Err(); err != nil {
			return source.Document{}, err
		}
		if m.made == nil {
			m.made = map[string][]recipe.Derived{}
		}
		m.made[p.Root] = all
	}
	for i := range all {
		if d := &all[i]; d.Kind == kind && d.Symbol == name && filepath.Join(d.Root, filepath.FromSlash(d.Path)) == path {
			return d.Document, nil
		}
	}
	return source.Document{}, fmt.Errorf("it declares no %s any more", name)
}

// projectAround finds the project in which a file declares a name: the innermost folder with a project file that
// holds it, or else the innermost folder from which it would be imported under that name.
func projectAround(path, name string) (symbol.Project, bool) {
	for _, marked := range []bool{true, false} {
		for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
			if !marked || slices.ContainsFunc(projectFiles[:], func(f string) bool { return isFile(filepath.Join(dir, f)) }) {
				if p, ok := naming(dir, path, name); ok {
					return p, true
				}
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return symbol.Project{}, false
}

// naming tells whether a folder is a project in which a file would declare a name.
func naming(dir, path, name string) (symbol.Project, bool) {
	p, err := symbol.Detect(filepath.Base(dir), dir)
	if err != nil {
		return p, false
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return p, false
	}
	module := p.Module(filepath.ToSlash(rel))
	return p, module != "" && (name == module || strings.HasPrefix(name, module+"."))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
