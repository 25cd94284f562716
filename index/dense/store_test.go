package dense

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func writeStore(t testing.TB, dims int, vectors [][]float32) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "store")
	w, err := Create(dir, dims)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range vectors {
		if err := w.Append(idOf(i), v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// idOf is what the vectors of a store belong to: two to each, and in the order of their rows.
func idOf(row int) string { return fmt.Sprintf("%c::%06d", 'a'+row/1000, row/2) }

func openStore(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// randomVectors makes n vectors around a few centres, so that many are almost equally near to anything. Some are 0, and
// some are equal.
func randomVectors(rng *rand.Rand, n, dims int, spread float64) [][]float32 {
	centres := make([][]float32, 3)
	for i := range centres {
		centres[i] = make([]float32, dims)
		for j := range centres[i] {
			centres[i][j] = float32(rng.NormFloat64())
		}
	}
	vectors := make([][]float32, n)
	for i := range vectors {
		vectors[i] = make([]float32, dims)
		switch {
		case i%31 == 30:
			continue
		case i%17 == 16:
			copy(vectors[i], vectors[i-1])
			continue
		}
		centre := centres[rng.IntN(len(centres))]
		for j := range vectors[i] {
			vectors[i][j] = centre[j] + float32(spread*rng.NormFloat64())
		}
	}
	return vectors
}

// plainSearch is Search, the obvious way.
func plainSearch(vectors [][]float32, q []float32, k int) []Hit {
	q = slices.Clone(q)
	normalize(q)
	if dot(q, q) == 0 {
		return nil
	}
	var hits []Hit
	for row, v := range vectors {
		v = slices.Clone(v)
		normalize(v)
		hits = append(hits, Hit{row, float32(dot(v, q))})
	}
	slices.SortFunc(hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(y.Cosine, x.Cosine), cmp.Compare(x.Row, y.Row))
	})
	return hits[:min(k, len(hits))]
}

func FuzzSearch(f *testing.F) {
	f.Add(uint64(1), 500, 256, 10, 1.0)
	f.Add(uint64(2), 3000, 16, 40, 0.001)
	f.Add(uint64(3), 100, 3, 100, 0.0)
	f.Add(uint64(4), 1, 1, 1, 5.0)
	f.Add(uint64(5), 0, 8, 3, 1.0)
	f.Add(uint64(6), 50, 700, 60, 1e-7)
	f.Add(uint64(7), 40, 4096, 10, 1.0)
	f.Fuzz(func(t *testing.T, seed uint64, n, dims, k int, spread float64) {
		if n < 0 || n > 5000 || dims < 1 || dims > 4096 || n*dims > 200_000 || k < 0 || !(math.Abs(spread) < 1e6) {
			t.Skip()
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		vectors := randomVectors(rng, n, dims, spread)
		s := openStore(t, writeStore(t, dims, vectors))
		questions := randomVectors(rng, 3, dims, 1)
		if n > 0 {
			questions = append(questions, vectors[0], make([]float32, dims))
		}
		for _, q := range questions {
			got, err := s.Search(q, k, []Rows{{0, s.Len()}})
			if err != nil {
				t.Fatal(err)
			}
			want := plainSearch(vectors, q, k)
			if len(want) == 0 {
				want = nil
			}
			if !slices.Equal(got, want) {
				t.Fatalf("got %v\nwant %v", got, want)
			}
			within := randomRows(rng, n)
			if got, err = s.Search(q, k, within); err != nil {
				t.Fatal(err)
			}
			want = slices.DeleteFunc(plainSearch(vectors, q, n), func(h Hit) bool {
				return !slices.ContainsFunc(within, func(r Rows) bool { return r.From <= h.Row && h.Row < r.To })
			})
			if want = want[:min(k, len(want))]; !slices.Equal(got, want) {
				t.Fatalf("within %v\ngot %v\nwant %v", within, got, want)
			}
		}
	})
}

// randomRows are some runs of n rows, a few of them empty.
// FuzzDotRows: the fast inner products are the plain ones.
func FuzzDotRows(f *testing.F) {
	for _, n := range []int{0, 1, 15, 16, 17, 256, 4096, 4112} {
		f.Add(uint64(n), n, int16(queryMax))
	}
	f.Fuzz(func(t *testing.T, seed uint64, n int, most int16) {
		if n < 0 || n > 5000 {
			t.Skip()
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		row, q := make([]byte, n), make([]int16, n)
		for i := range row {
			row[i] = byte(int8(rng.IntN(2*codeMax+1) - codeMax))
			if q[i] = int16(rng.IntN(2*queryMax+1) - queryMax); seed%2 == 0 { // as large as can be, all of one sign
				code := int8(codeMax)
				row[i], q[i] = byte(code), max(most, -queryMax)
			}
		}
		want := []int64{plainDotCodes(row, q), plainDotCodes(row, q)}
		got, rows := make([]int64, 2), slices.Concat([]byte("ab"), row, []byte("ab"), row)
		if dotRows(rows, n+2, q, got); !slices.Equal(got, want) {
			t.Errorf("%d of %d values, want %d", got, n, want)
		}
	})
}

func randomRows(rng *rand.Rand, n int) []Rows {
	var out []Rows
	for at := 0; at < n; {
		from := at + rng.IntN(n-at+1)
		at = from + rng.IntN(n-from+1)
		out = append(out, Rows{from, at})
		if rng.IntN(4) == 0 {
			break
		}
	}
	return out
}

func TestSearchInOutOfBounds(t *testing.T) {
	s := openStore(t, writeStore(t, 1, [][]float32{{1}, {2}}))
	for _, r := range []Rows{{-1, 1}, {1, 0}, {0, 3}} {
		if _, err := s.Search([]float32{1}, 1, []Rows{r}); err == nil {
			t.Errorf("%v: no error", r)
		}
	}
}

func TestSearchSameOnAnyNumberOfCores(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	s := openStore(t, writeStore(t, 64, randomVectors(rng, 20_000, 64, 0.5)))
	q := randomVectors(rng, 1, 64, 1)[0]
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first []Hit
	for _, cores := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(cores)
		hits, err := s.Search(q, 100, []Rows{{0, s.Len()}})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = hits
		}
		if !slices.Equal(hits, first) {
			t.Errorf("the hits on %d cores differ", cores)
		}
	}
}

func TestVectorsComeBackUnchanged(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	vectors := randomVectors(rng, 200, 33, 1)
	first := openStore(t, writeStore(t, 33, vectors))
	var read [][]float32
	for row := range first.Len() {
		v, err := first.Vector(row)
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, v)
	}
	second := openStore(t, writeStore(t, 33, read))
	for row, want := range read {
		got, err := second.Vector(row)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("row %d changed on its way through a second store", row)
		}
	}
	for _, row := range []int{-1, 200} {
		if _, err := first.Vector(row); err == nil {
			t.Errorf("row %d of 200 was read", row)
		}
	}
}

