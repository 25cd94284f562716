package resolve

import (
	"slices"
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
)

// followProse follows the names outside of code blocks, in what the blocks bind.
func (a *answer) followProse() {
	languages := a.spoken()
	for i := range a.pieces {
		p := &a.pieces[i]
		if p.Kind == code.Fenced || len(p.Text) > maxBlock {
			continue
		}
		for _, t := range languages {
			if a.followPiece(t, p, len(languages) == 1) {
				break
			}
		}
	}
}

// surveyProse notes which names the prose reads, and which modules it names.
func (a *answer) surveyProse() {
	for i := range a.pieces {
		p := &a.pieces[i]
		if p.Kind == code.Fenced || len(p.Text) > maxBlock {
			continue
		}
		for _, t := range a.spoken() {
			e := a.eval(t, p)
			e.ground.mentioned[strings.Trim(p.Text, `"`)] = true
			if x, ok := t.Expression(p.Text); ok {
				e.noteAsked(x)
			} else if s := t.Read(p.Text); imports(s) {
				e.survey(s.Statements, nil)
			}
		}
	}
}

// imports tells whether a piece of prose is code that imports something: its names stand for that in the rest of the
// answer.
func imports(s code.Snippet) bool {
	return !s.Broken && slices.ContainsFunc(s.Statements, func(st code.Statement) bool { return st.Import != nil })
}

// spoken are the languages that the prose may speak of: those of the blocks, else those of the projects.
func (a *answer) spoken() []*languageView {
	var some, present []*languageView
	for _, t := range a.languages {
		for _, b := range a.blocks {
			if b.language == t {
				some = append(some, t)
				break
			}
		}
		if t.present() {
			present = append(present, t)
		}
	}
	if len(some) > 0 {
		return some
	}
	return present
}

// followPiece follows the names in one piece of prose. It tells whether the language knows what it starts with.
func (a *answer) followPiece(t *languageView, p *code.Piece, only bool) bool {
	e := a.eval(t, p)
	f := e.ground.prose()
	if t.Family != language.Python && strings.ContainsAny(p.Text, "/-") && e.qualified(p) {
		return true
	}
	if host, _, ok := strings.Cut(p.Text, "/"); ok && (t.Family != language.Go || strings.Contains(host, ".")) && !strings.ContainsAny(p.Text, " \"'(@") {
		return t.Family == language.Go && e.packagePath(p.Text) // a path, not a division
	}
	if entry, finding, _ := t.view.Lookup(p.Text); finding == decl.Found && entry.Symbol == nil && strings.ContainsAny(p.Text, "./") {
		e.report(hit{name: p.Text, entry: entry}, code.Span{End: len(p.Text)})
		return true
	}
	x, ok := t.Expression(p.Text)
	if !ok {
		s := t.Read(p.Text)
		if s.Broken || !only && !imports(s) {
			return false
		}
		e.run(newFrame(f), s.Statements)
		e.ground.waiting = nil
		return true
	}
	root := rootName(x)
	if t.Family == language.Go && root != nil { // the end of an import path: yaml.v3
		if v := e.silent().nameValue(f, root); v != nil && v.form == module && strings.HasSuffix(v.name, "/"+p.Text) {
			e.report(hit{name: v.name, entry: v.entry}, code.Span{End: len(p.Text)})
			return true
		}
	}
	if root != nil && f.find(root.Name) == nil {
		if e.bare(p, x) {
			return true
		}
		if !only && e.silent().nameValue(f, root) == nil {
			return false
		}
	}
	if root != nil && e.sharesName(f, root.Name) {
		e.lenient = true
	}
	e.ground.topic = e.value(f, x).instance()
	return true
}

// sharesName tells whether a class was imported from the module of its own name: after "from datetime import datetime"
// people write datetime.timedelta.
func (e *eval) sharesName(f *frame, name string) bool {
	b := f.find(name)
	if b == nil || !b.imported || b.value == nil || b.value.form != named {
		return false
	}
	entry, finding, _ := e.language.view.Lookup(name)
	return finding == decl.Found && entry.Symbol == nil
}

// prose is the scope of what is said outside of code blocks: the top level of the blocks, then what their functions
// bind.
func (g *ground) prose() *frame {
	f := newFrame(g.globals)
	for name, b := range g.inner {
		if g.globals.find(name) == nil {
			f.names[name] = b
		}
	}
	return f
}

// rootName is the name that a chain of members, calls and items starts with, nil where it starts with something else.
func rootName(x *code.Expr) *code.Expr {
	for x != nil {
		switch x.Op {
		case code.Name:
			return x
		case code.Attr, code.Call, code.Index, code.Pointer, code.Await, code.Composite, code.Instance, code.Receive:
			x = x.X
		default:
			return nil
		}
	}
	return nil
}

// qualified follows a name of Go or JavaScript that starts with an import path: net/http.Server.Addr, date-fns.format.
func (e *eval) qualified(p *code.Piece) bool {
	slash := strings.LastIndexByte(p.Text, '/')
	dot := strings.IndexByte(p.Text[slash+1:], '.')
	if dot < 0 {
		return false
	}
	end := slash + 1 + dot
	start := len(p.Text) - len(strings.TrimLeft(p.Text, "*&("))
	entry, finding, _ := e.language.view.Lookup(p.Text[min(start, end):end])
	if finding != decl.Found {
		return false
	}
	v := &value{form: module, entry: entry, name: entry.Name}
	for end < len(p.Text) && p.Text[end] == '.' {
		from := end + 1
		end = from
		for end < len(p.Text) && isNameByte(p.Text[end]) {
			end++
		}
		h := e.member(v, p.Text[from:end])
		if h.name == "" {
			break
		}
		e.report(h, code.Span{Start: start, End: end})
		if v = h.value; v == nil {
			break
		}
	}
	return true
}

// packagePath follows the import path of a Go package. It tells whether it is known, or absent below one that was read.
func (e *eval) packagePath(path string) bool {
	entry, finding, reason := e.language.view.Lookup(path)
	if finding != decl.Found && (finding != decl.Absent || !isPackagePath(path) || e.language.all.Leads(path)) {
		return false
	}
	e.report(hit{name: path, entry: entry, finding: finding, reason: reason}, code.Span{End: len(path)})
	return true
}

// isPackagePath tells whether a text is a path that code imports, from its host on: not a page of a host for code.
func isPackagePath(text string) bool {
	parts := strings.Split(text, "/")
	if len(parts) < 3 || !strings.Contains(parts[0], ".") || strings.ContainsAny(text, "@:?# ") || strings.Contains(parts[len(parts)-1], ".") {
		return false
	}
	return !slices.ContainsFunc(parts, func(part string) bool {
		switch part {
		case "issues", "pull", "pulls", "blob", "tree", "raw", "releases", "wiki", "discussions", "actions", "commit", "commits", "compare", "tags", "-":
			return true
		}
		return false
	})
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
