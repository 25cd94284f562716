package symbol

import (
	"cmp"
	"encoding/json"
	"ibid/index/symbol/language"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// NodePackage names the JavaScript and TypeScript files of a project.
type NodePackage struct {
	Name    string            `json:"name"`
	Entries map[string]string `json:"entries,omitempty"` // by subpath as in "exports" ("." for the package itself): the file, below the root

	Patterns [][2]string `json:"patterns,omitempty"` // subpaths with a "*", each with the files that it stands for
	Unread   []string    `json:"unread,omitempty"`   // subpaths whose files are not there
}

// nodePackage reads the name and the entries of a package.json, of those files that are there: one that is to be
// built says nothing.
func nodePackage(text, root string) *NodePackage {
	var raw struct {
		Name                         string
		Main, Module, Types, Typings any // strings, but anything may stand there
		Exports                      any
	}
	p := &NodePackage{Name: filepath.Base(root), Entries: map[string]string{}}
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		return p
	}
	p.Name = cmp.Or(raw.Name, p.Name)
	exports, ok := raw.Exports.(map[string]any)
	if !ok {
		exports = map[string]any{".": raw.Exports}
	}
	p.entry(root, ".", slices.Concat(targets(exports["."]), targets(exports), targets([]any{raw.Types, raw.Typings, raw.Module, raw.Main})))
	for _, subpath := range sortedKeys(exports) {
		if strings.HasPrefix(subpath, "./") {
			p.entry(root, subpath, targets(exports[subpath]))
		}
	}
	return p
}

// entry notes the file of a subpath: the first of its targets that is there, or that is built from a file which is
// there.
func (p *NodePackage) entry(root, subpath string, targets []string) {
	subpath = path.Clean(subpath)
	for _, target := range targets {
		target = path.Clean("/" + filepath.ToSlash(target))[1:]
		if strings.Contains(subpath, "*") {
			if before, _, ok := strings.Cut(target, "*"); ok && isFolder(filepath.Join(root, filepath.FromSlash(path.Dir(before+"x")))) {
				p.Patterns = append(p.Patterns, [2]string{subpath, target})
				return
			}
			continue
		}
		stem := scriptStem(target)
		stems := []string{stem, "src/" + stem}
		if after := afterBuild(stem); after != "" {
			stems = append(stems, "src/"+after)
		}
		files := []string{target}
		for _, stem := range stems {
			for _, suffix := range scriptSuffixes {
				files = append(files, stem+suffix)
			}
		}
		for _, file := range files {
			if info, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err == nil && !info.IsDir() && language.FamilyOf(file) == language.Script {
				p.Entries[subpath] = file
				return
			}
		}
	}
	if len(targets) > 0 && subpath != "." {
		p.Unread = append(p.Unread, subpath)
	}
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// exportConditions are asked in this order: what declares most comes first, and modules before scripts of the older
// kind.
var exportConditions = [...]string{"types", "import", "module", "node", "default", "require", "browser"}

// targets are the files that an entry of "exports" may mean, the best first: itself, those of a list, those of its
// conditions.
func targets(entry any) []string {
	switch entry := entry.(type) {
	case string:
		return []string{entry}
	case []any:
		var all []string
		for _, e := range entry {
			all = append(all, targets(e)...)
		}
		return all
	case map[string]any:
		var all []string
		for _, c := range exportConditions {
			all = append(all, targets(entry[c])...)
		}
		return all
	}
	return nil
}

// unread tells whether a name is of an entry whose file is not here: one that is to be built, or was left out.
func (p *NodePackage) unread(name string) bool {
	for _, subpath := range p.Unread {
		before, _, wild := strings.Cut(path.Join(p.Name, subpath), "*")
		if rest, ok := strings.CutPrefix(name, before); ok && (wild || rest == "" || rest[0] == '.') {
			return true
		}
	}
	return false
}

// offers tells whether the package lets others import a module of it, by its name: any where it has no entries.
func (p *NodePackage) offers(module string) bool {
	for subpath := range p.Entries {
		if path.Join(p.Name, subpath) == module {
			return true
		}
	}
	return module == p.Name || len(p.Entries)+len(p.Patterns)+len(p.Unread) == 0
}

// Keeps tells whether something below a module of a project is known as part of the module's default alone, and the
// package lets nobody import the module.
func (r *Registry) Keeps(project, module, below string) bool {
	return strings.HasPrefix(below, "default.") && slices.ContainsFunc(r.projects, func(p Project) bool {
		return p.Name == project && p.JavaScript != nil && !p.JavaScript.offers(module)
	})
}

// module names a JavaScript or TypeScript file: as the package where package.json says so, or where it is an index at
// its top; else by its path without the extension.
func (p *NodePackage) module(file string) string {
	stem := scriptStem(file)
	for _, subpath := range sortedKeys(p.Entries) {
		entry := scriptStem(p.Entries[subpath])
		if stem == entry && file != p.Entries[subpath] {
			return path.Join(p.Name, file) // index.js beside index.d.ts, which declares what the package means to have
		}
		if stem == entry || stem == "src/"+afterBuild(entry) && afterBuild(entry) != "" {
			return path.Join(p.Name, subpath)
		}
	}
	for _, pattern := range p.Patterns {
		before, after, _ := strings.Cut(pattern[1], "*")
		for _, name := range [...]string{file, stem} {
			if inner, ok := strings.CutPrefix(name, before); ok && strings.HasSuffix(inner, after) {
				return path.Join(p.Name, strings.Replace(pattern[0], "*", strings.TrimSuffix(inner, after), 1))
			}
		}
	}
	if dir, base := path.Split(stem); base == "index" {
		if dir == "src/" && p.Entries["."] == "" {
			return p.Name
		}
		stem = strings.TrimSuffix(dir, "/")
	}
	return path.Join(p.Name, stem)
}

// afterBuild is the path below the folder that a build writes to, "" where it is in none.
func afterBuild(stem string) string {
	first, rest, _ := strings.Cut(stem, "/")
	switch first {
	case "dist", "lib", "build", "out", "esm", "cjs":
		if inner := afterBuild(rest); inner != "" {
			return inner
		}
		return rest
	}
	return ""
}
