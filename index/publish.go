package index

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"ibid/index/dense"
	"ibid/index/file"
	"ibid/index/lexical"
	"ibid/index/weaviate"
)

// A Weaviate server holds, for those who only ask, what the generation of somebody who has the documents holds: each
// chunk with its words and vectors, to be found there, and a mirror of what they need of the rest.

const (
	sentAtOnce = 100       // chunks in one request: half a megabyte
	sentAhead  = 2         // requests for each core that is under way
	mirrorSize = 256 << 10 // bytes of the mirror in one object
)

// passage is what the server keeps of a chunk.
type passage struct {
	Stored  []byte // as in a lexical index
	Vectors [][]float32
	*record `cbor:"-"` // that is stored
}

// chunkID is that of the object with a chunk of a document: another one whenever the chunk, or a vector of it, would be.
func (m *manifest) chunkID(e *entry, chunk string) string {
	return weaviate.ID(fmt.Sprint(chunk, schema, e.place, e.SHA256, m.Embedder.folder()))
}

// pieceID is that of the object with a piece of a mirror.
func pieceID(generation string, n int) string { return weaviate.ID(fmt.Sprint(generation, " ", n)) }

// publication is a generation on its way to a server: how each object that it is to hold is made.
type publication struct {
	*Index
	shared  *manifest // as those get it who only ask
	pieces  int       // of the mirror
	objects map[string]func() (weaviate.Object, error)
}

// publish makes the server hold what the newest generation holds, which was just made or looked at, and nothing else.
// What it has it is not sent again.
func publish(ctx context.Context, opt Options, just Report, progress Progress) error {
	shared, err := just.manifest.shared(opt.own())
	if err != nil {
		return err
	}
	owner, dims := strings.Join(shared.Roots, "\n"), shared.Embedder.Dimensions
	head, err := opt.Server.Head(ctx)
	switch {
	case err != nil:
		return err
	case head.Owner != "" && head.Owner != owner:
		return &weaviate.Error{Hint: "set weaviate.class to another name", Misconfigured: true,
			Message: "the Weaviate class holds other documents: those of " + strings.ReplaceAll(head.Owner, "\n", ", ")}
	case head.Owner != "" && (opt.Rebuild || head.Dimensions != dims): // its vectors are of one length
		head, err = new(weaviate.Head), opt.Server.Drop(ctx)
	case head.Generation == shared.Published && !head.Pending:
		return nil
	}
	if err == nil {
		k1, b := lexical.BM25()
		err = cmp.Or(opt.Server.Create(ctx, k1, b), Embed(ctx, opt, progress))
	}
	if err != nil {
		return err
	}
	opt.After = &just
	ix, err := Open(opt)
	if err != nil {
		return err
	}
	defer ix.Close()
	if ix.manifest != just.manifest {
		return nil // somebody else has made another one, and sends that
	}
	p, err := ix.publication(shared)
	if err != nil {
		return corrupt(err)
	}
	head.Owner, head.Dimensions, head.Pending = owner, dims, true
	if err := cmp.Or(opt.Server.SetHead(ctx, *head), p.send(ctx, opt.Server, progress)); err != nil {
		return err
	}
	head.Generation, head.Pieces, head.Pending = shared.Published, p.pieces, false
	head.Count, head.Written = 1+len(p.objects), time.Now().Unix()
	return opt.Server.SetHead(ctx, *head)
}

// shared is a manifest as those get it who only ask, but for the terms, which follow from the rest. An embedder may have
// made the vectors beside the generation, nil for none.
func (m *manifest) shared(e Embedder) (*manifest, error) {
	s := *m
	if e != nil {
		s.Embedder = stateOf(e)
	}
	s.Files, s.Parts = slices.Clone(m.Files), slices.Clone(m.Parts)
	for i := range s.Files {
		s.Files[i].stamp, s.Files[i].Racy = stamp{}, false // of one machine
	}
	s.Parts = slices.DeleteFunc(s.Parts, func(p part) bool {
		return strings.HasPrefix(p.Name, lexicalDir+"/") || strings.HasPrefix(p.Name, vectorDir+"/")
	})
	text, err := s.encode()
	s.Published = digest(text)
	return &s, err
}

// publication lists the objects of a generation.
func (ix *Index) publication(shared *manifest) (*publication, error) {
	p := &publication{Index: ix, shared: shared, objects: map[string]func() (weaviate.Object, error){}}
	mirror, err := p.mirror()
	for piece := range slices.Chunk(mirror, mirrorSize) {
		o := weaviate.Object{ID: pieceID(shared.Published, p.pieces), Properties: weaviate.Properties{Data: piece}}
		p.objects[o.ID] = func() (weaviate.Object, error) { return o, nil }
		p.pieces++
	}
	for i := 0; err == nil && i < len(shared.Files); i++ {
		var chunks []string
		chunks, err = chunksOf(ix.lexical, &shared.Files[i])
		for _, chunk := range chunks {
			id := shared.chunkID(&shared.Files[i], chunk)
			p.objects[id] = func() (weaviate.Object, error) { return p.object(id, chunk) }
		}
	}
	return p, err
}

