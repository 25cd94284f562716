package resolve_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/resolve"
)

// maxRealAlarms is the share of uses in code that works which may be called absent or misused.
const maxRealAlarms = .001

// TestRealCode resolves code that works: whatever is reported in it is a false alarm.
func TestRealCode(t *testing.T) {
	r := standardLibraries(t)
	tests := []struct {
		project, below string
		counts         func(path string) bool
	}{
		{"go", folderOf(t, "go", "env", "GOROOT") + "/src", func(path string) bool {
			return strings.HasPrefix(filepath.Base(path), "example") && strings.HasSuffix(path, "_test.go")
		}},
		{"python", folderOf(t, "python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"), func(path string) bool {
			package_ := filepath.Base(filepath.Dir(path))
			return strings.HasSuffix(path, ".py") && slices.Contains([]string{"asyncio", "concurrent", "email", "http", "importlib", "json", "logging",
				"multiprocessing", "sqlite3", "unittest", "urllib", "wsgiref", "xmlrpc", "zoneinfo"}, package_)
		}},
	}
	for _, tt := range tests {
		x := resolve.New(r.In(tt.project))
		uses, alarms := 0, 0
		err := filepath.WalkDir(tt.below, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() && (e.Name() == "site-packages" || e.Name() == "testdata" || e.Name() == "test") {
				return fs.SkipDir
			}
			if !tt.counts(path) {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, u := range x.Resolve([]code.Piece{{Kind: code.Fenced, Language: tt.project, Text: string(text)}}) {
				uses++
				if u.State == decl.Absent || u.Misuse != nil {
					alarms++
					t.Logf("%s:%d: %s", path, 1+strings.Count(string(text[:u.Start]), "\n"), told(u))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d false alarms among %d uses", tt.project, alarms, uses)
		if uses == 0 || float64(alarms) > maxRealAlarms*float64(uses) {
			t.Errorf("%s: %d false alarms among %d uses, want at most %.1f in a thousand", tt.project, alarms, uses, 1000*maxRealAlarms)
		}
	}
}

// folderOf is what a command prints.
func folderOf(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Skipf("%s does not tell where its library is: %v", name, err)
	}
	return strings.TrimSpace(string(out))
}
