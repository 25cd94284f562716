package index

import "runtime/debug"

// buildGC is how much garbage may lie about while an index is built, as a percentage of what is in use: a build would
// take half as much memory again for a tenth of its time.
const buildGC = 50

// holdGarbage holds the collector to that until what it returns is called. Who asked for less, or for no collections,
// gets that.
func holdGarbage() (end func()) {
	asked := debug.SetGCPercent(buildGC)
	if asked < buildGC {
		debug.SetGCPercent(asked)
	}
	return func() { debug.SetGCPercent(asked) }
}
