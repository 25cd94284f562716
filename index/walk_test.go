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

	"ibid/index/file"
	"ibid/index/source"
)

// write makes files below a folder, and the folders they stand in. A name that ends in a slash is an empty folder.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		folder := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			folder = path
		}
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if folder == path {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// walked lists doc ids in order, and what was skipped as "path: reason".
func walked(t *testing.T, opt Options) (ids, skips []string) {
	t.Helper()
	found, err := walk(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	defer found.close()
	for _, f := range found.files {
		ids = append(ids, f.DocID)
	}
	for _, s := range found.skips {
		skips = append(skips, s.Rel+": "+s.Reason)
	}
	return ids, skips
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n got %.2000q\nwant %.2000q", what, got, want)
	}
}

func TestWalkIgnoresAndSkips(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		".gitignore":           "*.log.md\n/out/\nall/*\n!all/kept.md\npaper.pdf\n",
		".ibidignore":          "!paper.pdf\nprivate.md\n",
		"a.md":                 "a",
		"x.log.md":             "x",
		"out/b.md":             "b",
		"sub/out/b.md":         "b",
		"all/kept.md":          "k",
		"all/lost.md":          "l",
		"paper.pdf":            "%PDF-",
		"sub/private.md":       "p",
		"sub/.gitignore":       "!y.log.md\nc.md\n",
		"sub/y.log.md":         "y",
		"sub/c.md":             "c",
		"c.md":                 "c",
		".git/config":          "secret",
		".hidden.md":           "h",
		".config/d.md":         "d",
		".env":                 "KEY=1",
		"prod.env":             "KEY=1",
		"server.pem":           "key",
		"ID_RSA":               "key",
		"sub/id_ed25519.pub":   "key",
		"sub/credentials.json": "{}",
		"photo.png":            "png",
		"Makefile":             "all:",
		"README":               "text",
		"empty/":               "",
	})
	ids, skips := walked(t, Options{Roots: []string{dir}})
	equal(t, "files", ids, []string{"Makefile", "README", "a", "all/kept", "c", "paper", "sub/out/b", "sub/y.log"})
	equal(t, "skips", skips, []string{
		".config: hidden", ".env: hidden", ".hidden.md: hidden", "ID_RSA: may hold a secret",
		"all/lost.md: ignored by .gitignore or .ibidignore", "out: ignored by .gitignore or .ibidignore",
		"photo.png: not a format that ibid reads", "prod.env: may hold a secret", "server.pem: may hold a secret",
		"sub/c.md: ignored by .gitignore or .ibidignore", "sub/credentials.json: may hold a secret",
		"sub/id_ed25519.pub: may hold a secret", "sub/private.md: ignored by .gitignore or .ibidignore",
		"x.log.md: ignored by .gitignore or .ibidignore",
	})
}

func TestWalkSymlinks(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(t.TempDir(), "root")
	write(t, outside, map[string]string{"secret.md": "s", "folder/x.md": "x"})
	write(t, dir, map[string]string{
		"a.md": "a", "sub/b.md": "b", ".annex/deep/object.md": "o", ".env": "KEY=1", "key.pem": "k", "photo.png": "p",
	})
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	link(filepath.Join(outside, "secret.md"), "out.md")
	link(filepath.Join(outside, "folder"), "outdir")
	link("../root/sub/../../root/sub/../..", "up")
	link("nowhere.md", "broken.md")
	link("loop2.md", "loop1.md")
	link("loop1.md", "loop2.md")
	link(".", "sub/cycle")
	link("..", "sub/parent")
	link("a.md", "again.md")
	link(".annex/deep/object.md", "annexed.md")
	link(".annex/deep/object.md", "annexed2.md")
	link(".env", "env.md")
	link("key.pem", "key.md")
	link("photo.png", "photo.md")
	link("sub", "other")

	// The root itself may be a link.
	root := filepath.Join(t.TempDir(), "entrance")
	if err := os.Symlink(dir, root); err != nil {
		t.Fatal(err)
	}
	ids, skips := walked(t, Options{Roots: []string{root}})
	equal(t, "files", ids, []string{"a", "annexed", "photo", "sub/b"})
	equal(t, "skips", skips, []string{
		".annex: hidden", ".env: hidden", "again.md: already read from another place",
		"annexed2.md: already read from another place", "broken.md: broken symbolic link",
		"env.md: symbolic link to a hidden file or a secret", "key.md: symbolic link to a hidden file or a secret",
		"key.pem: may hold a secret", "loop1.md: broken symbolic link", "loop2.md: broken symbolic link",
		"other: symbolic link to a folder", "out.md: symbolic link that leaves the folder",
		"outdir: symbolic link that leaves the folder", "photo.png: not a format that ibid reads",
		"sub/cycle: symbolic link to a folder", "sub/parent: symbolic link to a folder",
		"up: symbolic link that leaves the folder",
	})
}

