package python

import (
	"os/exec"
	"strings"
	"testing"
)

func TestBuiltin(t *testing.T) {
	for word, want := range map[string]bool{
		"print": true, "open": true, "ExceptionGroup": true, "aiter": true, "__import__": true, "__name__": true, "None": true, "lambda": true, "match": true, "_": true, "exit": true,
		"Path": false, "unicode": false, "xrange": false, "PythonFinalizationError": false, "": false, "Print": false,
	} {
		if Builtin(word) != want {
			t.Errorf("Builtin(%q) is %v", word, !want)
		}
	}
}

// TestBuiltinNames compares the table with an installed Python 3.11.
func TestBuiltinNames(t *testing.T) {
	out, err := exec.Command("python3", "-c", "import builtins, keyword, sys\nassert sys.version_info[:2] == (3, 11)\nprint(*dir(builtins), *keyword.kwlist, *keyword.softkwlist)").Output()
	if err != nil {
		t.Skip("python3 is not installed, or not 3.11")
	}
	for _, word := range strings.Fields(string(out)) {
		if !Builtin(word) {
			t.Errorf("%s is missing", word)
		}
	}
}
