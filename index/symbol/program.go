package symbol

import (
	"bytes"
	"cmp"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
	"path"
	"slices"
	"strings"
)

// Program is a program of a project, as a command line starts it.
type Program struct {
	Name    string // as the command line calls it
	Project string
	options *options
}

// options are those of a command line that some files declare.
type options struct {
	files map[string]*file // by name, with the dashes: the first that declares it
	names []string         // in order
	open  bool             // there may be more than can be read
	short bool             // the beginning of a name stands for it
}

// pool is what declares the options of a program: a project or, of Python, one of its top-level modules.
type pool struct{ project, module string }

// launched is how many words at the start of a command line start the program that is named behind them.
func launched(words []string) int {
	at := 0
	for at < len(words) {
		switch words[at] {
		case "sudo", "time", "nohup", "exec", "command", "env", "npx", "uvx":
			at++
		case "pipx", "uv", "poetry", "pipenv", "pdm", "hatch", "rye":
			if at+1 == len(words) || words[at+1] != "run" {
				return at
			}
			at += 2
		default:
			if !isVariable(words[at]) {
				return at
			}
			at++
		}
	}
	return at
}

// Program finds the program that the words of a command line start, "python -m pkg" and the like, too: one that a project in
// scope declares, with options that it declares. It returns how many words name it.
func (r *Registry) Program(words []string) (Program, int, bool) {
	at := launched(words)
	if at >= len(words) || strings.HasPrefix(words[at], "-") {
		return Program{}, 0, false
	}
	word := strings.TrimSuffix(path.Base(words[at]), ".exe")
	var p Program
	used := at + 1
	switch {
	case isPython(word):
		for used < len(words) && len(words[used]) == 2 && strings.Contains("-u-B-O-I-s-E-q", words[used]) {
			used++
		}
		if used+1 < len(words) && words[used] == "-m" {
			p = r.pythonModule(words[used+1])
			used++
		} else if used < len(words) {
			p = r.pythonFile(words[used])
		}
		used++
	case word == "go":
		if at+2 < len(words) && words[at+1] == "run" {
			p = r.goFolder(words[at+2])
		}
		used = at + 3
	case strings.HasSuffix(word, ".py"):
		p = r.pythonFile(words[at])
	default:
		p = r.programNamed(word)
	}
	if p.options == nil || len(p.options.names) == 0 {
		return Program{}, 0, false
	}
	p.Name = strings.Join(words[at:used], " ")
	return p, used, true
}

// isVariable tells whether a word of a command line sets a variable: NAME=value.
func isVariable(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && isIdentifier(name)
}

// isPython tells whether a program is Python itself: python3, python3.11, py.
func isPython(word string) bool {
	return word == "py" || strings.Trim(strings.TrimPrefix(word, "python"), "0123456789.") == "" && strings.HasPrefix(word, "python")
}

// pythonModule is the module that python -m runs, with the options of its top-level package.
func (r *Registry) pythonModule(name string) Program {
	for _, m := range r.named(name) {
		if m.family == language.Python {
			return Program{Project: m.project, options: r.optionsOf(pool{m.project, firstPart(m.name)})}
		}
	}
	return Program{}
}

// pythonFile is a file of Python that is run by its path.
func (r *Registry) pythonFile(name string) Program {
	base := path.Base(name)
	for _, f := range r.files {
		if f.family == language.Python && f.module != nil && path.Base(f.Path) == base && strings.HasSuffix(base, ".py") && r.sees(f.module) {
			return Program{Project: f.Project, options: r.optionsOf(pool{f.Project, firstPart(f.Module)})}
		}
	}
	return Program{}
}

// goFolder is a program of Go that go run starts by its folder.
func (r *Registry) goFolder(name string) Program {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
	for _, m := range r.ordered {
		if r.sees(m) && m.isProgram() && (m.name == name || name != "" && name != "." && strings.HasSuffix(m.name, "/"+name) || name == "." && !strings.Contains(m.files[0].Path, "/")) {
			return Program{Project: m.project, options: r.optionsOf(pool{m.project, ""})}
		}
	}
	return Program{}
}

