package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/index/lexical"
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
	receive := func(r record) (*record, error) {
		doc, err := r.document()
		must(t, err)
		return receivedRecord(doc.Stored, want.ID, 2)
	}
	if got, err := receive(want); err != nil || fmt.Sprint(*got) != fmt.Sprint(want) {
		t.Errorf("\n got %+v\nwant %+v\n%v", got, want, err)
	}
	for name, spoil := range map[string]func(*record){
		"root": func(r *record) { r.Root = 2 }, "no root": func(r *record) { r.Root = -1 }, "span": func(r *record) { r.Start = 11 },
		"block": func(r *record) { r.Blocks = []source.Block{{End: 7}} }, "turned": func(r *record) { r.Blocks = []source.Block{{Start: 3, End: 2}} }, "id": func(r *record) { r.ID = "e::c001" },
	} {
		bad := want
		spoil(&bad)
		if _, err := receive(bad); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := receivedRecord([]byte("{}"), want.ID, 2); !errors.Is(err, ErrCorrupt) {
		t.Error(err)
	}
}

// The two retrievers find the same: scores by words are equal to the last bit, cosines as far as a server computes them.
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
	cluster := weaviatetest.Start(t, 1)
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
			opt.Roots, opt.Dir, opt.Server = nil, filepath.Join(dir, name+"-reader"), serverOf(t, cluster, weaviate.Options{Class: "R" + name, ReadOnly: true})
			refresh(t, opt)
			reader := open(t, opt)
			for _, ix := range []*Index{here, writer, reader} {
				testRetriever(t, ix)
			}
			for _, ix := range []*Index{writer, reader} {
				mustFindTheSame(t, here, ix)
			}
		})
	}
}

// testRetriever checks what the interface promises.
func testRetriever(t *testing.T, ix *Index) {
	t.Helper()
	ctx := context.Background()
	if err := ix.from.ready(ctx); err != nil || ix.from.doubt() != "" {
		t.Fatal(ix.from.doubt(), err)
	}
	named, err := ix.from.byWords(ctx, [][]lexical.Clause{lexical.Query("gauge")}, 5, nil)
	if err != nil || len(named) != 1 || len(named[0].entries) != 5 {
		t.Fatal(named, err)
	}
	var ids []string
	for _, f := range named[0].entries {
		ids = append(ids, f.id)
	}
	some, err := ix.from.read(ctx, ids)
	must(t, err)
	for _, r := range some {
		got, err := ix.from.read(ctx, []string{r.ID, r.ID})
		if err != nil || len(got) != 2 || got[0].Text != r.Text || got[1].ID != r.ID {
			t.Errorf("%v %v", got, err)
		}
	}
	if _, err := ix.from.read(ctx, []string{some[0].ID, "none"}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	counts, err := ix.from.frequencies(ctx, []string{"mlkem7", "gaug", "zebra", "gaug", "c++"})
	if err != nil || counts[0] != 1 || counts[1] < 60 || counts[2] != 0 || counts[3] != counts[1] || counts[4] != 60 {
		t.Error(counts, err)
	}
	within, err := ix.scope(ctx, []string{"d07", "quiet"})
	must(t, err)
	q, err := ix.embedder.Embed(ctx, []string{"gauge battery"}, true)
	must(t, err)
	for _, in := range []*scope{nil, within} {
		for _, find := range []func() ([]scored, float64, error){
			func() ([]scored, float64, error) {
				found, err := ix.from.byWords(ctx, [][]lexical.Clause{lexical.Query("zebra of the"), lexical.Query("gauge-sensor drifts battery")}, 7, in)
				return found[1].entries, found[1].best, err
			},
			func() ([]scored, float64, error) { return ix.from.byVector(ctx, q[0], 7, in) },
		} {
			found, best, err := find()
			if err != nil || len(found) == 0 || len(found) > 7 || best < found[0].score {
				t.Fatal(found, best, err)
			}
			var ids []string
			for i, f := range found {
				if f.rank != i+1 || i > 0 && found[i-1].score < f.score {
					t.Errorf("%+v", found)
				}
				if in != nil && !strings.HasPrefix(f.id, "d07::") && !strings.HasPrefix(f.id, "quiet::") {
					t.Errorf("%s is out of the scope", f.id)
				}
				ids = append(ids, f.id)
			}
			cosines, err := ix.from.cosines(ctx, q[0], ids)
			if err != nil || len(cosines) != len(ids) {
				t.Error(cosines, err)
			}
		}
	}
	if found, err := ix.from.byWords(ctx, [][]lexical.Clause{lexical.Query("zebra of the")}, 7, nil); err != nil || len(found[0].entries) > 0 {
		t.Error(found, err)
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
	cluster := weaviatetest.Start(t, 1)
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "writer"), Server: serverOf(t, cluster, weaviate.Options{})}
	files := map[string]string{}
	for i := range 2500 {
		files[fmt.Sprintf("d%04d.md", i)] = page(fmt.Sprint("Signal ", i), i)
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
		mustFindTheSame(t, ix, open(t, reading))
		return ix
	}
	ix := update()
	if total == 0 || total > ix.Len()-1000+(sentTogether+1)*sentAtOnce+mirrorPieces(t, opt) {
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
	if err := opt.Server.SetHead(context.Background(), head); err != nil {
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
		"another state":     func(h *weaviate.Head) { h.Generation = "another" },
		"caught up":         func(h *weaviate.Head) { h.Level.Count += 5 },
		"yet caught up":     func(h *weaviate.Head) { h.Level.Sum++ },
		"sent much":         func(h *weaviate.Head) { h.Sent = 20_000 },
	} {
		other := *head
		other.Written = time.Now().Unix()
		change(&other)
		if err := opt.Server.SetHead(context.Background(), &other); err != nil {
			t.Fatal(err)
		}
		res, err := reader.Search(context.Background(), Query{Text: "signal seven"})
		if err != nil || strings.Join(res.Warnings, "") != "" && want == "" || !strings.Contains(strings.Join(res.Warnings, ""), want) || len(res.Hits) == 0 {
			t.Errorf("%q: %q, %d hits, %v", want, res.Warnings, len(res.Hits), err)
		}
	}
	if err := opt.Server.SetHead(context.Background(), head); err != nil {
		t.Fatal(err)
	}
	other := Options{Roots: []string{filepath.Join(dir, "other")}, Dir: filepath.Join(dir, "third"), Server: opt.Server}
	write(t, other.Roots[0], map[string]string{"a.md": page("Other", 1)})
	if _, err := Refresh(context.Background(), other, nil); !errors.As(err, &away) || !away.Misconfigured || !strings.Contains(err.Error(), "other documents") {
		t.Errorf("other documents: %v", err)
	}
	// Back in the folder everything is read again.
	opt.Server = nil
	if r := refresh(t, opt); r.Rebuilt == "" || open(t, opt).Len() != r.Chunks {
		t.Errorf("%+v", r)
	}
}

// mirrorPieces is how many objects hold what is mirrored.
func mirrorPieces(t *testing.T, opt Options) int {
	t.Helper()
	head, err := opt.Server.Head(context.Background())
	must(t, err)
	return head.Mirror
}
