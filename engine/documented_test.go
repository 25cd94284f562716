package engine

import (
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index/symbol/code"
)

// lonely is an api in which no name is like another.
type lonely struct{ api }

func (r lonely) Resolve(pieces []code.Piece) []code.Use {
	uses := r.api.Resolve(pieces)
	for i := range uses {
		uses[i].Nearest = nil
	}
	return uses
}

// What the evidence documents is offered where no name is like the invented one: functions, not the modules that hold them.
func TestDocumented(t *testing.T) {
	tests := []struct{ name, evidence, says string }{
		{"a function in prose", "The function molsysmt.structure.get_rmsd of molsysmt.structure computes the deviation of a molecular system.", "; real names are molsysmt.structure.get_rmsd. Did you mean molsysmt.structure.get_rmsd?"},
		{"a function in a listing", "~ import molsysmt as msmt\nmsmt.structure.get_rmsd(system)", "; real names are molsysmt.structure.get_rmsd. Did"},
		{"a module alone", "The functions of molsysmt.structure compute the deviation of a molecular system.", "; real names are molsysmt.structure. Did"},
		{"the library alone", "Call molsysmt() for the deviation of a molecular system.", "; no real name is like it. What should it do?"},
		{"no name", "The deviation of a molecular system is zero for one frame.", "; no real name is like it. What should it do?"},
	}
	for _, tt := range tests {
		l := molecules()
		l.chunks = l.chunks[:1]
		l.chunks[0] = page("guide", 1, "The deviation of a molecular system is computed.", tt.evidence)
		opt := checked()
		opt.Symbols = lonely{rmsd}
		a := mustAsk(t, l, says(made), opt, rmsdQuestion)
		if a.RefusalCode != guard.UnknownSymbol || !strings.Contains(a.RefusalReason, tt.says) {
			t.Errorf("%s: refused as %s: %s", tt.name, a.RefusalCode, a.RefusalReason)
		}
	}
}
