package engine

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// api is a symbols.Registry: the qualified names that one Python project declares, each with its parameters. It knows
// imports, dotted names and keywords, no types.
type api struct {
	names      []string
	parameters map[string][]string
}

var (
	imports  = regexp.MustCompile(`(?m)^(?:import ([\w.]+) as (\w+)|from ([\w.]+) import (\w+))$`)
	chains   = regexp.MustCompile(`\b[a-zA-Z_]\w*(?:\.\w+)+|\b[a-zA-Z_]\w*\(`)
	keywords = regexp.MustCompile(`(\w+)=`)
)

func (r api) Resolve(pieces []code.Piece) []code.Use {
	stands := map[string]string{"molsysmt": "molsysmt"}
	for _, p := range pieces {
		for _, m := range imports.FindAllStringSubmatch(p.Text, -1) {
			if m[2] != "" {
				stands[m[2]] = m[1]
			} else {
				stands[m[4]] = m[3] + "." + m[4]
			}
		}
	}
	var out []code.Use
	for _, p := range pieces {
		for _, at := range chains.FindAllStringIndex(p.Text, -1) {
			written := strings.TrimSuffix(p.Text[at[0]:at[1]], "(")
			root, rest, _ := strings.Cut(written, ".")
			if stands[root] == "" || strings.HasPrefix(p.Text[at[1]:], " as ") || strings.HasPrefix(p.Text[at[1]:], " import ") {
				continue
			}
			u := code.Use{Start: p.Start + at[0], End: p.Start + at[0] + len(written), Written: written, Name: strings.TrimSuffix(stands[root]+"."+rest, ".")}
			r.look(&u, p.Text[at[0]:])
			out = append(out, u)
		}
	}
	return out
}

func (r api) look(u *code.Use, text string) {
	declared := slices.ContainsFunc(r.names, func(n string) bool { return n == u.Name || strings.HasPrefix(n, u.Name+".") })
	switch {
	case !strings.HasPrefix(u.Name, "molsysmt"):
		u.State = decl.Foreign
	case !declared:
		u.State, u.Reason = decl.Absent, "molsysmt declares no "+u.Name[strings.LastIndexByte(u.Name, '.')+1:]
		u.Nearest = r.nearest()
	default:
		call, _, _ := strings.Cut(text, ")")
		for _, k := range keywords.FindAllStringSubmatch(call, -1) {
			if !slices.Contains(r.parameters[u.Name], k[1]) {
				u.Misuse = &code.Misuse{Argument: k[1], Reason: u.Name + " takes no argument " + k[1]}
				u.Nearest = r.nearest()
			}
		}
	}
}

func (r api) nearest() []code.Declared {
	var out []code.Declared
	for _, n := range r.names {
		out = append(out, code.Declared{Name: n, Signature: n[strings.LastIndexByte(n, '.')+1:] + "(" + strings.Join(r.parameters[n], ", ") + ")", Path: "molsysmt/structure.py", Line: 12})
	}
	return out
}

// rmsd is the registry of a project that declares one function.
var rmsd = api{names: []string{"molsysmt.structure.get_rmsd"}, parameters: map[string][]string{"molsysmt.structure.get_rmsd": {"system", "selection"}}}

const (
	rmsdQuestion = "How do I compute the deviation of a molecular system?"

	said    = "The function molsysmt.structure.get_rmsd computes the deviation of a molecular system [c1]."
	zero    = "The deviation of a molecular system is zero for one frame [c1]."
	lead    = "To compute the deviation of a molecular system, run the code below [c1]:"
	real    = lead + "\n\n```python\nimport molsysmt as msmt\nmsmt.structure.get_rmsd(system)\n```"
	made    = lead + "\n\n```python\nimport molsysmt as msmt\nmsmt.fetch('pdb:1VII')\n```"
	misused = lead + "\n\n```python\nimport molsysmt as msmt\nmsmt.structure.get_rmsd(system, fast=True)\n```"
)

// molecules is a small library about a project that does not exist.
func molecules() *library {
	return &library{chunks: linked(
		page("guide", 1, "# Deviation", "The function molsysmt.structure.get_rmsd computes the deviation of a molecular system. It takes the system and a selection of its atoms.",
			"To compute the deviation of a molecular system, run the code below:", "~ import molsysmt as msmt\nmsmt.structure.get_rmsd(system)",
			"The deviation of a molecular system is zero for one frame."),
		page("guide", 2, "# History", "In release 1 the function molsysmt.fetch computed the deviation of a molecular system from a file."),
	)}
}

// shelf finds the cards of the one function.
func shelf(_ context.Context, names []string) ([]index.Chunk, error) {
	if !slices.Contains(names, "molsysmt.structure.get_rmsd") {
		return nil, nil
	}
	return []index.Chunk{page("card", 1, "molsysmt.structure.get_rmsd(system, selection) computes the deviation of a molecular system in nanometres.")}, nil
}

func checked() Options {
	opt := Defaults()
	opt.Symbols = rmsd
	return opt
}

// drafts is a Generator that writes one draft after another; the last one again and again. It keeps what it was asked.
type drafts struct {
	texts []string
	seen  []Request
}

func (*drafts) Name() string { return "drafts" }

func (d *drafts) Draft(_ context.Context, r Request, token func(string)) (Draft, error) {
	text := d.texts[min(len(d.seen), len(d.texts)-1)]
	d.seen = append(d.seen, r)
	token(text)
	return Draft{Text: text}, nil
}

// checkInvented holds an answer against the promise: nothing that does not exist is in it.
func checkInvented(t *testing.T, name string, a *Answer) {
	t.Helper()
	checkAnswer(t, name, a)
	for _, s := range Symbols(guard.Parse(a.Text), rmsd) {
		if invalid(s.Verdict) {
			t.Errorf("%s: %q has %s", name, a.Text, s.Name)
		}
	}
	if !a.Refused && (strings.Contains(a.Text, "fetch") || strings.Contains(a.Text, "fast")) {
		t.Errorf("%s: the invented name is shown: %q", name, a.Text)
	}
}
