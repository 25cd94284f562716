package lexical

import (
	"bytes"
	"slices"
)

// inversion turns documents, which are added one after the other, into the postings of their terms.
type inversion struct {
	numbers map[string]int // of the terms
	terms   []string
	last    []int // for each term 1 more than its last occurrence, 0 for none
	found   []occurrence
	doc     uint32 // under way
	tokens  int    // of it
}

// occurrence is a term in a document.
type occurrence struct {
	posting
	term int
}

func (v *inversion) add(term string, count int) {
	number, known := v.numbers[term]
	if !known {
		number = len(v.terms)
		v.numbers[term] = number
		v.terms, v.last = append(v.terms, term), append(v.last, 0)
	}
	if at := v.last[number] - 1; at >= 0 && v.found[at].doc == v.doc {
		v.found[at].count += uint32(count)
		return
	}
	v.found = append(v.found, occurrence{posting{v.doc, uint32(count)}, number})
	v.last[number] = len(v.found)
}

func (v *inversion) text(text string, weight int) {
	for _, t := range Analyze(text) {
		v.add(t.Term, weight)
		v.tokens += weight
	}
}

// invert makes a segment in memory of documents, which are in the order of their IDs, and fills in their lengths.
func invert(docs []*Document, lengths []int) (*segment, error) {
	var out bytes.Buffer
	w := newSegmentWriter(&out)
	v := inversion{numbers: map[string]int{}}
	for i, doc := range docs {
		v.doc, v.tokens = uint32(i), 0
		v.text(doc.Title, headWeight)
		v.text(doc.Section, headWeight)
		v.text(doc.Text, 1)
		if doc.Group != "" {
			v.add(groupMark+doc.Group, 1)
		}
		lengths[i] = v.tokens
		if err := w.doc([]byte(doc.ID), uint32(v.tokens)); err != nil {
			return nil, err
		}
	}
	if err := w.endDocs(); err != nil {
		return nil, err
	}
	if err := v.write(w); err != nil {
		return nil, err
	}
	return openSegment(bytes.NewReader(out.Bytes()), int64(out.Len()))
}

// write writes the terms in their order.
func (v *inversion) write(w *segmentWriter) error {
	ends := make([]int, len(v.terms)) // of the lists of the terms, one after the other
	for _, o := range v.found {
		ends[o.term]++
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	lists := make([]posting, len(v.found))
	starts := slices.Clone(ends)
	for _, o := range slices.Backward(v.found) {
		starts[o.term]--
		lists[starts[o.term]] = o.posting
	}
	slices.Sort(v.terms)
	for _, term := range v.terms {
		i := v.numbers[term]
		if err := w.term([]byte(term), lists[starts[i]:ends[i]]); err != nil {
			return err
		}
	}
	return w.close()
}
