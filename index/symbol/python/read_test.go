package python

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code"
	"ibid/index/symbol/code/codetest"
)

// TestRead compares what snippets are read into with golden files. They stand for what models write and notebooks hold.
func TestRead(t *testing.T) {
	paths, err := filepath.Glob("testdata/read/*.py")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no snippets: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			src := string(data)
			snippet := Read(src)
			codetest.CheckSpans(t, src, snippet.Statements)
			codetest.Golden(t, strings.TrimSuffix(path, ".py")+".golden", codetest.Dump(src, snippet))
		})
	}
}

// TestReadCarriageReturns reads a snippet with the line ends of Windows like any other.
func TestReadCarriageReturns(t *testing.T) {
	for _, name := range []string{"scopes", "blocks", "transcript", "notebook"} {
		data, err := os.ReadFile("testdata/read/" + name + ".py")
		if err != nil {
			t.Fatal(err)
		}
		unix := string(data)
		windows := strings.ReplaceAll(unix, "\n", "\r\n")
		if got, want := codetest.Dump(windows, Read(windows)), codetest.Dump(unix, Read(unix)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestReadCuts cuts the statements at the top of a snippet out of it.
func TestReadCuts(t *testing.T) {
	src := "import os\n\n@cached\ndef f(x):\n    return x\n\ntry:\n    f(1); g(2)\nexcept OSError:\n    pass # why\na = 1; b = [\n  2]\n"
	want := []string{"import os", "@cached\ndef f(x):\n    return x", "try:\n    f(1); g(2)\nexcept OSError:\n    pass", "a = 1", "b = [\n  2]"}
	var got []string
	for _, s := range Read(src).Statements {
		if text := src[s.Span.Start:s.Span.End]; len(got) == 0 || got[len(got)-1] != text {
			got = append(got, text)
		}
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestReadArgumentSpans(t *testing.T) {
	src := "p.open(mode='r', **more)"
	args := Read(src).Statements[0].Use.Args
	if got := args[0].Span; src[got.Start:got.End] != "mode" || args[1].Star != 2 || args[1].Span != (code.Span{}) {
		t.Errorf("got %+v", args)
	}
}
