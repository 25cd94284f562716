package dense

import (
	"context"
	"math"
	"slices"
)

// How words are counted as neighbours.
const (
	window    = 20   // the greatest distance in words
	nearness  = 60   // two words at distance d count nearness/d, rounded down: integers add up exactly in any order
	smoothing = 0.75 // the exponent of context frequencies, which keeps rare contexts from dominating
)

// rowBlock is the number of rows of a matrix that are worked on at once.
const rowBlock = 128

// sparse is a symmetric matrix in compressed rows.
type sparse struct {
	ends    []int   // where each row ends in columns and values
	columns []int32 // rising within a row
	values  []float32
}

// size is the number of rows, and of columns.
func (m *sparse) size() int { return len(m.ends) }

// row returns the columns of a row that are not 0, and their values.
func (m *sparse) row(i int) ([]int32, []float32) {
	start := 0
	if i > 0 {
		start = m.ends[i-1]
	}
	return m.columns[start:m.ends[i]], m.values[start:m.ends[i]]
}

// occurrence is the place of a word: a text and an index into it.
type occurrence struct{ text, index int32 }

// associations returns the matrix of positive pointwise mutual information between the words of a corpus:
//
//	max(0, ln( n(v,w) · Σf(u)^s / (f(v)^r · f(w)^r) )),   s = smoothing, r = (1+s)/2
//
// where n counts v and w as neighbours and f(w) = Σn(w,v). The smoothing of context frequencies is shared evenly between
// the two words, which makes the matrix symmetric.
func (c *corpus) associations(ctx context.Context) (*sparse, error) {
	words := len(c.words)
	occurrences := c.occurrences()
	blocks := (words + rowBlock - 1) / rowBlock
	eachRow := func(visit func(word int, neighbours []int32, counts []uint32)) error {
		return parallel(ctx, blocks, func(block int) {
			counts := make([]uint32, words)
			var neighbours []int32
			for word := block * rowBlock; word < min((block+1)*rowBlock, words); word++ {
				neighbours = c.countNeighbours(occurrences[word], counts, neighbours[:0])
				visit(word, neighbours, counts)
				for _, v := range neighbours {
					counts[v] = 0
				}
			}
		})
	}

	frequency := make([]float64, words) // ln f
	err := eachRow(func(word int, neighbours []int32, counts []uint32) {
		sum := uint64(0)
		for _, v := range neighbours {
			sum += uint64(counts[v])
		}
		frequency[word] = math.Log(float64(sum))
	})
	if err != nil {
		return nil, err
	}
	sum := 0.0
	for _, f := range frequency {
		sum += math.Exp(float64(smoothing * f))
	}
	total := math.Log(sum)

	parts := make([]sparse, blocks)
	err = eachRow(func(word int, neighbours []int32, counts []uint32) {
		slices.Sort(neighbours)
		part := &parts[word/rowBlock]
		for _, v := range neighbours {
			joint := float64((1 + smoothing) / 2 * (frequency[word] + frequency[v]))
			if information := math.Log(float64(counts[v])) + total - joint; information > 0 {
				part.columns = append(part.columns, v)
				part.values = append(part.values, float32(information))
			}
		}
		part.ends = append(part.ends, len(part.columns))
	})
	if err != nil {
		return nil, err
	}
	return join(parts), nil
}

// occurrences lists where each word stands.
func (c *corpus) occurrences() [][]occurrence {
	lists := make([][]occurrence, len(c.words))
	counts := make([]int, len(c.words))
	for _, places := range c.texts {
		for _, p := range places {
			counts[p.word]++
		}
	}
	for word, n := range counts {
		lists[word] = make([]occurrence, 0, n)
	}
	for text, places := range c.texts {
		for i, p := range places {
			lists[p.word] = append(lists[p.word], occurrence{int32(text), int32(i)})
		}
	}
	return lists
}

// countNeighbours adds to counts, by word, how near the neighbours of some occurrences are, and to neighbours the words
// whose count was 0.
func (c *corpus) countNeighbours(of []occurrence, counts []uint32, neighbours []int32) []int32 {
	for _, o := range of {
		places := c.texts[o.text]
		here := places[o.index].position
		count := func(p place, distance int32) {
			if distance == 0 { // another reading of the same word
				return
			}
			if counts[p.word] == 0 {
				neighbours = append(neighbours, p.word)
			}
			counts[p.word] += uint32(nearness / distance)
		}
		for i := int(o.index) - 1; i >= 0 && here-places[i].position <= window; i-- {
			count(places[i], here-places[i].position)
		}
		for i := int(o.index) + 1; i < len(places) && places[i].position-here <= window; i++ {
			count(places[i], places[i].position-here)
		}
	}
	return neighbours
}

// join puts consecutive rows of a matrix together.
func join(parts []sparse) *sparse {
	n := 0
	for _, p := range parts {
		n += len(p.values)
	}
	m := &sparse{columns: make([]int32, 0, n), values: make([]float32, 0, n)}
	for i, p := range parts {
		for _, end := range p.ends {
			m.ends = append(m.ends, len(m.columns)+end)
		}
		m.columns = append(m.columns, p.columns...)
		m.values = append(m.values, p.values...)
		parts[i] = sparse{}
	}
	return m
}
