package wire

import "ibid/index"

// SearchSchema is the name of the schema of a Search.
const SearchSchema = "ibid.search/1"

// Search is one ibid.search/1 object. Fusion and the last two fields of a hit are there where it was asked why.
type Search struct {
	Schema   string    `json:"schema"`
	Query    string    `json:"query"`
	Variants []Variant `json:"variants"`
	Fusion   string    `json:"fusion,omitempty"`
	Hits     []Hit     `json:"hits"`
}

// Hit is a chunk that was found.
type Hit struct {
	Rank int `json:"rank" jsonschema:"counted from 1"`
	Place
	Score         float64        `json:"score"`
	LexicalRank   int            `json:"lexical_rank" jsonschema:"0: not found by it"`
	DenseRank     int            `json:"dense_rank"`
	Text          string         `json:"text"`
	Promoted      *string        `json:"promoted,omitempty" jsonschema:"why the reranker moved it up"`
	Contributions []Contribution `json:"contributions,omitzero"`
}

// FromSearch is what was found for a query as an ibid.search/1 object.
func FromSearch(query string, res index.Result, why bool) Search {
	out := Search{Schema: SearchSchema, Query: query, Variants: Variants(res.Variants), Hits: []Hit{}}
	for i := range res.Hits {
		h := &res.Hits[i]
		hit := Hit{Rank: h.Rank, Place: PlaceOf(&h.Chunk), Score: h.Score, LexicalRank: h.LexicalRank, DenseRank: h.DenseRank, Text: h.Text}
		if why {
			hit.Promoted, hit.Contributions = &h.Promoted, Contributions(h.Contributions)
		}
		out.Hits = append(out.Hits, hit)
	}
	if why {
		out.Fusion = res.Fusion
	}
	return out
}
