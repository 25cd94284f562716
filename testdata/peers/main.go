// Command peers measures ibid's search beside engines that others wrote, in one run and on the same text.
//
//	cd testdata/peers && go run . -chunks 10000,100000
//
// The text is cut from the source files and documents below GOROOT/src, or -text, into chunks of about 950 characters; the 300 queries
// are runs of words from it. Each engine indexes in a process of its own and is asked in another, so that times and memory are its
// alone; those of a query are the processor's, which what else runs hardly changes. Figures are those of this machine; what counts is
// the table, in which those of ibid's lexical index are 1. Where several numbers of chunks are given, plots show how the figures grow.
//
// Xapian and FAISS are measured where Python finds them (Debian: python3-xapian, PyPI: faiss-cpu), and passed over where not.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"
)

// chunk is a line of the corpus file.
type chunk struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// engine is one that is measured.
type engine struct {
	name  string
	build func(dir, corpus string) error
	open  func(dir string) (search, error)
}

// search asks an opened engine for the best k, and returns how many it found.
type search func(query string, k int) (int, error)

const (
	queries   = 300
	chunkSize = 950 // characters
	hits      = 10
	batch     = 1000 // chunks that are indexed at once
)

// result is what a process measured of itself.
type result struct {
	Wall, CPU, Open, P50, P99 time.Duration
	Memory                    int64 // peak resident bytes
	Found                     int   // queries with a hit
}

func main() {
	chunks := flag.String("chunks", "10000", "chunks to index; several numbers, separated by commas, for their growth")
	text := flag.String("text", filepath.Join(runtime.GOROOT(), "src"), "folders whose text is cut into chunks, separated by "+string(os.PathListSeparator))
	dir := flag.String("dir", "", "folder for the indexes, which are left there; a temporary one if none is given")
	only := flag.String("engines", "", "names of the engines to measure, separated by commas; all if none is given")
	stage := flag.String("stage", "", "for the processes that measure: build or ask")
	flag.Parse()
	if err := run(*chunks, *text, *dir, *only, *stage); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(chunks, text, dir, only, stage string) error {
	if stage != "" {
		return measure(only, stage, dir)
	}
	if dir == "" {
		tmp, err := os.MkdirTemp("", "peers")
		if err != nil {
			return err
		}
		defer os.RemoveAll(tmp)
		dir = tmp
	}
	var sizes []int
	var all [][]row
	for s := range strings.SplitSeq(chunks, ",") {
		n, err := strconv.Atoi(s)
		if err == nil {
			err = writeCorpus(dir, filepath.SplitList(text), n)
		}
		if err != nil {
			return err
		}
		fmt.Printf("\n%d chunks:\n\n", n)
		rows := measureAll(dir, only)
		if err := table(os.Stdout, rows); err != nil {
			return err
		}
		sizes, all = append(sizes, n), append(all, rows)
	}
	if len(sizes) > 1 {
		plots(os.Stdout, sizes, all)
	}
	return nil
}

// measureAll measures the engines that are asked for, those apart that cannot run here.
func measureAll(dir, only string) []row {
	var rows []row
	for _, e := range engines() {
		if only != "" && !slices.Contains(strings.Split(only, ","), e.name) {
			continue
		}
		r := row{name: e.name}
		var err error
		if r.build, err = apart(dir, e.name, "build"); err == nil {
			r.ask, err = apart(dir, e.name, "ask")
		}
		if err != nil {
			fmt.Printf("%-14s passed over: %v\n", e.name, err)
			continue
		}
		r.size = size(filepath.Join(dir, e.name))
		rows = append(rows, r)
		fmt.Printf("%-14s indexed in %.1f s (CPU %.1f s, %d MB), %d MB on disk, opened in %v, p50 %v, p99 %v, %d of %d queries found something\n", r.name,
			r.build.Wall.Seconds(), r.build.CPU.Seconds(), r.build.Memory>>20, r.size>>20, r.ask.Open.Round(10*time.Microsecond),
			r.ask.P50.Round(time.Microsecond), r.ask.P99.Round(time.Microsecond), r.ask.Found, queries)
	}
	return rows
}

// plots shows how figures grow with the number of chunks, each on a scale of tenfold steps.
func plots(w io.Writer, sizes []int, all [][]row) {
	const decade = 12 // characters
	for _, figure := range []struct {
		name  string
		least float64
		of    func(row) float64
	}{
		{"CPU seconds to index", .1, func(r row) float64 { return r.build.CPU.Seconds() }},
		{"peak memory of indexing, MB", 10, func(r row) float64 { return float64(r.build.Memory >> 20) }},
		{"CPU of a query (p50), ms", .1, func(r row) float64 { return r.ask.P50.Seconds() * 1000 }},
	} {
		fmt.Fprintf(w, "\n%s (a step of %d characters is ten times as much)\n\n", figure.name, decade)
		for _, first := range all[0] {
			for i, rows := range all {
				at := slices.IndexFunc(rows, func(r row) bool { return r.name == first.name })
				if at < 0 {
					continue
				}
				v := figure.of(rows[at])
				fmt.Fprintf(w, "%-13s %8d  %s %.3g\n", first.name, sizes[i], strings.Repeat("▇", max(1, int(decade*math.Log10(max(1, v/figure.least))))), v)
			}
		}
	}
}

type row struct {
	name       string
	build, ask result
	size       int64
}

// table prints everything as a ratio to the first engine that was measured.
func table(w io.Writer, rows []row) error {
	if len(rows) == 0 {
		return errors.New("nothing was measured")
	}
	one := rows[0]
	fmt.Fprintf(w, "\nRatios to %s:\n\n| engine | wall | CPU | memory | size | open | p50 | p99 |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n", one.name)
	for _, r := range rows {
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", r.name,
			ratio(r.build.Wall, one.build.Wall), ratio(r.build.CPU, one.build.CPU), ratio(r.build.Memory, one.build.Memory),
			ratio(r.size, one.size), ratio(r.ask.Open, one.ask.Open), ratio(r.ask.P50, one.ask.P50), ratio(r.ask.P99, one.ask.P99))
	}
	return nil
}