// mirror makes an archive of what those need who only ask, but for the chunks.
func (p *publication) mirror() ([]byte, error) {
	terms, err := p.lexical.Terms()
	if err != nil {
		return nil, err
	}
	counts, err := p.lexical.DocFreq(terms)
	p.shared.Terms = []byte("\n")
	for i, n := range counts {
		p.shared.Terms = fmt.Appendf(p.shared.Terms, "%s %d\n", terms[i], n)
	}
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	add := func(name string, data []byte, ferr error) {
		w, zerr := archive.Create(name)
		if err = cmp.Or(err, ferr, zerr); err == nil {
			_, err = w.Write(data)
		}
	}
	text, ferr := p.shared.encode()
	add(manifestFile, text, ferr)
	for _, part := range p.shared.Parts {
		data, ferr := p.manifest.readPart(p.dir, part.Name)
		add(part.Name, data, ferr)
	}
	err = cmp.Or(err, archive.Close())
	return out.Bytes(), err
}

// object makes the object of a chunk. It is near what its vectors are near together.
func (p *publication) object(id, chunk string) (out weaviate.Object, err error) {
	found, err := records(p.lexical, []string{chunk})
	if err != nil {
		return out, err
	}
	doc, err := found[0].document()
	to, sum := passage{Stored: doc.Stored}, make([]float32, p.shared.Embedder.Dimensions)
	var rows dense.Rows
	if p.dense != nil {
		rows = p.dense.vectors.Of(chunk)
	}
	for ; err == nil && rows.From < rows.To; rows.From++ {
		var v []float32
		v, err = p.dense.vectors.Vector(rows.From)
		to.Vectors = append(to.Vectors, v)
		for i := range v {
			sum[i] += v[i]
		}
	}
	if dense.Cosine(sum, sum) > 0 { // what has no words is near nothing
		out.Vector = sum
	}
	data, merr := encoding.Marshal(to)
	out.ID, out.Properties = id, weaviate.Properties{Doc: doc.Group, Words: strings.Join(lexical.Words(doc), " "), Data: data}
	return out, corrupt(cmp.Or(err, merr))
}

// send makes the server hold all objects, and no others.
func (p *publication) send(ctx context.Context, to *weaviate.Class, progress Progress) error {
	there, err := to.List(ctx)
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(slices.Sorted(maps.Keys(p.objects)), func(id string) bool { return there[id] })
	batches, sent := slices.Collect(slices.Chunk(missing, sentAtOnce)), 0
	for n, err := range file.InOrder(len(batches), sentAhead, func(i int) (int, error) {
		made := make([]weaviate.Object, len(batches[i]))
		for j, id := range batches[i] {
			var err error
			if made[j], err = p.objects[id](); err != nil {
				return 0, err
			}
		}
		return len(made), to.Put(ctx, made)
	}) {
		if err != nil {
			return err
		}
		sent += n
		progress(Step{Stage: StageSend, Done: sent, Total: len(missing), Chunks: p.Len()})
	}
	maps.DeleteFunc(there, func(id string, _ bool) bool { return p.objects[id] != nil })
	return to.Delete(ctx, slices.Sorted(maps.Keys(there)))
}

// pull makes the index folder hold the mirror on the server, for those who only ask.
func pull(ctx context.Context, opt Options, progress Progress) (r Report, err error) {
	head, err := opt.Server.Head(ctx)
	if err != nil {
		return r, err
	}
	if head.Generation == "" {
		return r, &weaviate.Error{Message: "the Weaviate class holds no documents yet", Misconfigured: true,
			Hint: "who has the documents runs `ibid index` with the same settings, without weaviate.read_only"}
	}
	l, err := lock(ctx, opt.Dir, forever, progress)
	if err != nil {
		return r, err
	}
	defer l.Unlock()
	n, dir, err := current(opt.Dir)
	m := new(manifest)
	if err == nil {
		m, err = loadManifest(dir)
	}
	if err != nil || m.Published != head.Generation || opt.Rebuild {
		progress(Step{Stage: StageFetch})
		m, err = download(ctx, opt, head, n+1)
	}
	if err == nil {
		r.describe(m, m.Roots)
	}
	return r, explain(opt.Dir, err)
}

// download makes generation n of the mirror that a head tells of.
func download(ctx context.Context, opt Options, head *weaviate.Head, n int) (m *manifest, err error) {
	var mirror []byte
	for i := range head.Pieces {
		piece, err := opt.Server.Data(ctx, pieceID(head.Generation, i))
		if err != nil {
			return nil, err
		}
		mirror = append(mirror, piece...)
	}
	dir, err := newBuilding(opt.Dir)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // what was not renamed
	archive, err := zip.NewReader(bytes.NewReader(mirror), int64(len(mirror)))
	if err == nil {
		err = os.CopyFS(dir, archive) // compares checksums
	}
	if err != nil {
		return nil, fmt.Errorf("%w: its files on the Weaviate server: %w", ErrCorrupt, err)
	}
	if m, err = loadManifest(dir); err == nil {
		err = commit(opt.Dir, dir, n)
	}
	return m, err
}
