package reader

import (
	"context"
	"slices"
)

const questionKind, claimKind = 0, 1 // the two ways to read, for each of which a head has weights

// A span is where a statement lies among the tokens of a part.
type span struct{ statement, low, high int }

// readParts reads parts with a question that went through the first layers alone. It returns their statements' scores.
func (m *Model) readParts(ctx context.Context, question *pass, kind int, parts []part) ([][]float32, error) {
	e, n, apart, joint := question.encoder, len(question.tokens), make([][]int32, len(parts)), make([][]int32, len(parts))
	for i, part := range parts {
		apart[i], joint[i] = part.tokens, slices.Concat(question.tokens, part.tokens)
	}
	passages, both := newPass(m, e, question.workers, apart), newPass(m, e, question.workers, joint)
	passages.embed()
	if err := passages.run(ctx, 0, e.apart); err != nil {
		return nil, err
	}
	for i := range parts {
		copy(both.x[both.starts[i]*hidden:], question.x)
		copy(both.x[(both.starts[i]+n)*hidden:], passages.x[passages.starts[i]*hidden:passages.starts[i+1]*hidden])
	}
	if err := both.run(ctx, e.apart, len(e.layers)); err != nil {
		return nil, err
	}
	scores := make([][]float32, len(parts))
	both.each(len(parts), func(w *worker, i int) { scores[i] = both.score(w, i, kind, n, parts[i].spans) })
	return scores, nil
}

// score gives the scores of the statements of sequence s, which begins with so many tokens of the question. A score is
// a late interaction (each token of the question with its nearest of the statement) and what the joint layers make of
// the mean of the statement's tokens and of the first token.
func (p *pass) score(w *worker, s, kind, question int, spans []span) []float32 {
	low, n := p.starts[s], p.starts[s+1]-p.starts[s]
	h, k := &p.head, p.head.kinds[kind]
	for i := 0; i < n; i += block {
		rows := min(block, n-i)
		for j := range rows {
			p.quantizeRow(w, j, p.state(low+i+j))
		}
		result := p.apply(w, rows, &h.projection)
		for j := range rows {
			t, x := low+i+j, result(j, p.kernel.dequant, w.floats[:])
			p.keyScales[t] = quantizeSigned(p.keys[t*hidden:], x, greatestKey, 0) / max(sqrt(dot(x, x)), 1e-12)
		}
	}
	for i, v := range p.keys[low*hidden:][:question*hidden] {
		p.queries[low*hidden+i] = v ^ 128
	}
	rest := low + question // where the part begins
	columns := w.columnsOf(p.keys[rest*hidden:], n-question, hidden)
	copy(w.columnScales[:], p.keyScales[rest:low+n])
	p.kernel.multiply(&w.product, w.sums[:], columns.n, p.queries[low*hidden:], hidden, question, &columns)

	late, all := make([]float32, len(spans)), float32(0)
	r := w.row
	for j := 1; j < question-1; j++ { // without the question's first and last token, which stand for no word
		r.n, r.dst, r.x, r.p1 = uintptr(columns.n), pointer(w.floats[:]), pointer(w.sums[j*columns.n:]), pointer(columns.sums)
		r.p2, r.p3, r.f1, r.i1 = pointer(w.columnScales[:]), pointer(w.mask[:]), p.keyScales[low+j], 128
		p.kernel.dequant(r)
		weight := softplus(dot(h.weight[:hidden], p.state(low+j)) + h.weight[hidden])
		all += weight
		for i, span := range spans {
			nearest := float32(-1)
			for _, v := range w.floats[span.low:span.high] {
				nearest = max(nearest, v)
			}
			late[i] += float32(weight * nearest)
		}
	}
	start := p.state(low)
	for i, span := range spans {
		mean := p.mean(rest+span.low, rest+span.high)
		joint := dot(mean, k[2:])
		for j := range mean {
			mean[j] *= start[j]
		}
		joint += dot(mean, k[2+hidden:]) + dot(start, k[2+2*hidden:]) + k[2+3*hidden]
		late[i] = float32(k[0]*(late[i]/max(all, 1e-6))) - k[1] + joint
	}
	return late
}

// softplus is log(1+e^x). With e = e^-|x| and s = e/(2+e), log(1+e) = 2(s + s³/3 + s⁵/5 + …), where s is at most ⅓.
func softplus(x float32) float32 {
	e := exp(-abs(x))
	s := e / (2 + e)
	return max(x, 0) + float32(2*s*polynomial([]float32{1. / 9, 1. / 7, 1. / 5, 1. / 3, 1}, float32(s*s)))
}