// chmod changes the mode of a file for the time of a test.
func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(path, info.Mode()) })
}

func TestWalkLimits(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"exact.md": strings.Repeat("x", 1<<20), "over.md": strings.Repeat("x", 1<<20+1<<19), "over.pdf": strings.Repeat("x", 1<<20+1<<19), "OVER.PDF": strings.Repeat("x", 3<<20)})
	ids, skips := walked(t, Options{Roots: []string{dir}, MaxTextBytes: 1 << 20, MaxPDFBytes: 2 << 20})
	equal(t, "files", ids, []string{"exact", "over"})
	equal(t, "skips", skips, []string{"OVER.PDF: 3.0 MB is over the limit of 2.0 MB (index.max_pdf_mb)", "over.md: 1.5 MB is over the limit of 1.0 MB (index.max_text_mb)"})
	if ids, _ := walked(t, Options{Roots: []string{dir}}); len(ids) != 4 {
		t.Errorf("with the limits left to their defaults: %q", ids)
	}
}

// A file that has grown since it was listed is not read beyond its limit, one that came to its place is.
func TestContentIsLimited(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.md": "a", "b.md": "b", ".hidden.md": "h"})
	found, err := walk(context.Background(), Options{Roots: []string{dir}, MaxTextBytes: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer found.close()
	write(t, dir, map[string]string{"a.md": "12345", "b.md.new": "1234"})
	if err := os.Rename(filepath.Join(dir, "b.md.new"), filepath.Join(dir, "b.md")); err != nil {
		t.Fatal(err)
	}
	if _, err := found.files[0].content(); !errors.Is(err, file.ErrTooLarge) {
		t.Errorf("%s: %v", found.files[0].Rel, err)
	}
	if data, err := found.files[1].content(); err != nil || string(data) != "1234" {
		t.Errorf("%s: %q, %v", found.files[1].Rel, data, err)
	}
}

func TestWalkDeep(t *testing.T) {
	dir := t.TempDir()
	deep := strings.Repeat("d/", maxDepth)
	write(t, dir, map[string]string{deep + "a.md": "a", deep + "d/b.md": "b"})
	ids, skips := walked(t, Options{Roots: []string{dir}})
	equal(t, "files", ids, []string{deep + "a"})
	equal(t, "skips", skips, []string{deep + "d: unreadable folder: it is more than 128 folders deep"})
}

func TestWalkLargeIgnoreFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.md": "a", ".gitignore": strings.Repeat("#", maxIgnoreBytes) + "\na.md"})
	ids, skips := walked(t, Options{Roots: []string{dir}})
	equal(t, "files", ids, []string{"a"})
	equal(t, "skips", skips, []string{".gitignore: its patterns are not applied: too large: over 1048576 bytes"})
}

func TestWalkMissingRoot(t *testing.T) {
	dir := t.TempDir()
	for _, root := range []string{filepath.Join(dir, "no\nwhere"), ""} {
		_, err := walk(context.Background(), Options{Roots: []string{root}})
		if !errors.Is(err, ErrNoRoot) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", root, err)
		}
	}
	ids, skips := walked(t, Options{Roots: []string{dir}})
	if len(ids)+len(skips) != 0 {
		t.Errorf("empty folder: %q %q", ids, skips)
	}
}

