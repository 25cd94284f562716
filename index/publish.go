package index

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"ibid/index/dense"
	"ibid/index/file"
	"ibid/index/lexical"
	"ibid/index/weaviate"
)

// Where the options name a Weaviate server, the chunks of the documents are found there alone. Who reads the
// documents has in a generation what the server was sent. Who only asks has the rest of it, which is mirrored on the
// server: the manifest, the counts of terms, what was derived.

const (
	sentAtOnce   = 100      // objects in one request: half a megabyte of chunks
	sentTogether = 4        // requests
	mirrorSize   = 64 << 10 // bytes of the mirror in one object

	// frequencyFile tells how many chunks hold each term: a line of both, behind an empty one. A server would count the
	// chunks one by one.
	frequencyFile = "frequencies"
)

func (b *builder) writeFrequencies(context.Context) error {
	if b.opt.Server == nil {
		return nil
	}
	chunks, err := openLexical(b.dir, b.new.Stats)
	if err != nil {
		return err
	}
	defer chunks.Close()
	terms, err := chunks.Terms()
	var counts []int
	if err == nil {
		counts, err = chunks.DocFreq(terms)
	}
	if err != nil {
		return corrupt(err)
	}
	text := []byte("\n")
	for i, n := range counts {
		text = fmt.Appendf(text, "%s %d\n", terms[i], n)
	}
	return file.WriteBytes(filepath.Join(b.dir, frequencyFile), text)
}

// mirrored is a file of a generation that those need who only ask; a list of them is kept on the server in pieces.
type mirrored struct {
	Name string
	Data []byte
}

func (b *builder) mirror() ([]byte, error) {
	m := *b.new
	m.Parts = slices.DeleteFunc(slices.Clone(m.Parts), func(p part) bool {
		return strings.HasPrefix(p.Name, lexicalDir+"/") || strings.HasPrefix(p.Name, vectorDir+"/")
	})
	text, err := m.encode()
	files := []mirrored{{manifestFile, text}}
	for _, p := range m.Parts {
		data, rerr := m.readPart(b.dir, p.Name)
		files, err = append(files, mirrored{p.Name, data}), cmp.Or(err, rerr)
	}
	if err != nil {
		return nil, err
	}
	return encoding.Marshal(files)
}

