package symbol

import (
	"cmp"
	"go/token"
	"path"
	"slices"
	"strings"

	"ibid/index/symbol/decl"
	"ibid/index/symbol/golang"
)

// embedding is a type that is asked for a member of the type that it is embedded in.
type embedding struct {
	entry      Entry
	fieldsOnly bool // it is what another type is defined as, which has its fields and not its methods
}

// inGoType finds a field or a method of a Go type: its own, then those of the types that it embeds, depth by depth.
func (q *query) inGoType(e Entry, name string) answer {
	gap := absent("%s has no %s", e.Name, name)
	seen := map[*decl.Symbol]bool{e.Symbol: true}
	depth := 0
	for level := []embedding{{entry: e}}; len(level) > 0; depth++ {
		if depth >= maxAncestry {
			return gap.or(unread("%s leads too far", e.Name))
		}
		var deeper []embedding
		for i := 0; i < len(level); i++ {
			t := level[i]
			if a := q.ownGo(t, name); a.finding == decl.Found {
				return a
			}
			for _, other := range q.elsewhere(t.entry) {
				if !seen[other.Symbol] {
					seen[other.Symbol] = true
					level = append(level, embedding{other, t.fieldsOnly})
				}
			}
		}
		for _, t := range level {
			for _, next := range q.embedded(t) {
				if next.finding != decl.Found {
					gap = gap.or(next.answer)
				} else if s := next.entry.Symbol; !seen[s] {
					seen[s] = true
					deeper = append(deeper, embedding{next.entry, next.fieldsOnly})
				}
			}
		}
		level = deeper
	}
	return gap
}

// elsewhere are the declarations of a Go type in files for other platforms.
func (q *query) elsewhere(e Entry) []Entry {
	f := q.fileOf(e.File)
	if e.Outer != nil || f == nil || f.top[e.Symbol.Name] == nil {
		return nil
	}
	var others []Entry
	for _, other := range f.module.declaring(e.Symbol.Name) {
		if s := chosen(other.load().top[e.Symbol.Name]); s != nil && s != e.Symbol {
			others = append(others, Entry{Name: e.Name, Origin: e.Origin, Project: e.Project, File: other.decl, Symbol: s})
		}
	}
	return others
}

// ownGo finds a field or a method that a Go type declares itself.
func (q *query) ownGo(t embedding, name string) answer {
	s := t.entry.Symbol
	origin := t.entry.Origin + "." + name
	e := Entry{Name: origin, Origin: origin, Project: t.entry.Project, File: t.entry.File, Outer: s}
	f := q.fileOf(t.entry.File)
	if same := f.membersNamed(s, name); len(same) > 0 {
		e.Symbol = same[0]
		return found(e)
	}
	if !t.fieldsOnly {
		if f != nil && f.module != nil {
			method := s.Name + "." + name
			for _, other := range f.module.declaring(method) {
				if m := chosen(other.load().owned[method]); m != nil {
					e.File, e.Symbol = other.decl, m
					return found(e)
				}
			}
		}
	}
	if s.Kind == decl.Interface && name == "Error" {
		for _, base := range s.Bases {
			if base == "error" {
				e.Symbol = &decl.Symbol{Name: name, Kind: decl.Method, Signature: "Error() string", Returns: []string{"string"}, Start: s.Start, End: s.Start}
				return found(e)
			}
		}
	}
	return absent("%s has no %s", t.entry.Name, name)
}

// embeddedAnswer is a type that another embeds, or is defined as.
type embeddedAnswer struct {
	answer
	fieldsOnly bool
}

// embedded finds the types one level deeper.
func (q *query) embedded(t embedding) []embeddedAnswer {
	s := t.entry.Symbol
	f := q.fileOf(t.entry.File)
	var next []embeddedAnswer
	add := func(text string, defines bool) {
		name, rest := leadingName(strings.TrimLeft(text, "*"))
		if name == "" || rest != "" && rest[0] != '[' || golang.IsBasicType(name) {
			return // a set of types in a constraint
		}
		a := q.dotted(f, nil, name)
		if a.finding == decl.Found {
			a = q.class(a.entry)
		}
		if a.finding != decl.Found && !defines {
			a = foreign("%s embeds %s, which is not among the sources", t.entry.Name, text)
		}
		next = append(next, embeddedAnswer{a, defines && a.finding == decl.Found && a.entry.Kind() != decl.Interface})
	}
	for _, base := range s.Bases {
		add(base, false)
	}
	if name, _ := leadingName(s.Type); s.Kind == decl.Type && len(s.Members) == 0 && !token.IsKeyword(name) && !strings.HasPrefix(s.Type, "*") {
		add(s.Type, true)
	}
	return next
}

// GoModule names the Go packages of a project.
type GoModule struct {
	Path string `json:"path"`          // in front of every import path; "" for the standard library
	Top  string `json:"top,omitempty"` // import path of the files in the root itself, where Path is empty; "" for none
}

// module is the import path of a Go file's package.
func (g *GoModule) module(file string) string {
	dir := path.Dir(file)
	if dir == "." {
		return cmp.Or(g.Path, g.Top)
	}
	return path.Join(g.Path, dir)
}

// isStandardLibrary tells whether a folder holds the sources of Go's standard library.
func isStandardLibrary(folder string) bool {
	return moduleIn(readMarker(folder, goModFile)) == standardModule
}

// standardModule is what the go.mod of the standard library calls it, which has nothing in front of its import paths.
const standardModule = "std"

// goModulePath is what stands in front of the import paths of the module of a go.mod.
func goModulePath(text string) string {
	if name := moduleIn(text); name != standardModule {
		return name
	}
	return ""
}

// moduleIn reads the module path of a go.mod.
func moduleIn(text string) string {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "module" {
			return strings.Trim(fields[1], "\"`")
		}
	}
	return ""
}

// otherPlatforms are operating systems whose variant of a declaration is shown only where there is no other.
var otherPlatforms = [...]string{
	"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
}

// forOtherPlatforms tells by its name whether a Go file is for one of those.
func forOtherPlatforms(base string) bool {
	for _, part := range strings.Split(strings.TrimSuffix(base, ".go"), "_")[1:] {
		if slices.Contains(otherPlatforms[:], part) {
			return true
		}
	}
	return false
}
