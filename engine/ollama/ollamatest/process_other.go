//go:build !linux

package ollamatest

import (
	"errors"
	"os"
	"syscall"
)

// Elsewhere than on Linux, where no script builds the server, one may still be given: it is ended alone, and what it
// has started ends when it notices.

func ownGroup() *syscall.SysProcAttr { return nil }

func terminate(server *os.Process) error { return server.Signal(os.Interrupt) }

func killGroup(server *os.Process) error {
	if err := server.Kill(); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
