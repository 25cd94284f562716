package lexical

import (
	"bytes"
	"cmp"
	"io"
	"maps"
	"slices"
)

// invert makes a segment in memory of some documents, whose places in a slice come in the order of their IDs, and
// fills in their lengths.
func invert(docs []Document, places []int, lengths []int) (*segment, error) {
	var out bytes.Buffer
	w := segmentWriter{out: &out}
	lists := map[string]*[]posting{} // by key
	add := func(key string, doc, count uint32) {
		list := lists[key]
		if list == nil {
			list = new([]posting)
			lists[key] = list
		}
		if n := len(*list); n > 0 && (*list)[n-1].doc == doc {
			(*list)[n-1].count += count
		} else {
			*list = append(*list, posting{doc, count})
		}
	}
	for number, i := range places {
		d := &docs[i]
		for _, part := range d.parts() {
			for t := range Tokens(part.text) {
				add(t.Term, uint32(number), uint32(part.weight))
				lengths[i] += part.weight
			}
		}
		if d.Group != "" {
			add(groupMark+d.Group, uint32(number), 1)
		}
		if err := w.doc([]byte(idMark+d.ID), uint32(lengths[i])); err != nil {
			return nil, err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(lists)) {
		if err := w.term([]byte(key), *lists[key]); err != nil {
			return nil, err
		}
	}
	at, err := w.close()
	if err != nil {
		return nil, err
	}
	return openSegment(bytes.NewReader(out.Bytes()), at)
}

// merge writes one segment of the documents of several that are not deleted. Of equal IDs that in the last segment
// counts.
func merge(to io.Writer, from []*segment) (place, error) {
	w := segmentWriter{out: to}
	numbers := make([][]uint32, len(from)) // by segment and document: 1 more than the new number, 0 for none
	for i, s := range from {
		numbers[i] = make([]uint32, len(s.lengths))
	}
	var list []posting
	err := eachKey(from, func(at []*cursor) error {
		list = list[:0]
		for _, c := range slices.Backward(at) {
			if c.number < len(c.lengths) { // a document
				if c.deleted[uint32(c.number)] {
					continue
				}
				numbers[c.source][c.number] = uint32(len(w.lengths)) + 1
				return w.doc(c.key, c.lengths[c.number])
			}
			p, err := openPostings(c.value, len(c.lengths))
			if err == nil {
				err = p.each(func(some []posting) {
					for _, x := range some {
						if number := numbers[c.source][x.doc]; number > 0 {
							list = append(list, posting{number - 1, x.count})
						}
					}
				})
			}
			if err != nil {
				return err
			}
		}
		if len(list) == 0 {
			return nil
		}
		slices.SortFunc(list, func(x, y posting) int { return cmp.Compare(x.doc, y.doc) })
		return w.term(at[0].key, list)
	})
	if err != nil {
		return place{}, err
	}
	return w.close()
}
