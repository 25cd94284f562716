// Package golden is for tests: it holds what a command or a screen shows against a file that a person has approved.
//
//	go test ./ui/text -args -update // writes the files anew
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Check compares with a file of the package's testdata.
func Check(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s; after checking that it is better: go test -args -update\n%s\nwant\n%s", path, got, want)
	}
}

// Section compares with what stands in a page between <!-- generated --> and <!-- /generated -->: what is documented
// there is made from the code.
func Section(t testing.TB, path, got string) {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- generated -->\n", "<!-- /generated -->\n"
	before, rest, begins := strings.Cut(string(page), begin)
	is, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s has no section that is generated", path)
	}
	if is == got {
		return
	}
	if !*update {
		t.Errorf("%s is not what the code says: go test -args -update\n%s\nwant\n%s", path, is, got)
	} else if err := os.WriteFile(path, []byte(before+begin+got+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
