package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ibid/engine"
	"ibid/index/regular"
)

// Comparison is what changed from one run of a set to another, on the questions that both have.
type Comparison struct {
	Shared      int              `json:"shared"` // questions that both runs have
	OnlyA       int              `json:"only_a"` // that one of them has
	OnlyB       int              `json:"only_b"`
	Differences List[Difference] `json:"measures"` // in the order of Measures
	Changes     List[Change]     `json:"changes"`  // in the order of A's questions
}

// Difference is what changed in one measure, on the questions that have it in both runs.
type Difference struct {
	Name   string `json:"measure"`
	Lower  bool   `json:"lower_is_better"`
	A      Number `json:"a"`
	B      Number `json:"b"`
	Mean   Number `json:"difference"` // of B-A
	N      int    `json:"n"`          // questions
	Better int    `json:"better"`     // questions
	Worse  int    `json:"worse"`
}

// Change is a question of which some measure changed.
type Change struct {
	ID       string      `json:"qid"`
	Question string      `json:"question"`
	Worse    List[Delta] `json:"worse"` // in the order of Measures
	Better   List[Delta] `json:"better"`
	Refused  bool        `json:"refused"` // in B
	Reason   string      `json:"refusal_reason"`
}

// Delta is one measure of one question in two runs.
type Delta struct {
	Name string `json:"measure"`
	From Number `json:"a"`
	To   Number `json:"b"`
}

// Compare pairs rows by the ids of their questions.
func Compare(a, b []Row) Comparison {
	var c Comparison
	inB := make(map[string]*Row, len(b))
	for i := range b {
		inB[b[i].ID] = &b[i]
	}
	var pairs [][2]*Row
	for i := range a {
		if to := inB[a[i].ID]; to != nil {
			pairs = append(pairs, [2]*Row{&a[i], to})
			delete(inB, a[i].ID)
		} else {
			c.OnlyA++
		}
	}
	c.Shared, c.OnlyB = len(pairs), len(inB)
	measures := Measures()
	for _, m := range measures {
		if d := m.difference(pairs); d.N > 0 {
			c.Differences = append(c.Differences, d)
		}
	}
	for _, p := range pairs {
		change := Change{ID: p[1].ID, Question: p[1].Question, Refused: p[1].Refused, Reason: p[1].Reason}
		for _, m := range measures {
			from, to, ok := m.values(p)
			switch {
			case !ok || from == to:
			case m.improves(from, to):
				change.Better = append(change.Better, Delta{m.Name, Number(from), Number(to)})
			default:
				change.Worse = append(change.Worse, Delta{m.Name, Number(from), Number(to)})
			}
		}
		if len(change.Better)+len(change.Worse) > 0 {
			c.Changes = append(c.Changes, change)
		}
	}
	return c
}

func (m Info) improves(from, to float64) bool { return to != from && (to < from) == m.Lower }

// values are a question's in both runs; false where one of them has none.
func (m Info) values(p [2]*Row) (from, to float64, ok bool) {
	from, inA := p[0].Value(m.Name)
	to, inB := p[1].Value(m.Name)
	return from, to, inA && inB
}

func (m Info) difference(pairs [][2]*Row) Difference {
	d := Difference{Name: m.Name, Lower: m.Lower}
	for _, p := range pairs {
		from, to, ok := m.values(p)
		if !ok {
			continue
		}
		d.N, d.A, d.B = d.N+1, d.A+Number(from), d.B+Number(to)
		switch {
		case from == to:
		case m.improves(from, to):
			d.Better++
		default:
			d.Worse++
		}
	}
	n := Number(max(d.N, 1))
	d.A, d.B, d.Mean = d.A/n, d.B/n, (d.B-d.A)/n
	return d
}

