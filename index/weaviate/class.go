package weaviate

import (
	"context"
	"crypto/sha1"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// made begins the description of a class that ibid has created.
const made = "ibid.chunks: made by ibid from documents; it can be deleted at any time, and is then made again"

// Parts of the name of the classes.
const (
	filesSuffix  = "_files"  // the mirrored files and the Head
	piecesSuffix = "_pieces" // the vectors of chunks that have more than one, but the first
)

// Field is a property of a chunk that is kept and not searched.
type Field struct{ Name, Type string } // Type: text, text[], int

// The properties that a chunk is found by.
const (
	chunkField   = "chunk"   // its id
	docField     = "doc"     // the document that it is of
	termsField   = "terms"   // what it is found by, separated by spaces
	versionField = "version" // tells whether it is what it should be
	checkField   = "check"   // a number that follows from the chunk and its version; see Level
)

func property(name, kind, tokenization string, filterable, searchable bool) map[string]any {
	p := map[string]any{"name": name, "dataType": []string{kind}, "indexFilterable": filterable}
	if strings.HasPrefix(kind, "text") {
		p["indexSearchable"] = searchable
		p["tokenization"] = tokenization
	}
	return p
}

// Create creates the classes that are not there yet, with the parameters of BM25. One of this name that ibid has not
// made is an *Error.
func (c *Class) Create(ctx context.Context, k1, b float64, fields []Field) error {
	key := func(name string) map[string]any { return property(name, "text", "field", true, false) }
	// An index to filter by terms would take a third of the whole; chunks that hold a term are counted by the one
	// that is searched.
	chunks := []map[string]any{key(chunkField), key(docField), property(termsField, "text", "whitespace", false, true), property(versionField, "text", "field", false, false), property(checkField, "int", "", true, false)}
	for _, f := range fields {
		chunks = append(chunks, property(f.Name, f.Type, "field", false, false))
	}
	for _, class := range []struct {
		name       string
		properties []map[string]any
		vectors    bool
	}{
		{c.opt.Class + filesSuffix, []map[string]any{property(dataField, "text", "field", false, false)}, false},
		{c.opt.Class + piecesSuffix, []map[string]any{key(chunkField), key(docField), property(checkField, "int", "", true, false)}, true},
		{c.opt.Class, chunks, true},
	} {
		there, err := c.mine(ctx, class.name)
		if err != nil {
			return err
		}
		if there {
			continue
		}
		shards := 1
		if class.vectors {
			shards = max(1, c.opt.Shards)
		}
		err = c.tell(ctx, "create the class "+class.name, func(ctx context.Context) error {
			return c.call(ctx, http.MethodPost, "/v1/schema", map[string]any{
				"class": class.name, "description": made, "vectorizer": "none", "properties": class.properties,
				// Twice as many neighbours are looked through as by default, which loses one of a thousand, and up to
				// four times as many in all.
				"vectorIndexConfig": map[string]any{"distance": "cosine", "skip": !class.vectors, "dynamicEfFactor": 16, "dynamicEfMax": 2000},
				// Of our own terms all count.
				"invertedIndexConfig": map[string]any{"bm25": map[string]any{"k1": k1, "b": b}, "stopwords": map[string]any{"preset": "none"}},
				"shardingConfig":      map[string]any{"desiredCount": shards},
				// What a node has missed it fetches by itself, deletions too.
				"replicationConfig": map[string]any{"factor": c.opt.Replicas, "asyncEnabled": c.opt.Replicas > 1, "deletionStrategy": "TimeBasedResolution"},
			}, nil)
		})
		if err != nil {
			if there, _ = c.mine(ctx, class.name); !there { // nobody else was faster
				return err
			}
		}
	}
	return nil
}

// mine tells whether a class is there; an *Error where ibid has not made it.
func (c *Class) mine(ctx context.Context, name string) (bool, error) {
	var class struct{ Description string }
	err := c.ask(ctx, "show its classes", func(ctx context.Context) error { return c.call(ctx, http.MethodGet, "/v1/schema/"+name, nil, &class) })
	if errors.Is(err, errMissing) {
		return false, nil
	}
	if err == nil && class.Description != made {
		err = misconfigured("set weaviate.class to another name", "the Weaviate class %s was not made by ibid", name)
	}
	return err == nil, err
}

// uuid is the one that follows from a text, as RFC 9562 makes its version 5, in a space of ibid's own.
func uuid(text string) string {
	space := [16]byte{0x1b, 0x1d, 0x1b, 0x1d, 0x00, 0x01, 0x50, 0x00, 0x80, 0x00, 0x69, 0x62, 0x69, 0x64, 0x00, 0x01}
	sum := sha1.Sum(append(space[:], text...))
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

func pieceID(chunk string, n int) string { return uuid(fmt.Sprintf("%s#%d", chunk, n)) }

// Object is a chunk on its way to the server.
type Object struct {
	Chunk, Doc string
	Version    string   // whatever changes with the chunk or its vectors
	Terms      []string // without spaces in them
	Vectors    [][]float32
	Fields     map[string]any
}

type sent struct {
	Class      string         `json:"class"`
	ID         string         `json:"id"`
	Properties map[string]any `json:"properties"`
	Vector     []float32      `json:"vector,omitempty"`
}

func (c *Class) confirmed() string { return "?consistency_level=" + c.opt.Consistency }

// Put sends chunks, in the place of those with the same ids. What the server does not take it is sent again.
func (c *Class) Put(ctx context.Context, objects []Object) error {
	var rest []sent
	for _, o := range objects {
		check := checkOf(o.Chunk, o.Version)
		p := map[string]any{chunkField: o.Chunk, docField: o.Doc, versionField: o.Version, checkField: check, termsField: strings.Join(o.Terms, " ")}
		for name, v := range o.Fields {
			p[name] = v
		}
		s := sent{Class: c.opt.Class, ID: uuid(o.Chunk), Properties: p}
		for n, v := range o.Vectors {
			if n == 0 {
				s.Vector = v
				continue
			}
			rest = append(rest, sent{c.opt.Class + piecesSuffix, pieceID(o.Chunk, n), map[string]any{chunkField: o.Chunk, docField: o.Doc, checkField: check}, v})
		}
		rest = append(rest, s)
	}
	return c.put(ctx, rest)
}

func (c *Class) put(ctx context.Context, rest []sent) error {
	return c.tell(ctx, "take what is new", func(ctx context.Context) error {
		var done []struct {
			ID     string
			Result struct {
				Errors *struct{ Error []struct{ Message string } }
			}
		}
		if err := c.call(ctx, http.MethodPost, "/v1/batch/objects"+c.confirmed(), map[string]any{"objects": rest, "fields": []string{"id"}}, &done); err != nil {
			return err
		}
		taken, message := map[string]bool{}, "it has not said that it took everything"
		for _, d := range done {
			if e := d.Result.Errors; e == nil {
				taken[d.ID] = true
			} else if len(e.Error) > 0 {
				message = e.Error[0].Message
			}
		}
		rest = slices.DeleteFunc(rest, func(s sent) bool { return taken[s.ID] })
		if len(rest) > 0 {
			return errors.New(shown([]byte(message)))
		}
		return nil
	})
}

// Delete removes chunks; those that are not there are passed over.
func (c *Class) Delete(ctx context.Context, chunks []string) error {
	for _, name := range []string{c.opt.Class + piecesSuffix, c.opt.Class} {
		if err := c.remove(ctx, name, chunkField, chunks); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes the objects of a class that have one of some values.
func (c *Class) remove(ctx context.Context, class, field string, values []string) error {
	for part := range slices.Chunk(values, pageSize) {
		err := c.tell(ctx, "delete what is gone", func(ctx context.Context) error {
			var done struct{ Results struct{ Failed int } }
			err := c.call(ctx, http.MethodDelete, "/v1/batch/objects"+c.confirmed(), map[string]any{"output": "minimal", "match": map[string]any{
				"class": class, "where": map[string]any{"path": []string{field}, "operator": "ContainsAny", "valueTextArray": part}}}, &done)
			if err == nil && done.Results.Failed > 0 {
				err = fmt.Errorf("%d were not deleted", done.Results.Failed)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const pageSize = 1000 // objects listed or deleted at once

// List tells the ids and versions of all chunks, in no order that means anything.
func (c *Class) List(ctx context.Context) (map[string]string, error) {
	versions := map[string]string{}
	err := c.walk(ctx, c.opt.Class, []string{chunkField, versionField}, func(_ string, object json.RawMessage) error {
		var o struct{ Chunk, Version string }
		err := json.Unmarshal(object, &o)
		versions[o.Chunk] = o.Version
		return err
	})
	return versions, err
}

// walk visits the objects of a class in the order of their UUIDs.
func (c *Class) walk(ctx context.Context, class string, fields []string, visit func(id string, object json.RawMessage) error) error {
	for after := ""; ; {
		answer, err := c.query(ctx, "list what it holds", "Get", nil, fmt.Sprintf("%s(limit:%d after:%q%s){%s _additional{id}}", class, pageSize, after, c.consistency(), strings.Join(fields, " ")))
		if err != nil {
			return err
		}
		var page []json.RawMessage
		if err := json.Unmarshal(answer[class], &page); err != nil {
			return err
		}
		for _, object := range page {
			var o struct {
				Additional struct{ ID string } `json:"_additional"`
			}
			if err := json.Unmarshal(object, &o); err != nil {
				return err
			}
			if err := visit(o.Additional.ID, object); err != nil {
				return err
			}
			after = o.Additional.ID
		}
		if len(page) < pageSize {
			return nil
		}
	}
}
