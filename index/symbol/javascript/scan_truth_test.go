package javascript

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/index/symbol/decl"
)

// Bounds of the comparison with the TypeScript compiler.
const (
	wantShare  = .99
	shownMost  = 30 // differences that are printed
	fetchLimit = 2 * time.Minute
)

// published are the packages that are compared, with the folder of each that is.
var published = []struct {
	name, spec, folder string
}{
	{"typescript", "typescript@5.9.3", "lib"}, // declaration files
	{"zod", "zod@4.1.12", "src"},
	{"rxjs", "rxjs@7.8.2", "src"},
	{"express", "express@5.1.0", "."},
	{"lodash-es", "lodash-es@4.17.21", "."},
}

// TestAgainstTypeScript compares what Scan finds in published packages with what the TypeScript compiler finds. The packages are
// fetched from npm once.
func TestAgainstTypeScript(t *testing.T) {
	if testing.Short() {
		t.Skip("packages are not fetched in short mode")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: nothing to compare with")
	}
	root := packages(t)
	for _, p := range published {
		t.Run(p.name, func(t *testing.T) {
			paths := sources(t, filepath.Join(root, p.name, "package", p.folder))
			compare(t, node, filepath.Join(root, "typescript", "package", "lib", "typescript.js"), paths)
		})
	}
}

// packages returns the folder with the published packages, below which each has its own.
func packages(t testing.TB) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("no place for packages: %v", err)
	}
	root := filepath.Join(cache, "ibid-test", "npm")
	for _, p := range published {
		if _, err := os.Stat(filepath.Join(root, p.name, "package", "package.json")); err != nil {
			fetch(t, filepath.Join(root, p.name), p.spec)
		}
	}
	return root
}

// fetch unpacks a package from npm.
func fetch(t testing.TB, folder, spec string) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not installed: no packages to compare with")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchLimit)
	defer cancel()
	command := exec.CommandContext(ctx, npm, "pack", "--ignore-scripts", "--silent", spec)
	command.Dir = folder
	out, err := command.Output()
	if err != nil {
		t.Skipf("npm does not deliver %s: %v", spec, err)
	}
	archive := strings.TrimSpace(string(out))
	unpack := exec.CommandContext(ctx, "tar", "xzf", archive)
	unpack.Dir = folder
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Skipf("tar does not unpack %s: %v\n%s", archive, err, out)
	}
}

// maxCompared is the size of the largest file that is compared: programs in one file are not what people import from.
const maxCompared = 2 << 20

// sources lists the files of JavaScript and TypeScript below root.
func sources(t testing.TB, root string) []string {
	var paths []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		switch filepath.Ext(path) {
		case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs":
			if info, err := d.Info(); err == nil && info.Size() <= maxCompared {
				paths = append(paths, path)
			}
		}
		return nil
	})
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources in %s: %v", root, err)
	}
	return paths
}

func isTypeScript(path string) bool { return strings.HasSuffix(strings.TrimRight(path, "x"), "ts") }

func compare(t *testing.T, node, compiler string, paths []string) {
	command := exec.Command(node, "testdata/declarations.js", compiler)
	command.Stdin = strings.NewReader(strings.Join(paths, "\n"))
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("declarations.js: %v\n%s", err, complaints.String())
	}
	both, missing, extra, files := 0, 0, 0, 0
	var differences []string
	for lines := bufio.NewReader(bytes.NewReader(out)); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var truth struct {
			Path    string
			Symbols [][2]string
		}
		if err := json.Unmarshal(line, &truth); err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(truth.Path)
		if err != nil {
			t.Fatal(err)
		}
		files++
		got := map[string]int{}
		flatten(Scan(src, isTypeScript(truth.Path)).Symbols, "", got)
		want := map[string]bool{}
		for _, s := range truth.Symbols {
			want[s[1]+" "+s[0]] = true
		}
		for _, s := range slices.Sorted(maps.Keys(want)) {
			if _, ok := got[s]; ok {
				both++
			} else {
				missing++
				differences = append(differences, truth.Path+": no "+s)
			}
		}
		for _, s := range slices.Sorted(maps.Keys(got)) {
			if !want[s] {
				extra++
				differences = append(differences, fmt.Sprintf("%s:%d: invented %s", truth.Path, got[s], s))
			}
		}
	}
	precision := float64(both) / float64(max(both+extra, 1))
	recall := float64(both) / float64(max(both+missing, 1))
	t.Logf("%d files, %d declarations: precision %.5f, recall %.5f", files, both+missing, precision, recall)
	for _, d := range differences[:min(len(differences), shownMost)] {
		t.Log("  " + d)
	}
	if files == 0 || precision < wantShare || recall < wantShare {
		t.Errorf("want at least %.2f of both", wantShare)
	}
}

func flatten(list []decl.Symbol, prefix string, into map[string]int) {
	for _, sym := range list {
		into[string(sym.Kind)+" "+prefix+sym.Name] = sym.Start
		flatten(sym.Members, prefix+sym.Name+".", into)
	}
}

// library is the text of the TypeScript sources of a published package.
func library(b *testing.B) string {
	var all strings.Builder
	for _, path := range sources(b, filepath.Join(packages(b), "zod", "package", "src")) {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		all.Write(data)
		all.WriteByte('\n')
	}
	return all.String()
}
