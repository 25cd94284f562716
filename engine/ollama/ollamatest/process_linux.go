package ollamatest

import (
	"errors"
	"os"
	"syscall"
)

// ownGroup puts a server and the processes that it starts in a group of their own, and has it end where the test ends
// without a cleanup: by a panic, by its time limit, by Ctrl-C.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}

// terminate asks a server to end.
func terminate(server *os.Process) error { return server.Signal(syscall.SIGTERM) }

// killGroup ends a server and all the processes that it has started, whether or not it still runs itself.
func killGroup(server *os.Process) error {
	if err := syscall.Kill(-server.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}