func ratio[T time.Duration | int64](a, b T) string {
	if b <= 0 {
		return "–"
	}
	r := float64(a) / float64(b)
	if r >= 10 {
		return strconv.FormatFloat(r, 'f', 0, 64)
	}
	return strconv.FormatFloat(r, 'g', 2, 64)
}

// apart measures a stage of an engine in a process of its own.
func apart(dir, name, stage string) (result, error) {
	self, err := os.Executable()
	if err != nil {
		return result{}, err
	}
	cmd := exec.Command(self, "-dir", dir, "-engines", name, "-stage", stage)
	var said strings.Builder
	cmd.Stderr = &said
	start := time.Now()
	out, err := cmd.Output()
	if err != nil {
		return result{}, errors.New(cmp.Or(strings.TrimSpace(said.String()), err.Error()))
	}
	var r result
	if err := json.Unmarshal(out, &r); err != nil {
		return result{}, err
	}
	if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.Memory = use.Maxrss << 10
	}
	r.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if r.Wall = time.Since(start); stage == "ask" {
		r.Wall = 0
	}
	return r, nil
}

// measure is one stage of one engine, in the process of its own.
func measure(name, stage, dir string) error {
	all := engines()
	i := slices.IndexFunc(all, func(e engine) bool { return e.name == name })
	if i < 0 {
		return fmt.Errorf("no engine is called %q", name)
	}
	e, home, corpus := all[i], filepath.Join(dir, name), filepath.Join(dir, "corpus.jsonl")
	var r result
	if stage == "build" {
		if err := os.RemoveAll(home); err != nil {
			return err
		}
		if err := e.build(home, corpus); err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	asked, err := os.ReadFile(filepath.Join(dir, "queries.txt"))
	if err != nil {
		return err
	}
	start := time.Now()
	find, err := e.open(home)
	if err != nil {
		return err
	}
	r.Open = time.Since(start)
	var took []time.Duration
	for q := range strings.Lines(string(asked)) {
		start := processor()
		n, err := find(strings.TrimSpace(q), hits)
		if err != nil {
			return fmt.Errorf("%q: %w", q, err)
		}
		took = append(took, processor()-start)
		if n > 0 {
			r.Found++
		}
	}
	slices.Sort(took)
	r.P50, r.P99 = took[len(took)/2], took[len(took)*99/100]
	return json.NewEncoder(os.Stdout).Encode(r)
}

// processor is the processor's time used so far, on all cores: what other programs do meanwhile hardly changes it.
func processor() time.Duration {
	var use syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	return time.Duration(use.Utime.Nano()+use.Stime.Nano()) + elsewhere
}

// writeCorpus cuts text into chunks and draws the queries, the same ones every time.
func writeCorpus(dir string, roots []string, n int) error {
	f, err := os.Create(filepath.Join(dir, "corpus.jsonl"))
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	random := rand.New(rand.NewPCG(1, 2))
	var asked []string
	made := 0
	done := errors.New("enough")
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !slices.Contains([]string{".go", ".md", ".html", ".txt", ".rst", ".py", ".c", ".h"}, filepath.Ext(path)) {
				return nil // what cannot be read is no text
			}
			text, err := os.ReadFile(path)
			if err != nil || !utf8.Valid(text) {
				return nil
			}
			for part := range cut(string(text)) {
				if err := enc.Encode(chunk{ID: fmt.Sprintf("c%08d", made), Text: part}); err != nil {
					return err
				}
				if words := strings.Fields(part); len(words) > 12 && random.IntN(max(1, n/(2*queries))) == 0 && len(asked) < queries {
					at := random.IntN(len(words) - 6)
					asked = append(asked, strings.Join(words[at:at+3+random.IntN(4)], " "))
				}
				if made++; made == n {
					return done
				}
			}
			return nil
		})
		if errors.Is(err, done) {
			break
		}
		if err != nil {
			return err
		}
	}
	if made < n {
		fmt.Printf("The text has %d chunks, not %d.\n", made, n)
	}
	for len(asked) > 0 && len(asked) < queries { // a small corpus has few to draw from
		asked = append(asked, asked[len(asked)%7])
	}
	if err := os.WriteFile(filepath.Join(dir, "queries.txt"), []byte(strings.Join(asked, "\n")+"\n"), 0o644); err != nil {
		return err
	}
	return errors.Join(w.Flush(), f.Close())
}

// cut cuts a text into chunks at the ends of lines.
func cut(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var b strings.Builder
		for line := range strings.Lines(text) {
			if b.Len() > 0 && b.Len()+len(line) > chunkSize {
				if !yield(b.String()) {
					return
				}
				b.Reset()
			}
			b.WriteString(line[:min(len(line), chunkSize)])
		}
		if strings.TrimSpace(b.String()) != "" {
			yield(b.String())
		}
	}
}

// batches reads the corpus file.
func batches(corpus string, each func([]chunk) error) error {
	f, err := os.Open(corpus)
	if err != nil {
		return err
	}
	defer f.Close()
	dec := json.NewDecoder(bufio.NewReaderSize(f, 1<<20))
	for {
		var some []chunk
		for len(some) < batch {
			var c chunk
			if err := dec.Decode(&c); err == io.EOF {
				break
			} else if err != nil {
				return err
			}
			some = append(some, c)
		}
		if len(some) == 0 {
			return nil
		}
		if err := each(some); err != nil {
			return err
		}
	}
}

func size(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	return n
}
