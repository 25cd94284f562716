package weaviate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// consistency is an argument of a query; a class without replicas knows none.
func (c *Class) consistency() string {
	if c.replicas.Load() < 2 {
		return ""
	}
	return " consistencyLevel:" + c.opt.Consistency
}

func anyOf(field string, values []string) string {
	return fmt.Sprintf(" where:{path:[%q],operator:ContainsAny,valueText:%s}", field, literal(values))
}

// within narrows a query to some documents; nil narrows nothing.
func within(docs []string) string {
	if docs == nil {
		return ""
	}
	return anyOf(docField, docs)
}

// Terms are those of a query, with how often each is asked for: what is asked for twice weighs twice.
type Terms map[string]int

// Found is a chunk, with the fields that were asked for and the server's score.
type Found struct {
	Chunk  string
	Score  float64
	Fields json.RawMessage
}

// ByTerms finds chunks by BM25, the best first: those of some documents, nil for all.
func (c *Class) ByTerms(ctx context.Context, terms Terms, docs, fields []string, limit int) ([]Found, error) {
	var words []string
	for term, n := range terms {
		words = append(words, strings.Repeat(term+" ", n))
	}
	slices.Sort(words)
	if len(words) == 0 || docs != nil && len(docs) == 0 {
		return nil, nil
	}
	where := within(docs)
	if fields != nil { // ids alone may be many, and what is read of them is compared then
		where += c.consistency()
	}
	raw, err := c.get(ctx, "search by words", fmt.Sprintf("bm25:{query:%s,properties:[%q]} limit:%d%s", literal(strings.Join(words, "")), termsField, limit, where),
		append([]string{"_additional{score}"}, fields...))
	out := make([]Found, len(raw))
	for i := range raw {
		var f struct {
			Chunk      string
			Additional struct {
				Score float64 `json:",string"`
			} `json:"_additional"`
		}
		if err := json.Unmarshal(raw[i], &f); err != nil {
			return nil, err
		}
		out[i] = Found{f.Chunk, f.Additional.Score, raw[i]}
	}
	return out, err
}

func (c *Class) get(ctx context.Context, what, arguments string, fields []string) ([]json.RawMessage, error) {
	answer, err := c.query(ctx, what, "Get", c.wanted.Load(), fmt.Sprintf("%s(%s){%s %s}", c.opt.Class, arguments, chunkField, strings.Join(fields, " ")))
	var found []json.RawMessage
	if err == nil {
		err = json.Unmarshal(answer[c.opt.Class], &found)
	}
	return found, err
}

// Chunks returns the fields of chunks, in no order that means anything; what is not there is left out.
func (c *Class) Chunks(ctx context.Context, ids, fields []string) ([]json.RawMessage, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return c.get(ctx, "read chunks", fmt.Sprintf("limit:%d%s%s", len(ids), anyOf(chunkField, ids), c.consistency()), fields)
}

// Some returns the fields of the first chunks by their UUIDs, which is any order but always the same.
func (c *Class) Some(ctx context.Context, n int, fields []string) ([]json.RawMessage, error) {
	return c.get(ctx, "read chunks", fmt.Sprintf("limit:%d after:\"\"%s", n, c.consistency()), fields)
}

// Near is a chunk and the cosine of its vector with the one asked for.
type Near struct {
	Chunk  string
	Cosine float64
}

// ByVector finds the chunks nearest to a vector, in no order: those of some documents, nil for all. A chunk that is
// there with several vectors is found with several. Where pieces is false no chunk has more than one.
func (c *Class) ByVector(ctx context.Context, v []float32, docs []string, limit int, pieces bool) ([]Near, error) {
	if docs != nil && len(docs) == 0 {
		return nil, nil
	}
	return c.near(ctx, v, within(docs), limit, pieces)
}

// Cosines are those of a vector and those of some chunks, in no order, as many as the chunks have vectors; at most
// most for each.
func (c *Class) Cosines(ctx context.Context, v []float32, ids []string, most int) ([]Near, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return c.near(ctx, v, anyOf(chunkField, ids), len(ids)*most, most > 1)
}

func (c *Class) near(ctx context.Context, v []float32, where string, limit int, pieces bool) ([]Near, error) {
	one := func(class string) string {
		return fmt.Sprintf("%s(nearVector:{vector:%s} limit:%d%s%s){%s _additional{distance}}", class, literal(v), limit, where, c.consistency(), chunkField)
	}
	classes := []string{c.opt.Class}
	text := one(c.opt.Class)
	if pieces {
		classes = append(classes, c.opt.Class+piecesSuffix)
		text += " " + one(c.opt.Class+piecesSuffix)
	}
	answer, err := c.query(ctx, "search by vectors", "Get", c.wanted.Load(), text)
	if err != nil {
		return nil, err
	}
	var out []Near
	for _, class := range classes {
		var found []struct {
			Chunk      string
			Additional struct{ Distance float64 } `json:"_additional"`
		}
		if err := json.Unmarshal(answer[class], &found); err != nil {
			return nil, err
		}
		for _, f := range found {
			out = append(out, Near{f.Chunk, 1 - f.Additional.Distance})
		}
	}
	return out, nil
}

// Frequencies counts for each term the chunks that hold it.
func (c *Class) Frequencies(ctx context.Context, terms []string) ([]int, error) {
	if len(terms) == 0 {
		return nil, nil
	}
	var b strings.Builder
	for i, term := range terms {
		fmt.Fprintf(&b, "t%d:%s(where:{path:[%q],operator:Equal,valueText:%s}){meta{count}} ", i, c.opt.Class, termsField, literal(term))
	}
	answer, err := c.query(ctx, "count words", "Aggregate", c.wanted.Load(), b.String())
	if err != nil {
		return nil, err
	}
	counts := make([]int, len(terms))
	for i := range counts {
		var groups []struct{ Meta struct{ Count int } }
		if err := json.Unmarshal(answer[fmt.Sprintf("t%d", i)], &groups); err != nil {
			return nil, err
		}
		for _, g := range groups {
			counts[i] += g.Meta.Count
		}
	}
	return counts, nil
}
