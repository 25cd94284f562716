package recipe

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol"
)

// Remaker makes symbol cards anew from the sources as they are now, without an index: to see whether what was cited
// from one still holds. It keeps what it made of a project. It serves one caller at a time.
type Remaker struct {
	made map[string][]Derived // by the root of the project
}

// Document is the card of a symbol that a source file declares.
func (m *Remaker) Document(ctx context.Context, path, name string) (source.Document, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return source.Document{}, err
	}
	p, err := projectAround(path, name)
	if err != nil {
		return source.Document{}, err
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
		if all = Cards(ctx, r, nil); ctx.Err() != nil {
			return source.Document{}, ctx.Err()
		}
		m.made = map[string][]Derived{p.Root: all}
	}
	i := slices.IndexFunc(all, func(d Derived) bool {
		return d.Kind == source.SymbolCard && d.Symbol == name && filepath.Join(d.Root, filepath.FromSlash(d.Path)) == path
	})
	if i < 0 {
		return source.Document{}, fmt.Errorf("it declares no %s any more", name)
	}
	return all[i].Document, nil
}

// projectAround is the innermost project that holds a file and in which what this declares would be imported under a
// name; the innermost folder of which that is true where there is no such project.
func projectAround(path, name string) (found symbol.Project, err error) {
	err = fmt.Errorf("it is in no project that would name it %s", name)
	for dir, last := filepath.Dir(path), ""; dir != last; dir, last = filepath.Dir(dir), dir {
		p, bad := symbol.Detect(filepath.Base(dir), dir)
		rel, far := filepath.Rel(dir, path)
		module := p.Module(filepath.ToSlash(rel))
		if bad != nil || far != nil || module == "" || name != module && !strings.HasPrefix(name, module+".") {
			continue
		}
		if p.Go == nil || p.JavaScript == nil || p.Python == nil { // it has a project file
			return p, nil
		}
		if err != nil {
			found, err = p, nil
		}
	}
	return found, err
}
