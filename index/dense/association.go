package dense

import (
	"context"
	"math"
	"slices"

	"ibid/index/crash"
)

// How words are counted as neighbours.
const (
	window    = 20   // the greatest distance in words
	nearness  = 60   // two words at distance d count nearness/d, rounded down: integers add up exactly in any order
	smoothing = 0.75 // the exponent of context frequencies, which keeps rare contexts from dominating
)

// rowBlock is the number of rows of a matrix that are worked on at once.
const rowBlock = 128

// sparse is a symmetric matrix in blocks of rowBlock compressed rows. There are no more columns than maxVocabulary.
type sparse struct {
	size   int // rows, and columns
	blocks []sparseRows
}

// sparseRows are consecutive rows of a matrix.
type sparseRows struct {
	ends    []int    // where each row ends in columns and values
	columns []uint16 // rising within a row
	values  []float32
}

// row returns the columns of a row that are not 0, and their values.
func (m *sparse) row(i int) ([]uint16, []float32) {
	rows, start := &m.blocks[i/rowBlock], 0
	if i %= rowBlock; i > 0 {
		start = rows.ends[i-1]
	}
	return rows.columns[start:rows.ends[i]], rows.values[start:rows.ends[i]]
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
	frequency := c.frequencies()
	sum := 0.0
	for _, f := range frequency {
		sum += math.Exp(float64(smoothing * f))
	}
	total := math.Log(sum)

	m := &sparse{words, make([]sparseRows, (words+rowBlock-1)/rowBlock)}
	err := crash.Parallel(ctx, len(m.blocks), func(block int) error {
		rows := &m.blocks[block]
		counts := make([]uint32, words)
		var neighbours []int32
		for word := block * rowBlock; word < min((block+1)*rowBlock, words); word++ {
			neighbours = c.countNeighbours(occurrences[word], counts, neighbours[:0])
			slices.Sort(neighbours)
			for _, v := range neighbours {
				joint := float64((1 + smoothing) / 2 * (frequency[word] + frequency[v]))
				if information := math.Log(float64(counts[v])) + total - joint; information > 0 {
					rows.columns = append(rows.columns, uint16(v))
					rows.values = append(rows.values, float32(information))
				}
				counts[v] = 0
			}
			rows.ends = append(rows.ends, len(rows.columns))
		}
		rows.columns, rows.values = slices.Clone(rows.columns), slices.Clone(rows.values) // without the room to grow
		return nil
	})
	return m, err
}

// frequencies returns ln f for each word.
func (c *corpus) frequencies() []float64 {
	counts := make([]uint64, len(c.words))
	for _, places := range c.texts {
		for i, p := range places {
			for _, q := range places[i+1:] {
				distance := q.position - p.position
				if distance > window {
					break
				}
				if distance > 0 {
					counts[p.word] += uint64(nearness / distance)
					counts[q.word] += uint64(nearness / distance)
				}
			}
		}
	}
	out := make([]float64, len(counts))
	for word, n := range counts {
		out[word] = math.Log(float64(n))
	}
	return out
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
