package ollamatest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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

// killChildren ends the processes that a server has started, and says how many they were.
func killChildren(server *os.Process) (int, error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, err
	}
	killed := 0
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue // it has ended since
		}
		// PID (NAME) STATE PARENT …, where the name may hold anything.
		_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')'):]), ") ")
		fields := strings.Fields(rest)
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
		if err != nil || len(fields) < 2 || fields[1] != strconv.Itoa(server.Pid) {
			continue
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			return killed, err
		}
		killed++
	}
	return killed, nil
}
