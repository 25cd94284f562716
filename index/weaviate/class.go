package weaviate

import (
	"cmp"
	"context"
	"crypto/sha1"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"slices"
)

// made begins the description of a class that ibid has created; another one is left alone. It changes with the class.
const made = "ibid.objects/1: made by ibid from documents; it can be deleted at any time, and is then made again"

const (
	atOnce = 1000    // objects that are listed, deleted or read
	checks = 1 << 12 // numbers that a check is one of
)

// Object is a chunk with a vector, or a piece of a file.
type Object struct {
	Class      string     `json:"class"`
	ID         string     `json:"id"` // see ID
	Properties Properties `json:"properties"`
	Vector     []float32  `json:"vector,omitempty"`
}

// Properties are what is read of an object. A chunk is found by its words, and among those of some documents; a piece
// of a file, and a further vector of a chunk, have no words.
type Properties struct {
	Chunk string `json:"chunk,omitempty"`
	Doc   string `json:"doc,omitempty"`
	Words string `json:"words,omitempty"` // separated by spaces
	Data  []byte `json:"data,omitempty"`
	Check int    `json:"check,omitempty"` // a number that follows from the ID; see Level
}

// ID is that of an object of which a text tells all that it holds: a version 5 of RFC 9562, in a space of ibid's own.
func ID(text string) string {
	sum := sha1.Sum([]byte("\x1b\x1d\x1b\x1d\x00\x01\x50\x00\x80\x00ibid\x00\x01" + text))
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// Level is what a node can count of the objects that it holds. Nodes of one level hold, all but certainly, the same.
type Level struct{ Count, Sum int } // and that of their checks

// Add counts an object.
func (l *Level) Add(id string) { l.Count, l.Sum = l.Count+1, l.Sum+check(id) }

func check(id string) int { return int(crc32.ChecksumIEEE([]byte(id)) % checks) }

// Head says what the objects of a class are. It is one of them, and the only one that changes.
type Head struct {
	Schema     int    // of what made the objects
	Owner      string // what they are made of; another one's are not overwritten
	Generation string // stands for all of them, "" before the first were all there
	Files      int    // bytes of what is mirrored
	Dimensions int    // of vectors, as the embedder says them
	Pending    bool   // a writer is at work, or was killed: there may be more than the generation has
	Level      Level
	Sent       int   // objects, by the last writer
	Written    int64 // when that was, in seconds since 1970
}

// HeadID is that of the head.
var HeadID = ID("head")

// Head reads the head; nil where there is none. The queries that follow mind its level.
func (c *Class) Head(ctx context.Context) (*Head, error) {
	var o Object
	h := new(Head)
	err := c.request(ctx, "tell what it holds", http.MethodGet, "/v1/objects/"+c.opt.Class+"/"+HeadID+c.confirmed(), nil, into(&o))
	if errors.Is(err, errMissing) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(o.Properties.Data, h)
	}
	c.behind.Store(false)
	if c.level.Store(nil); err == nil && !h.Pending {
		c.level.Store(&h.Level)
	}
	return h, err
}

// SetHead writes the head.
func (c *Class) SetHead(ctx context.Context, h *Head) error {
	data, err := json.Marshal(h)
	return cmp.Or(err, c.Put(ctx, []Object{{ID: HeadID, Properties: Properties{Data: data}}}))
}

func into(v any) func([]byte) error {
	return func(data []byte) error { return json.Unmarshal(data, v) }
}

func ignored([]byte) error { return nil }

func (c *Class) confirmed() string { return "?consistency_level=" + c.opt.Consistency }

// layout is that of a class, but for its name, its description, the parameters of BM25 and its replicas. Twice as many
// neighbours are looked through as by default, which loses one of a thousand, and up to four times as many in all. Of
// our own terms all count. What a node has missed it fetches by itself, deletions too.
const layout = `{"class": %q, "description": %q, "vectorizer": "none", "properties": [
		{"name": "chunk", "dataType": ["text"], "indexFilterable": false, "indexSearchable": false},
		{"name": "doc", "dataType": ["text"], "tokenization": "field", "indexSearchable": false},
		{"name": "words", "dataType": ["text"], "tokenization": "whitespace", "indexFilterable": false},
		{"name": "data", "dataType": ["text"], "indexFilterable": false, "indexSearchable": false},
		{"name": "check", "dataType": ["int"]}],
	"vectorIndexConfig": {"distance": "cosine", "dynamicEfFactor": 16, "dynamicEfMax": 2000},
	"invertedIndexConfig": {"bm25": {"k1": %v, "b": %v}, "stopwords": {"preset": "none"}},
	"shardingConfig": {"desiredCount": 1},
	"replicationConfig": {"factor": %d, "asyncEnabled": %t, "deletionStrategy": "TimeBasedResolution"}}`

// Create creates the class with the parameters of BM25, unless it is there.
func (c *Class) Create(ctx context.Context, k1, b float64) error {
	var there struct{ Description string }
	err := c.request(ctx, "show its classes", http.MethodGet, "/v1/schema/"+c.opt.Class, nil, into(&there))
	if errors.Is(err, errMissing) {
		replicas := c.opt.Replicas
		text := fmt.Sprintf(layout, c.opt.Class, made, k1, b, replicas, replicas > 1)
		return c.request(ctx, "create the class "+c.opt.Class, http.MethodPost, "/v1/schema", json.RawMessage(text), ignored)
	}
	if err == nil && there.Description != made {
		err = misconfigured("set weaviate.class to another name", "this version of ibid did not make the Weaviate class %s", c.opt.Class)
	}
	return err
}

// Drop removes the class, and all that is in it.
func (c *Class) Drop(ctx context.Context) error {
	return c.request(ctx, "empty the class", http.MethodDelete, "/v1/schema/"+c.opt.Class, nil, ignored)
}

// Put sends objects, again until the server has taken all of them.
func (c *Class) Put(ctx context.Context, objects []Object) error {
	for i := range objects {
		objects[i].Class, objects[i].Properties.Check = c.opt.Class, check(objects[i].ID)
	}
	batch := map[string]any{"objects": objects, "fields": []string{"id"}}
	return c.request(ctx, "take what is new", http.MethodPost, "/v1/batch/objects"+c.confirmed(), batch, func(data []byte) error {
		var done []struct{ Result struct{ Errors any } }
		err := json.Unmarshal(data, &done)
		for i := 0; err == nil && i < len(objects); i++ {
			if i == len(done) {
				err = errors.New("it has not said that it took everything")
			} else if no := done[i].Result.Errors; no != nil {
				err = errors.New(shown(fmt.Sprint(no)))
			}
		}
		return err
	})
}

// Delete removes objects; those that are not there are passed over.
func (c *Class) Delete(ctx context.Context, ids []string) error {
	for part := range slices.Chunk(ids, atOnce) {
		where := map[string]any{"path": []string{"id"}, "operator": "ContainsAny", "valueTextArray": part}
		match := map[string]any{"match": map[string]any{"class": c.opt.Class, "where": where}, "output": "minimal"}
		var done struct{ Results struct{ Failed int } }
		err := c.request(ctx, "delete what is gone", http.MethodDelete, "/v1/batch/objects"+c.confirmed(), match, into(&done))
		if err == nil && done.Results.Failed > 0 {
			err = &Error{Message: fmt.Sprintf("the Weaviate server has not deleted %d objects", done.Results.Failed), Hint: "try again"}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
