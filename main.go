// Command ibid answers questions from local documents, every sentence with a citation that it has checked.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"ibid/engine/extract"
	"ibid/ui/cli"
)

func main() { os.Exit(run()) }

// run wires the parts together. It is the only place that knows all of them.
func run() int {
	if os.Getenv("GOGC") == "" { // most runs last a tenth of a second: collecting less often saves more than it costs
		debug.SetGCPercent(200)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	app := cli.App{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Env: os.Environ(), Dir: "", // relative paths stay as the user writes them
		Generator: extract.Generator{},
	}
	return app.Run(ctx, os.Args[1:])
}
