package index

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// How much garbage may lie about while an index is built: half of what is in use, since a build would take half as much memory again for
// a tenth of its time, and leastGarbage bytes, since much is thrown away while little is in use.
const (
	buildGC      = 50 // percent
	leastGarbage = 128 << 20
)

// garbage holds the collector to that, from one collection to the next.
type garbage struct {
	mu    sync.Mutex
	ended bool
}

// holdGarbage holds the collector to that until what it returns is called. Who asked for less, or for no collections, gets that.
func holdGarbage() (end func()) {
	asked, g := debug.SetGCPercent(buildGC), &garbage{}
	if asked < buildGC {
		debug.SetGCPercent(asked)
		return func() {}
	}
	g.hold()
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.ended = true
		debug.SetGCPercent(asked)
	}
}

// hold sets the percentage by what is in use, now and after each collection.
func (g *garbage) hold() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		return
	}
	used := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(used)
	debug.SetGCPercent(max(buildGC, int(leastGarbage*100/max(used[0].Value.Uint64(), 1<<20))))
	runtime.SetFinalizer(&struct{ *garbage }{g}, func(s *struct{ *garbage }) { s.hold() })
}
