package source

import (
	"reflect"
	"testing"
)

// TestStatements: sentences, the rows of a table with its header and listings are statements, headings are none, and
// each spans what it says.
func TestStatements(t *testing.T) {
	doc, err := Read(t.Context(), "d.md", []byte("# Pumps\n\nThe valve opens\nat 7 bar. It closes at 6 bar.\n\n- One item. And more.\n\n| model | flow |\n| --- | --- |\n| A | 3 |\n| B | 4 |\n\n```\nrun(now)\nstop()\n```\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range Chunks(doc, "d") {
		for _, s := range c.Statements() {
			got = append(got, s.Text)
			if s.Start < 0 || s.End > len(c.Text) || s.Start >= s.End {
				t.Errorf("%q spans %d to %d of %d bytes", s.Text, s.Start, s.End, len(c.Text))
			}
		}
	}
	want := []string{"The valve opens at 7 bar.", "It closes at 6 bar.", "One item. And more.", "model | flow", "A | 3", "B | 4", "run(now)"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
