// Package inspect asks a Python interpreter of the user's own for the signature of a symbol, to confirm what the sources say.
//
// This is the one place where ibid lets foreign code run: the interpreter imports the module that it is asked about, and with
// it whatever that module does when it is imported. It is off unless the user names an interpreter in the settings of their
// own; a project's file cannot. The interpreter is a process of its own, spoken to in lines of JSON over a pipe, bounded in
// time and in what it may reply, and what it says only ever confirms the registry: it never makes a symbol known.
package inspect

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"ibid/index/symbol/decl"
)

const (
	patience = 5 * time.Second        // for one reply
	farewell = 500 * time.Millisecond // for the interpreter to end once its input does
	maxReply = 1 << 20                // bytes of one line
	maxNoise = 4 << 10                // bytes of standard error that are kept for a message
)

//go:embed inspect.py
var program string

// ErrGone means that the interpreter cannot be asked any more: it failed, or took too long.
var ErrGone = errors.New("the interpreter does not answer")

// Inspector is a running interpreter. It serves one caller at a time.
type Inspector struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	noise *tail
	gone  error
}

// Start runs an interpreter: its path, or a name on PATH. Its working folder is an empty one, so that nothing there is imported.
func Start(command string) (*Inspector, error) {
	dir, err := os.MkdirTemp("", "ibid-inspect-")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(command, "-c", program)
	cmd.Dir, cmd.WaitDelay = dir, farewell
	i := &Inspector{cmd: cmd, noise: new(tail)}
	cmd.Stderr = i.noise
	var out io.ReadCloser
	if i.in, err = cmd.StdinPipe(); err == nil {
		out, err = cmd.StdoutPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("inspector.command %s: %w; name a Python interpreter, or leave the setting empty", command, err), os.RemoveAll(dir))
	}
	i.out = bufio.NewReaderSize(out, 64<<10)
	return i, nil
}

// Signature is what the interpreter knows of a symbol.
type Signature struct {
	Exists     bool
	Callable   bool // and its parameters can be told
	Parameters []decl.Parameter
}

type reply struct {
	Exists     bool             `json:"exists"`
	Callable   bool             `json:"callable"`
	Parameters []decl.Parameter `json:"parameters"`
	Error      string           `json:"error"`
}

// Signature asks for one symbol of a module. After an error that wraps ErrGone there is nobody left to ask.
func (i *Inspector) Signature(ctx context.Context, module, name string) (Signature, error) {
	if i.gone != nil {
		return Signature{}, i.gone
	}
	request, err := json.Marshal(map[string]string{"module": module, "name": name})
	if err != nil {
		return Signature{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	type result struct {
		line []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		if _, err := i.in.Write(append(request, '\n')); err != nil {
			done <- result{err: err}
			return
		}
		line, err := readLine(i.out)
		done <- result{line, err}
	}()
	var r reply
	select {
	case <-ctx.Done():
		i.gone = fmt.Errorf("%w about %s.%s within %s", ErrGone, module, name, patience)
		return Signature{}, errors.Join(i.gone, i.kill())
	case res := <-done:
		if res.err == nil {
			res.err = json.Unmarshal(res.line, &r)
		}
		if res.err != nil {
			_ = i.kill() // the message below is the one that helps
			i.gone = fmt.Errorf("%w about %s.%s: %v %s", ErrGone, module, name, res.err, i.noise.last())
			return Signature{}, i.gone
		}
	}
	if r.Error != "" {
		return Signature{}, fmt.Errorf("%s.%s: %s", module, name, r.Error)
	}
	return Signature{r.Exists, r.Callable, r.Parameters}, nil
}

// readLine reads one line of bounded length.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(line) > maxReply:
			return nil, fmt.Errorf("the reply is longer than %d bytes", maxReply)
		}
	}
}

// Close ends the interpreter.
func (i *Inspector) Close() error {
	if i.cmd == nil {
		return nil
	}
	defer os.RemoveAll(i.cmd.Dir)
	err := i.in.Close()
	process := i.cmd.Process // the timer may go off when there is no command any more
	timer := time.AfterFunc(farewell, func() { _ = process.Kill() })
	defer timer.Stop()
	_ = i.cmd.Wait() // how it ends tells nothing: every reply was read
	i.cmd = nil
	return err
}

func (i *Inspector) kill() error {
	err := i.cmd.Process.Kill()
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// tail keeps the end of what is written to it, by another goroutine.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	if n := len(t.kept) - maxNoise; n > 0 {
		t.kept = t.kept[n:]
	}
	return len(p), nil
}

// last is the last line.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.kept)), "\n")
	return lines[len(lines)-1]
}
