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
)

const (
	// WrittenAfter is as long as a server keeps to memory what it was sent, unless it is set otherwise
	// (PERSISTENCE_MEMTABLES_FLUSH_DIRTY_AFTER_SECONDS is 60), and some more for two clocks. Of chunks in memory a search
	// by words looks at the first ones only, as many as its limit and a tenth more, whatever their scores: Weaviate 1.35
	// takes the greatest possible score of the rest for 0 (SetIdf, in adapters/repos/db/lsmkv/segment_blockmax.go).
	WrittenAfter = 90 * time.Second

	// MostFound is the greatest limit of a search, unless the server is set otherwise (QUERY_MAXIMUM_RESULTS).
	MostFound = 10_000

	inRound = 3 // nodes asked at least before a search takes what there is: behind one address there may be several
)

// Behind tells whether no node had everything since the head was read.
func (c *Class) Behind() bool { return c.behind.Load() }

// Found is an object, as far as it was asked for.
type Found struct {
	Properties
	Additional struct {
		ID       string
		Distance float64 // from a vector: 1 less the cosine
	} `json:"_additional"`
}

// answer is that to a query.
type answer struct {
	Data struct {
		Get       map[string][]Found
		Aggregate map[string][]struct {
			Meta  struct{ Count int }
			Check struct{ Sum float64 }
		}
	}
	Errors []struct{ Message string }
}

// query asks for a property of objects, of so many at least. An error of any part is an error of the whole.
//
// Whatever the consistency of a search, Weaviate asks one replica what it finds. A node that was away, and has not
// fetched yet what it missed, therefore leaves objects out, and says nothing. So it also has to count what it holds, by
// an index that is as small as there are checks, and gives way to the next one where that is not what the head says.
// Where all have been asked, what the fullest had is taken.
func (c *Class) query(ctx context.Context, arguments, property string, least int) (found []Found, err error) {
	text, level := fmt.Sprintf("{Get{%s(%s){%s _additional{id distance}}}", c.opt.Class, arguments, property), c.level.Load()
	if c.Behind() {
		level = nil
	}
	if level != nil {
		text += " Aggregate{" + c.opt.Class + "{meta{count} check{sum}}}"
	}
	asked, most := 0, -1
	err = c.request(ctx, "search", http.MethodPost, graphql, map[string]string{"query": text + "}"}, func(data []byte) error {
		var a answer
		if err := json.Unmarshal(data, &a); err != nil {
			return err
		}
		if len(a.Errors) > 0 {
			return errors.New(shown(a.Errors[0].Message))
		}
		var there Level
		for _, g := range a.Data.Aggregate[c.opt.Class] {
			there = Level{g.Meta.Count, int(g.Check.Sum)}
		}
		got := a.Data.Get[c.opt.Class]
		whole := (level == nil || there == *level) && len(got) >= least
		if asked++; there.Count > most || whole {
			found, most = got, there.Count
		}
		if !whole && asked >= max(inRound, len(c.opt.URLs)) {
			return errRefused
		}
		if !whole {
			return errors.New("not all chunks are there")
		}
		return nil
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
		page, err := c.query(ctx, fmt.Sprintf("limit:%d after:%q", MostFound, after), "", 0)
		for _, f := range page {
			after = f.Additional.ID
			there[after] = true
		}
		if err != nil || len(page) < MostFound {
			delete(there, HeadID)
			return there, err
		}
	}
}

// Read returns a property of objects, by their IDs; what is not there is left out.
func (c *Class) Read(ctx context.Context, ids []string, property string) (map[string]Found, error) {
	found := make(map[string]Found, len(ids))
	for part := range slices.Chunk(ids, atOnce) {
		objects, err := c.query(ctx, fmt.Sprintf("limit:%d%s", len(part), among("id", part)), property, len(part))
		if err != nil {
			return nil, err
		}
		for _, o := range objects {
			found[o.Additional.ID] = o
		}
	}
	return found, nil
}

// ByWords asks for chunks by BM25, the best first. A word weighs as often as it is asked for.
func ByWords(words []string) string {
	return fmt.Sprintf(`bm25:{query:%s,properties:["words"]}`, literal(strings.Join(words, " ")))
}

// ByVector asks for the objects nearest to a vector, the nearest first.
func ByVector(v []float32) string { return fmt.Sprintf("nearVector:{vector:%s}", literal(v)) }

// Find finds objects, by words or by a vector, of which a field, "doc" or "id", has one of some values, nil for any.
func (c *Class) Find(ctx context.Context, by, field string, values []string, limit int) ([]Found, error) {
	if values != nil && len(values) == 0 {
		return nil, nil
	}
	return c.query(ctx, fmt.Sprintf("%s limit:%d%s", by, limit, among(field, values)), "chunk", 0)
}

// among is an argument of a query: only objects with one of some values, or all for nil.
func among(field string, values []string) string {
	if values == nil {
		return ""
	}
	return fmt.Sprintf(" where:{path:[%q],operator:ContainsAny,valueText:%s}", field, literal(values))
}
