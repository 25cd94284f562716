package lexical

import "container/heap"

// best returns the document numbers of the k highest scores above 0, and of all that equal the lowest of these, in
// order of number: which of the equals come first is decided by their IDs, which only the caller can read.
func best(scores []float64, k int) []int {
	if k <= 0 {
		return nil
	}
	top := make(lowest, 0, k)
	for _, s := range scores {
		switch {
		case s <= 0:
		case len(top) < k:
			heap.Push(&top, s)
		case s > top[0]:
			top[0] = s
			heap.Fix(&top, 0)
		}
	}
	if len(top) == 0 {
		return nil
	}
	var docs []int
	for doc, s := range scores {
		if s > 0 && s >= top[0] {
			docs = append(docs, doc)
		}
	}
	return docs
}

// lowest is a heap of scores, the lowest first.
type lowest []float64

func (h lowest) Len() int           { return len(h) }
func (h lowest) Less(i, j int) bool { return h[i] < h[j] }
func (h lowest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *lowest) Push(x any)        { *h = append(*h, x.(float64)) }

func (h *lowest) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
