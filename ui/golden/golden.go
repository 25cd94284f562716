// Package golden is for tests: it holds what a command or a screen shows against a file that a person has approved.
//
//	go test ./ui/report -args -update // writes the files anew
package golden

import (
	"flag"
	"os"
	"path/filepath"
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
