package symbol

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
)

// Refresh is what the sources of some projects declare, by a file that keeps it: sources that did not change since are not read
// again. Where the file cannot be written the registry is whole nevertheless; the next run reads the sources again. progress may be nil.
func Refresh(ctx context.Context, projects []Project, path string, progress func(done, total int)) (*Registry, error) {
	var sources []Source
	for _, p := range projects {
		more, err := Collect(ctx, p)
		if err != nil {
			return nil, err
		}
		sources = append(sources, more...)
	}
	old, err := Open(path)
	if err != nil {
		old = nil // missing, damaged, or of another version: it is made anew
	} else if old.holds(projects, sources) {
		return old, nil
	}
	r, err := Build(ctx, projects, sources, old, progress)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
		_ = r.Save(path)
	}
	return r, nil
}

// holds tells whether a registry is of these projects and sources, as they are.
func (r *Registry) holds(projects []Project, sources []Source) bool {
	if !reflect.DeepEqual(r.projects, projects) || len(r.paths) != len(sources) {
		return false
	}
	for _, s := range sources {
		if f := r.paths[place{s.Project, s.Path}]; f == nil || f.Digest != s.Digest {
			return false
		}
	}
	return true
}

// Join puts registries together; names are looked up in the first that knows them. Of several projects with one name the
// first counts.
func Join(registries ...*Registry) *Registry {
	if len(registries) == 1 {
		return registries[0]
	}
	var projects []Project
	var files []*file
	known := map[string]bool{}
	for _, r := range registries {
		added := map[string]bool{}
		for _, p := range r.projects {
			if !known[p.Name] {
				known[p.Name], added[p.Name] = true, true
				projects = append(projects, p)
			}
		}
		for _, f := range r.files {
			if !added[f.Project] {
				continue
			}
			joined := &file{head: f.head, record: f.record}
			if f.record == nil {
				d := *f.scanned
				joined.scanned = &d
			}
			files = append(files, joined)
		}
	}
	return assemble(projects, files)
}
