package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/index"
	"ibid/ui/config"
)

// The screen reads a large index whole while it is used, and makes it anew at the next question where it is damaged.
func TestLibraryFindsDamageInIdleTime(t *testing.T) {
	docs, cache := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(docs, "a.md"), []byte("# Gauge\n\nA tide gauge measures the height of the sea.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	app := &App{Env: []string{"HOME=" + t.TempDir()}}
	l := &Library{app: app, found: true, watchful: true, config: &config.Config{}, opt: index.Options{Roots: []string{docs}, Dir: filepath.Join(cache, "index")}}
	quiet := func(index.Step) {}
	nothing := func(*index.Index) error { return nil }
	if _, err := l.With(context.Background(), quiet, nothing); err != nil {
		t.Fatal(err)
	}
	if err := <-l.verified; err != nil {
		t.Errorf("whole: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(l.opt.Dir, "gen-1", "vectors", "rows.f32")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-9] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := l.With(context.Background(), quiet, nothing); err != nil || r.Rebuilt != "" {
		t.Fatalf("%+v, %v", r, err)
	}
	l.verified <- <-l.verified // it has ended
	r, err := l.With(context.Background(), quiet, nothing)
	if err != nil || !strings.Contains(r.Rebuilt, "rows.f32 does not match its checksum") || !slices.Contains(Rebuilt(r), "everything was read anew: "+r.Rebuilt) {
		t.Errorf("%+v, %v", r, err)
	}
	if err := <-l.verified; err != nil {
		t.Errorf("made anew: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
