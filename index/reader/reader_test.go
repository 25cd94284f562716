package reader

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew, for other weights")

var passages = []Passage{
	{Context: "Keys > Sizes", Statements: []string{
		"A key has 256 bits.", "Shorter keys are refused.", "The seed is kept apart from it."}},
	{Context: "Server", Statements: []string{
		"The server reads its configuration when it starts.", "", "Naïve clients — of €5 — wait."}},
	{Statements: []string{strings.Repeat("It waits for the other side to answer. ", 20), "Then it stops."}},
}

func open1(t testing.TB) *Model {
	m, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func read(t testing.TB, m *Model, passages ...Passage) []Reading {
	t.Helper()
	readings, err := m.Read(context.Background(), "How long is a key?", passages)
	if err != nil {
		t.Fatal(err)
	}
	return readings
}

// hashOf is of all bits that a model gives for a sample.
func hashOf(t *testing.T, k kernel) string {
	m := open1(t)
	m.kernel = &k
	nearest, err := m.Nearest(context.Background(), "A key has 128 bits.", passages[:1])
	vectors, err2 := m.Embed(context.Background(), passages[1].Statements)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	for _, r := range append(read(t, m, passages...), nearest...) {
		binary.Write(h, binary.LittleEndian, r.Scores)
	}
	for _, v := range vectors {
		binary.Write(h, binary.LittleEndian, v)
	}
	return fmt.Sprintf("%x\n", h.Sum(nil))
}

// TestSameBits holds every kernel of this machine, on several numbers of processors, to one hash.
func TestSameBits(t *testing.T) {
	const file = "testdata/golden.txt"
	if *update {
		if err := os.WriteFile(file, []byte(hashOf(t, kernels()[0])), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, k := range kernels() {
		for _, n := range []int{1, 2, 4} {
			slow, emulated := k.mul == nil, runtime.GOARCH == "arm64" // or it may be
			if slow && emulated || n != 2 && (slow || emulated) {
				continue
			}
			runtime.GOMAXPROCS(n)
			if got := hashOf(t, k); got != string(want) {
				t.Errorf("%s on %d processors: %.16s, want %.16s", k.name, n, got, want)
			}
		}
	}
	if t.Failed() {
		t.Log("after a change of weights: go test -run TestSameBits -update")
	}
}

// TestOtherMachines runs TestSameBits and the tests of kernels on 386 and, in qemu, on arm64 with SDOT and without, and
// looks for fused instructions in what the compiler makes for arm64.
func TestOtherMachines(t *testing.T) {
	if testing.Short() || runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("it compiles for other machines")
	}
	build := func(arch string) string {
		path := filepath.Join(t.TempDir(), "reader-"+arch)
		cmd := exec.Command("go", "test", "-c", "-o", path, ".")
		cmd.Env = append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("building for %s: %v: %s", arch, err, out)
		}
		return path
	}
	run := func(name string, arguments ...string) {
		cmd := exec.Command(arguments[0], append(arguments[1:], "-test.run=^(TestSameBits|TestMultiply|TestRowOperations)$")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
	run("386", build("386"))
	arm := build("arm64")
	out, err := exec.Command("go", "tool", "objdump", "-s", `^ibid/index/reader\.`, arm).Output()
	if err != nil || !bytes.Contains(out, []byte("FMULS")) {
		t.Fatalf("objdump: %v, %d bytes", err, len(out))
	}
	if fused := regexp.MustCompile(`.*\bFN?M(ADD|SUB)[SD].*`).FindAll(out, 3); fused != nil {
		t.Errorf("fused instructions:\n%s", bytes.Join(fused, []byte("\n")))
	}
	qemu, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		t.Skip("qemu-aarch64 is not there: arm64 is not tried")
	}
	run("arm64 with SDOT", qemu, "-cpu", "max", arm)
	run("arm64 without SDOT", qemu, "-cpu", "cortex-a72", arm)
}

// TestGenerated holds the assembly to what its generator writes.
func TestGenerated(t *testing.T) {
	dir := t.TempDir()
	for _, arch := range []string{"amd64", "arm64"} {
		names := []string{"kernel_" + arch + ".s", "declarations_" + arch + ".go"}
		cmd := exec.Command("go", "run", "./gen", arch, filepath.Join(dir, names[0]), filepath.Join(dir, names[1]))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, name := range names {
			want, _ := os.ReadFile(filepath.Join(dir, name))
			if got, _ := os.ReadFile(name); !bytes.Equal(got, want) {
				t.Errorf("%s is not what go generate writes", name)
			}
		}
	}
}

// TestTokens compares with the tokenizers library, whose numbers testdata/reader/closeness.py wrote down.
func TestTokens(t *testing.T) {
	data, err := os.ReadFile("testdata/tokens.json")
	var cases []struct {
		Text   string
		Tokens []int32
	}
	if err := errors.Join(err, json.Unmarshal(data, &cases)); err != nil {
		t.Fatal(err)
	}
	v := readVocabulary()
	for _, c := range cases {
		if got := v.tokens([]int32{}, c.Text, 1000); !slices.Equal(got, c.Tokens) {
			t.Errorf("%q: %v, want %v", c.Text, got, c.Tokens)
		}
		if got := v.tokens(nil, c.Text, 3); !slices.Equal(got, c.Tokens[:min(3, len(c.Tokens))]) {
			t.Errorf("%q: the first three are %v, want those of %v", c.Text, got, c.Tokens)
		}
	}
	if got, want := v.tokens(nil, "ke\xffy\xc3 \xe2\x82s", 9), v.tokens(nil, "key s", 9); !slices.Equal(got, want) {
		t.Errorf("invalid UTF-8: %v, want %v", got, want)
	}
}

// TestBatch: a reading does not depend on what is read with it, nor on being kept.
func TestBatch(t *testing.T) {
	m := open1(t)
	all := read(t, m, slices.Repeat(passages, 6)...)
	for i, p := range passages {
		alone := read(t, open1(t), p)[0]
		for _, got := range []Reading{all[i], all[i+15], read(t, m, p)[0]} {
			if !reflect.DeepEqual(alone, got) {
				t.Errorf("passage %d: %v alone, %v with others", i, alone, got)
			}
		}
	}
	kept := read(t, m, passages[0])[0].Scores
	kept[0] = 99
	if read(t, m, passages[0])[0].Scores[0] == 99 {
		t.Error("a caller can change what is kept")
	}
	for i := range 3 * keptReadings {
		m.keep([]contents{{byte(i), byte(i >> 8)}}, all[:1])
	}
	if len(m.kept) > keptReadings {
		t.Errorf("%d readings are kept", len(m.kept))
	}
	vectors, _ := m.Embed(context.Background(), []string{"a key", strings.Repeat("a server ", 500), "a key"})
	alone, _ := m.Embed(context.Background(), []string{"a key"})
	if !reflect.DeepEqual(vectors[0], alone[0]) || !reflect.DeepEqual(vectors[2], alone[0]) {
		t.Error("a vector depends on others")
	}
	if square := float64(dot(alone[0], alone[0])); math.Abs(square-1) > 1e-5 {
		t.Errorf("a vector has length² %v", square)
	}
}

func TestLimits(t *testing.T) {
	m := open1(t)
	if got := read(t, m); len(got) != 0 {
		t.Errorf("no passages: %v", got)
	}
	got := read(t, m, Passage{}, Passage{Statements: []string{"", " \t", "\x00"}})
	if !reflect.DeepEqual(got[1].Scores, []float32{Unread, Unread, Unread}) {
		t.Errorf("empty statements: %v", got)
	}
	huge := Passage{Statements: append(slices.Repeat([]string{strings.Repeat("key ", 100)}, 100), "A key has 256 bits.")}
	scores := read(t, m, huge)[0].Scores
	for i, score := range scores {
		// A part has three statements of 80 tokens, of which one is from the part before.
		if (score == Unread) != (i >= maxParts*3-(maxParts-1)) {
			t.Errorf("statement %d of a huge passage has score %v", i, score)
		}
	}
	long := strings.Repeat("x", 10<<20)
	got = read(t, m, Passage{Context: long, Statements: []string{long, "A key has 256 bits.", "word " + long}})
	if got[0].Scores[1] == Unread {
		t.Errorf("beside a word of 10 MB: %v", got)
	}
	if _, err := m.Read(context.Background(), long, passages[:1]); err != nil {
		t.Error(err)
	}
	if _, err := m.Read(context.Background(), "", passages[:1]); err != nil {
		t.Error(err)
	}
	if got, err := m.Embed(context.Background(), []string{"", long}); err != nil || len(got) != 2 {
		t.Error(got, err)
	}
	parts := m.parts(0, Passage{Statements: slices.Repeat([]string{strings.Repeat("key ", 79)}, 4)})
	if len(parts) != 2 || len(parts[1].spans) != 2 || parts[1].spans[0].statement != 2 {
		t.Errorf("parts: %+v", parts)
	}
}

// An expiring context is cancelled after so many questions whether it is.
type expiring struct {
	context.Context
	left int
}

func (e *expiring) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancel(t *testing.T) {
	m := open1(t)
	for left := range 5 {
		ctx := &expiring{context.Background(), left}
		got, err := m.Read(ctx, "How long is a key?", passages)
		if !errors.Is(err, context.Canceled) || got != nil || ctx.left != -1 {
			t.Errorf("cancelled after %d layers: %v, %v, asked %d times more", left, got, err, -1-ctx.left)
		}
		if _, err := m.Embed(&expiring{context.Background(), left}, []string{"a"}); !errors.Is(err, context.Canceled) {
			t.Errorf("embedding, cancelled after %d layers: %v", left, err)
		}
	}
	if len(m.kept) != 0 {
		t.Error("a cancelled reading is kept")
	}
	t.Setenv("IBID_KERNEL", "abacus")
	if _, err := Open(); err == nil || !strings.Contains(err.Error(), "abacus") {
		t.Errorf("an unknown kernel: %v", err)
	}
}

// TestCloseness compares with float32, as testdata/reader/closeness.py writes it.
func TestCloseness(t *testing.T) {
	path := os.Getenv("READER_FLOAT")
	if path == "" {
		t.Skip("READER_FLOAT names no file")
	}
	data, err := os.ReadFile(path)
	var float struct {
		Readings []struct {
			Claim   bool
			Text    string
			Passage Passage
			Scores  []float32
		}
		Texts []struct {
			Text   string
			Vector []float32
		}
	}
	if err := errors.Join(err, json.Unmarshal(data, &float)); err != nil {
		t.Fatal(err)
	}
	m, ctx := open1(t), context.Background()
	for _, claim := range []bool{false, true} {
		var n, same, readings int
		var sum, square, greatest, best float64
		for _, r := range float.Readings {
			if r.Claim != claim {
				continue
			}
			read := m.Read
			if claim {
				read = m.Nearest
			}
			got, err := read(ctx, r.Text, []Passage{r.Passage})
			if err != nil {
				t.Fatal(err)
			}
			scores := got[0].Scores
			for i, want := range r.Scores {
				d := math.Abs(float64(scores[i] - want))
				n, sum, square, greatest = n+1, sum+d, square+d*d, max(greatest, d)
			}
			readings++
			best += math.Abs(float64(slices.Max(scores) - slices.Max(r.Scores)))
			if slices.Index(scores, slices.Max(scores)) == slices.Index(r.Scores, slices.Max(r.Scores)) {
				same++
			}
		}
		t.Logf("claims %v: %d readings, %d scores: mean |difference| %.3f, greatest %.3f; of the best score %.3f; same best %d",
			claim, readings, n, sum/float64(n), greatest, best/float64(readings), same)
		if sum/float64(n) > .3 {
			t.Error("that is too far")
		}
	}
	least, mean := 1., 0.
	for _, text := range float.Texts {
		v, err := m.Embed(ctx, []string{text.Text})
		if err != nil {
			t.Fatal(err)
		}
		cosine := float64(dot(v[0], text.Vector))
		least, mean = min(least, cosine), mean+cosine/float64(len(float.Texts))
	}
	t.Logf("%d vectors: cosine %.4f in the mean, %.4f at least", len(float.Texts), mean, least)
	if mean < .99 {
		t.Error("that is too far")
	}
}

// BenchmarkPass is of 256 tokens through all layers, on one processor.
func BenchmarkPass(b *testing.B) {
	for _, k := range kernels() {
		b.Run(k.name, func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			m := open1(b)
			m.kernel = &k
			sequences, e, workers := [][]int32{make([]int32, 256)}, m.base(), newWorkers()
			for i := range sequences[0] {
				sequences[0][i] = int32(2000 + 7*i)
			}
			for b.Loop() {
				p := newPass(m, e, workers, sequences)
				p.embed()
				p.run(context.Background(), 0, len(e.layers))
			}
		})
	}
}

// benchmarkPassages are twelve of some 250 tokens.
func benchmarkPassages() []Passage {
	sentence := "The server reads its configuration when it starts, and again when it is told to by a signal of the system."
	return slices.Repeat([]Passage{{Context: "Server > Start", Statements: slices.Repeat([]string{sentence}, 11)}}, 12)
}

// BenchmarkRead is of twelve passages, nothing kept.
func BenchmarkRead(b *testing.B) {
	m := open1(b)
	for b.Loop() {
		clear(m.kept)
		read(b, m, benchmarkPassages()...)
	}
}

// BenchmarkEmbed is of a thousand chunks of 200 tokens.
func BenchmarkEmbed(b *testing.B) {
	m := open1(b)
	text := strings.Join(benchmarkPassages()[0].Statements[:9], " ")
	for b.Loop() {
		if _, err := m.Embed(context.Background(), slices.Repeat([]string{text}, 1000)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen is with the tables of an encoder.
func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		m := open1(b)
		m.reader()
	}
}
