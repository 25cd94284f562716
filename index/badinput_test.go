package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lines are what a report says about files, without the root.
func lines(opt Options, r Report) []string {
	var out []string
	for _, s := range r.Skipped {
		rel, err := filepath.Rel(opt.Roots[0], s.Path)
		if err != nil {
			rel = s.Path
		}
		out = append(out, filepath.ToSlash(rel)+": "+s.Reason)
	}
	return append(out, r.Warnings...)
}

// Each bad file costs one line, and the rest is indexed.
func TestBadInput(t *testing.T) {
	standard, err := os.ReadFile("../testdata/handbook/sensor-standard.pdf")
	if err != nil {
		t.Fatal(err)
	}
	flipped := slices.Clone(standard)
	for i := range 40 {
		flipped[len(flipped)*(i+1)/42] ^= 0x10
	}
	dir := t.TempDir()
	docs := filepath.Join(dir, "docs")
	long := strings.Repeat("long", 60) + ".md" // 243 bytes, file systems take 255
	write(t, docs, map[string]string{
		"good.md":                            page("Good", 1),
		"binary.md":                          "\x00\x01\x02\x03" + strings.Repeat("\x00\xff", 100),
		"control.txt":                        strings.Repeat("\x01\x02a", 100),
		"empty.md":                           "",
		"white.md":                           " \n\n\t\n",
		"latin.md":                           "# Caf\xe9\n\nUn caf\xe9 cr\xe8me.",
		"utf8.md":                            "# Café\n\nUn café crème, déjà vu\xff.",
		"half.pdf":                           string(standard[:len(standard)/2]),
		"flipped.pdf":                        string(flipped),
		"not.pdf":                            "This is not a PDF.",
		"whole.pdf":                          string(standard),
		"damaged.ipynb":                      `{"cells": [{"cell_type": "markdown", "source": ["text`,
		"deep.ipynb":                         strings.Repeat(`{"a":`, 100_000),
		"deep.html":                          strings.Repeat("<div>", 100_000) + "text",
		"folder with spaces/a.md":            page("Spaces", 2),
		"new\nline/file\nname.md":            page("Newline", 3),
		"-dash.md":                           page("Dash", 4),
		"bad\xffname.md":                     page("Name", 5),
		"\u202eevil.md":                      page("Bidi", 6),
		long:                                 page("Long", 7),
		strings.Repeat("d/", 60) + "deep.md": page("Deep", 8),
	})
	opt := Options{Roots: []string{docs}, Dir: filepath.Join(dir, "index")}
	r := refresh(t, opt)
	got := lines(opt, r)
	has := func(want string) {
		for i, line := range got {
			if strings.HasPrefix(line, want) {
				got = slices.Delete(got, i, i+1)
				return
			}
		}
		t.Errorf("no line %q", want)
	}
	has("binary.md: the file is binary, not text: rename or exclude it")
	has("control.txt: the file is binary, not text: rename or exclude it")
	has("empty: the file is empty")
	has("white: no text was found in the file")
	has("latin: not valid UTF-8: read as Windows-1252")
	has("utf8: 1 invalid UTF-8 sequences were replaced")
	has("not.pdf: not a PDF: there is no %PDF- header")
	has("half")
	has("damaged")
	has("deep.ipynb: ")
	for _, line := range got { // how much of these can be read is for their readers to say
		if !strings.HasPrefix(line, "flipped") && !strings.HasPrefix(line, "half") && !strings.HasPrefix(line, "damaged") && !strings.HasPrefix(line, "deep") {
			t.Errorf("unexpected line %q", line)
		}
	}
	for _, line := range lines(opt, r) {
		if strings.ContainsAny(line, "\n\x1b\u202e") || len(line) > 400 {
			t.Errorf("not one clear line: %q", line)
		}
	}
	ix := open(t, opt)
	for _, id := range []string{"good", "whole", "folder with spaces/a", "new_line/file_name", "-dash", "bad_name", "_evil", strings.TrimSuffix(long, ".md"), strings.Repeat("d/", 60) + "deep", "latin", "utf8"} {
		i := slices.IndexFunc(ix.manifest.Files, func(e entry) bool { return e.DocID == id })
		if i < 0 || ix.manifest.Files[i].Chunks == 0 {
			t.Errorf("%q is not indexed", id)
			continue
		}
		res, err := ix.Search(context.Background(), Query{Text: "signal water level sensor café measurement", K: MaxHits, Documents: []string{id}})
		if err != nil || len(res.Hits) == 0 {
			t.Errorf("%q is not found: %v", id, err)
			continue
		}
		if data, err := os.ReadFile(res.Hits[0].Path); err != nil || digest(data) != res.Hits[0].Digest {
			t.Errorf("%q: the path of a hit does not lead to its file: %v", id, err)
		}
	}
	if again := refresh(t, opt); again.Built || !slices.Equal(lines(opt, again), lines(opt, r)) {
		t.Errorf("the second report differs: %+v", again)
	}
	mustEqualFresh(t, opt)
}

