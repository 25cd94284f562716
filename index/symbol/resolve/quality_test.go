package resolve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ibid/guard"
	"ibid/guard/symbols"
	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/resolve"
)

// The targets for answers about the standard libraries.
const (
	wantInvented   = .90 // share of invented symbols that are reported
	wantArguments  = .70 // share of invented arguments that are reported
	maxFalseAlarms = .05 // share of clean answers with a report
)

// answerRow is an answer whose invented symbols are marked.
type answerRow struct {
	ID           string   `json:"id"`
	Project      string   `json:"project"`
	Answer       string   `json:"answer"`
	Invented     []string `json:"invented"`
	InventedArgs []struct {
		Symbol string `json:"symbol"`
		Arg    string `json:"arg"`
	} `json:"invented_args"`
	Kind string `json:"kind"`
}

// libraries is the registry of both standard libraries, built once for all tests.
var libraries = sync.OnceValues(func() (*symbol.Registry, error) {
	python, err := exec.Command("python3", "-c", "import sys, sysconfig; print('%d.%d' % sys.version_info[:2], sysconfig.get_path('stdlib'))").Output()
	if err != nil {
		return nil, fmt.Errorf("python3 does not tell where its library is: %w", err)
	}
	version, lib, _ := strings.Cut(strings.TrimSpace(string(python)), " ")
	if version != "3.11" {
		return nil, fmt.Errorf("the answers are about Python 3.11, python3 is %s", version)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go does not tell where its sources are: %w", err)
	}
	var projects []symbol.Project
	var sources []symbol.Source
	for _, named := range [][2]string{{"python", lib}, {"go", filepath.Join(strings.TrimSpace(string(root)), "src")}} {
		p, err := symbol.Detect(named[0], named[1])
		if err != nil {
			return nil, err
		}
		found, err := symbol.Collect(context.Background(), p)
		if err != nil {
			return nil, err
		}
		projects, sources = append(projects, p), append(sources, found...)
	}
	return symbol.Build(context.Background(), projects, sources, nil, nil)
})

func standardLibraries(t testing.TB) *symbol.Registry {
	t.Helper()
	if testing.Short() {
		t.Skip("building the registry of two standard libraries takes seconds")
	}
	r, err := libraries()
	if err != nil {
		t.Skipf("no standard libraries: %v", err)
	}
	return r
}

// score counts what was reported for answers, and what should have been.
type score struct {
	invented, foundInvented   int
	arguments, foundArguments int
	clean, alarmedClean       int
	alarms                    []string
	misses                    []string
}

func (s *score) add(row answerRow, uses []code.Use) {
	reported := map[string]bool{}
	for _, u := range uses {
		switch {
		case u.State == decl.Absent:
			reported[u.Name] = true
		case u.Misuse != nil:
			reported[u.Name+"("+u.Misuse.Argument+")"] = true
		}
	}
	count := func(name string, all, found *int) {
		*all++
		if reported[name] {
			*found++
		} else {
			s.misses = append(s.misses, fmt.Sprintf("%s %s", row.ID, name))
		}
		delete(reported, name)
	}
	for _, name := range row.Invented {
		count(name, &s.invented, &s.foundInvented)
	}
	for _, a := range row.InventedArgs {
		count(a.Symbol+"("+a.Arg+")", &s.arguments, &s.foundArguments)
	}
	if len(row.Invented)+len(row.InventedArgs) == 0 {
		s.clean++
		if len(reported) > 0 {
			s.alarmedClean++
		}
	}
	for name := range reported {
		s.alarms = append(s.alarms, fmt.Sprintf("%s %s", row.ID, name))
	}
	slices.Sort(s.alarms)
}

func (s *score) check(t *testing.T) {
	t.Helper()
	share := func(n, all int) float64 { return float64(n) / float64(max(all, 1)) }
	t.Logf("invented symbols %d of %d (%.3f), invented arguments %d of %d (%.3f), clean answers with a false alarm %d of %d (%.3f), false alarms in all %d",
		s.foundInvented, s.invented, share(s.foundInvented, s.invented), s.foundArguments, s.arguments, share(s.foundArguments, s.arguments),
		s.alarmedClean, s.clean, share(s.alarmedClean, s.clean), len(s.alarms))
	for _, m := range s.misses {
		t.Log("missed:", m)
	}
	for _, a := range s.alarms {
		t.Log("false alarm:", a)
	}
	if got := share(s.foundInvented, s.invented); got < wantInvented {
		t.Errorf("%.3f of the invented symbols reported, want %.2f", got, wantInvented)
	}
	if got := share(s.foundArguments, s.arguments); s.arguments > 0 && got < wantArguments {
		t.Errorf("%.3f of the invented arguments reported, want %.2f", got, wantArguments)
	}
	if got := share(s.alarmedClean, s.clean); got > maxFalseAlarms {
		t.Errorf("%.3f of the clean answers have a false alarm, want at most %.2f", got, maxFalseAlarms)
	}
}

func measure(t *testing.T, rows []answerRow) {
	t.Helper()
	r := standardLibraries(t)
	resolvers := map[string]*resolve.Resolver{"python": resolve.New(r.In("python")), "go": resolve.New(r.In("go"))}
	var s score
	for _, row := range rows {
		s.add(row, resolvers[row.Project].Resolve(symbols.Pieces(guard.Parse(row.Answer))))
	}
	s.check(t)
}

// TestAnswers measures on our own answers, in testdata/answers.txt.
func TestAnswers(t *testing.T) { measure(t, ownAnswers(t)) }

// TestSharedAnswers measures on the shared set.
func TestSharedAnswers(t *testing.T) {
	file, err := os.Open("../../../../shared/data/symbols/dev.jsonl")
	if err != nil {
		t.Skipf("the shared answers are not here: %v", err)
	}
	defer file.Close()
	var rows []answerRow
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row answerRow
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	measure(t, rows)
}

// ownAnswers reads testdata/answers.txt, whose head says how it is written.
func ownAnswers(t testing.TB) []answerRow {
	t.Helper()
	text, err := os.ReadFile("testdata/answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	var rows []answerRow
	for _, part := range strings.Split("\n"+string(text), "\n=== ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		row := answerRow{}
		row.ID, row.Project, _ = strings.Cut(head, " ")
		for strings.HasPrefix(body, "!") {
			line, rest, _ := strings.Cut(body[1:], "\n")
			body = rest
			name, arg, misused := strings.Cut(line, " ")
			if misused {
				row.InventedArgs = append(row.InventedArgs, struct {
					Symbol string `json:"symbol"`
					Arg    string `json:"arg"`
				}{name, arg})
			} else {
				row.Invented = append(row.Invented, name)
			}
		}
		row.Answer = body
		rows = append(rows, row)
	}
	return rows
}
