package cli

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	shownNames = 12 // that are asked about, of each library
	shownLeast = 40 // answers of all with code in them: with fewer the test says little
)

// codeBlock is a fenced block of an answer.
var codeBlock = regexp.MustCompile("(?ms)^```.*?^```")

// realNames are names of each library of the development data that exist, in the order in which its answers use them.
func realNames(t *testing.T, path string) map[string][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Skipf("SKIPPED: %s is not here", path)
	}
	defer f.Close()
	names := map[string][]string{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			Project string
			Real    []string
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		for _, n := range row.Real {
			if !slices.Contains(names[row.Project], n) {
				names[row.Project] = append(names[row.Project], n)
			}
		}
	}
	return names
}

// TestShownCode: no code that an answer shows names what the sources do not declare, or calls it as they do not, unless it warns of that. Every library of the development
// data is asked how its functions are used; the code of all answers is judged as a person would have it judged, by verify.
func TestShownCode(t *testing.T) {
	if testing.Short() {
		t.Skip("indexing eight libraries takes a minute")
	}
	libraries := filepath.Join(development, "symbols", "libraries")
	withCode := 0
	names := realNames(t, filepath.Join(libraries, "answers.jsonl"))
	for library, all := range names {
		root := filepath.Join(libraries, "roots", library)
		env := home(t)
		var rows strings.Builder
		texts, warned := map[string]string{}, map[string]string{}
		for i := range min(shownNames, len(all)) {
			name := all[i*len(all)/min(shownNames, len(all))]
			r := ibid(t, env, "ask", "--json", "--docs", root, "Show an example of how `"+name+"` is used.")
			var answer struct {
				Answer   string
				Warnings []string
			}
			if err := json.Unmarshal([]byte(r.out), &answer); err != nil {
				t.Fatalf("%s: %v %s", name, err, r.err)
			}
			if codeBlock.MatchString(answer.Answer) {
				withCode++
				texts[name] = answer.Answer
				warned[name] = strings.Join(answer.Warnings, "\n")
				code := strings.Join(codeBlock.FindAllString(answer.Answer, -1), "\n\n")
				row, _ := json.Marshal(map[string]string{"id": name, "text": code, "project": library})
				rows.Write(append(row, '\n'))
			}
		}
		file := filepath.Join(t.TempDir(), "rows.jsonl")
		if err := os.WriteFile(file, []byte(rows.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		r := ibid(t, env, "verify", "--jsonl", "--json", "--symbols-only", "--project", library+"="+root, file)
		for line := range strings.Lines(r.out) {
			var verdict struct {
				ID      string
				Symbols struct {
					Unknown, Misused []struct{ Symbol, Argument string }
				}
			}
			if err := json.Unmarshal([]byte(line), &verdict); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			for _, s := range slices.Concat(verdict.Symbols.Unknown, verdict.Symbols.Misused) {
				if strings.Contains(warned[verdict.ID], s.Symbol) {
					continue
				}
				t.Errorf("%s, asked about %s: %+v in\n%s", library, verdict.ID, s, texts[verdict.ID])
			}
			delete(texts, verdict.ID)
		}
		if len(texts) > 0 {
			t.Errorf("%s: %d answers were not judged: %s", library, len(texts), r.err)
		}
	}
	if t.Logf("%d answers with code", withCode); withCode < shownLeast {
		t.Errorf("%d answers with code, want at least %d", withCode, shownLeast)
	}
}
