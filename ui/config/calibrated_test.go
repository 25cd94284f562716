package config

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const similarity = "guard.similarity_threshold"

func papers(x float64) Calibrated {
	return Calibrated{Corpus: "00ff", Embedder: "builtin", Generator: "extractive", Documents: []string{"~/papers", `C:\"papers"`}, Questions: "q.jsonl",
		Thresholds: map[string]float64{similarity: x, "guard.confidence_threshold": 0.5}}
}

func TestCalibratedOrder(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	env := []string{"HOME=" + home}
	flags := map[string][]string{}
	file := filepath.Join(home, ".config/ibid/calibrated.toml")
	steps := []struct {
		name, origin string
		value        float64
		change       func()
	}{
		{"default", "default", 0.15, func() {}},
		{"calibrated", file + " for ~/papers, C:\\\"papers\" with vectors of builtin", 0.41, func() {
			if path, err := SaveCalibrated(env, papers(0.41)); err != nil || path != file {
				t.Fatalf("%s, %v", path, err)
			}
		}},
		{"user file", filepath.Join(home, ".config/ibid/config.toml") + ":1", 0.11, func() { write(t, home, ".config/ibid/config.toml", similarity+" = 0.11") }},
		{"environment", "IBID_GUARD_SIMILARITY_THRESHOLD", 0.13, func() { env = append(env, "IBID_GUARD_SIMILARITY_THRESHOLD=0.13") }},
		{"flag", "--similarity-threshold", 0.14, func() { flags[similarity] = []string{"0.14"} }},
	}
	for _, s := range steps {
		s.change()
		plain, err := Load(Sources{Flags: flags, Env: env, Dir: dir})
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		c := plain.WithCalibrated("00ff", "builtin", "extractive")
		if c.Similarity != s.value || c.Origin(similarity) != s.origin {
			t.Errorf("%s: %v from %q, want %v from %q", s.name, c.Similarity, c.Origin(similarity), s.value, s.origin)
		}
		if s.name == "calibrated" && (plain.Similarity != 0.15 || plain.Origin(similarity) != "default") {
			t.Error("the settings themselves were changed")
		}
	}
}

