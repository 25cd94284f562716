// Package codetest bounds what fuzz targets are given, and compares golden files.
package codetest

import (
	"testing"
	"time"
)

const (
	maxInput = 64 << 10         // bytes of a fuzz target's input
	maxTime  = 10 * time.Second // for one, which takes milliseconds
)

// Guard bounds one run of a fuzz target: an input that is too long is passed over, one that takes too long fails.
func Guard(t *testing.T, size int) {
	t.Helper()
	if size > maxInput {
		t.Skip("too long")
	}
	timer := time.AfterFunc(maxTime, func() { panic("a bomb: it does not end") })
	t.Cleanup(func() { timer.Stop() })
}