// A folder of many pictures is one line of a report, and everything else is still listed. The index knows each by its name, up to a number.
func TestWalkSummarizes(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{"img/notes.key": "k", "img/a.md": "a"}
	for i := range 100 {
		files[fmt.Sprintf("img/%03d.png", i)] = ""
		files[fmt.Sprintf("img/.%03d", i)] = ""
		files[fmt.Sprintf("img/deep/%03d.png", i)] = ""
		files[fmt.Sprintf("%03d.jpg", i)] = ""
	}
	for i := range maxListed {
		files[fmt.Sprintf("few/%02d.png", i)] = ""
	}
	write(t, dir, files)
	tree, err := walk(context.Background(), Options{Roots: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	tree.close()
	if n := len(tree.skips); n != len(files)-1 {
		t.Errorf("%d are left out by name, want %d", n, len(files)-1)
	}
	if n := len(summarize(slices.Repeat([]skip{{place{0, "a.png"}, skipUnsupported}}, maxKept+1), maxKept)); n != 1 {
		t.Errorf("more than are kept are %d lines", n)
	}
	var skips, want []string
	for _, s := range summarize(tree.skips, maxListed) {
		skips = append(skips, s.Rel+": "+s.Reason)
	}
	want = append(want, ": 100 entries: not a format that ibid reads")
	for i := range maxListed {
		want = append(want, fmt.Sprintf("few/%02d.png: not a format that ibid reads", i))
	}
	want = append(want, "img: 100 entries: hidden", "img: 100 entries: not a format that ibid reads",
		"img/deep: 100 entries: not a format that ibid reads", "img/notes.key: may hold a secret")
	equal(t, "skips", skips, want)
}

func TestWalkRoots(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"x/docs/a.md": "a", "y/docs/a.md": "b", "z/docs-2/a.md": "c", "z/alone.md": "d", "x/docs/sub/b.html": "e", "z/.hidden/f.md": "f",
	})
	p := func(names ...string) (roots []string) {
		for _, n := range names {
			roots = append(roots, filepath.Join(dir, filepath.FromSlash(n)))
		}
		return roots
	}
	tests := []struct {
		name  string
		roots []string
		ids   []string
		skips []string
	}{
		{"one folder", p("x/docs"), []string{"a", "sub/b"}, nil},
		{"trailing slash and dots", []string{dir + "/x/./docs/"}, []string{"a", "sub/b"}, nil},
		{"one file", p("z/alone.md"), []string{"alone"}, nil},
		{"folder and file", p("x/docs", "z/alone.md"), []string{"alone", "docs/a", "docs/sub/b"}, nil},
		{"the same base name", p("x/docs", "y/docs"), []string{"docs-2/a", "docs/a", "docs/sub/b"}, nil},
		{"a number that is taken", p("x/docs", "y/docs", "z/docs-2"), []string{"docs-2/a.md~", "docs-2/a.md~", "docs/a", "docs/sub/b"}, nil},
		{"the same root twice", p("y/docs", "y/docs"), []string{"docs/a"}, []string{"a.md: already read from another place"}},
		{"a root in a root", p("x", "x/docs/sub"), []string{"x/docs/a", "x/docs/sub/b"}, []string{"b.html: already read from another place"}},
		{"a file of a root", p("y/docs/a.md", "y"), []string{"a"}, []string{"docs/a.md: already read from another place"}},
		{"a hidden root was asked for", p("z/.hidden"), []string{"f"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ids, skips := walked(t, Options{Roots: tt.roots})
			for i := range ids {
				if k := strings.IndexByte(ids[i], '~'); k >= 0 {
					ids[i] = ids[i][:k+1]
				}
			}
			equal(t, "files", ids, tt.ids)
			equal(t, "skips", skips, tt.skips)
		})
	}
}

