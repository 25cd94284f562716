// Command ibid answers questions from local documents, every sentence with a citation that it has checked.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"

	"ibid/engine/extract"
	"ibid/index/reader"
	"ibid/ui/cli"
)

func main() { os.Exit(run()) }

// run wires the parts together. It is the only place that knows all of them.
func run() int {
	if os.Getenv("GOGC") == "" { // most runs last a tenth of a second: collecting less often saves more than it costs
		debug.SetGCPercent(200)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit(os.ReadFile))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	model, err := reader.Open()
	if err != nil {
		fmt.Fprintln(os.Stderr, "ibid:", err)
		return 2 // the environment names a kernel that is not there
	}
	app := cli.App{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Env: os.Environ(), Dir: "", // relative paths stay as the user writes them
		Generator: extract.Generator{}, Reader: model,
	}
	return app.Run(ctx, os.Args[1:])
}

// memoryLimit is the size from which on the collector works harder instead of letting the program grow: half of what
// the machine or its container has, so that other programs go on, and never so little that collecting takes over.
func memoryLimit(readFile func(string) ([]byte, error)) int64 {
	const unknown, least = 8 << 30, 2 << 30
	has := int64(unknown)                                   // where the system does not say
	if info, err := readFile("/proc/meminfo"); err == nil { // "MemTotal:  24 kB", the first line
		if f := bytes.Fields(info); len(f) > 1 {
			if kB, err := strconv.ParseInt(string(f[1]), 10, 64); err == nil {
				has = kB << 10
			}
		}
	}
	if most, err := readFile("/sys/fs/cgroup/memory.max"); err == nil { // a number of bytes or "max"
		if n, err := strconv.ParseInt(string(bytes.TrimSpace(most)), 10, 64); err == nil {
			has = min(has, n)
		}
	}
	return max(has, least) / 2
}
