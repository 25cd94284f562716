//go:build race

package index

// raceEnabled makes the large tests smaller: the race detector slows them tenfold.
const raceEnabled = true
