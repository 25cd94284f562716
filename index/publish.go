package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ibid/index/file"
	"ibid/index/lexical"
	"ibid/index/weaviate"
)

// Where the options name a Weaviate server, the chunks of the documents are found there alone. Who reads the
// documents has in a generation what the server was sent, to tell what is new the next time: the chunks and their
// vectors, and no lexical index. Who only asks has the rest of it, which is mirrored on the server: the manifest, the
// counts of frequent terms (frequencies.go), what was derived.

const (
	sentAtOnce = 100 // chunks in one request: half a megabyte
	sentBatch  = 8   // requests between two reports of progress
)

// mirrored tells whether a part of a generation is kept on the server as a file.
func (p part) mirrored() bool {
	return !strings.HasPrefix(p.Name, lexicalDir+"/") && !strings.HasPrefix(p.Name, vectorDir+"/")
}

// publish makes the server hold what the new generation holds. What it was sent by an interrupted run it is not sent
// again.
func (b *builder) publish(ctx context.Context) error {
	class := b.opt.Server
	body, err := json.Marshal(b.new)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	b.new.Published = hex.EncodeToString(sum[:])
	owner := strings.Join(b.new.Roots, "\n")
	head, err := class.Head(ctx)
	if err != nil {
		return err
	}
	if head == nil {
		head = &weaviate.Head{Owner: owner, Pending: true}
	}
	if head.Owner != owner {
		return &weaviate.Error{Message: "the Weaviate class holds other documents: those of " + strings.ReplaceAll(head.Owner, "\n", ", "), Hint: "set weaviate.class to another name", Misconfigured: true}
	}
	k1, b1 := lexical.BM25()
	if err := class.Create(ctx, k1, b1, recordFields[:]); err != nil {
		return err
	}
	had, err := b.sentBefore(ctx, head)
	if err != nil {
		return err
	}
	pending := *head
	pending.Schema, pending.Pending = schema, true
	if pending.Vectors != b.new.Embedder.version() {
		pending.Vectors = ""
	}
	if err := class.SetHead(ctx, &pending); err != nil {
		return err
	}
	now := &weaviate.Head{Schema: schema, Owner: owner, Generation: b.new.Published, Vectors: b.new.Embedder.version()}
	if now.Level, now.Sent, err = b.send(ctx, had); err != nil {
		return err
	}
	if now.Files, err = b.mirror(ctx, head.Files); err != nil {
		return err
	}
	now.Written = time.Now().Unix()
	if err := class.SetHead(ctx, now); err != nil {
		return err
	}
	return class.Tidy(ctx, now)
}

// sentBefore are the versions of the chunks that the server holds: those of the generation that is replaced, where
// that is what it holds, else what it says.
func (b *builder) sentBefore(ctx context.Context, head *weaviate.Head) (map[string]string, error) {
	old := b.plan.old
	if head.Pending || old == nil || old.Published != head.Generation {
		return b.opt.Server.List(ctx)
	}
	from, err := openLexical(b.plan.dir, old.Stats)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return old.chunkVersions(from)
}

// chunkVersions change whenever the server must be sent a chunk of a generation anew.
func (m *manifest) chunkVersions(from *lexical.Reader) (map[string]string, error) {
	versions := make(map[string]string, m.Chunks)
	for i := range m.Files {
		ids, err := chunksOf(from, &m.Files[i])
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			versions[id] = fmt.Sprintf("%d %s %s", schema, m.Files[i].SHA256, m.Embedder.version())
		}
	}
	return versions, nil
}

// send sends the chunks that the server has not got, and deletes what is gone.
func (b *builder) send(ctx context.Context, had map[string]string) (all weaviate.Level, done int, err error) {
	chunks, err := openLexical(b.dir, b.new.Stats)
	if err != nil {
		return all, done, err
	}
	defer chunks.Close()
	versions, err := b.new.chunkVersions(chunks)
	if err != nil {
		return all, done, err
	}
	vectors := &denseSide{}
	if b.new.Chunks > 0 {
		if vectors, err = openDense(b.dir, b.opt.Embedder, b.new.Embedder.Most); err != nil {
			return all, done, err
		}
		defer vectors.close()
	}
	if b.opt.Rebuild { // a chunk that a killed node wrote in part stays so, whatever else it is sent, until it is deleted
		if err := b.opt.Server.Delete(ctx, slices.Sorted(maps.Keys(had))); err != nil {
			return all, done, err
		}
		clear(had)
	}
	var missing []string
	for _, id := range slices.Sorted(maps.Keys(versions)) {
		pieces := vectors.vectors.Of(id)
		all.Add(id, versions[id], pieces.To-pieces.From)
		if had[id] != versions[id] {
			missing = append(missing, id)
		}
		delete(had, id)
	}
	for batch := range slices.Chunk(missing, sentBatch*sentAtOnce) {
		b.progress(Step{Stage: StageSend, Done: done, Total: len(missing), Chunks: len(versions)})
		parts := slices.Collect(slices.Chunk(batch, sentAtOnce))
		if err := file.Parallel(ctx, len(parts), func(i int) error { return b.sendChunks(ctx, chunks, vectors, parts[i], versions) }); err != nil {
			return all, done, err
		}
		done += len(batch)
	}
	return all, done, b.opt.Server.Delete(ctx, slices.Sorted(maps.Keys(had)))
}

