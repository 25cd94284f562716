package index

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// How much garbage may lie about while an index is built: half of what is in use, since a build would take half as
// much memory again for a tenth of its time, and leastGarbage bytes, since much is thrown away while little is in
// use.
const (
	buildGC      = 50 // percent
	leastGarbage = 64 << 20
)

// holdGarbage holds the collector to that until what it returns is called. Who asked for less, or for no collections,
// gets that.
func holdGarbage() (end func()) {
	asked, ended := debug.SetGCPercent(buildGC), false
	var mu sync.Mutex
	var hold func(struct{})
	hold = func(struct{}) { // now, and after each collection
		mu.Lock()
		defer mu.Unlock()
		if ended {
			return
		}
		used := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(used)
		debug.SetGCPercent(max(buildGC, int(leastGarbage*100/max(used[0].Value.Uint64(), 1<<20))))
		runtime.AddCleanup(new(*int), hold, struct{}{})
	}
	if asked < buildGC {
		debug.SetGCPercent(asked)
	} else {
		hold(struct{}{})
	}
	return func() {
		mu.Lock()
		defer mu.Unlock()
		ended = true
		debug.SetGCPercent(asked)
	}
}