// programNamed is a program that a project installs under a name: its own, one that it lists, or that of a Go program's folder.
func (r *Registry) programNamed(word string) Program {
	if isPython(word) || word == "go" || word == "node" {
		return Program{}
	}
	for _, p := range r.projects {
		if (r.project == "" || r.project == p.Name) && (sameProgram(p.Name, word) || slices.ContainsFunc(p.Programs, func(n string) bool { return sameProgram(n, word) })) {
			return Program{Project: p.Name, options: r.optionsOf(pool{p.Name, ""})}
		}
	}
	for _, m := range r.ordered {
		if r.sees(m) && m.isProgram() && programName(m.name) == word {
			return Program{Project: m.project, options: r.optionsOf(pool{m.project, ""})}
		}
	}
	return Program{}
}

func sameProgram(a, b string) bool {
	return strings.ReplaceAll(a, "_", "-") == strings.ReplaceAll(b, "_", "-")
}

// isProgram tells whether a module is a Go program.
func (m *module) isProgram() bool { return m.family == language.Go && m.files[0].Package == "main" }

// programName is what go install calls the program of an import path: its last part that is no version.
func programName(module string) string {
	base := path.Base(module)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(module))
	}
	return base
}

// optionsOf are the options that a project or a top-level module of it declares.
func (r *Registry) optionsOf(key pool) *options {
	if o, ok := r.pools.Load(key); ok {
		return o.(*options)
	}
	o := &options{files: map[string]*file{}}
	for _, f := range r.files {
		if f.Project != key.project || f.module == nil || key.module != "" && firstPart(f.Module) != key.module {
			continue
		}
		declares := false
		for name := range strings.FieldsSeq(f.Names) {
			if strings.HasPrefix(name, "-") {
				declares = true
				if o.files[name] == nil {
					o.files[name] = f
					o.names = append(o.names, name)
				}
			}
		}
		o.open = o.open || f.flagsOpen()
		o.short = o.short || declares && f.family == language.Python
	}
	slices.Sort(o.names)
	r.pools.Store(key, o)
	return o
}

// flagsOpen tells whether a file says that its command takes options that cannot be read.
func (f *file) flagsOpen() bool {
	if f.record != nil {
		return bytes.Contains(f.record, []byte(`"flags_open":"`)) // in a text its quotes would be escaped
	}
	return f.scanned.FlagsOpen != ""
}

// shortest is how much of an option's name stands for it where the beginning does.
const shortest = len("--abc")

// Option finds a long option of the program, with its dashes. Options of all its commands count.
func (p Program) Option(name string) (Entry, decl.Finding, string) {
	if f := p.options.files[name]; f != nil {
		return f.named(name), decl.Found, ""
	}
	begins := func(o string) bool { return strings.HasPrefix(o, name) }
	negates := "--" + strings.TrimPrefix(name, "--no-")
	switch {
	case name == "--help", name == "--version":
		return Entry{}, decl.Foreign, ""
	case p.options.open, p.options.files[negates] != nil, p.options.short && len(name) >= shortest && slices.ContainsFunc(p.options.names, begins):
		return Entry{}, decl.Unread, p.Name + " may take more options than its sources tell"
	}
	return Entry{}, decl.Absent, "no command of " + p.Name + " takes " + name
}

// Nearest lists options of the program that may have been meant by one that it does not have, the likeliest first.
func (p Program) Nearest(name string, limit int) []Entry {
	want := newWanted(name)
	type scored struct {
		name  string
		score float64
	}
	var all []scored
	for _, o := range p.options.names {
		if strings.HasPrefix(o, "--") {
			all = append(all, scored{o, want.score(o)})
		}
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.name, b.name)) })
	var entries []Entry
	for _, o := range all[:min(len(all), limit)] {
		entries = append(entries, p.options.files[o.name].named(o.name))
	}
	return entries
}
