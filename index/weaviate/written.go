package weaviate

import (
	"context"
	"errors"
	"net/http"
	"time"
)

const (
	// WrittenAfter is as long as a server keeps to memory what it was sent, unless it is set otherwise
	// (PERSISTENCE_MEMTABLES_FLUSH_DIRTY_AFTER_SECONDS is 60), and some more for two clocks.
	WrittenAfter = 90 * time.Second

	// MostFound is the greatest limit of a search, unless the server is set otherwise (QUERY_MAXIMUM_RESULTS).
	MostFound = 10_000
)

// Unwritten tells how many chunks some node may not have written to its disk yet. Of those in memory a search by
// words looks at the first ones only, as many as its limit and a tenth more, whatever their scores: Weaviate 1.35
// takes the greatest possible score of the rest for 0 (SetIdf, in adapters/repos/db/lsmkv/segment_blockmax.go). A
// node counts what it has written.
func (c *Class) Unwritten(ctx context.Context, h *Head) (int, error) {
	var answer struct {
		Nodes []struct {
			Shards []struct {
				Name        string
				ObjectCount int
			}
		}
	}
	err := c.ask(ctx, "show its nodes", func(ctx context.Context) error {
		return c.call(ctx, http.MethodGet, "/v1/nodes/"+c.opt.Class+"?output=verbose", nil, &answer)
	})
	if kept := (*Error)(nil); errors.As(err, &kept) && kept.Misconfigured { // the key is for less
		return h.Chunks, nil
	}
	written := map[string]int{} // by shard, where that is least
	for _, n := range answer.Nodes {
		for _, s := range n.Shards {
			if old, seen := written[s.Name]; !seen || s.ObjectCount < old {
				written[s.Name] = s.ObjectCount
			}
		}
	}
	unwritten := h.Chunks
	for _, n := range written {
		unwritten -= n
	}
	if time.Since(time.Unix(h.Written, 0)) < WrittenAfter {
		unwritten = max(unwritten, h.Sent)
	}
	return unwritten, err
}
