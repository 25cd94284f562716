package index

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ibid/index/source"
	"ibid/index/weaviate"
	"ibid/index/weaviate/weaviatetest"
)

// serverOf is a class on a cluster.
func serverOf(t testing.TB, c *weaviatetest.Cluster, opt weaviate.Options) *weaviate.Class {
	t.Helper()
	if opt.URLs = c.URLs; opt.Class == "" {
		opt.Class = "Docs"
	}
	if opt.Replicas == 0 {
		opt.Replicas, opt.Consistency = 1, "ONE"
	}
	class, err := weaviate.Open(opt)
	must(t, err)
	return class
}

// What a server says of a chunk is refused where it is not possible.
func TestReceivedRecord(t *testing.T) {
	want := record{Chunk: source.Chunk{ID: "d::l00001::c001", DocID: "d", Title: "T \"q\"", Section: []string{"A", "B"}, Start: 5, End: 10, Text: "héllo",
		Blocks: []source.Block{{Kind: source.Paragraph, End: 6, Section: []string{"A"}}}}, place: place{1, "a/b.md"}, Digest: "00ff"}
	of := document{place: want.place, DocID: "d"}
	m := &manifest{Files: []entry{{document: of, SHA256: "00ff"}}, Embedder: embedderState{Dimensions: 2}}
	id := m.chunkID(&m.Files[0], want.ID)
	receive := func(id string, r record) (*passage, error) {
		doc, err := r.document()
		must(t, err)
		data, err := encoding.Marshal(passage{Stored: doc.Stored, Vectors: [][]float32{{1, 0}}})
		must(t, err)
		return m.receive(id, data)
	}
	if got, err := receive(id, want); err != nil || fmt.Sprint(*got.record) != fmt.Sprint(want) || got.Vectors[0][0] != 1 {
		t.Errorf("\n got %+v\nwant %+v\n%v", got, want, err)
	}
	if got, err := receive(pieceID("another", 1), want); got != nil || err != nil {
		t.Errorf("another generation: %+v %v", got, err)
	}
	for name, spoil := range map[string]func(*record){
		"root": func(r *record) { r.Root = 2 }, "span": func(r *record) { r.Start = 11 },
		"block": func(r *record) { r.Blocks = []source.Block{{End: 7}} }, "turned": func(r *record) { r.Blocks = []source.Block{{Start: 3, End: 2}} },
	} {
		bad := want
		spoil(&bad)
		if _, err := receive(id, bad); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := m.receive(id, []byte("{}")); !errors.Is(err, ErrCorrupt) {
		t.Error(err)
	}
}

// Who has the documents and who only asks find the same, with the same scores.
func TestWeaviateRetriever(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{"quiet.md": "# Quiet\n\n" + strings.Repeat("Paper lanterns of the old harbour hang in the wind. ", 40) + "One gauge-sensor stands by.\n"}
	for i := range 60 {
		files[fmt.Sprintf("d%02d.md", i)] = fmt.Sprintf("# Gauge %d\n\nThe ML-KEM-%d gauge of C++ and os.path.join \"tide\" \\ level %s.\n\n## Drift\n\nThe battery of buoy %d drifts.\n", i, i, strings.Repeat("sensor error ", i%7), i*i)
	}
	roots := []string{filepath.Join(dir, "docs")}
	write(t, roots[0], files)
	fake := newFake("fake", 24)
	fake.words = 9 // several vectors a chunk
	cluster := weaviatetest.Start(t, 1, soon)
	for name, embedder := range map[string]Embedder{"builtin": nil, "external": fake} {
		t.Run(name, func(t *testing.T) {
			opt := Options{Roots: roots, Dir: filepath.Join(dir, name), Embedder: embedder, Reader: model()}
			refresh(t, opt)
			must(t, Embed(context.Background(), opt, nil))
			here := open(t, opt)
			opt.Dir, opt.Server = filepath.Join(dir, name+"-remote"), serverOf(t, cluster, weaviate.Options{Class: "R" + name})
			if r := refresh(t, opt); !r.Built || r.Chunks != here.Len() {
				t.Fatalf("%+v", r)
			}
			if r := refresh(t, opt); r.Built {
				t.Fatal("it is built twice")
			}
			writer := open(t, opt)
			must(t, Embed(context.Background(), opt, nil))
			written(t, opt.Server)
			opt.Roots, opt.Dir, opt.Server = nil, filepath.Join(dir, name+"-reader"), serverOf(t, cluster, weaviate.Options{Class: "R" + name, ReadOnly: true})
			refresh(t, opt)
			reader := open(t, opt)
			for _, ix := range []*Index{writer, reader} {
				mustFindTheSame(t, here, ix)
			}
		})
	}
}

func mustFindTheSame(t *testing.T, here, there *Index) {
	t.Helper()
	for _, text := range []string{"What is ML-KEM-7?", "gauge tide level sensor error", "Which battery drifts at buoy 49?", "os.path.join in C++", "lanterns of the harbour", "\"tide\" \\ level", ""} {
		for _, docs := range [][]string{nil, {"quiet", "d03", "d04", "d05"}, {}} {
			query := Query{Text: text, K: 20, Documents: docs}
			want, err := here.Search(context.Background(), query)
			if err != nil {
				t.Fatal(err)
			}
			got, err := there.Search(context.Background(), query)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Hits) != len(want.Hits) || got.Fusion != want.Fusion || len(got.Warnings) > 0 {
				t.Fatalf("%q in %q: %d hits, not %d; %s, %q", text, docs, len(got.Hits), len(want.Hits), got.Fusion, got.Warnings)
			}
			found := map[string]*Hit{}
			for i := range got.Hits {
				found[got.Hits[i].ID] = &got.Hits[i]
			}
			last := 0.0
			if n := len(want.Hits); n > 0 {
				last = want.Hits[n-1].Score
			}
			for i, w := range want.Hits {
				g := found[w.ID]
				if math.Abs(got.Hits[i].Score-w.Score) > 1e-5 || g == nil && w.Score > last+1e-5 {
					t.Errorf("%q in %q: place %d: %s %v, not %s %v", text, docs, i+1, got.Hits[i].ID, got.Hits[i].Score, w.ID, w.Score)
				}
				if g == nil { // as good as the last
					continue
				}
				if math.Abs(g.Score-w.Score) > 1e-5 || math.Abs(g.Cosine-w.Cosine) > 1e-5 || g.LexicalRank != w.LexicalRank || fmt.Sprint(g.Chunk.Chunk) != fmt.Sprint(w.Chunk.Chunk) {
					t.Errorf("%q in %q: %s: %+v, not %+v", text, docs, w.ID, g, w)
				}
				for j, c := range w.Contributions {
					if j == len(g.Contributions) || g.Contributions[j].Retriever != c.Retriever || math.Abs(g.Contributions[j].Score-c.Score) > 1e-5 || c.Retriever == lexicalName && g.Contributions[j] != c {
						t.Errorf("%q: %s: %+v, not %+v", text, w.ID, g.Contributions, w.Contributions)
						break
					}
				}
			}
		}
	}
}

