package symbol

import (
	"cmp"
	"encoding/json"
	"ibid/index/symbol/language"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// NodePackage names the JavaScript and TypeScript files of a project.
type NodePackage struct {
	Name    string            `json:"name"`
	Entries map[string]string `json:"entries,omitempty"` // by subpath as in "exports" ("." for the package itself): the file, below the root
}

// nodePackage reads the name and the entries of a package.json, of those files that are there: one that is to be built says
// nothing.
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
	p.entry(root, ".", conditional(exports["."]))
	p.entry(root, ".", conditional(exports))
	for _, entry := range [...]any{raw.Types, raw.Typings, raw.Module, raw.Main} {
		p.entry(root, ".", entry)
	}
	for subpath, entry := range exports {
		if strings.HasPrefix(subpath, "./") {
			p.entry(root, subpath, conditional(entry))
		}
	}
	return p
}

// entry notes the file of a subpath, where none is known yet and the file or what it is built from is there.
func (p *NodePackage) entry(root, subpath string, file any) {
	name, ok := file.(string)
	subpath = path.Clean(subpath)
	if _, known := p.Entries[subpath]; known || !ok || name == "" || strings.Contains(subpath, "*") {
		return
	}
	name = path.Clean("/" + filepath.ToSlash(name))[1:]
	stems := []string{scriptStem(name)}
	if after := afterBuild(stems[0]); after != "" {
		stems = append(stems, "src/"+after)
	}
	for _, stem := range stems {
		for _, suffix := range scriptSuffixes {
			if language.FamilyOf(stem+suffix) != language.Script {
				continue
			}
			if info, err := os.Stat(filepath.Join(root, filepath.FromSlash(stem+suffix))); err == nil && !info.IsDir() {
				p.Entries[subpath] = stem + suffix
				return
			}
		}
	}
}

// exportConditions are asked in this order: what declares most comes first.
var exportConditions = [...]string{"types", "import", "module", "require", "node", "default"}

// conditional is the file that an entry of "exports" means: itself, or one of its conditions.
func conditional(entry any) any {
	conditions, ok := entry.(map[string]any)
	if !ok {
		return entry
	}
	for _, c := range exportConditions {
		if inner, ok := conditions[c]; ok {
			if file, ok := conditional(inner).(string); ok {
				return file
			}
		}
	}
	return nil
}

// module names a JavaScript or TypeScript file: as the package where package.json says so, or where it is an index at
// its top; else by its path without the extension.
func (p *NodePackage) module(file string) string {
	stem := scriptStem(file)
	for _, subpath := range sortedKeys(p.Entries) {
		entry := scriptStem(p.Entries[subpath])
		if stem == entry || stem == "src/"+afterBuild(entry) && afterBuild(entry) != "" {
			return path.Join(p.Name, subpath)
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