// publish makes the server hold what the new generation holds. What it has it is not sent again; who asks by the old
// generation finds that whole until the head tells of the new one.
func (b *builder) publish(ctx context.Context) error {
	class, m := b.opt.Server, b.new
	text, err := m.encode()
	if err != nil {
		return err
	}
	m.Published = digest(text)
	mirror, err := b.mirror()
	if err != nil {
		return err
	}
	now := weaviate.Head{Owner: strings.Join(m.Roots, "\n"), Generation: m.Published,
		Mirror: (len(mirror) + mirrorSize - 1) / mirrorSize, Dimensions: m.Embedder.Dimensions}
	head, err := class.Head(ctx)
	switch {
	case err != nil:
		return err
	case head != nil && head.Owner != now.Owner:
		return &weaviate.Error{Hint: "set weaviate.class to another name", Misconfigured: true,
			Message: "the Weaviate class holds other documents: those of " + strings.ReplaceAll(head.Owner, "\n", ", ")}
	case head != nil && (b.opt.Rebuild || head.Dimensions != now.Dimensions): // its vectors are of one length
		head, err = nil, class.Drop(ctx)
	}
	if err == nil && head == nil {
		k1, b := lexical.BM25()
		head, err = &weaviate.Head{Owner: now.Owner, Dimensions: now.Dimensions}, class.Create(ctx, k1, b)
	}
	if err != nil {
		return err
	}
	there := map[string]bool{}
	if old := b.plan.old; head.Generation != "" && !head.Pending && old != nil && old.Published == head.Generation {
		err = old.eachObject(b.plan.dir, head.Mirror, func(o *object) error { there[o.id] = true; return nil })
	} else {
		there, err = class.List(ctx)
	}
	if err != nil {
		return err
	}
	unwritten := head.Unwritten() // of one who was killed too
	head.Pending, now.Pending = true, true
	for _, step := range []func() error{
		func() error { return class.SetHead(ctx, head) },
		func() error { return b.send(ctx, &now, mirror, there) },
		func() error {
			now.Sent, now.Written = max(now.Sent, unwritten), time.Now().Unix()
			return class.SetHead(ctx, &now)
		},
		func() error { return class.Delete(ctx, slices.Sorted(maps.Keys(there))) },
		func() error { now.Pending = false; return class.SetHead(ctx, &now) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// object is the n-th vector of a chunk, the first one with the chunk itself; for "" it is the n-th piece of the mirror.
type object struct {
	id, chunk string
	n         int
	chunks    *lexical.Reader
	vectors   *dense.Store // nil for none
}

// eachObject visits what a generation is on the server.
func (m *manifest) eachObject(dir string, mirror int, visit func(*object) error) (err error) {
	for n := 0; err == nil && n < mirror; n++ {
		err = visit(&object{id: weaviate.ID(fmt.Sprint(m.Published, n)), n: n})
	}
	if err != nil || m.Chunks == 0 {
		return err
	}
	chunks, err := openLexical(dir, m.Stats)
	if err != nil {
		return err
	}
	defer chunks.Close()
	var vectors *dense.Store
	if m.Embedder.external() {
		if vectors, err = dense.Open(filepath.Join(dir, vectorDir)); err != nil {
			return corrupt(err)
		}
		defer vectors.Close()
	}
	ids := m.objectIDs()
	for i := range m.Files {
		of, err := chunksOf(chunks, &m.Files[i])
		if err != nil {
			return err
		}
		for _, chunk := range of {
			var rows dense.Rows
			if vectors != nil {
				rows = vectors.Of(chunk)
			}
			for n := range max(1, rows.To-rows.From) {
				if err := visit(&object{ids.of(chunk, n), chunk, n, chunks, vectors}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// send sends what the server lacks, counts that and all in the head, and leaves in there what is no more.
func (b *builder) send(ctx context.Context, head *weaviate.Head, mirror []byte, there map[string]bool) error {
	var batch []weaviate.Object
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(sentTogether)
	flush := func() error {
		part := batch
		group.Go(func() error { return b.opt.Server.Put(ctx, part) })
		head.Sent, batch = head.Sent+len(part), nil
		b.progress(Step{Stage: StageSend, Done: head.Sent, Total: max(b.new.Chunks, head.Sent), Chunks: b.new.Chunks})
		return context.Cause(ctx)
	}
	head.Level.Add(weaviate.HeadID)
	err := b.new.eachObject(b.dir, head.Mirror, func(o *object) error {
		if head.Level.Add(o.id); there[o.id] {
			delete(there, o.id)
			return nil
		}
		to := weaviate.Object{ID: o.id}
		if o.chunk == "" {
			to.Properties.Data = mirror[o.n*mirrorSize : min((o.n+1)*mirrorSize, len(mirror))]
		} else if err := o.fill(&to); err != nil {
			return err
		}
		if batch = append(batch, to); len(batch) < sentAtOnce {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	return cmp.Or(group.Wait(), err)
}

// fill copies what is kept of a chunk and its vector.
func (o *object) fill(to *weaviate.Object) error {
	found, err := records(o.chunks, []string{o.chunk})
	if err != nil {
		return err
	}
	doc, err := found[0].document()
	to.Properties = weaviate.Properties{Chunk: o.chunk, Doc: doc.Group}
	if o.n == 0 {
		to.Properties.Data, to.Properties.Words = doc.Stored, strings.Join(lexical.Words(doc), " ")
	}
	if o.vectors == nil {
		return err
	}
	if rows := o.vectors.Of(o.chunk); err == nil && rows.From < rows.To {
		to.Vector, err = o.vectors.Vector(rows.From + o.n)
		if dense.Cosine(to.Vector, to.Vector) == 0 { // what has no words is near nothing
			to.Vector = nil
		}
	}
	return corrupt(err)
}

// pull makes the index folder hold what is mirrored on the server, for those who only ask.
func pull(ctx context.Context, opt Options, progress Progress) (r Report, err error) {
	head, err := opt.Server.Head(ctx)
	if err != nil {
		return r, err
	}
	if head == nil || head.Generation == "" {
		return r, &weaviate.Error{Message: "the Weaviate class holds no documents yet", Misconfigured: true,
			Hint: "who has the documents runs `ibid index` with the same settings, without weaviate.read_only"}
	}
	var m *manifest
	for locked := false; m == nil; locked = true { // somebody else may be faster
		n, dir, err := current(opt.Dir)
		if err == nil {
			m, err = loadManifest(dir)
		}
		switch {
		case err == nil && m.Published == head.Generation && !opt.Rebuild:
		case locked:
			progress(Step{Stage: StageFetch})
			if m, err = download(ctx, opt, head, n+1); err != nil {
				return r, explain(opt.Dir, err)
			}
		default:
			m = nil
			l, err := lock(ctx, opt.Dir, forever, progress)
			if err != nil {
				return r, err
			}
			defer l.Unlock()
		}
	}
	r.describe(m, m.Roots)
	return r, nil
}

// download makes generation n of the mirror that a head tells of.
func download(ctx context.Context, opt Options, head *weaviate.Head, n int) (*manifest, error) {
	var ids []string
	listed := manifest{Published: head.Generation}
	_ = listed.eachObject("", min(head.Mirror, maxManifest/mirrorSize), func(o *object) error {
		ids = append(ids, o.id)
		return nil
	})
	found, err := opt.Server.Read(ctx, ids, "data")
	if err != nil {
		return nil, err
	}
	var mirror []byte
	for _, f := range found {
		mirror = append(mirror, f.Data...)
	}
	var files []mirrored
	if decoding.Unmarshal(mirror, &files) != nil {
		return nil, fmt.Errorf("%w: not all of its files are on the Weaviate server", ErrCorrupt)
	}
	dir, err := newBuilding(opt.Dir)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // what was not renamed
	for _, f := range files {
		if !filepath.IsLocal(f.Name) {
			return nil, fmt.Errorf("%w: a file on the Weaviate server is called %s", ErrCorrupt, printable(f.Name))
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := cmp.Or(os.MkdirAll(filepath.Dir(path), 0o700), file.WriteBytes(path, f.Data)); err != nil {
			return nil, err
		}
	}
	m, err := loadManifest(dir)
	if err == nil {
		err = verify(ctx, dir, m.Parts)
	}
	if err == nil && m.Published != head.Generation {
		err = fmt.Errorf("%w: the Weaviate server has files of another generation", ErrCorrupt)
	}
	if err == nil {
		err = commit(opt.Dir, dir, n)
	}
	return m, err
}

// unpublished tells whether the server holds something else than a generation.
func unpublished(ctx context.Context, class *weaviate.Class, m *manifest) (bool, error) {
	head, err := class.Head(ctx)
	return err == nil && (head == nil || head.Pending || head.Generation != m.Published), err
}