func (b *builder) sendChunks(ctx context.Context, chunks *lexical.Reader, vectors *denseSide, ids []string, versions map[string]string) error {
	found, err := records(chunks, ids)
	if err != nil {
		return err
	}
	objects := make([]weaviate.Object, len(ids))
	for i, r := range found {
		o := weaviate.Object{Chunk: r.ID, Doc: r.DocID, Version: versions[r.ID], Terms: lexical.Words(r.text())}
		if o.Fields, err = encodeRecord(r); err != nil {
			return err
		}
		of := vectors.vectors.Of(r.ID)
		for n := of.From; n < of.To; n++ {
			v, err := vectors.vectors.Vector(n)
			if err != nil {
				return corrupt(err)
			}
			if dot(v, v) > 0 { // what has no words is near nothing
				o.Vectors = append(o.Vectors, v)
			}
		}
		objects[i] = o
	}
	return b.opt.Server.Put(ctx, objects)
}

// mirror keeps on the server what those need who only ask.
func (b *builder) mirror(ctx context.Context, old []weaviate.File) ([]weaviate.File, error) {
	m := *b.new
	m.Parts = slices.DeleteFunc(slices.Clone(m.Parts), func(p part) bool { return !p.mirrored() })
	text, err := m.encode()
	if err != nil {
		return nil, err
	}
	var files []weaviate.File
	for _, name := range append([]string{manifestFile}, partNames(m.Parts)...) {
		data := text
		if name != manifestFile {
			if data, err = os.ReadFile(filepath.Join(b.dir, filepath.FromSlash(name))); err != nil {
				return nil, err
			}
		}
		f, err := b.opt.Server.Upload(ctx, name, data, old)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func partNames(parts []part) []string {
	names := make([]string, len(parts))
	for i := range parts {
		names[i] = parts[i].Name
	}
	return names
}

// pull makes the index folder hold what is mirrored on the server, for those who only ask; only looking, it changes
// nothing and says in the report that it is behind.
func pull(ctx context.Context, opt Options, looking bool, progress Progress) (Report, error) {
	head, err := opt.Server.Head(ctx)
	switch {
	case err != nil:
		return Report{}, err
	case head == nil || head.Generation == "":
		return Report{}, &weaviate.Error{Message: "the Weaviate class holds no documents yet", Hint: "who has the documents runs `ibid index` with the same settings, without weaviate.read_only", Misconfigured: true}
	case head.Schema != schema:
		return Report{}, &weaviate.Error{Message: "the Weaviate class was filled by another version of ibid", Hint: "have everybody use the same version", Misconfigured: true}
	}
	var r Report
	here := func() (n int, m *manifest, err error) {
		n, dir, err := current(opt.Dir)
		if err == nil {
			m, err = loadManifest(dir)
		}
		switch {
		case looking && err == nil && m.Published != head.Generation:
			r.Stale = []string{otherOnServer}
		case looking:
		case errors.Is(err, ErrNoIndex) || errors.Is(err, ErrCorrupt) || err == nil && (m.Published != head.Generation || opt.Rebuild):
			m, err = nil, nil
		}
		return n, m, err
	}
	_, m, err := here()
	if m == nil && err == nil {
		l, err := lock(ctx, opt.Dir, forever, progress)
		if err != nil {
			return Report{}, err
		}
		defer l.Unlock()
		var n int
		if n, m, err = here(); m == nil && err == nil { // nobody else did meanwhile
			m, err = download(ctx, opt, head, n+1, progress)
		}
		if err != nil {
			return Report{}, explain(opt.Dir, err)
		}
	}
	if err != nil {
		return Report{}, err
	}
	r.describe(m, m.Roots)
	return r, nil
}

const otherOnServer = "the Weaviate server holds another state than this index; the next question changes that"

// download makes generation n of the files that a head names.
func download(ctx context.Context, opt Options, head *weaviate.Head, n int, progress Progress) (*manifest, error) {
	dir, err := newBuilding(opt.Dir)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // what was not renamed
	for i, f := range head.Files {
		progress(Step{Stage: StageFetch, Done: i, Total: len(head.Files)})
		if !filepath.IsLocal(f.Name) || f.Size > maxManifest {
			return nil, fmt.Errorf("%w: the Weaviate class has a file called %s of %d bytes", ErrCorrupt, printable(f.Name), f.Size)
		}
		data, err := opt.Server.Download(ctx, f)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			return nil, err
		}
	}
	m, err := loadManifest(dir)
	if err == nil {
		err = verify(ctx, dir, m.Parts)
	}
	if err == nil && m.Published != head.Generation {
		err = fmt.Errorf("%w: the Weaviate class has files of another generation", ErrCorrupt)
	}
	if err != nil {
		return nil, err
	}
	return m, commit(opt.Dir, dir, n)
}

// unpublished tells whether the server holds something else than a generation.
func unpublished(ctx context.Context, class *weaviate.Class, m *manifest) (bool, error) {
	head, err := class.Head(ctx)
	return err == nil && (head == nil || head.Pending || head.Generation != m.Published), err
}
