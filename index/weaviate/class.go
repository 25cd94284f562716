package weaviate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// made is the description of a class that ibid has created; another one is left alone. It changes with the class.
const made = "ibid.objects/3: made by ibid from documents; it can be deleted at any time, and is then made again"

const (
	// WrittenAfter is as long as a server keeps to memory what it was sent, unless it is set otherwise
	// (PERSISTENCE_MEMTABLES_FLUSH_DIRTY_AFTER_SECONDS is 60), and some more for two clocks. Of chunks in memory a search
	// by words looks at the first ones only, as many as its limit and a tenth more, whatever their scores: Weaviate 1.35
	// takes the greatest possible score of the rest for 0 (SetIdf, in adapters/repos/db/lsmkv/segment_blockmax.go).
	WrittenAfter = 90 * time.Second

	mostListed  = 10_000 // objects at once, unless the server is set otherwise (QUERY_MAXIMUM_RESULTS)
	mostDeleted = 1000
	inRound     = 3 // nodes asked at least before what there is is taken: behind one address there may be several
)

// Object is the piece of a text with a vector, or of a file. It is found by its words, and among those of some documents.
type Object struct {
	Class      string     `json:"class"`
	ID         string     `json:"id"` // see ID
	Properties Properties `json:"properties"`
	Vector     []float32  `json:"vector,omitempty"`
}

// Properties are what a server keeps of an object.
type Properties struct {
	Doc   string `json:"doc,omitempty"`
	Words string `json:"words,omitempty"` // separated by spaces
	Data  []byte `json:"data,omitempty"`
}

// ID is that of an object of which a text tells all that it holds: a version 5 of RFC 9562, in a space of ibid's own.
func ID(text string) string {
	return uuid.NewSHA1(uuid.UUID{'i', 'b', 'i', 'd'}, []byte(text)).String()
}

// Head says what the objects of a class are. It is one of them, and the only one that changes.
type Head struct {
	Owner      string // what they are made of; another one's are not overwritten
	Generation string // stands for all of them, "" before the first were all there
	Pieces     int    // of the mirror, see index
	Dimensions int    // of vectors
	Pending    bool   // a writer is at work, or was killed: there may be other objects than the generation has
	Count      int    // of all objects with this one, where none is pending
	Written    int64  // when the last one was sent, in seconds since 1970
}

var headID = ID("head")

// Head reads the head; an empty one where there is none.
func (c *Class) Head(ctx context.Context) (*Head, error) {
	h := new(Head)
	data, err := c.Data(ctx, headID)
	if data != nil {
		err = json.Unmarshal(data, h)
	}
	return h, err
}

// SetHead writes the head.
func (c *Class) SetHead(ctx context.Context, h Head) error {
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return c.Put(ctx, []Object{{ID: headID, Properties: Properties{Data: data}}})
}

// Data is that of an object; nil where it is not there.
func (c *Class) Data(ctx context.Context, id string) ([]byte, error) {
	var o Object
	err := c.get(ctx, "/v1/objects/"+c.Class+"/"+id+c.confirmed(), &o)
	return o.Properties.Data, err
}

func (c *Class) confirmed() string { return "?consistency_level=" + c.Consistency }

// layout is that of a class, but for its name, its description, the parameters of BM25 and its replicas. Twice as many
// neighbours are looked through as by default, which loses one of a thousand, and up to four times as many in all. Of
// our own terms all count. What a node has missed it fetches by itself, deletions too.
const layout = `{"class": %q, "description": %q, "vectorizer": "none", "properties": [
		{"name": "doc", "dataType": ["text"], "tokenization": "field", "indexSearchable": false},
		{"name": "words", "dataType": ["text"], "tokenization": "whitespace", "indexFilterable": false},
		{"name": "data", "dataType": ["text"], "indexFilterable": false, "indexSearchable": false}],
	"vectorIndexConfig": {"distance": "cosine", "dynamicEfFactor": 16, "dynamicEfMax": 2000},
	"invertedIndexConfig": {"bm25": {"k1": %v, "b": %v}, "stopwords": {"preset": "none"}},
	"shardingConfig": {"desiredCount": 1},
	"replicationConfig": {"factor": %d, "asyncEnabled": %t, "deletionStrategy": "TimeBasedResolution"}}`

// Create creates the class with the parameters of BM25, unless it is there.
func (c *Class) Create(ctx context.Context, k1, b float64) error {
	var there struct{ Class, Description string }
	err := c.get(ctx, "/v1/schema/"+c.Class, &there)
	switch {
	case err != nil || there.Description == made:
		return err
	case there.Class != "":
		return misconfigured("set weaviate.class to another name", "this version of ibid did not make the Weaviate class %s", c.Class)
	}
	text := json.RawMessage(fmt.Sprintf(layout, c.Class, made, k1, b, c.Replicas, c.Replicas > 1))
	return c.change(ctx, http.MethodPost, "/v1/schema", text, anything)
}