func TestStoreRefuses(t *testing.T) {
	if _, err := Create(t.TempDir(), 0); err == nil {
		t.Error("a store of vectors without values was created")
	}
	dir := writeStore(t, 2, [][]float32{{1, 0}})
	if _, err := Create(dir, 2); !errors.Is(err, os.ErrExist) {
		t.Errorf("creating a store over another: %v", err)
	}
	s := openStore(t, dir)
	nan := float32(math.NaN())
	if _, err := s.Search([]float32{1}, 1, []Rows{{0, s.Len()}}); err == nil {
		t.Error("searched for a vector of another length")
	}
	if _, err := s.Search([]float32{nan, 1}, 1, []Rows{{0, s.Len()}}); err == nil {
		t.Error("searched for NaN")
	}
	w, err := Create(filepath.Join(t.TempDir(), "new"), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for _, v := range [][]float32{{1}, {1, nan}, {float32(math.Inf(1)), 0}} {
		if err := w.Append("a", v); err == nil {
			t.Errorf("%v was appended", v)
		}
	}
	if err := errors.Join(w.Append("b", []float32{1, 0}), w.Append("b", []float32{0, 1})); err != nil {
		t.Error(err)
	}
	if err := w.Append("a", []float32{1, 0}); err == nil {
		t.Error("IDs came out of order")
	}
}

// TestRowsOfIDs: the rows of an ID, and of all below a prefix, are those that were appended for them.
func TestRowsOfIDs(t *testing.T) {
	s := openStore(t, writeStore(t, 3, randomVectors(rand.New(rand.NewPCG(8, 0)), 2500, 3, 1)))
	for row := range s.Len() {
		if got := s.Of(s.ID(row)); s.ID(row) != idOf(row) || got.From > row || got.To <= row || got.To-got.From > 2 {
			t.Fatalf("row %d is of %q, which has the rows %v", row, s.ID(row), got)
		}
	}
	for prefix, want := range map[string]Rows{"a": {0, 1000}, "b::": {1000, 2000}, "": {0, 2500}, "c::00124": {2480, 2500}, "d": {2500, 2500}, "B": {0, 0}} {
		if got := s.Below(prefix); got != want {
			t.Errorf("below %q are %v, want %v", prefix, got, want)
		}
	}
	if got := s.Of("b"); got.From != got.To {
		t.Errorf("an ID without a vector has the rows %v", got)
	}
}

func TestUnfinishedStore(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Append("a", []float32{1, 0}); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	if _, err := Open(dir); !errors.Is(err, ErrCorrupt) {
		t.Errorf("opening an unfinished store: %v", err)
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("opening no store: %v", err)
	}
}

// damage calls try after each of many kinds of damage to a file.
func damage(t *testing.T, path string, try func(what string, offset int)) {
	t.Helper()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	step := max(1, len(whole)/97)
	for at := 0; at < len(whole); at += step {
		flipped := slices.Clone(whole)
		flipped[at] ^= 0x41
		write(flipped)
		try("flipped byte", at)
		write(whole[:at])
		try("cut short", at)
	}
	write(append(slices.Clone(whole), 0))
	try("a byte too many", len(whole))
	write(whole)
}

func TestDamagedStore(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	vectors := randomVectors(rng, 30, 8, 1)
	dir := writeStore(t, 8, vectors)
	for _, name := range []string{rowsFile, codesFile} {
		damage(t, filepath.Join(dir, name), func(what string, offset int) {
			s, err := Open(dir)
			if err == nil {
				_, err = s.Search(vectors[0], 30, []Rows{{0, s.Len()}})
				s.Close()
			}
			if !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s: %s at %d: %v", name, what, offset, err)
			}
		})
	}
}
