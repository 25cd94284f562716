//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

const lastInFrame = "ctrl+d quit" // the end of the last row

// BenchmarkStart is a start as a person feels it: the whole process, to its end, or to its first frame in a terminal. One
// start is one operation, so that `-benchtime 1x -count 20` gives the figures for a median.
func BenchmarkStart(b *testing.B) {
	docs := handbook(b)
	warm := newShell(b)
	if out, err := warm.command("index", "--docs", docs).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for _, args := range [][]string{{"--version"}, {"ask", "--docs", docs, question}} {
		b.Run(args[0], func(b *testing.B) {
			for b.Loop() {
				if out, err := warm.command(args...).CombinedOutput(); err != nil {
					b.Fatalf("%v: %s", err, out)
				}
			}
		})
	}
	b.Run("screen/warm", func(b *testing.B) {
		for b.Loop() {
			warm.firstFrame(b, docs)
		}
	})
	b.Run("screen/cold", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			cold := newShell(b)
			b.StartTimer()
			cold.firstFrame(b, docs)
		}
	})
}

// firstFrame opens the screen of 140×40 in a pseudo terminal, and runs the benchmark's clock until its first frame is there.
func (s *shell) firstFrame(b *testing.B, docs string) {
	b.Helper()
	b.StopTimer()
	master, slave := openTerminal(b, 140, 40)
	defer master.Close()
	cmd := exec.Command(binary, docs)
	cmd.Dir, cmd.Env = s.dir, append(s.env, "TERM=xterm-256color")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	b.StartTimer()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	slave.Close()
	var seen []byte
	part := make([]byte, 1<<16)
	for !bytes.Contains(seen, []byte(lastInFrame)) {
		n, err := master.Read(part)
		if err != nil {
			b.Fatalf("it ended before its first frame: %v: %q", err, seen)
		}
		seen = append(seen, part[:n]...)
	}
	b.StopTimer()
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		b.Fatal(err)
	}
	for n := 1; n > 0; n, _ = master.Read(part) { // so that it does not wait for its reader
	}
	_ = cmd.Wait() // a hangup ends it with an error
	b.StartTimer()
}

// openTerminal makes a pseudo terminal: the side of the screen, and that of the program.
func openTerminal(b *testing.B, columns, rows uint16) (master, slave *os.File) {
	b.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		b.Skip("no pseudo terminals here: ", err)
	}
	fd := int(master.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: columns})
	}
	if err == nil {
		slave, err = os.OpenFile(filepath.Join("/dev/pts", fmt.Sprint(number)), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		b.Fatal(err)
	}
	return master, slave
}
