// Package dense finds texts by the company their words keep: word vectors trained on the user's own texts, and an exact
// nearest-neighbour search over the vectors of texts, whoever made them.
//
//	model, err := dense.Train(ctx, texts, nil)
//	v, err := model.Embed(terms)
//
//	w, err := dense.Create(dir, len(v))
//	err = w.Append(v)
//	err = w.Close()
//
//	store, err := dense.Open(dir)
//	hits, err := store.Search(v, 50)
//
// The vectors smooth a vocabulary, they do not understand: a text about sailing is found for boats if other texts
// speak of both. Their cosine orders texts for one question; it says nothing about whether a text is an answer.
//
// Everything here is a cache that can be made again at any time. Whatever is damaged is reported as ErrCorrupt.
package dense

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"

	"ibid/index/crash"
)

// ErrCorrupt means that a file is damaged, and that it must be built again.
var ErrCorrupt = errors.New("the vectors are damaged: rebuild the index")

// errNotConverged should not happen: symmetric matrices of finite numbers have eigenvectors.
var errNotConverged = errors.New("training the word vectors: the eigenvalues did not converge")

// parallel calls work for 0 to n-1 on all cores, in any order, and returns early when ctx ends.
func parallel(ctx context.Context, n int, work func(i int)) error {
	var next atomic.Int64
	var workers crash.Group
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(i)
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}
