package symbol

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// pythonRegistry is the registry of Python's standard library; the test is skipped where there is none of version 3.11.
func pythonRegistry(t testing.TB) *Registry {
	return build(t, "python", pythonRoot(t))
}

func pythonRoot(t testing.TB) string {
	for _, name := range []string{"python3.11", "python3"} {
		out, err := exec.Command(name, "-c", "import sys, os; print(sys.version_info[:2] == (3, 11), os.path.dirname(os.__file__))").Output()
		if root, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "True "); err == nil && ok {
			return filepath.Clean(root)
		}
	}
	t.Skip("no Python 3.11")
	return ""
}

func BenchmarkBuildPython(b *testing.B) {
	root := pythonRoot(b)
	for b.Loop() {
		build(b, "python", root)
	}
}
