package weaviate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"time"
)

// Whatever the consistency of a search, Weaviate asks one replica of each shard what it finds, and the others only
// about that. A node that was away, and has not fetched yet what it missed, therefore leaves chunks out, or finds
// them as they were, and says nothing. So every search also has the node count what it holds, by an index that is as
// small as there are checks.

const (
	checks  = 1 << 12 // numbers that a check is one of
	inRound = 3       // nodes asked at least before a search gives up: behind one address there may be several
)

// BehindFor is as long as Behind remembers.
const BehindFor = 5 * time.Second

// ErrBehind says that no node that was asked holds the chunks that the head tells of: they are behind, or the head is.
var ErrBehind = errors.New("not all chunks are there")

// Level is what can be counted of the chunks of a class. Nodes of one level hold, all but certainly, the same.
type Level struct {
	Chunks, Sum      int // and that of their checks
	Pieces, PieceSum int // of vectors beyond the first of each chunk
}

func checkOf(chunk, version string) int {
	return int(crc32.ChecksumIEEE([]byte(chunk+"\x00"+version)) % checks)
}

// Add counts a chunk that has some vectors.
func (l *Level) Add(chunk, version string, vectors int) {
	check := checkOf(chunk, version)
	l.Chunks++
	l.Sum += check
	if vectors > 1 {
		l.Pieces += vectors - 1
		l.PieceSum += check * (vectors - 1)
	}
}

// behind is what a round of the nodes has shown.
type behind struct {
	there Level // of the node with most chunks
	until time.Time
}

// Behind tells how many chunks the best node has, where a search has just failed with ErrBehind: then the searches
// that follow mind no level, until the head is read again.
func (c *Class) Behind() (chunks int, is bool) {
	b := c.behind.Load()
	if b == nil || time.Now().After(b.until) {
		return 0, false
	}
	c.wanted.Store(nil)
	return b.there.Chunks, true
}

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
		return h.Level.Chunks, nil
	}
	written := map[string]int{} // by shard, where that is least
	for _, n := range answer.Nodes {
		for _, s := range n.Shards {
			if old, seen := written[s.Name]; !seen || s.ObjectCount < old {
				written[s.Name] = s.ObjectCount
			}
		}
	}
	unwritten := h.Level.Chunks
	for _, n := range written {
		unwritten -= n
	}
	if time.Since(time.Unix(h.Written, 0)) < WrittenAfter {
		unwritten = max(unwritten, h.Sent)
	}
	return unwritten, err
}

// levelQuery asks for the level of a node, as far as the wanted one tells of it.
func (c *Class) levelQuery(wanted *Level) string {
	of := func(alias, class string) string {
		return fmt.Sprintf(" %s:%s{meta{count} %s{sum}}", alias, class, checkField)
	}
	text := of("level", c.opt.Class)
	if wanted.Pieces > 0 {
		text += of("pieces", c.opt.Class+piecesSuffix)
	}
	return text
}

// levelOf reads the answer.
func levelOf(answer map[string]json.RawMessage) (l Level, err error) {
	of := func(alias string) (count, sum int) {
		var groups []struct {
			Meta  struct{ Count int }
			Check struct{ Sum float64 }
		}
		if answer[alias] != nil {
			err = errors.Join(err, json.Unmarshal(answer[alias], &groups))
		}
		for _, g := range groups {
			count, sum = count+g.Meta.Count, sum+int(g.Check.Sum)
		}
		return count, sum
	}
	l.Chunks, l.Sum = of("level")
	l.Pieces, l.PieceSum = of("pieces")
	return l, err
}
