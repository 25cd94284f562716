package dense

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ibid/index/file"
)

func keyOf(i int) Key { return sha256.Sum256([]byte(fmt.Sprint(i))) }

func keysOf(n int) []Key {
	keys := make([]Key, n)
	for i := range keys {
		keys[i] = keyOf(i)
	}
	return keys
}

func openCache(t testing.TB, path string, dims int) *Cache {
	t.Helper()
	c, err := OpenCache(path, dims)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// fullCache writes n vectors in batches of some size and returns the file and the vectors as they are kept.
func fullCache(t testing.TB, n, dims, batch int) (path string, vectors [][]float32) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "kept", "a.vec")
	vectors = randomVectors(rand.New(rand.NewPCG(5, 6)), n, dims, 1)
	c := openCache(t, path, dims)
	for from := 0; from < n; from += batch {
		to := min(from+batch, n)
		if err := c.Add(keysOf(n)[from:to], vectors[from:to]); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range vectors {
		normalize(v)
	}
	return path, vectors
}

func mustHold(t testing.TB, c *Cache, vectors [][]float32, but ...int) {
	t.Helper()
	for i, want := range vectors {
		if slices.Contains(but, i) {
			if c.Has(keyOf(i)) {
				t.Errorf("vector %d is still there", i)
			}
			continue
		}
		got, err := c.Vector(keyOf(i))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("vector %d: %v, %v", i, got, err)
		}
	}
	if c.Len() != len(vectors)-len(but) {
		t.Errorf("%d vectors, want %d", c.Len(), len(vectors)-len(but))
	}
}

// The file does not tell how the vectors were divided into batches.
func TestCacheKeeps(t *testing.T) {
	var first []byte
	for _, batch := range []int{1, 7, 20} {
		path, vectors := fullCache(t, 20, 5, batch)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(data, first) {
			t.Errorf("batches of %d make another file", batch)
		}
		c := openCache(t, path, 5)
		mustHold(t, c, vectors)
		if err := c.Add([]Key{keyOf(3), keyOf(20), keyOf(20)}, [][]float32{{1, 0, 0, 0, 0}, {0, 2, 0, 0, 0}, {9, 9, 9, 9, 9}}); err != nil {
			t.Fatal(err)
		}
		mustHold(t, c, append(vectors, []float32{0, 1, 0, 0, 0}))
	}
}

func TestCacheRefuses(t *testing.T) {
	path, vectors := fullCache(t, 3, 4, 3)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := openCache(t, path, 4)
	for what, v := range map[string][][]float32{
		"too short": {{1, 0, 0}}, "none": {}, "no number": {{float32(math.NaN()), 0, 0, 1}}, "infinite": {{0, float32(math.Inf(1)), 0, 0}},
	} {
		if err := c.Add([]Key{keyOf(9)}, v); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := c.Vector(keyOf(9)); err == nil {
		t.Error("a vector that is not there")
	}
	mustHold(t, c, vectors)
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Error("the file has changed", err)
	}
	for _, dims := range []int{0, -1, maxDimensions + 1} {
		if _, err := OpenCache(filepath.Join(t.TempDir(), "x"), dims); err == nil {
			t.Errorf("%d dimensions", dims)
		}
	}
}

// Wherever the writer is killed, all records that were whole are there, and the next ones follow them.
func TestCacheCut(t *testing.T) {
	path, vectors := fullCache(t, 3, 2, 1)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		c := openCache(t, path, 2)
		left := n / CacheStride(2)
		mustHold(t, c, vectors[:left])
		if err := c.Add(keysOf(3)[left:], vectors[left:]); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, whole) {
			t.Fatalf("cut at %d: not as before, %v", n, err)
		}
	}
}

// A flipped bit costs the vector that it is in and no other, and its place is taken by the next.
func TestCacheFlipped(t *testing.T) {
	path, vectors := fullCache(t, 3, 2, 3)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		data := bytes.Clone(whole)
		data[i] ^= 0x10
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		lost := i / CacheStride(2)
		c := openCache(t, path, 2)
		mustHold(t, c, vectors, lost)
		if err := c.Add(keysOf(3)[lost:lost+1], vectors[lost:lost+1]); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, whole) {
			t.Fatalf("byte %d: not as before, %v", i, err)
		}
	}
}

func TestCacheDamagedWhileOpen(t *testing.T) {
	path, _ := fullCache(t, 2, 2, 2)
	c := openCache(t, path, 2)
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte("damage"), 34); err != nil {
		t.Fatal(err)
	}
	if v, err := c.Vector(keyOf(0)); err == nil {
		t.Errorf("a damaged vector: %v", v)
	}
	if _, err := c.Vector(keyOf(1)); err != nil {
		t.Error(err)
	}
}

// Vectors of another length are not those that were asked for.
func TestCacheOtherDimensions(t *testing.T) {
	path, _ := fullCache(t, 4, 6, 4)
	if c := openCache(t, path, 7); c.Len() != 0 {
		t.Errorf("%d vectors", c.Len())
	}
}

// Whatever bytes a cache file holds, it opens with the records whose checksum holds, as a plain reading finds them, and can be
// added to.
func FuzzCache(f *testing.F) {
	path, _ := fullCache(f, 3, 2, 3)
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[CacheStride(2)+35] ^= 1
	for _, seed := range [][]byte{nil, whole, whole[:len(whole)-3], flipped, append(bytes.Clone(whole), whole...), bytes.Repeat([]byte{0}, 200)} {
		f.Add(seed, uint8(2))
	}
	f.Add(whole, uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, dims uint8) {
		if dims == 0 {
			t.Skip()
		}
		path := filepath.Join(t.TempDir(), "x.vec")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		want := map[Key][]byte{}
		for body := data; len(body) >= CacheStride(int(dims)); body = body[CacheStride(int(dims)):] {
			record := body[:CacheStride(int(dims))]
			if values, sum := record[:len(record)-4], record[len(record)-4:]; file.Sum(values) == binary.LittleEndian.Uint32(sum) {
				want[Key(record[:32])] = values[32:]
			}
		}
		for range 2 {
			c, err := OpenCache(path, int(dims))
			if err != nil {
				t.Fatal(err)
			}
			if c.Len() != len(want) {
				t.Fatalf("%d vectors, want %d", c.Len(), len(want))
			}
			for key, values := range want {
				v, err := c.Vector(key)
				if err != nil {
					t.Fatal(err)
				}
				var got []byte
				for _, x := range v {
					got = binary.LittleEndian.AppendUint32(got, math.Float32bits(x))
				}
				if !bytes.Equal(got, values) {
					t.Fatalf("%x: %x, want %x", key, got, values)
				}
			}
			one := make([]float32, dims)
			one[0] = 1
			if !c.Has(keyOf(0)) {
				want[keyOf(0)] = binary.LittleEndian.AppendUint32(nil, math.Float32bits(1))
				want[keyOf(0)] = append(want[keyOf(0)], make([]byte, 4*(int(dims)-1))...)
			}
			if err := c.Add([]Key{keyOf(0)}, [][]float32{one}); err != nil {
				t.Fatal(err)
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