// Conditions are what a run was made under, beside its questions: two runs that differ in them differ for more
// reasons than one.
type Conditions struct {
	Version    string    `json:"version"`          // of ibid, "" where the caller of Run does not say
	Documents  string    `json:"documents_sha256"` // index.Index.Digest; "" for Passages
	Hits       int       `json:"hits"`             // retrieved for an answer; 0 where none was asked for, as Thresholds
	Thresholds []Setting `json:"thresholds"`       // in the order of the gates
	Off        []string  `json:"off"`              // stages of retrieval and gates that are switched off
}

// Setting is a threshold and its value.
type Setting struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Warns bool    `json:"only_warns"`
}

// conditions are those of a run over questions of a form, with answers or without.
func (s *Subject) conditions(f Form, asks bool) *Conditions {
	c := &Conditions{Version: s.Version, Thresholds: []Setting{}, Off: []string{}}
	if f == Documents && s.Index != nil {
		c.Documents = s.Index.Digest()
	}
	omit := s.Options.Omit
	off := func(name string, is bool) {
		if is {
			c.Off = append(c.Off, name)
		}
	}
	if f != Passages {
		off("dense", omit.Dense)
		off("rerank", omit.Rerank)
		off("neighbours", asks && s.Options.NoNeighbours)
	}
	if !asks {
		return c
	}
	if f == Documents {
		c.Hits = s.Options.Hits
	}
	for _, k := range knobs(f) {
		c.Thresholds = append(c.Thresholds, Setting{k.name, *k.at(&s.Options), k.warns(&s.Options)})
	}
	off("similarity gate", s.Options.NoSimilarity)
	off("key terms gate", s.Options.NoKeyTerms)
	off("support gate", s.Options.NoSupport)
	off("symbols", s.Options.NoSymbols)
	return c
}

// warns tells whether a gate only warns below its threshold.
func (k *knob) warns(o *engine.Options) bool { return k.name == Cosine && !o.CosineRefuses }

// Changed says what two runs differ in beside what became of the questions, a line each. What one of them does not
// tell is not compared.
func Changed(a, b *Report) []string {
	var out []string
	differ := func(what, from, to string) {
		if from != to {
			out = append(out, fmt.Sprintf("%s is %s in A and %s in B", what, from, to))
		}
	}
	told := func(what, from, to string) {
		if from != "" && to != "" {
			differ(what, from, to)
		}
	}
	if a.SHA256 != "" && b.SHA256 != "" && a.SHA256 != b.SHA256 {
		out = append(out, "the question set changed between the runs: what is measured may differ though nothing else does")
	}
	told("the embedder", a.Embedder, b.Embedder)
	told("the generator", a.Generator, b.Generator)
	if a.Conditions == nil || b.Conditions == nil {
		return out
	}
	from, to := a.Conditions, b.Conditions
	if from.Documents != "" && to.Documents != "" && from.Documents != to.Documents {
		out = append(out, "the documents changed between the runs")
	}
	told("the version of ibid", from.Version, to.Version)
	if from.Hits > 0 && to.Hits > 0 {
		differ("the number of hits", strconv.Itoa(from.Hits), strconv.Itoa(to.Hits))
	}
	for _, was := range from.Thresholds {
		if i := slices.IndexFunc(to.Thresholds, func(s Setting) bool { return s.Name == was.Name }); i >= 0 {
			differ("the threshold "+was.Name, was.String(), to.Thresholds[i].String())
		}
	}
	for _, name := range from.Off {
		if !slices.Contains(to.Off, name) {
			differ(name, "off", "on")
		}
	}
	for _, name := range to.Off {
		if !slices.Contains(from.Off, name) {
			differ(name, "on", "off")
		}
	}
	return out
}

func (s Setting) String() string {
	text := strconv.FormatFloat(round(s.Value), 'f', -1, 64)
	if s.Warns {
		text += " (warns)"
	}
	return text
}

// The files of a saved set are called after it, with these endings: its rows, one a line, and what Store returns.
const (
	RowsEnding    = ".jsonl"
	SummaryEnding = ".summary.json"
)

// Saved is a set as an earlier run left it.
type Saved struct {
	Name   string // of its files, without their endings
	Report        // with nothing but rows where the summary is not there
}

