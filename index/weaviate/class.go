package weaviate

import (
	"context"
	"crypto/sha1"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"slices"
	"strings"
	"time"
)

// made begins the description of a class that ibid has created; another one is left alone. It changes with the class.
const made = "ibid.objects/1: made by ibid from documents; it can be deleted at any time, and is then made again"

const (
	// WrittenAfter is as long as a server keeps to memory what it was sent, unless it is set otherwise
	// (PERSISTENCE_MEMTABLES_FLUSH_DIRTY_AFTER_SECONDS is 60), and some more for two clocks. Of chunks in memory a search
	// by words looks at the first ones only, as many as its limit and a tenth more, whatever their scores: Weaviate 1.35
	// takes the greatest possible score of the rest for 0 (SetIdf, in adapters/repos/db/lsmkv/segment_blockmax.go).
	WrittenAfter = 90 * time.Second

	mostFound = 10_000  // greatest limit of a query, unless the server is set otherwise (QUERY_MAXIMUM_RESULTS)
	atOnce    = 1000    // objects that are listed, deleted or read
	inRound   = 3       // nodes asked at least before what there is is taken: behind one address there may be several
	checks    = 1 << 12 // numbers that a check is one of
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
	Owner      string // what they are made of; another one's are not overwritten
	Generation string // stands for all of them, "" before the first were all there
	Mirror     int    // bytes of what those need who only ask
	Dimensions int    // of vectors, as the embedder says them
	Pending    bool   // a writer is at work, or was killed: there may be more than the generation has
	Level      Level
	Sent       int   // objects, lately
	Written    int64 // when that was, in seconds since 1970
}

// HeadID is that of the head.
var HeadID = ID("head")

// Head reads the head; nil where there is none. The queries that follow mind what it says.
func (c *Class) Head(ctx context.Context) (*Head, error) {
	h := new(Head)
	path := "/v1/objects/" + c.opt.Class + "/" + HeadID + c.confirmed()
	err := c.request(ctx, "tell what it holds", http.MethodGet, path, nil, func(data []byte) error {
		var o Object
		if err := json.Unmarshal(data, &o); err != nil {
			return err
		}
		return json.Unmarshal(o.Properties.Data, h)
	})
	seen := *h
	seen.Pending = h.Pending || err != nil
	c.head.Store(&seen)
	c.behind.Store(false)
	if errors.Is(err, errMissing) {
		return nil, nil
	}
	return h, err
}

// Unwritten is how many objects the server may keep to memory.
func (h *Head) Unwritten() int {
	switch {
	case h.Pending:
		return mostFound
	case time.Since(time.Unix(h.Written, 0)) < WrittenAfter:
		return h.Sent
	}
	return 0
}

// Doubt says why a search for what a generation has may have missed something since the head was read, "" for nothing.
func (c *Class) Doubt(generation string) string {
	switch h := c.head.Load(); {
	case h.Pending:
		return "the chunks on the Weaviate server are being changed, or that was interrupted: not everything may be found"
	case h.Generation != generation:
		return "the Weaviate server holds another state than this index; the next question changes that"
	case c.behind.Load():
		return "no node of the Weaviate server has yet caught up: not everything may be found; should that last, " +
			"run \"ibid index --rebuild\", which sends all again"
	case h.Unwritten() > mostFound:
		return "the Weaviate server was just sent much: not everything may be found by its words for a while"
	}
	return ""
}

// SetHead writes the head.
func (c *Class) SetHead(ctx context.Context, h *Head) error {
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return c.Put(ctx, []Object{{ID: HeadID, Properties: Properties{Data: data}}})
}

func into(v any) func([]byte) error {
	return func(data []byte) error { return json.Unmarshal(data, v) }
}

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
		text := json.RawMessage(fmt.Sprintf(layout, c.opt.Class, made, k1, b, replicas, replicas > 1))
		return c.request(ctx, "create the class "+c.opt.Class, http.MethodPost, "/v1/schema", text, nil)
	}
	if err == nil && there.Description != made {
		err = misconfigured("set weaviate.class to another name",
			"this version of ibid did not make the Weaviate class %s", c.opt.Class)
	}
	return err
}

// Drop removes the class, and all that is in it.
func (c *Class) Drop(ctx context.Context) error {
	return c.request(ctx, "empty the class", http.MethodDelete, "/v1/schema/"+c.opt.Class, nil, nil)
}

const batch = "/v1/batch/objects"