func TestBadRoots(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "none")}, Dir: filepath.Join(dir, "index")}
	if _, err := Refresh(context.Background(), opt, nil); !errors.Is(err, ErrNoRoot) || err.Error() != "no such folder or file: "+opt.Roots[0] {
		t.Errorf("missing folder: %v", err)
	}
	if _, err := os.Stat(opt.Dir); err == nil {
		t.Error("a missing folder left an index behind")
	}
	opt.Roots[0] = t.TempDir()
	if r := refresh(t, opt); r.Files != 0 || !r.Built {
		t.Errorf("empty folder: %+v", r)
	}
	res, err := open(t, opt).Search(context.Background(), Query{Text: "anything"})
	if err != nil || len(res.Hits) != 0 {
		t.Errorf("search in nothing: %v %v", res.Hits, err)
	}
	if r := refresh(t, opt); r.Built {
		t.Error("an empty folder was indexed twice")
	}
}

// A file that cannot be read is one line, is tried again each time, and costs no new generation.
func TestUnreadableFile(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root reads everything")
	}
	opt := smallCorpus(t)
	path := filepath.Join(opt.Roots[0], "one.md")
	chmod(t, path, 0)
	r := refresh(t, opt)
	if want := (Skip{path, "cannot be read: permission denied"}); len(r.Skipped) != 2 || r.Skipped[0] != want || r.Files != 5 {
		t.Errorf("%+v", r)
	}
	if r := refresh(t, opt); r.Built {
		t.Error("built again for a file that still cannot be read")
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := refresh(t, opt); !r.Built || r.Changed != 1 || len(r.Skipped) != 1 {
		t.Errorf("it can be read again: %+v", r)
	}
	chmod(t, path, 0)
	if r := refresh(t, opt); r.Built {
		t.Errorf("an indexed file that cannot be read now, by a stat the same: %+v", r)
	}
}

// A reader that crashes is an error of its file.
func TestReaderCrash(t *testing.T) {
	var p parsed
	err := p.parse(context.Background(), nil, []byte("x")) // there is no file: reading its name panics
	if err == nil || !strings.HasPrefix(err.Error(), "its reader crashed (") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
}

// A line of any length is cut into chunks of the usual size, in linear time: 50 MB would otherwise never end.
func TestLongLine(t *testing.T) {
	dir := t.TempDir()
	docs := filepath.Join(dir, "docs")
	word := "water level gauge reading "
	line := func(size int) {
		write(t, docs, map[string]string{"long.txt": strings.Repeat(word, size/len(word)) + "needle"})
	}
	line(50 << 20)
	found, err := walk(context.Background(), Options{Roots: []string{docs}, MaxTextBytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer found.close()
	p := read(context.Background(), &found.files[0])
	if p.err != nil || p.entry.Failed != "" || len(p.chunks) < 30_000 || !strings.HasSuffix(p.chunks[len(p.chunks)-1].Text, "needle") {
		t.Errorf("%d chunks, %+v", len(p.chunks), p.entry)
	}
	opt := Options{Roots: []string{docs}, Dir: filepath.Join(dir, "index")}
	if r := refresh(t, opt); len(r.Skipped) != 1 || r.Skipped[0].Reason != "50.0 MB is over the limit of 16.0 MB (index.max_text_mb)" {
		t.Errorf("%+v", r)
	}
	line(1 << 20)
	refresh(t, opt)
	res, err := open(t, opt).Search(context.Background(), Query{Text: "needle"})
	if err != nil || len(res.Hits) == 0 || res.Hits[0].DocID != "long" {
		t.Errorf("%+v %v", res.Hits, err)
	}
}

func TestManyTinyFiles(t *testing.T) {
	n := 5_000
	if testing.Short() || raceEnabled {
		n = 2_000
	}
	dir := t.TempDir()
	docs := filepath.Join(dir, "docs")
	opt := manyFiles(t, docs, n)
	r := refresh(t, opt)
	if r.Files != n || r.Chunks != n {
		t.Errorf("%d files, %d chunks", r.Files, r.Chunks)
	}
	res, err := open(t, opt).Search(context.Background(), Query{Text: fmt.Sprint("gauge number ", n-7)})
	if err != nil || len(res.Hits) == 0 || !strings.Contains(res.Hits[0].Text, fmt.Sprint(n-7)) {
		t.Errorf("%+v %v", res.Hits, err)
	}
	write(t, docs, map[string]string{"00/f00000.md": "changed"})
	if r := refresh(t, opt); r.Changed != 1 || r.Added+r.Removed != 0 {
		t.Errorf("%+v", r)
	}
}

// manyFiles makes small files, a hundred to a folder.
func manyFiles(t testing.TB, docs string, n int) Options {
	t.Helper()
	for i := range n {
		folder := filepath.Join(docs, fmt.Sprintf("%02d", i/100))
		if i%100 == 0 {
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%05d.md", i)), fmt.Appendf(nil, "Gauge number %d.\n", i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	age(t, docs)
	return Options{Roots: []string{docs}, Dir: filepath.Join(filepath.Dir(docs), "index")}
}
