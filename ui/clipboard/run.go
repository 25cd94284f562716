package clipboard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/ui/config"
)

const (
	maxComplaint      = 4_000 // bytes that are read of what a tool says when it fails
	maxComplaintWidth = 80    // columns of it in a message
)

// run gives text to a tool and waits for it to end. It leaves nothing running that could write later.
func (t *tool) run(ctx context.Context, env config.Env, text string) error {
	if t.write != nil {
		if err := t.write(text); err != nil {
			return fmt.Errorf("%s failed: %w", t.name, err)
		}
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, toolTimeout)
	defer stop()
	cmd := exec.CommandContext(ctx, lookPath(env, t.name), t.args...)
	cmd.Env = env
	cmd.Stdin = strings.NewReader(text)
	cmd.WaitDelay = toolGrace
	// A pipe of our own: xclip and wl-copy stay behind to serve the clipboard, with the error stream still open, and
	// one that exec makes is read to its end.
	said, stderr, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	defer said.Close()
	cmd.Stderr = stderr
	err = cmd.Run()
	stderr.Close()
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s did not end in time and was stopped: %w", t.name, context.DeadlineExceeded)
	case ctx.Err() != nil:
		return fmt.Errorf("%s was stopped: %w", t.name, ctx.Err())
	}
	if why := complaint(said); why != "" {
		return fmt.Errorf("%s failed: %s: %w", t.name, why, err)
	}
	return fmt.Errorf("%s failed: %w", t.name, err)
}

// complaint is the first line that a tool wrote, made safe. A deadline bounds the reading, where the pipe can have
// one: a child of the tool may hold it open.
func complaint(said *os.File) string {
	_ = said.SetReadDeadline(time.Now().Add(toolGrace))
	text, _ := io.ReadAll(io.LimitReader(said, maxComplaint))
	line, _, _ := strings.Cut(strings.TrimSpace(guard.Sanitize(string(text))), "\n")
	return ansi.Truncate(line, maxComplaintWidth, "…")
}

// lookPath is the path of a program in the environment's PATH, "" where it is not found. As in os/exec, a folder that
// is relative is left out: what stands in the working folder may have come with somebody else's documents.
func lookPath(e config.Env, name string) string {
	for _, dir := range filepath.SplitList(e.Get("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path
		}
	}
	return ""
}
