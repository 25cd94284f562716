package recipe

import (
	"context"
	"os"
	"strings"
	"testing"

	"ibid/index/symbol/resolve"
)

// BenchmarkHostile makes the recipes of notebooks that are bad on purpose; the time per byte must not grow with the size.
func BenchmarkHostile(b *testing.B) {
	for _, tt := range []struct{ name, unit string }{
		{"brackets", "("}, {"strings", "'''"}, {"line", "f(x);"}, {"lines", "x = x\n"}, {"functions", "def f(x): return f(x)\nf(f)\n"},
		{"changes", "x.append(y)\ny.append(x)\n"}, {"aliases", "x = y\ny = x\nx[0] = 1\n"}, {"nested", "[a for a in "}, {"classes", "class A:\n def m(self): self.m(); x.m()\n"},
	} {
		for _, size := range []int{1 << 16, 1 << 20} {
			b.Run(tt.name+"/"+map[bool]string{true: "1M", false: "64k"}[size == 1<<20], func(b *testing.B) {
				src := strings.Repeat(tt.unit, size/len(tt.unit))
				text := notebookOf("# A", src, "# B", "print(x, f)", "# C", src)
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if _, err := FromPage(b.Context(), File{Doc: "a", Path: "a.ipynb", Text: text}, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkLibrary makes everything of Python's standard library, where it is installed.
func BenchmarkLibrary(b *testing.B) {
	root := os.Getenv("IBID_PYTHON_LIBRARY")
	if _, err := os.Stat(root); err != nil {
		b.Skip("set IBID_PYTHON_LIBRARY to the folder of the standard library")
	}
	r, files := project(b, "python", root)
	names := NamesBy(resolve.New(r))
	for b.Loop() {
		all, err := Derive(context.Background(), r, files, names, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(all)), "documents")
	}
}

// BenchmarkDerive makes everything of the handbook.
func BenchmarkDerive(b *testing.B) {
	r, files := project(b, "tidewater", "../../../testdata/handbook")
	names := NamesBy(resolve.New(r))
	for b.Loop() {
		if _, err := Derive(context.Background(), r, files, names, nil); err != nil {
			b.Fatal(err)
		}
	}
}
