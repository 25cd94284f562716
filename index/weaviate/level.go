package weaviate

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"time"
)

// Whatever the consistency of a search, Weaviate asks one replica of each shard what it finds, and the others only about that. A node that
// was away, and has not fetched yet what it missed, therefore leaves chunks out, or finds them as they were, and says nothing. So
// every search also has the node count what it holds, by an index that is as small as there are checks.

const (
	checks  = 1 << 12 // numbers that a check is one of
	inRound = 3       // nodes asked at least before a search gives up: behind one address there may be several

	behindFor = 5 * time.Second // that it is not looked again whether they still are
)

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

// Behind tells how many chunks the best node has, where a search has just failed with ErrBehind: then the searches that follow mind no level,
// until the head is read again.
func (c *Class) Behind() (chunks int, is bool) {
	b := c.behind.Load()
	if b == nil || time.Now().After(b.until) {
		return 0, false
	}
	c.wanted.Store(nil)
	return b.there.Chunks, true
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
