package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ibid/index/dense"
	"ibid/index/file"
	"ibid/index/lexical"
	"ibid/index/weaviate"
)

// Where the options name a Weaviate server, the chunks of the documents are found there alone. Who reads the
// documents has in a generation what the server was sent. Who only asks has the rest of it, which is mirrored on the
// server: the manifest, the counts of terms (frequencies.go), what was derived.

const (
	sentAtOnce = 100      // objects in one request: half a megabyte of chunks
	mirrorSize = 64 << 10 // bytes of the mirror in one object
)

// mirrored is a file of a generation that is kept on the server, with the others in one list.
type mirrored struct {
	Name string
	Data []byte
}

// mirrorIDs are the ids of the objects that hold the mirror of a generation, in pieces.
func mirrorIDs(generation string, size int) []string {
	ids := make([]string, (size+mirrorSize-1)/mirrorSize)
	for n := range ids {
		ids[n] = weaviate.ID(fmt.Sprint(generation, n))
	}
	return ids
}

// mirror is what those need of a generation who only ask.
func (m *manifest) mirror(dir string) ([]byte, error) {
	asked := *m
	asked.Parts = slices.DeleteFunc(slices.Clone(m.Parts), func(p part) bool {
		return strings.HasPrefix(p.Name, lexicalDir+"/") || strings.HasPrefix(p.Name, vectorDir+"/")
	})
	text, err := asked.encode()
	files := []mirrored{{manifestFile, text}}
	for _, p := range asked.Parts {
		data, rerr := m.readPart(dir, p.Name)
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
	mirror, err := m.mirror(b.dir)
	if err != nil {
		return err
	}
	head, err := class.Head(ctx)
	owner := strings.Join(m.Roots, "\n")
	switch {
	case err != nil:
		return err
	case head != nil && head.Owner != owner:
		return &weaviate.Error{Message: "the Weaviate class holds other documents: those of " + strings.ReplaceAll(head.Owner, "\n", ", "),
			Hint: "set weaviate.class to another name", Misconfigured: true}
	case head != nil && (b.opt.Rebuild || head.Dimensions != m.Embedder.Dimensions): // vectors are of one length
		if err = class.Drop(ctx); err != nil {
			return err
		}
		head = nil
	}
	if head == nil {
		k1, b1 := lexical.BM25()
		if err := class.Create(ctx, k1, b1); err != nil {
			return err
		}
		head = &weaviate.Head{Owner: owner, Dimensions: m.Embedder.Dimensions}
	}
	head.Pending = true
	if err := class.SetHead(ctx, head); err != nil {
		return err
	}
	there, err := class.List(ctx)
	if err != nil {
		return err
	}
	now := weaviate.Head{Schema: schema, Owner: owner, Generation: m.Published, Files: len(mirror), Dimensions: m.Embedder.Dimensions, Pending: true}
	if err := b.send(ctx, &now, mirror, there); err != nil {
		return err
	}
	now.Written = time.Now().Unix()
	if err := class.SetHead(ctx, &now); err != nil {
		return err
	}
	if err := class.Delete(ctx, slices.Sorted(maps.Keys(there))); err != nil {
		return err
	}
	now.Pending = false
	return class.SetHead(ctx, &now)
}

// object is the n-th vector of a chunk, the first one with the chunk itself; or the n-th piece of the mirror, for "".
type object struct {
	id, chunk string
	n         int
}

// send sends the objects that are not there, counts them and all in the head, and leaves in there those that are no
// more.
func (b *builder) send(ctx context.Context, head *weaviate.Head, mirror []byte, there map[string]bool) error {
	chunks, err := openLexical(b.dir, b.new.Stats)
	if err != nil {
		return err
	}
	defer chunks.Close()
	var vectors *dense.Store // for the chunks, if there are any
	if b.new.Chunks > 0 {
		if vectors, err = dense.Open(filepath.Join(b.dir, vectorDir)); err != nil {
			return err
		}
		defer vectors.Close()
	}
	head.Level.Add(weaviate.HeadID)
	var missing []object
	want := func(id, chunk string, n int) {
		if head.Level.Add(id); !there[id] {
			missing = append(missing, object{id, chunk, n})
		}
		delete(there, id)
	}
	ids := b.new.objectIDs()
	for i := range b.new.Files {
		of, err := chunksOf(chunks, &b.new.Files[i])
		if err != nil {
			return err
		}
		for _, chunk := range of {
			rows := vectors.Of(chunk)
			for n := range max(1, rows.To-rows.From) {
				want(ids.of(chunk, n), chunk, n)
			}
		}
	}
	for n, id := range mirrorIDs(head.Generation, len(mirror)) {
		want(id, "", n)
	}
	parts := slices.Collect(slices.Chunk(missing, sentAtOnce))
	step := Step{Stage: StageSend, Total: len(missing), Chunks: b.new.Chunks}
	b.progress(step)
	for n, err := range file.InOrder(len(parts), 1, func(i int) (int, error) {
		objects, err := filled(parts[i], chunks, vectors, mirror)
		if err != nil {
			return 0, err
		}
		return len(objects), b.opt.Server.Put(ctx, objects)
	}) {
		if err != nil {
			return err
		}
		step.Done += n
		b.progress(step)
	}
	head.Sent = step.Done
	return nil
}

// filled are objects with what they hold.
func filled(part []object, chunks *lexical.Reader, vectors *dense.Store, mirror []byte) ([]weaviate.Object, error) {
	ids, out := make([]string, len(part)), make([]weaviate.Object, len(part))
	for i, o := range part {
		ids[i] = o.chunk
	}
	stored, err := chunks.Stored(ids)
	if err != nil {
		return nil, corrupt(err)
	}
	for i, o := range part {
		out[i].ID = o.id
		if o.chunk == "" {
			out[i].Properties.Data = mirror[o.n*mirrorSize : min((o.n+1)*mirrorSize, len(mirror))]
			continue
		}
		r, err := decodeRecord(stored[i])
		if err != nil {
			return nil, err
		}
		out[i].Properties.Chunk, out[i].Properties.Doc = r.ID, r.DocID
		if o.n == 0 {
			out[i].Properties.Data, out[i].Properties.Words = stored[i], strings.Join(lexical.Words(r.text()), " ")
		}
		if rows := vectors.Of(o.chunk); rows.From < rows.To {
			v, err := vectors.Vector(rows.From + o.n)
			if err != nil {
				return nil, corrupt(err)
			}
			if dot(v, v) > 0 { // what has no words is near nothing
				out[i].Vector = v
			}
		}
	}
	return out, nil
}

// pull makes the index folder hold what is mirrored on the server, for those who only ask.
func pull(ctx context.Context, opt Options, progress Progress) (r Report, err error) {
	head, err := opt.Server.Head(ctx)
	switch {
	case err != nil:
		return r, err
	case head == nil || head.Generation == "":
		return r, &weaviate.Error{Message: "the Weaviate class holds no documents yet", Misconfigured: true,
			Hint: "who has the documents runs `ibid index` with the same settings, without weaviate.read_only"}
	case head.Schema != schema:
		return r, &weaviate.Error{Message: "the Weaviate class was filled by another version of ibid",
			Hint: "have everybody use the same version", Misconfigured: true}
	}
	l, err := lock(ctx, opt.Dir, forever, progress)
	if err != nil {
		return r, err
	}
	defer l.Unlock()
	var m *manifest
	n, dir, err := current(opt.Dir)
	if err == nil {
		m, err = loadManifest(dir)
	}
	if errors.Is(err, ErrNoIndex) || errors.Is(err, ErrCorrupt) || err == nil && (m.Published != head.Generation || opt.Rebuild) {
		progress(Step{Stage: StageFetch})
		m, err = download(ctx, opt, head, n+1)
	}
	if err == nil {
		r.describe(m, m.Roots)
	}
	return r, explain(opt.Dir, err)
}

const otherOnServer = "the Weaviate server holds another state than this index; the next question changes that"

// download makes generation n of the mirror that a head tells of.
func download(ctx context.Context, opt Options, head *weaviate.Head, n int) (*manifest, error) {
	if head.Files > maxManifest {
		return nil, fmt.Errorf("%w: the Weaviate server has files of %d bytes", ErrCorrupt, head.Files)
	}
	ids := mirrorIDs(head.Generation, max(0, head.Files))
	found, err := opt.Server.Read(ctx, ids, "data")
	var mirror []byte
	for _, id := range ids {
		mirror = append(mirror, found[id].Data...)
	}
	var files []mirrored
	if err == nil && decoding.Unmarshal(mirror, &files) != nil {
		err = fmt.Errorf("%w: not all of its files are on the Weaviate server", ErrCorrupt)
	}
	if err != nil {
		return nil, err
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
		if err = cmp.Or(os.MkdirAll(filepath.Dir(path), 0o700), file.WriteBytes(path, f.Data)); err != nil {
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
