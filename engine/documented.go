package engine

import (
	"slices"
	"strings"

	"ibid/guard/symbols"
	"ibid/index/source"
)

// documented lists real names that may have been meant by one that does not exist and that none resembles: those of the
// same library that the evidence speaks of, in its order. The evidence is what the question found, so that they bear on it.
func (x *examiner) documented(invented string) []symbols.Nearest {
	root := rootOf(invented)
	var out []symbols.Nearest
	all := x.namesInEvidence()
	for _, name := range all {
		holds := func(other string) bool { return strings.HasPrefix(other, name+".") } // a module, of which more is known
		if rootOf(name) == root && name != root && len(out) < maxNamed && !slices.ContainsFunc(all, holds) {
			out = append(out, symbols.Nearest{Name: name})
		}
	}
	return out
}

// namesInEvidence lists the names in the evidence that are declared, each once. They are looked up once.
func (x *examiner) namesInEvidence() []string {
	if x.documents != nil {
		return x.documents
	}
	x.documents = []string{}
	for i := range x.request.Evidence {
		for _, f := range symbols.Check(fenced(&x.request.Evidence[i]), x.opt.Symbols) {
			if f.Verdict == SymbolKnown && !slices.Contains(x.documents, f.Name) {
				x.documents = append(x.documents, f.Name)
			}
		}
	}
	return x.documents
}

// fenced is the text of a piece of evidence with its listings as code blocks.
func fenced(ev *Evidence) string {
	if len(ev.Blocks) == 0 {
		return ev.Text
	}
	var b strings.Builder
	for _, block := range ev.Blocks {
		text := ev.Text[block.Start:block.End]
		if block.Kind == source.Code {
			text = "```\n" + text + "\n```"
		}
		b.WriteString(text + "\n\n")
	}
	return b.String()
}

// rootOf is what a qualified name starts with: molsysmt of molsysmt.structure.get_rmsd, net/http of net/http.Server.
func rootOf(name string) string {
	path := strings.LastIndexByte(name, '/') + 1
	first, _, _ := strings.Cut(name[path:], ".")
	return name[:path] + first
}