func TestCalibratedIsOfDocumentsAndEmbedder(t *testing.T) {
	env := []string{"HOME=" + t.TempDir()}
	for _, c := range []Calibrated{
		papers(0.41),
		{Corpus: "00ff", Embedder: "nomic", Thresholds: map[string]float64{similarity: 0.42, "guard.cosine_threshold": 0.8}},
		{Corpus: Passages, Embedder: NoEmbedder, Thresholds: map[string]float64{"guard.selection_threshold": 0.6, "guard.premise_threshold": 0.2}},
	} {
		if _, err := SaveCalibrated(env, c); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := SaveCalibrated(env, papers(0.43)); err != nil { // in place of the first
		t.Fatal(err)
	}
	c, err := Load(Sources{Env: env, Dir: t.TempDir()})
	if err != nil || len(c.calibrated) != 3 {
		t.Fatalf("%+v, %v", c, err)
	}
	for _, tt := range []struct {
		corpus, embedder, generator    string
		similarity, cosine, confidence float64
	}{
		{"00ff", "builtin", "extractive", 0.43, 0.35, 0.5},
		{"00ff", "builtin", "", 0.43, 0.35, 0.5},
		{"00ff", "builtin", "llama", 0.43, 0.35, 0.6}, // another model's confidence means something else
		{"00ff", "nomic", "extractive", 0.42, 0.8, 0.6},
		{"00fe", "builtin", "extractive", 0.15, 0.35, 0.6},
		{"", "", "extractive", 0.15, 0.35, 0.6},
	} {
		w := c.WithCalibrated(tt.corpus, tt.embedder, tt.generator)
		if w.Similarity != tt.similarity || w.Cosine != tt.cosine || w.Confidence != tt.confidence || w.Selection != 0.6 || w.Premise != 0.2 {
			t.Errorf("%+v: %v %v %v, %v %v", tt, w.Similarity, w.Cosine, w.Confidence, w.Selection, w.Premise)
		}
	}
}

func TestSaveCalibrated(t *testing.T) {
	home := t.TempDir()
	env := []string{"HOME=" + home}
	own := write(t, home, ".config/ibid/config.toml", "# mine\n")
	path, err := SaveCalibrated(env, papers(0.41))
	if err != nil {
		t.Fatal(err)
	}
	first, _ := os.ReadFile(path)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	got, err := readCalibrated(path)
	if err != nil || !reflect.DeepEqual(got, []Calibrated{papers(0.41)}) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := SaveCalibrated(env, papers(0.41)); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(path); string(again) != string(first) {
		t.Errorf("the same twice is not the same:\n%s\n%s", first, again)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 2 {
		t.Errorf("files were left: %v", entries)
	}
	if text, _ := os.ReadFile(own); string(text) != "# mine\n" {
		t.Errorf("the user's file was touched: %q", text)
	}
	for _, bad := range []Calibrated{
		{Embedder: "builtin"},
		{Corpus: "00ff"},
		{Corpus: "00ff", Embedder: "e", Thresholds: map[string]float64{"docs": 0.5}},
		{Corpus: "00ff", Embedder: "e", Thresholds: map[string]float64{similarity: math.NaN()}},
		{Corpus: "00ff", Embedder: "e", Thresholds: map[string]float64{similarity: 1.1}},
	} {
		if _, err := SaveCalibrated(env, bad); err == nil {
			t.Errorf("%+v was kept", bad)
		}
	}
	if again, _ := os.ReadFile(path); string(again) != string(first) {
		t.Error("what was refused left a trace")
	}
	if _, err := SaveCalibrated(nil, papers(0.4)); err == nil {
		t.Error("without a home it was kept")
	}
}

func TestDamagedCalibrated(t *testing.T) {
	const table = "[[calibrated]]\ncorpus = 'a'\nembedder = 'b'\n"
	for _, tt := range []struct{ name, text, want string }{
		{"no TOML", "[[calibrated", "1:"},
		{"another key", "[[calibrated]]\ncorpus = 'a'\nembedder = 'b'\ncolour = 1\n", ":4:1: has a key that ibid does not write"},
		{"a text for a number", table + "[calibrated.thresholds]\n'" + similarity + "' = 'x'\n", ":5:"},
		{"no documents", "[[calibrated]]\nembedder = 'b'\n", "table 1 is damaged: it does not say for which documents"},
		{"twice", table + table, "table 2 is damaged: it is there twice"},
		{"another setting", table + "[calibrated.thresholds]\n'guard.symbols' = 1\n", `"guard.symbols" is no threshold`},
		{"out of range", table + "[calibrated.thresholds]\n'" + similarity + "' = 2.0\n", "2 is not a number from 0 to 1"},
		{"no number", table + "[calibrated.thresholds]\n'" + similarity + "' = nan\n", "NaN is not a number from 0 to 1"},
		{"too large", strings.Repeat("# padding\n", maxCalibratedBytes/10+1), "is larger than 1 MB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home := t.TempDir()
			env := []string{"HOME=" + home}
			path := write(t, home, ".config/ibid/calibrated.toml", tt.text)
			c, err := Load(Sources{Env: env, Dir: t.TempDir()})
			if err != nil || len(c.Warnings) != 1 || !strings.HasPrefix(c.Warnings[0], path) || !strings.Contains(c.Warnings[0], tt.want) || !strings.Contains(c.Warnings[0], "calibrate --write` makes the file anew") {
				t.Fatalf("%v, %q, want %q", err, c.Warnings, tt.want)
			}
			if w := c.WithCalibrated("a", "b", ""); w.Similarity != 0.15 {
				t.Errorf("%v is taken from it", w.Similarity)
			}
			if _, err := SaveCalibrated(env, papers(0.4)); err != nil {
				t.Fatal(err)
			}
			if c, err = Load(Sources{Env: env, Dir: t.TempDir()}); err != nil || len(c.Warnings) > 0 || c.WithCalibrated("00ff", "builtin", "").Similarity != 0.4 {
				t.Errorf("not made anew: %v, %q", err, c.Warnings)
			}
		})
	}
}

func TestCanSaveCalibrated(t *testing.T) {
	home := t.TempDir()
	if err := CanSaveCalibrated([]string{"HOME=" + home}); err != nil {
		t.Error(err)
	}
	if files, err := os.ReadDir(home); err != nil || len(files) > 0 {
		t.Errorf("%v, %v", files, err)
	}
	file := write(t, home, "file", "")
	folder := t.TempDir()
	write(t, folder, "ibid/calibrated.toml/file", "")
	for _, env := range [][]string{nil, {"XDG_CONFIG_HOME=" + file}, {"XDG_CONFIG_HOME=" + folder}} {
		var e *Error
		if err := CanSaveCalibrated(env); !errors.As(err, &e) || e.Where == "" {
			t.Errorf("%q: %v", env, err)
		}
	}
}

func FuzzCalibrated(f *testing.F) {
	f.Add("[[calibrated]]\ncorpus = 'a'\nembedder = 'b'\n[calibrated.thresholds]\n'guard.similarity_threshold' = 0.5\n")
	f.Add("calibrated = [{corpus = \"\\u001b[31m\", embedder = 'b', thresholds = {'guard.premise_threshold' = inf}}]")
	f.Add("[calibrated]\n")
	f.Fuzz(func(t *testing.T, text string) {
		tables, err := parseCalibrated("f", []byte(text))
		if err != nil {
			if e := new(Error); !errors.As(err, &e) {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		c, err := Load(Sources{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		c.calibrated = tables
		for _, table := range tables {
			w := c.WithCalibrated(table.Corpus, table.Embedder, "")
			for _, x := range []float64{w.Similarity, w.Cosine, w.Confidence, w.Selection, w.Premise} {
				if !(x >= 0 && x <= 1) {
					t.Errorf("a threshold of %v", x)
				}
			}
			if w.Hits != c.Hits {
				t.Error("more than thresholds was set")
			}
		}
	})
}
