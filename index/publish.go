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
	Version string // see version
	Stored  []byte // as in a lexical index
	Vectors [][]float32
	*record `cbor:"-"` // that is stored
}

// version is another one whenever a chunk of a document, or a vector of one, would be.
func (m *manifest) version(e *entry) string {
	return digest(fmt.Appendf(nil, "%d %v %s %s %d", schema, e.place, e.SHA256, m.Embedder.Digest, m.Embedder.Dimensions))
}

// publication is a generation on its way to a server.
type publication struct {
	*Index
	shared *manifest // as those who only ask get it
	mirror [][]byte  // in pieces: an archive of what those need who only ask, but for the chunks
	to     *weaviate.Class
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
	p := &publication{Index: ix, shared: shared, to: opt.Server}
	if err := p.reflect(); err != nil {
		return corrupt(err)
	}
	head.Owner, head.Dimensions, head.Pending = owner, dims, true
	return p.send(ctx, head, progress)
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

// reflect makes the mirror.
func (p *publication) reflect() error {
	terms, err := p.lexical.Terms()
	if err != nil {
		return err
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
	p.mirror = slices.Collect(slices.Chunk(out.Bytes(), mirrorSize))
	return err
}

// pieceID is that of the object with a piece of a mirror.
func pieceID(generation string, n int) string { return weaviate.ID(fmt.Sprint(generation, " ", n)) }

// chunkID is that of the object with a chunk.
func (m *manifest) chunkID(e *entry, chunk string) string {
	return weaviate.ID(chunk + " " + m.version(e))
}

// fill makes the object of a chunk. It is near what its vectors are near together.
func (p *publication) fill(chunk string) (out weaviate.Object, err error) {
	found, err := records(p.lexical, []string{chunk})
	if err != nil {
		return out, err
	}
	e := p.shared.entry(found[0].DocID)
	doc, err := found[0].document()
	to := passage{Version: p.shared.version(e), Stored: doc.Stored}
	out.Vector = make([]float32, p.shared.Embedder.Dimensions)
	var rows dense.Rows
	if p.dense != nil {
		rows = p.dense.vectors.Of(chunk)
	}
	for ; err == nil && rows.From < rows.To; rows.From++ {
		var v []float32
		v, err = p.dense.vectors.Vector(rows.From)
		to.Vectors = append(to.Vectors, v)
		for i := range v {
			out.Vector[i] += v[i]
		}
	}
	if dense.Cosine(out.Vector, out.Vector) == 0 { // what has no words is near nothing
		out.Vector = nil
	}
	data, merr := encoding.Marshal(to)
	out.ID = p.shared.chunkID(e, chunk)
	out.Properties = weaviate.Properties{Doc: doc.Group, Words: strings.Join(lexical.Words(doc), " "), Data: data}
	return out, corrupt(cmp.Or(err, merr))
}

// missing counts the objects of a generation, and lists the chunks that are not there; what else is there it leaves in
// there.
func (p *publication) missing(there map[string]bool) (count int, chunks []string, err error) {
	for i := range p.shared.Files {
		e := &p.shared.Files[i]
		of, err := chunksOf(p.lexical, e)
		if err != nil {
			return 0, nil, err
		}
		count += len(of)
		for _, chunk := range of {
			if id := p.shared.chunkID(e, chunk); there[id] {
				delete(there, id)
			} else {
				chunks = append(chunks, chunk)
			}
		}
	}
	return count, chunks, nil
}

// send makes the server, of which a head tells, hold all objects, and no others.
func (p *publication) send(ctx context.Context, head *weaviate.Head, progress Progress) error {
	if err := p.to.SetHead(ctx, head); err != nil {
		return err
	}
	there, err := p.to.List(ctx)
	if err != nil {
		return err
	}
	count, chunks, err := p.missing(there)
	for n, piece := range p.mirror {
		id := pieceID(p.shared.Published, n)
		if err == nil && !there[id] {
			err = p.to.Put(ctx, []weaviate.Object{{ID: id, Properties: weaviate.Properties{Data: piece}}})
		}
		delete(there, id)
	}
	if err != nil {
		return err
	}
	batches, sent := slices.Collect(slices.Chunk(chunks, sentAtOnce)), 0
	for n, err := range file.InOrder(len(batches), sentAhead, func(i int) (_ int, err error) {
		filled := make([]weaviate.Object, len(batches[i]))
		for j, chunk := range batches[i] {
			if filled[j], err = p.fill(chunk); err != nil {
				return 0, err
			}
		}
		return len(filled), p.to.Put(ctx, filled)
	}) {
		if err != nil {
			return err
		}
		sent += n
		progress(Step{Stage: StageSend, Done: sent, Total: len(chunks), Chunks: p.Len()})
	}
	now := *head
	now.Generation, now.Pieces, now.Count, now.Pending = p.shared.Published, len(p.mirror), 1+len(p.mirror)+count, false
	now.Written = time.Now().Unix()
	if err := p.to.Delete(ctx, slices.Sorted(maps.Keys(there))); err != nil {
		return err
	}
	return p.to.SetHead(ctx, &now)
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
		if m, err = download(ctx, opt, head, n+1); err != nil {
			return r, explain(opt.Dir, err)
		}
	}
	r.describe(m, m.Roots)
	return r, nil
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