// Put sends objects, again until the server has taken all of them.
func (c *Class) Put(ctx context.Context, objects []Object) error {
	if len(objects) == 0 {
		return nil
	}
	for i := range objects {
		objects[i].Class, objects[i].Properties.Check = c.opt.Class, check(objects[i].ID)
	}
	body := map[string]any{"objects": objects}
	return c.request(ctx, "take what is new", http.MethodPost, batch+c.confirmed(), body, func(data []byte) error {
		var done []struct{ Result struct{ Errors any } }
		err := json.Unmarshal(data, &done)
		if err == nil && len(done) != len(objects) {
			err = errors.New("it has not said that it took everything")
		}
		for _, d := range done {
			if no := d.Result.Errors; no != nil {
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
		body := map[string]any{"match": map[string]any{"class": c.opt.Class, "where": where}, "output": "minimal"}
		var done struct{ Results struct{ Failed int } }
		err := c.request(ctx, "delete what is gone", http.MethodDelete, batch+c.confirmed(), body, into(&done))
		if err == nil && done.Results.Failed > 0 {
			err = fmt.Errorf("the Weaviate server has not deleted %d objects", done.Results.Failed)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Found is an object, as far as it was asked for.
type Found struct {
	Properties
	Additional struct {
		ID       string
		Distance float64 // from a vector: 1 less the cosine
	} `json:"_additional"`
}

// query asks for a property of objects, of so many at least. An error of any part is an error of the whole.
//
// Whatever the consistency of a search, Weaviate asks one replica what it finds. A node that was away, and has not
// fetched yet what it missed, therefore leaves objects out, and says nothing. So it also has to count what it holds, by
// an index that is as small as there are checks, and gives way to the next one where that is not what the head says.
// Where all have been asked, what the fullest had is taken.
func (c *Class) query(ctx context.Context, arguments, property string, least int) (found []Found, err error) {
	text := fmt.Sprintf("{Get{%s(%s){%s _additional{id distance}}}", c.opt.Class, arguments, property)
	h := c.head.Load()
	mind := !h.Pending && !c.behind.Load()
	if mind {
		text += " Aggregate{" + c.opt.Class + "{meta{count} check{sum}}}"
	}
	asked, most := 0, -1
	in := map[string]string{"query": text + "}"}
	err = c.request(ctx, "search", http.MethodPost, graphql, in, func(data []byte) error {
		var a struct {
			Data struct {
				Get       map[string][]Found
				Aggregate map[string][]struct{ Meta, Check struct{ Count, Sum int } }
			}
			Errors []struct{ Message string }
		}
		err := json.Unmarshal(data, &a)
		if err == nil && len(a.Errors) > 0 {
			err = errors.New(shown(a.Errors[0].Message))
		}
		if err != nil {
			return err
		}
		var there Level
		for _, g := range a.Data.Aggregate[c.opt.Class] {
			there = Level{g.Meta.Count, g.Check.Sum}
		}
		got := a.Data.Get[c.opt.Class]
		whole := (!mind || there == h.Level) && len(got) >= least
		if asked++; there.Count > most || whole {
			found, most = got, there.Count
		}
		switch {
		case whole:
			return nil
		case asked < max(inRound, len(c.opt.URLs)):
			return errors.New("not all chunks are there")
		}
		return errRefused
	})
	if err != nil && most >= 0 && ctx.Err() == nil {
		c.behind.Store(true)
		return found, nil
	}
	return found, err
}

// literal writes a value into a query: JSON's strings, numbers and lists are GraphQL's.
func literal(v any) string {
	data, _ := json.Marshal(v) // of strings and finite numbers
	return string(data)
}

// List tells which objects there are beside the head.
func (c *Class) List(ctx context.Context) (map[string]bool, error) {
	there := map[string]bool{}
	for after := ""; ; {
		page, err := c.query(ctx, fmt.Sprintf("limit:%d after:%q", atOnce, after), "", 0)
		for _, f := range page {
			after = f.Additional.ID
			there[after] = true
		}
		if err != nil || len(page) < atOnce {
			delete(there, HeadID)
			return there, err
		}
	}
}

// Read returns a property of each of some objects; one that is not there is empty.
func (c *Class) Read(ctx context.Context, ids []string, property string) ([]Found, error) {
	out := make([]Found, 0, len(ids))
	for part := range slices.Chunk(ids, atOnce) {
		objects, err := c.query(ctx, fmt.Sprintf("limit:%d%s", len(part), among("id", part)), property, len(part))
		if err != nil {
			return nil, err
		}
		by := make(map[string]Found, len(part))
		for _, o := range objects {
			by[o.Additional.ID] = o
		}
		for _, id := range part {
			out = append(out, by[id])
		}
	}
	return out, nil
}

// ByWords finds chunks of some documents, nil for all, by BM25, the best first. A word weighs as often as it is asked
// for.
func (c *Class) ByWords(ctx context.Context, words, docs []string, limit int) ([]Found, error) {
	limit = min(limit+c.head.Load().Unwritten(), mostFound)
	by := `bm25:{properties:["words"],query:` + literal(strings.Join(words, " "))
	return c.query(ctx, fmt.Sprintf("%s} limit:%d%s", by, limit, among("doc", docs)), "chunk", 0)
}

// ByVector finds objects of which a field, "doc" or "id", has one of some values, nil for any: the nearest to a vector
// first.
func (c *Class) ByVector(ctx context.Context, v []float32, field string, values []string, limit int) ([]Found, error) {
	by := "nearVector:{vector:" + literal(v)
	return c.query(ctx, fmt.Sprintf("%s} limit:%d%s", by, limit, among(field, values)), "chunk", 0)
}

// among is an argument of a query: only objects with one of some values, or all for nil.
func among(field string, values []string) string {
	if values == nil {
		return ""
	}
	return fmt.Sprintf(" where:{path:[%q],operator:ContainsAny,valueText:%s}", field, literal(values))
}