// FileNames are what the files of sets are called that are saved into one folder: the last part of a set's name, with
// the part before it where several end the same.
func FileNames(sets []string) []string {
	names := make([]string, len(sets))
	ends := map[string]int{}
	for i, set := range sets {
		set = filepath.Clean(set)
		names[i] = stem(set)
		ends[names[i]]++
	}
	taken := map[string]bool{}
	for i, set := range sets {
		if ends[names[i]] > 1 {
			names[i] = stem(filepath.Dir(filepath.Clean(set))) + "-" + names[i]
		}
		name := names[i]
		for n := 2; taken[name]; n++ {
			name = names[i] + "-" + strconv.Itoa(n)
		}
		names[i], taken[name] = name, true
	}
	return names
}

// stem is the last part of a path without its ending, and never hidden or empty.
func stem(path string) string {
	name := strings.TrimLeft(strings.TrimSuffix(filepath.Base(path), RowsEnding), "."+string(filepath.Separator))
	if name == "" {
		return "set"
	}
	return name
}

// OpenSaved reads what was saved into a folder, in the order of the names, or one file of rows.
func OpenSaved(path string) ([]Saved, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	files := []string{path}
	if info.IsDir() {
		if files, err = rowFiles(path); err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s holds no saved set; `ibid eval --save %s SET` writes one", path, path)
		}
	}
	var out []Saved
	for _, file := range files {
		s, err := openSaved(file)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func rowFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), RowsEnding) && !strings.HasPrefix(e.Name(), ".") {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

func openSaved(file string) (Saved, error) {
	base := strings.TrimSuffix(file, RowsEnding)
	s := Saved{Name: filepath.Base(base)}
	f, _, err := regular.Open(file)
	if err != nil {
		return s, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLineBytes)
	number, at := 0, map[string]int{}
	for lines.Scan() {
		number++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var r Row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return s, fmt.Errorf("%s:%d is no row of `ibid eval --save`: %w", file, number, err)
		}
		if first, ok := at[r.ID]; ok {
			return s, fmt.Errorf("%s:%d has the qid %q of line %d; questions are told apart by it", file, number, r.ID, first)
		}
		at[r.ID] = number
		s.Rows = append(s.Rows, r)
	}
	if err := lines.Err(); err != nil {
		return s, fmt.Errorf("%s:%d: %w", file, number+1, err)
	}
	summary, err := regular.Read(base+SummaryEnding, maxLineBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil // the rows may have been moved alone
	}
	if err == nil {
		err = json.Unmarshal(summary, &s.Report)
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", base+SummaryEnding, err)
	}
	return s, nil
}

// Pair puts the sets of two runs together: those of one name, then those of the same questions, and a lone set of
// each whatever it is called. Names of sets that only one run has are returned beside.
func Pair(a, b []Saved) (pairs [][2]Saved, onlyA, onlyB []string) {
	if len(a) == 1 && len(b) == 1 {
		return [][2]Saved{{a[0], b[0]}}, nil, nil
	}
	taken := make([]bool, len(b))
	partner := make([]int, len(a)) // counted from 1
	for _, same := range []func(x, y *Saved) bool{
		func(x, y *Saved) bool { return x.Name == y.Name },
		func(x, y *Saved) bool { return x.SHA256 != "" && x.SHA256 == y.SHA256 },
	} {
		for i := range a {
			for j := range b {
				if partner[i] == 0 && !taken[j] && same(&a[i], &b[j]) {
					partner[i], taken[j] = j+1, true
				}
			}
		}
	}
	for i := range a {
		if j := partner[i]; j > 0 {
			pairs = append(pairs, [2]Saved{a[i], b[j-1]})
		} else {
			onlyA = append(onlyA, a[i].Name)
		}
	}
	for j := range b {
		if !taken[j] {
			onlyB = append(onlyB, b[j].Name)
		}
	}
	return pairs, onlyA, onlyB
}
