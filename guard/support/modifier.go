package support

// checkModifiers looks for what narrows the subject of a clause and is left out: "larger" of "Larger files must be
// split", "whose checksum is wrong" of "packets whose checksum is wrong".
func (cmp *comparison) checkModifiers(k int, st *statement) {
	if cmp.copied < minCopied || cmp.claimHas("such", "these", "those") {
		return
	}
	for n := range st.clauses {
		c := &st.clauses[n]
		if c.kind != mainClause || c.to-c.from < 4 {
			continue
		}
		j := c.from
		for j < c.to && st.toks[j].kind == symbolToken {
			j++
		}
		if j+1 < c.to && narrows(&st.toks[j], &st.toks[j+1]) && !cmp.said[k][j] && cmp.said[k][j+1] && cmp.rests(k, c.from, c.to) {
			cmp.find(grave, 0, len(cmp.claim.toks), "leaves out that the source speaks of “"+rawText(cmp.evidence[cmp.span[k].passage].Text, st, j, j+2)+"” only")
			return
		}
		for j := c.from + 1; j+2 < c.to; j++ {
			if !st.toks[j].is("whose", "who", "that", "which") || !cmp.said[k][j-1] || st.toks[j-1].weight < wordWeight || st.norm(j-1) == "," {
				continue
			}
			end := relativeEnd(st, j, c.to)
			if !cmp.saidAny(k, j, end) && contentOf(st, j, end) >= wordWeight && cmp.rests(k, c.from, c.to) {
				cmp.find(grave, 0, len(cmp.claim.toks), "leaves out “"+rawText(cmp.evidence[cmp.span[k].passage].Text, st, j, end)+"”")
				return
			}
		}
	}
}

// narrows tells whether a is an adjective that opens a plural subject without an article.
func narrows(a, b *token) bool {
	return a.kind == wordToken && b.kind == wordToken && a.quantity < 0 && a.weight > 0 && !a.light && b.weight >= wordWeight && !b.light &&
		len(b.norm) > 3 && b.norm[len(b.norm)-1] == 's' && a.norm[len(a.norm)-1] != 's'
}

// relativeEnd returns where the relative clause ends that begins at token j: at the next modal word after its verb, at a
// comma, or at the end of the clause.
func relativeEnd(st *statement, j, to int) int {
	for i := j + 2; i < to; i++ {
		if st.toks[i].is(",", "must", "shall", "should", "may", "can", "cannot", "will", "and") {
			return i
		}
	}
	return to
}

func contentOf(st *statement, from, to int) (weight float32) {
	for j := from; j < to; j++ {
		weight += st.toks[j].weight
	}
	return weight
}
