package index

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
)

const benchFiles = 5_000

func BenchmarkWalk(b *testing.B) {
	opt := manyFiles(b, filepath.Join(b.TempDir(), "docs"), benchFiles)
	write(b, opt.Roots[0], map[string]string{".gitignore": "*.log\n/build/\n**/tmp/*\n!keep.md\n"})
	for b.Loop() {
		if _, err := walk(context.Background(), opt); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*benchFiles), "µs/file")
}

func BenchmarkRefreshFresh(b *testing.B) {
	opt := manyFiles(b, filepath.Join(b.TempDir(), "docs"), benchFiles)
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		opt.Dir = filepath.Join(dir, fmt.Sprint(i))
		refresh(b, opt)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*benchFiles), "µs/file")
}

func BenchmarkRefreshUnchanged(b *testing.B) {
	opt := manyFiles(b, filepath.Join(b.TempDir(), "docs"), benchFiles)
	refresh(b, opt)
	for b.Loop() {
		if r := refresh(b, opt); r.Built {
			b.Fatal("built")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*benchFiles), "µs/file")
}

func BenchmarkRefreshOneChanged(b *testing.B) {
	opt := manyFiles(b, filepath.Join(b.TempDir(), "docs"), benchFiles)
	refresh(b, opt)
	for i := 0; b.Loop(); i++ {
		write(b, opt.Roots[0], map[string]string{"00/f00000.md": fmt.Sprintf("Gauge number %d.\n", i+1_000_000)})
		if r := refresh(b, opt); !r.Built {
			b.Fatal("not built")
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	opt := manyFiles(b, filepath.Join(b.TempDir(), "docs"), benchFiles)
	refresh(b, opt)
	for b.Loop() {
		ix, err := Open(opt)
		if err != nil {
			b.Fatal(err)
		}
		ix.Close()
	}
}
