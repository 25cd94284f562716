package index

// Considered is a chunk that a retriever found for a question, and how far it came on the way to the hits. Ranks are counted
// from 1; 0 means that it did not come so far.
type Considered struct {
	Chunk
	LexicalRank int // best over the variants
	DenseRank   int // the same
	Fused       int
	Reranked    int // the first k are the hits
}

// considered follows the fused candidates to their place among the reranked ones.
func (ix *Index) considered(fused, ranked []candidate) ([]Considered, error) {
	reranked := map[int]int{}
	for i := range ranked {
		reranked[ranked[i].row] = i + 1
	}
	out := make([]Considered, len(fused))
	for i, f := range fused {
		c, err := ix.at(f.row)
		if err != nil {
			return nil, err
		}
		out[i] = Considered{Chunk: c, LexicalRank: f.lexicalRank, DenseRank: f.denseRank, Fused: i + 1, Reranked: reranked[f.row]}
	}
	return out, nil
}
