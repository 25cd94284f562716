package weaviate

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
)

const (
	dataField = "data"
	headID    = "head"
	filePiece = 3 << 20 // bytes of a compressed file in one object
	format    = 2       // of the classes; changes with what this package writes into them
)

// Head says what the chunks of a class are.
type Head struct {
	Format     int
	Schema     int    // of what made the chunks
	Owner      string // what they are made of; another one's are not overwritten
	Generation string // stands for all chunks and files, "" before the first were all there
	Vectors    string // what made the vectors; "" where chunks with others may be among them
	Pending    bool   // a writer is at work, or was killed: chunks may be there that are of no generation
	Level      Level  // of all chunks
	Sent       int    // chunks by the last writer
	Written    int64  // when that was, in seconds since 1970
	Replicas   int
	Files      []File
}

// File is a file that is kept beside the chunks.
type File struct {
	Name   string
	Size   int64
	Sum    string // SHA-256, hex
	Pieces int
}

func (f *File) id(piece int) string { return uuid(fmt.Sprintf("file %s %d", f.Sum, piece)) }

// Head reads the head; nil where there is none. It tells how many replicas the class has, and what level: the queries
// that follow mind both.
func (c *Class) Head(ctx context.Context) (*Head, error) {
	data, err := c.read(ctx, uuid(headID))
	if errors.Is(err, errMissing) {
		return nil, nil
	}
	h := new(Head)
	if err == nil {
		err = json.Unmarshal(data, h)
	}
	if err != nil {
		return nil, err
	}
	if h.Format != format {
		return nil, misconfigured("have everybody use the same version of ibid, or set weaviate.class to another name", "the Weaviate class %s was made by another version of ibid", c.opt.Class)
	}
	c.replicas.Store(int32(h.Replicas))
	if c.wanted.Store(nil); h.Generation != "" && !h.Pending {
		c.wanted.Store(&h.Level)
	}
	return h, nil
}

// SetHead writes the head.
func (c *Class) SetHead(ctx context.Context, h *Head) error {
	h.Format, h.Replicas = format, int(c.replicas.Load())
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return c.write(ctx, uuid(headID), data)
}

func (c *Class) write(ctx context.Context, id string, data []byte) error {
	return c.put(ctx, []sent{{Class: c.opt.Class + filesSuffix, ID: id, Properties: map[string]any{dataField: base64.StdEncoding.EncodeToString(data)}}})
}

func (c *Class) read(ctx context.Context, id string) ([]byte, error) {
	var o struct{ Properties struct{ Data []byte } }
	err := c.ask(ctx, "tell what it holds", func(ctx context.Context) error {
		return c.call(ctx, http.MethodGet, "/v1/objects/"+c.opt.Class+filesSuffix+"/"+id+c.confirmed(), nil, &o)
	})
	return o.Properties.Data, err
}

// Upload keeps a file; nothing is sent where old, the files that are there, has one of the same bytes.
func (c *Class) Upload(ctx context.Context, name string, data []byte, old []File) (File, error) {
	sum := sha256.Sum256(data)
	f := File{Name: name, Size: int64(len(data)), Sum: hex.EncodeToString(sum[:])}
	if i := slices.IndexFunc(old, func(o File) bool { return o.Sum == f.Sum }); i >= 0 {
		f.Pieces = old[i].Pieces
		return f, nil
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		return f, err
	}
	for piece := range slices.Chunk(packed.Bytes(), filePiece) {
		if err := c.write(ctx, f.id(f.Pieces), piece); err != nil {
			return f, err
		}
		f.Pieces++
	}
	return f, nil
}

// Download reads a file of the head.
func (c *Class) Download(ctx context.Context, f File) ([]byte, error) {
	var packed bytes.Buffer
	for i := range f.Pieces {
		piece, err := c.read(ctx, f.id(i))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		packed.Write(piece)
	}
	r, err := gzip.NewReader(&packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	data, err := io.ReadAll(io.LimitReader(r, f.Size+1))
	if sum := sha256.Sum256(data); err == nil && hex.EncodeToString(sum[:]) != f.Sum {
		err = errors.New("it does not match its checksum")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return data, nil
}

// Tidy removes the files that the head does not name.
func (c *Class) Tidy(ctx context.Context, h *Head) error {
	keep := map[string]bool{uuid(headID): true}
	for i := range h.Files {
		for n := range h.Files[i].Pieces {
			keep[h.Files[i].id(n)] = true
		}
	}
	var gone []string
	err := c.walk(ctx, c.opt.Class+filesSuffix, nil, func(id string, _ json.RawMessage) error {
		if !keep[id] {
			gone = append(gone, id)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.remove(ctx, c.opt.Class+filesSuffix, "id", gone)
}
