package cli

import (
	"errors"
	"os"
	"runtime/metrics"
	"runtime/pprof"
	"time"

	"github.com/spf13/cobra"

	"ibid/ui/keep"
)

// The heap is looked at every heapEvery, and its profile written anew where it grew by a heapStep'th since the last.
const (
	heapEvery = 50 * time.Millisecond
	heapStep  = 20
)

// profiled gives every command the flags for profiles. That of the heap shows it when it was at its largest.
func profiled(root *cobra.Command) {
	cpu := root.PersistentFlags().String("cpuprofile", "", "write a profile of the processor's time into a file")
	heap := root.PersistentFlags().String("memprofile", "", "write a profile of the memory at its peak into a file")
	for _, name := range []string{"cpuprofile", "memprofile"} {
		_ = root.PersistentFlags().MarkHidden(name)
	}
	for _, cmd := range family(root) {
		work := cmd.RunE
		if work == nil {
			continue
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
			if *cpu != "" {
				f, cannot := os.Create(*cpu)
				to := &keep.Written{File: f}
				if cannot == nil {
					cannot = pprof.StartCPUProfile(to)
				}
				if cannot != nil {
					return usageError{cannot}
				}
				defer func() { pprof.StopCPUProfile(); err = errors.Join(err, notSaved("--cpuprofile "+*cpu, to.Close())) }()
			}
			if *heap != "" {
				stop, cannot := watchHeap(*heap)
				if cannot != nil {
					return usageError{cannot}
				}
				defer func() { err = errors.Join(err, notSaved("--memprofile "+*heap, stop())) }()
			}
			return work(cmd, args)
		}
	}
}

// watchHeap writes a profile of the heap whenever that has grown, until it is stopped.
func watchHeap(path string) (stop func() error, err error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	f := &keep.Written{File: file}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		most, more := uint64(0), true
		for tick := time.Tick(heapEvery); more; {
			select {
			case <-tick:
			case <-done:
				more = false
			}
			metrics.Read(sample)
			if now := sample[0].Value.Uint64(); now > most+most/heapStep {
				most = now
				_, _ = f.Seek(0, 0)
				_ = f.Truncate(0)
				_ = pprof.WriteHeapProfile(f)
			}
		}
	}()
	return func() error { close(done); <-ended; return f.Close() }, nil
}
