package text

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf16"

	"ibid/index"
)

// Encode is an object as one line of JSON with its line end. A list in it is never null, and characters that a
// terminal obeys or that cannot be seen are escaped, so that the text stays whole and does nothing.
func Encode(v any) ([]byte, error) {
	line, err := json.Marshal(filled(reflect.ValueOf(v)).Interface())
	if err != nil {
		return nil, err
	}
	line = []byte(notHTML.Replace(string(line)))
	return Escape(append(line, '\n')), nil
}

// notHTML takes back what is escaped for web pages alone.
var notHTML = strings.NewReplacer(`\\`, `\\`, `\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

// filled is a copy of a value whose lists are not nil; those that are left out where they are nil stay so.
func filled(v reflect.Value) reflect.Value {
	switch kind := v.Kind(); {
	case kind == reflect.Pointer && !v.IsNil():
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(filled(v.Elem()))
		return to
	case kind == reflect.Interface && !v.IsNil():
		return filled(v.Elem())
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			to.Index(i).Set(filled(v.Index(i)))
		}
		return to
	case kind == reflect.Struct:
		to := reflect.New(v.Type()).Elem()
		to.Set(v)
		for i := range v.NumField() {
			f := v.Type().Field(i)
			leftOut := f.Type.Kind() == reflect.Slice && v.Field(i).IsNil() && strings.Contains(f.Tag.Get("json"), ",omit")
			if f.IsExported() && !leftOut {
				to.Field(i).Set(filled(v.Field(i)))
			}
		}
		return to
	}
	return v
}

// Escape is JSON whose lines end as they did, and in which all else is escaped that a terminal obeys or that cannot
// be seen.
func Escape(json []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(json))
	for _, r := range string(json) {
		switch {
		case r == '\n' || !unicode.In(r, unicode.Cc, unicode.Cf):
			out.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.Bytes()
}

// The names of the schemas of this package.
const (
	ErrorSchema   = "ibid.error/1"
	PassageSchema = "ibid.passage/1"
	SearchSchema  = "ibid.search/1"
)

// Error is one ibid.error/1 object.
type Error struct {
	Schema  string          `json:"schema"`
	ID      json.RawMessage `json:"id,omitempty" jsonschema:"of a row to verify: as it was given"`
	Line    int             `json:"line,omitempty" jsonschema:"of a row, counted from 1"`
	Code    string          `json:"code" jsonschema:"stable"`
	Message string          `json:"message"`
	Hint    string          `json:"hint" jsonschema:"what to do next"`
}

// Passage is one ibid.passage/1 object: a chunk as it is read by its id.
type Passage struct {
	Schema string `json:"schema"`
	Text   string `json:"text"`
	index.Origin
}

// Search is one ibid.search/1 object. Fusion and the last two fields of a hit are there where it was asked why.
type Search struct {
	Schema   string          `json:"schema"`
	Query    string          `json:"query"`
	Variants []index.Variant `json:"variants"`
	Fusion   string          `json:"fusion,omitempty"`
	Hits     []Found         `json:"hits"`
}

// Found is a hit with its text.
type Found struct {
	Rank int `json:"rank" jsonschema:"counted from 1"`
	index.Place
	Score         float64              `json:"score"`
	LexicalRank   int                  `json:"lexical_rank" jsonschema:"0: not found by it"`
	DenseRank     int                  `json:"dense_rank"`
	Text          string               `json:"text"`
	Promoted      *string              `json:"promoted,omitempty" jsonschema:"why the reranker moved it up"`
	Contributions []index.Contribution `json:"contributions,omitzero"`
}

// SearchOf is what was found for a query as an ibid.search/1 object.
func SearchOf(query string, res index.Result, why bool) Search {
	out := Search{Schema: SearchSchema, Query: query, Variants: res.Variants}
	for i := range res.Hits {
		h := &res.Hits[i]
		hit := Found{Rank: h.Rank, Place: h.Place(), Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank, Text: h.Text}
		if why {
			hit.Promoted, hit.Contributions = &h.Promoted, append([]index.Contribution{}, h.Contributions...)
		}
		out.Hits = append(out.Hits, hit)
	}
	if why {
		out.Fusion = res.Fusion
	}
	return out
}