// Drop removes the class, and all that is in it.
func (c *Class) Drop(ctx context.Context) error {
	return c.change(ctx, http.MethodDelete, "/v1/schema/"+c.Class, nil, anything)
}

const batch = "/v1/batch/objects"

// Put sends objects, again until the server has taken all of them.
func (c *Class) Put(ctx context.Context, objects []Object) error {
	for i := range objects {
		objects[i].Class = c.Class
	}
	body := map[string]any{"objects": objects}
	return c.change(ctx, http.MethodPost, batch+c.confirmed(), body, func(data []byte) error {
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
	for part := range slices.Chunk(ids, mostDeleted) {
		where := map[string]any{"path": []string{"id"}, "operator": "ContainsAny", "valueTextArray": part}
		body := map[string]any{"match": map[string]any{"class": c.Class, "where": where}, "output": "minimal"}
		err := c.change(ctx, http.MethodDelete, batch+c.confirmed(), body, func(data []byte) error {
			var done struct{ Results struct{ Failed int } }
			err := json.Unmarshal(data, &done)
			if err == nil && done.Results.Failed > 0 {
				err = fmt.Errorf("it has not deleted %d objects", done.Results.Failed)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Found is an object, as far as it was asked for.
type Found struct {
	Data       []byte
	Additional struct{ ID string } `json:"_additional"`
}

// ByWords asks for the best objects by BM25. A word weighs as often as it is asked for.
func ByWords(words []string) string {
	return `bm25:{properties:["words"],query:` + literal(strings.Join(words, " ")) + "}"
}

// ByVector asks for the objects nearest to a vector.
func ByVector(v []float32) string { return "nearVector:{vector:" + literal(v) + "}" }

// literal writes a value into a query: JSON's strings, numbers and lists are GraphQL's.
func literal(v any) string {
	data, _ := json.Marshal(v) // of strings and finite numbers
	return string(data)
}

// Find asks for objects of some documents, nil for all, and tells whether whom it asked holds all that a head tells of.
func (c *Class) Find(ctx context.Context, by string, docs []string, limit int, head *Head) ([]Found, bool, error) {
	arguments := fmt.Sprintf("%s limit:%d", by, limit)
	if docs != nil {
		arguments += ` where:{path:["doc"],operator:ContainsAny,valueText:` + literal(docs) + "}"
	}
	return c.query(ctx, arguments, "data", head)
}

// List tells which objects there are beside the head.
func (c *Class) List(ctx context.Context) (map[string]bool, error) {
	there := map[string]bool{}
	for after := ""; ; {
		page, _, err := c.query(ctx, fmt.Sprintf("limit:%d after:%q", mostListed, after), "", &Head{Pending: true})
		for _, f := range page {
			after = f.Additional.ID
			there[after] = true
		}
		if err != nil || len(page) < mostListed {
			delete(there, headID)
			return there, err
		}
	}
}

// query asks for a property of objects, and tells whether whom it asked holds all that a head tells of, which nobody can
// where it is pending. An error of any part is an error of the whole.
//
// Whatever the consistency of a search, Weaviate asks one replica what it finds. A node that was away, and has not
// fetched yet what it missed, therefore leaves objects out, and says nothing. So it also has to count what it holds, and
// gives way to the next one where that is not all. Where all have been asked, what the last one had is taken.
func (c *Class) query(ctx context.Context, arguments, property string, head *Head) (found []Found, whole bool, err error) {
	const format = "{Get{%[1]s(%[2]s){%[3]s _additional{id}}} Aggregate{%[1]s{meta{count}}}}"
	in := map[string]string{"query": fmt.Sprintf(format, c.Class, arguments, property)}
	asked := 0
	err = c.request(ctx, c.Patience, http.MethodPost, "/v1/graphql", in, func(data []byte) error {
		var a struct {
			Data struct {
				Get       map[string][]Found
				Aggregate map[string][]struct{ Meta struct{ Count int } }
			}
			Errors []struct{ Message string }
		}
		if err := json.Unmarshal(data, &a); err != nil {
			return err
		}
		if len(a.Errors) > 0 {
			return errors.New(shown(a.Errors[0].Message))
		}
		count := a.Data.Aggregate[c.Class]
		whole = head.Pending || len(count) > 0 && count[0].Meta.Count == head.Count
		if asked++; !whole && asked < max(inRound, len(c.URLs)) {
			return errors.New("not all chunks are there")
		}
		found = a.Data.Get[c.Class]
		return nil
	})
	return found, whole, err
}
