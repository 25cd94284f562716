package index

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/lexical"
	"ibid/index/source"
	"ibid/index/symbol/recipe"
)

// derivedDir is the part of a generation with what was made from the documents: symbol cards, API surfaces, recipes. It is a
// chunk store and a lexical index of its own, so that what is derived changes neither the scores nor the rows of the documents.
const derivedDir = "derived"

// derivation is what the store knows of a chunk that was made from documents.
type derivation struct {
	Project  string
	Cluster  string   `json:",omitempty"` // the notebook that it comes from
	Mentions []string `json:",omitempty"` // qualified names that it uses, sorted
}

// derived is that part of a generation, open for reading.
type derived struct {
	store *store
	lex   *lexical.Reader
	cards []card // in the order of their rows
}

// card is the first chunk of the card of one symbol.
type card struct {
	row  int
	name string // qualified
}

const (
	symbolsFile = "symbols.json" // what the sources declare
	recipesFile = "recipes.json" // what was derived, and from where

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
func openDerived(dir string, stats lexical.Stats) (_ *derived, err error) {
	if stats.Documents == 0 {
		return nil, nil
	}
	dir = filepath.Join(dir, derivedDir)
	d := new(derived)
	defer func() {
		if err != nil {
			err = errors.Join(corrupt(err), d.close())
		}
	}()
	if d.store, err = openStore(dir); err != nil {
		return nil, err
	}
	if d.lex, err = lexical.Open(filepath.Join(dir, lexicalDir), stats); err != nil {
		return nil, err
	}
	if d.store.n != stats.Documents {
		return nil, fmt.Errorf("%w: %d derived chunks where the manifest says %d", ErrCorrupt, d.store.n, stats.Documents)
	}
	last := ""
	for row := range d.store.n {
		kind, name := recipe.ParseID(derivedOf(d.store.id(row)))
		if kind == source.SymbolCard && name != last {
			d.cards = append(d.cards, card{row, name})
			last = name
		}
	}
	return d, nil
}

func (d *derived) close() error {
	var errs []error
	if d.store != nil {
		errs = append(errs, d.store.close())
	}
	if d.lex != nil {
		errs = append(errs, d.lex.Close())
	}
	return errors.Join(errs...)
}

// isDerived tells a kind of chunk that was made from documents from those that stand in one.
func isDerived(k source.Kind) bool {
	switch k {
	case source.SymbolCard, source.APISurface, source.Recipe, source.RecipeSection, source.TutorialRecipe:
		return true
	}
	return false
}

// found is a derived chunk with what a search made of it.
type found struct {
	row    int
	kind   source.Kind
	of     string  // the id of the derived document
	name   string  // of the symbol or the module that it is about, for a card or a summary
	score  float64 // of its words, 1 for the best of its kind
	rank   int     // by its words, 0 where they do not find it
	record *record // nil until it is read
}

// at is the derived chunk of a row, not read.
func (d *derived) at(row int) (found, error) {
	f := found{row: row, of: derivedOf(d.store.id(row))}
	if f.kind, f.name = recipe.ParseID(f.of); f.kind == "" {
		return found{}, fmt.Errorf("%w: the derived chunk %q is of no known kind", ErrCorrupt, d.store.id(row))
	}
	return f, nil
}

// read reads the chunk, once.
func (d *derived) read(f *found) (err error) {
	if f.record == nil {
		f.record, err = d.store.get(f.row)
	}
	return err
}

// searchDerived finds derived chunks by their words, the best first, among those that only lets pass; nil lets all. What it finds
// is read only where that is needed for this.
func (ix *Index) searchDerived(ctx context.Context, text string, only func(*record) bool) ([]found, error) {
	hits, err := ix.derived.lex.Search(ctx, lexical.Query(text), derivedDepth)
	if err != nil {
		return nil, corrupt(err)
	}
	var out []found
	best := map[source.Kind]float64{}
	for _, h := range hits {
		row, ok := ix.derived.store.row(h.ID)
		if !ok {
			return nil, fmt.Errorf("%w: the lexical index holds the derived chunk %q, the store does not", ErrCorrupt, h.ID)
		}
		f, err := ix.derived.at(row)
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
		best[f.kind] = max(best[f.kind], h.Score)
		f.score, f.rank = round(h.Score/best[f.kind]), len(out)+1
		out = append(out, f)
	}
	return out, nil
}

// Cards reads the first chunk of the cards of symbols, by their qualified names, in the order of these. A name without a card is
// left out.
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
		r, err := ix.derived.store.get(ix.derived.cards[i].row)
		if err != nil {
			return nil, err
		}
		out = append(out, ix.chunk(r))
	}
	return out, nil
}
