package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/recipe"
)

// Remaker makes symbol cards and API surfaces anew from the sources as they are now, without an index: to see whether what was
// cited from one still holds. It keeps what it read of a project. It serves one caller at a time.
type Remaker struct {
	made map[string][]recipe.Derived // by the root of the project
}

// Remakes tells whether chunks of a kind state what their file declares in words of their own, so that their text stands in no file.
func Remakes(k source.Kind) bool { return k == source.SymbolCard || k == source.APISurface }

// Document is the card or the surface of a symbol that a source file declares.
func (m *Remaker) Document(ctx context.Context, kind source.Kind, path, name string) (source.Document, error) {
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
		all = slices.Concat(recipe.Cards(ctx, r, nil, nil), recipe.Surfaces(ctx, r))
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

// projectAround finds the project in which a file declares a name: the innermost folder with a project file that holds it, or
// else the innermost folder from which it would be imported under that name.
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
