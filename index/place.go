package index

import (
	"encoding/json"

	"ibid/index/source"
)

// Place is where in a document a chunk stands, as JSON has it.
type Place struct {
	DocID      string      `json:"doc_id"`
	Path       string      `json:"path"`
	StartPage  int         `json:"start_page" jsonschema:"counted from 1, 0 where the format has no pages"`
	EndPage    int         `json:"end_page"`
	PageLabels []string    `json:"page_labels" jsonschema:"printed on these pages, none where that is their numbers"`
	StartLine  int         `json:"start_line" jsonschema:"counted from 1, 0 where the format has no lines"`
	EndLine    int         `json:"end_line"`
	Section    string      `json:"section" jsonschema:"the innermost"`
	Symbol     string      `json:"symbol"`
	Kind       source.Kind `json:"kind"`
	ChunkID    string      `json:"chunk_id"`
}

// Origin is all that JSON has of a chunk but its text.
type Origin struct {
	Place
	Digest   string   `json:"source_sha256"`
	Title    string   `json:"title" jsonschema:"of the document"`
	Sections []string `json:"sections" jsonschema:"the whole path, the outermost first"`
	Prev     string   `json:"prev" jsonschema:"chunk ids of the neighbours, \"\" at the ends"`
	Next     string   `json:"next"`
}

// Place is where the chunk stands.
func (c *Chunk) Place() Place {
	p := Place{DocID: c.DocID, Path: c.Path, StartPage: c.StartPage, EndPage: c.EndPage, PageLabels: []string{},
		StartLine: c.StartLine, EndLine: c.EndLine, Symbol: c.Symbol, Kind: c.Kind, ChunkID: c.ID}
	if first, _ := c.Printed(); first != "" {
		p.PageLabels = c.Labels[:c.EndPage-c.StartPage+1]
	}
	if n := len(c.Section); n > 0 {
		p.Section = c.Section[n-1]
	}
	return p
}

// Origin is where the chunk is from.
func (c *Chunk) Origin() Origin {
	return Origin{Place: c.Place(), Digest: c.Digest, Title: c.Title, Sections: c.Section, Prev: c.Prev, Next: c.Next}
}

// Chunk is as much of a chunk as its place tells. Whatever the place says, no page or line ends before it starts.
func (p Place) Chunk() Chunk {
	c := Chunk{Path: p.Path, Chunk: source.Chunk{ID: p.ChunkID, DocID: p.DocID, Kind: p.Kind, Symbol: p.Symbol, Labels: p.PageLabels}}
	c.StartPage, c.StartLine = max(p.StartPage, 0), max(p.StartLine, 0)
	c.EndPage, c.EndLine = max(p.EndPage, c.StartPage), max(p.EndLine, c.StartLine)
	if p.Section != "" {
		c.Section = []string{p.Section}
	}
	return c
}

// Chunk is a chunk without its text.
func (o Origin) Chunk() Chunk {
	c := o.Place.Chunk()
	c.Digest, c.Title, c.Prev, c.Next = o.Digest, o.Title, o.Prev, o.Next
	if len(o.Sections) > 0 {
		c.Section = o.Sections
	}
	return c
}

// hitJSON is a Hit as JSON has it: with its place and without its text.
type hitJSON struct {
	Rank          int            `json:"rank"`
	ChunkID       string         `json:"chunk_id"`
	Score         float64        `json:"score"`
	Promoted      string         `json:"promoted" jsonschema:"why the reranker moved it up"`
	Contributions []Contribution `json:"contributions"`
	LexicalRank   int            `json:"lexical_rank" jsonschema:"0: not found by it"`
	DenseRank     int            `json:"dense_rank"`
	Cosine        float64        `json:"cosine" jsonschema:"of the chunk and the question, 0 where it was not measured"`
	Place
}

// Shapes are the types of this package that write themselves as JSON, each before what it is written as.
func Shapes() [][2]any { return [][2]any{{Hit{}, hitJSON{}}} }

// MarshalJSON implements json.Marshaler.
func (h Hit) MarshalJSON() ([]byte, error) {
	return json.Marshal(hitJSON{Rank: h.Rank, ChunkID: h.ID, Score: h.Score, Promoted: h.Promoted, Contributions: h.Contributions,
		LexicalRank: h.LexicalRank, DenseRank: h.DenseRank, Cosine: h.Cosine, Place: h.Place()})
}

// UnmarshalJSON implements json.Unmarshaler.
func (h *Hit) UnmarshalJSON(data []byte) error {
	var in hitJSON
	err := json.Unmarshal(data, &in)
	in.Place.ChunkID = in.ChunkID
	*h = Hit{Chunk: in.Place.Chunk(), Rank: in.Rank, Score: in.Score, Promoted: in.Promoted, Contributions: in.Contributions,
		LexicalRank: in.LexicalRank, DenseRank: in.DenseRank, Cosine: in.Cosine}
	return err
}

// The names of the schemas of what is found, and read by its id.
const (
	SearchSchema  = "ibid.search/1"
	PassageSchema = "ibid.passage/1"
)

// Passage is one ibid.passage/1 object: a chunk as it is read by its id.
type Passage struct {
	Schema string `json:"schema"`
	Text   string `json:"text"`
	Origin
}

// Search is one ibid.search/1 object. Fusion and the last two fields of a hit are there where it was asked why.
type Search struct {
	Schema   string    `json:"schema"`
	Query    string    `json:"query"`
	Variants []Variant `json:"variants"`
	Fusion   string    `json:"fusion,omitempty"`
	Hits     []Found   `json:"hits"`
}

// Found is a hit with its text.
type Found struct {
	Rank int `json:"rank" jsonschema:"counted from 1"`
	Place
	Score         float64        `json:"score"`
	LexicalRank   int            `json:"lexical_rank" jsonschema:"0: not found by it"`
	DenseRank     int            `json:"dense_rank"`
	Text          string         `json:"text"`
	Promoted      *string        `json:"promoted,omitempty" jsonschema:"why the reranker moved it up"`
	Contributions []Contribution `json:"contributions,omitzero"`
}

// Search is what was found for a query as an ibid.search/1 object; with why, what decided about the order, too.
func (r Result) Search(query string, why bool) Search {
	out := Search{Schema: SearchSchema, Query: query, Variants: r.Variants}
	for i := range r.Hits {
		h := &r.Hits[i]
		hit := Found{Rank: h.Rank, Place: h.Place(), Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank, Text: h.Text}
		if why {
			hit.Promoted, hit.Contributions = &h.Promoted, append([]Contribution{}, h.Contributions...)
		}
		out.Hits = append(out.Hits, hit)
	}
	if why {
		out.Fusion = r.Fusion
	}
	return out
}
