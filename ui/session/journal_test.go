package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// entries reads a journal, the oldest entry first. Lines that are none are skipped.
func entries(t *testing.T, j *Journal) (out []Entry) {
	t.Helper()
	for _, name := range []string{journalOld, journalFile} {
		data, err := os.ReadFile(filepath.Join(j.dir, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var r record
			if json.Unmarshal([]byte(line), &r) == nil && r.Schema == journalSchema && !r.Time.IsZero() {
				out = append(out, r.Entry)
			}
		}
	}
	return out
}

func add(t *testing.T, j *Journal, e Entry) {
	t.Helper()
	if err := j.Append(e); err != nil {
		t.Fatal(err)
	}
}

func TestAppendAndRead(t *testing.T) {
	j := OpenJournal(filepath.Join(t.TempDir(), "state", "ibid"))
	if got := entries(t, j); got != nil {
		t.Errorf("a log that is not there holds %v", got)
	}
	third := 0.3333
	want := []Entry{
		{Time: noon, Question: "Why? ü", Gates: []Gate{{"similarity", 0.5, 0.28, "pass"}}, ValidationPassed: true, Similarity: &third, KeywordOverlap: &third, ValidationMS: 1.5, TotalMS: 7, Generator: "extractive", Embedder: "built-in", Selection: true},
		{Time: noon.Add(time.Second), Refused: true, RefusalCode: "missing_term", Gates: []Gate{}},
	}
	for _, e := range want {
		add(t, j, e)
	}
	if got := entries(t, j); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestLineOnDisk(t *testing.T) {
	j := OpenJournal(t.TempDir())
	add(t, j, Entry{Time: noon, Refused: true, RefusalCode: "no_evidence", Gates: []Gate{}, Generator: "extractive", Embedder: "none"})
	add(t, j, Entry{Time: noon, Question: "a\x1b[31m\u202eb", Gates: []Gate{}})
	data, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	if want := `{"schema":"ibid.log/1","time":"2026-03-04T12:00:00Z","selection":false,"refused":true,"refusal_code":"no_evidence","gates":[],"validation_passed":false,` +
		`"response_similarity_score":null,"keyword_overlap_ratio":null,"latency_validation_ms":0,"latency_total_ms":0,"generator":"extractive","embedder":"none"}` + "\n"; lines[0] != want {
		t.Errorf("got  %swant %s", lines[0], want)
	}
	if !strings.Contains(lines[1], `"question":"ab"`) {
		t.Errorf("the question is not sanitised: %s", lines[1])
	}
}

func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits here")
	}
	dir := filepath.Join(t.TempDir(), "ibid")
	j := OpenJournal(dir)
	add(t, j, Entry{Time: noon})
	for path, want := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, j.Path(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
}

func TestTornAndForeignLinesAreSkipped(t *testing.T) {
	j := OpenJournal(t.TempDir())
	add(t, j, Entry{Time: noon, TotalMS: 1})
	whole, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	foreign := []string{
		"", " ", "null", "[]", "{}", "not JSON", "\xff\x00", `{"schema":"ibid.log/2","time":"2026-03-04T12:00:00Z"}`, `{"schema":"ibid.log/1"}`,
		`{"schema":"ibid.log/1","time":"yesterday"}`, `{"schema":"ibid.log/1","time":"2026-03-04T12:00:00Z","gates":3}`,
	}
	text := strings.Join(foreign, "\n") + "\n" + string(whole) + string(whole[:len(whole)/2]) // the last one was stopped in mid write
	if err := os.WriteFile(j.Path(), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	add(t, j, Entry{Time: noon, TotalMS: 2})
	add(t, j, Entry{Time: noon, TotalMS: 3})
	var got []float64
	for _, e := range entries(t, j) {
		got = append(got, e.TotalMS)
	}
	if want := []float64{1, 2, 3}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if err := os.WriteFile(j.Path(), whole[:len(whole)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	if got := entries(t, j); len(got) != 1 {
		t.Errorf("a whole line without its end: %v", got)
	}
}

func TestRotation(t *testing.T) {
	j := OpenJournal(t.TempDir())
	j.maxBytes = 2_000
	const written = 100
	for i := range written {
		add(t, j, Entry{Time: noon, TotalMS: float64(i)})
		for _, name := range []string{journalFile, journalOld} {
			if info, err := os.Stat(filepath.Join(j.dir, name)); err == nil && info.Size() > j.maxBytes+1_000 {
				t.Fatalf("%s has %d bytes", name, info.Size())
			}
		}
	}
	got := entries(t, j)
	if len(got) < 5 || len(got) == written {
		t.Errorf("%d entries are left", len(got))
	}
	for i, e := range got {
		if want := float64(written - len(got) + i); e.TotalMS != want {
			t.Fatalf("entry %d is %v, want %v: the latest, in their order", i, e.TotalMS, want)
		}
	}
}

func TestRotationThatFailsKeepsTheEntry(t *testing.T) {
	j := OpenJournal(t.TempDir())
	j.maxBytes = 1
	add(t, j, Entry{Time: noon, TotalMS: 1})
	blocked := filepath.Join(j.dir, journalOld, "in the way")
	if err := os.MkdirAll(blocked, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(Entry{Time: noon, TotalMS: 2}); err == nil || !strings.Contains(err.Error(), "put aside") {
		t.Errorf("got %v", err)
	}
	data, err := os.ReadFile(j.Path())
	if err != nil || strings.Count(string(data), "\n") != 2 {
		t.Errorf("%q, %v", data, err)
	}
}

func TestFolderThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := OpenJournal(filepath.Join(file, "ibid")).Append(Entry{Time: noon}); err == nil || !strings.HasPrefix(err.Error(), "log: ") {
		t.Errorf("got %v", err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, journalFile), 0o700); err != nil {
		t.Fatal(err)
	}
	j := OpenJournal(dir)
	if err := j.Append(Entry{Time: noon}); err == nil {
		t.Error("a folder was appended to")
	}
}

// The variables that make this test binary a process that appends.
const (
	writerDir = "IBID_TEST_JOURNAL"
	writerID  = "IBID_TEST_WRITER"
	perWriter = 200
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerDir); dir != "" {
		os.Exit(write(dir, os.Getenv(writerID)))
	}
	os.Exit(m.Run())
}

func write(dir, id string) int {
	j := OpenJournal(dir)
	j.maxBytes, _ = strconv.ParseInt(os.Getenv(writerDir+"_BYTES"), 10, 64)
	for i := range perWriter {
		e := Entry{Time: noon, Generator: id, TotalMS: float64(i), Question: strings.Repeat(id, 1+i%50*40)}
		if err := j.Append(e); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

func TestProcessesThatAppendAtOnce(t *testing.T) {
	const writers = 4
	for name, maxBytes := range map[string]int64{
		"one file":     MaxJournalBytes,
		"put aside":    writers * perWriter * 800, // once, on the way
		"a small file": 10_000,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			var running []*exec.Cmd
			for w := range writers {
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), writerDir+"="+dir, writerID+"="+string(rune('a'+w)), writerDir+"_BYTES="+strconv.FormatInt(maxBytes, 10))
				cmd.Stderr = os.Stderr
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				running = append(running, cmd)
			}
			for _, cmd := range running {
				if err := cmd.Wait(); err != nil {
					t.Fatal(err)
				}
			}
			j := OpenJournal(dir)
			next := map[string]float64{}
			lines := 0
			for _, e := range entries(t, j) {
				if e.Question != strings.Repeat(e.Generator, len(e.Question)) {
					t.Fatalf("a torn line: %.80q", e.Question)
				}
				if maxBytes >= MaxJournalBytes && e.TotalMS != next[e.Generator] {
					t.Fatalf("writer %s: entry %v where %v was due", e.Generator, e.TotalMS, next[e.Generator])
				}
				next[e.Generator]++
				lines++
			}
			if maxBytes > 10_000 && lines != writers*perWriter {
				t.Errorf("%d entries, want %d", lines, writers*perWriter)
			}
		})
	}
}