func TestDocIDs(t *testing.T) {
	tests := []struct {
		name  string
		files []string
		ids   []string // in the order of chunk ids
	}{
		{"prose loses its extension, code keeps it", []string{"a.md", "b.PDF", "c.py", "d.txt", "e"}, []string{"a", "b", "c.py", "d", "e"}},
		{"prefix of another", []string{"a.md", "a-b.md", "a/b.md", "a.b.md"}, []string{"a-b", "a.b", "a/b", "a"}},
		{"collision", []string{"a.md", "a.html"}, []string{"a.html", "a.md"}},
		{"collision with a name", []string{"a", "a.md"}, []string{"a.md", "a"}},
		{"collision after a collision", []string{"a.md", "a.html", "a.md.txt"}, []string{"a.html", "a.md~", "a.md~"}},
		{"extension alone", []string{"x/md.md", "x/..md"}, []string{"x/md"}},
		{"colons", []string{"Mojo.md", "Mojo::Base.md", "Mojo:.md", "Mojo::l00001.md"}, []string{"Mojo", "Mojo_", "Mojo__Base", "Mojo__l00001"}},
		{"unprintable", []string{"a\nb.md", "a\x1bb.md"}, []string{"a_b~", "a_b~"}},
		{"invalid UTF-8", []string{"a\xffb.md"}, []string{"a_b"}},
		{"leading dash and spaces", []string{"-rf.md", " a b .md"}, []string{" a b ", "-rf"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range tt.files {
				path := filepath.Join(dir, name)
				os.MkdirAll(filepath.Dir(path), 0o700)
				if info, err := os.Stat(path); err == nil && info.IsDir() {
					t.Fatal("file and folder of one name")
				}
				if err := os.WriteFile(path, []byte("# "+name+"\n\ntext\n\n# Two\n\nmore text"), 0o600); err != nil {
					t.Skip("not a name here: ", err)
				}
			}
			opt := Options{Roots: []string{dir}}
			ids, _ := walked(t, opt)
			for i := range ids {
				if i < len(tt.ids) && strings.HasSuffix(tt.ids[i], "~") {
					ids[i] = ids[i][:strings.IndexByte(ids[i], '~')+1]
				}
			}
			equal(t, "ids", ids, tt.ids)
		})
	}
}

// The order of the walk is that of the chunk ids, whatever the names.
func TestWalkOrderIsChunkOrder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "a-b", "a::b", "a:", "a::l00001", "a::", "a b", "a.b", "a/c", "A", "a~", "a!", "a::p0001::c001", "é", "zz/a", "zz"} {
		write(t, dir, map[string]string{name + ".txt": "text\n\n" + strings.Repeat("More of it. ", 300)})
	}
	found, err := walk(context.Background(), Options{Roots: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	defer found.close()
	last := ""
	for _, f := range found.files {
		data, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := source.Read(context.Background(), f.path, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range source.Chunks(doc, f.DocID) {
			if c.ID <= last {
				t.Errorf("%q after %q", c.ID, last)
			}
			last = c.ID
		}
	}
	if len(found.files) != 16 {
		t.Errorf("%d files", len(found.files))
	}
}

func TestWalkCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := walk(ctx, Options{Roots: []string{t.TempDir()}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func FuzzCompareDocIDs(f *testing.F) {
	f.Add("a", "a-b")
	f.Add("a", "a")
	f.Add("", "a")
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = cleanID(a), cleanID(b)
		if got, want := compareDocIDs(a, b), strings.Compare(a+"::", b+"::"); got != want {
			t.Errorf("%q %q: %d, not %d", a, b, got, want)
		}
	})
}