// What is interrupted goes on; what changes, goes and comes is all that is sent; who only asks gets it; and a class is of one set of
// documents.
func TestWeaviatePublishing(t *testing.T) {
	if testing.Short() {
		t.Skip("it sends thousands of chunks")
	}
	cluster := weaviatetest.Start(t, 1, soon)
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "writer"), Server: serverOf(t, cluster, weaviate.Options{})}
	files := map[string]string{}
	for i := range 2500 {
		files[fmt.Sprintf("d%04d.md", i)] = page(fmt.Sprint("Signal ", i), i) + strings.Repeat("Tide and level error. ", i%13) + strings.Repeat("The quay. ", i%37)
	}
	write(t, opt.Roots[0], files)
	reading := opt
	reading.Dir, reading.Server = filepath.Join(dir, "reader"), serverOf(t, cluster, weaviate.Options{ReadOnly: true})
	var away *weaviate.Error
	if _, err := Refresh(context.Background(), reading, nil); !errors.As(err, &away) || !strings.Contains(err.Error(), "no documents yet") {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Refresh(ctx, opt, func(s Step) {
		if s.Stage == StageSend && s.Done >= 1000 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := Refresh(context.Background(), reading, nil); !errors.As(err, &away) {
		t.Fatalf("a half is shown as the whole: %v", err)
	}
	total := 0 // objects sent
	sending := func(s Step) {
		if s.Stage == StageSend {
			total = s.Done
		}
	}
	update := func() *Index {
		t.Helper()
		total = 0
		if _, err := Refresh(context.Background(), opt, sending); err != nil {
			t.Fatal(err)
		}
		ix := open(t, opt)
		mustHoldAll(t, opt.Server, ix)
		refresh(t, reading)
		written(t, opt.Server)
		mustFindTheSame(t, ix, open(t, reading))
		return ix
	}
	ix := update()
	if total == 0 || total > ix.Len()-1000+(sentAhead*runtime.GOMAXPROCS(0)+1)*sentAtOnce+mirrorPieces(t, opt) {
		t.Errorf("%d of %d chunks were sent after an interruption", total, ix.Len())
	}
	write(t, opt.Roots[0], map[string]string{"d0007.md": page("Signal seven", 7), "new.md": page("News", 1)})
	if err := os.Remove(filepath.Join(opt.Roots[0], "d0008.md")); err != nil {
		t.Fatal(err)
	}
	if update(); total == 0 || total > 20+mirrorPieces(t, opt) {
		t.Errorf("%d chunks were sent", total)
	}
	if refresh(t, opt).Built {
		t.Error("it is built again")
	}
	if err := opt.Server.Delete(context.Background(), []string{weaviate.ID("none")}); err != nil {
		t.Error(err)
	}
	// Another one has written, or was killed while it did.
	head, err := opt.Server.Head(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	head.Pending = true
	if err := opt.Server.SetHead(context.Background(), *head); err != nil {
		t.Fatal(err)
	}
	if update(); total > mirrorPieces(t, opt) {
		t.Errorf("%d chunks were sent that are there", total)
	}
	// What the server indexed in part is only indexed again where it is gone first.
	again := opt
	again.Rebuild = true
	if _, err := Refresh(context.Background(), again, sending); err != nil || total < ix.Len() {
		t.Fatalf("%d objects were sent by a rebuild: %v", total, err)
	}
	if update(); total != 0 {
		t.Errorf("%d objects were sent that are there", total)
	}
	if head, err = opt.Server.Head(context.Background()); err != nil {
		t.Fatal(err)
	}
	reader := open(t, reading)
	// What may be incomplete is said to be.
	for want, change := range map[string]func(*weaviate.Head){
		"":                  func(*weaviate.Head) {},
		"are being changed": func(h *weaviate.Head) { h.Pending = true },
		"was interrupted":   func(h *weaviate.Head) { h.Generation = "another" },
		"caught up":         func(h *weaviate.Head) { h.Count += 5 },
		"just sent":         func(h *weaviate.Head) { h.Written = time.Now().Unix() },
	} {
		other := *head
		other.Written = 0
		change(&other)
		if err := opt.Server.SetHead(context.Background(), other); err != nil {
			t.Fatal(err)
		}
		res, err := reader.Search(context.Background(), Query{Text: "signal seven"})
		if err != nil || strings.Join(res.Warnings, "") != "" && want == "" || !strings.Contains(strings.Join(res.Warnings, ""), want) || len(res.Hits) == 0 {
			t.Errorf("%q: %q, %d hits, %v", want, res.Warnings, len(res.Hits), err)
		}
	}
	if err := opt.Server.SetHead(context.Background(), *head); err != nil {
		t.Fatal(err)
	}
	other := Options{Roots: []string{filepath.Join(dir, "other")}, Dir: filepath.Join(dir, "third"), Server: opt.Server}
	write(t, other.Roots[0], map[string]string{"a.md": page("Other", 1)})
	if _, err := Refresh(context.Background(), other, nil); !errors.As(err, &away) || !away.Misconfigured || !strings.Contains(err.Error(), "other documents") {
		t.Errorf("other documents: %v", err)
	}
}

// soon has a server write soon what it was sent.
const soon = "PERSISTENCE_MEMTABLES_FLUSH_DIRTY_AFTER_SECONDS=1"

// written waits until a server of a test has written what it was sent, and says so.
func written(t *testing.T, on *weaviate.Class) {
	t.Helper()
	time.Sleep(4 * time.Second)
	head, err := on.Head(context.Background())
	must(t, err)
	head.Written = 0
	must(t, on.SetHead(context.Background(), *head))
}

// mirrorPieces is how many objects hold what is mirrored.
func mirrorPieces(t *testing.T, opt Options) int {
	t.Helper()
	head, err := opt.Server.Head(context.Background())
	must(t, err)
	return head.Pieces
}
