package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"ibid/engine/ollama"
	"ibid/index"
	"ibid/index/file"
	"ibid/index/weaviate"
	"ibid/ui/app"
	"ibid/ui/config"
)

// The exit codes.
const (
	exitAnswered    = 0
	exitRefused     = 1
	exitUsage       = 2
	exitFailed      = 3   // no or unreadable documents or index
	exitModel       = 4   // the model, or the server that has the chunks, cannot be asked
	exitCrashed     = 5   // a fault in ibid itself
	exitInterrupted = 130 // 128 + SIGINT
)

var (
	errInterrupted = errors.New("interrupted")
	errRefused     = errors.New("refused") // the refusal itself has been printed
)

// usageError is a mistake in the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// outputError says that what was printed is not whole.
type outputError struct{ err error }

func (e outputError) Error() string { return "the output could not be written: " + e.err.Error() }
func (e outputError) Unwrap() error { return e.err }

// saveError says that what was asked to be kept is not; what was printed is whole.
type saveError struct {
	to  string // the flag with its value
	err error
}

func (e saveError) Error() string { return e.to + ": " + e.err.Error() }
func (e saveError) Unwrap() error { return e.err }

// notSaved is nil where there is no error.
func notSaved(to string, err error) error {
	if err == nil {
		return nil
	}
	return saveError{to, err}
}

// whenInterrupted is the annotation of a command, and of those below it, that says what is left of its work after an
// interruption.
const whenInterrupted = "interrupted"

// failure is what a person or a script is told of an error.
type failure struct {
	exit    int
	code    string // stable, for scripts
	message string
	hint    string // what to do next
}

func (f failure) object() app.Error {
	return app.Error{Schema: app.ErrorSchema, Code: f.code, Message: f.message, Hint: f.hint}
}

// classify maps every error to an exit code and a next step.
func classify(cmd *cobra.Command, err error) failure {
	var usage usageError
	var misuse app.Misuse
	var setting *config.Error
	var none app.NoDocuments
	var output outputError
	var unsaved saveError
	var model *ollama.Error
	var server *weaviate.Error
	switch {
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		hint := "what was done is kept; run the command again to go on"
		for c := cmd; c != nil; c = c.Parent() {
			if left, ok := c.Annotations[whenInterrupted]; ok {
				hint = left
			}
		}
		return failure{exitInterrupted, "interrupted", "interrupted", hint}
	case errors.As(err, &usage), errors.As(err, &misuse):
		hint := "/help lists the commands"
		if cmd != nil { // in a conversation there is none
			hint = fmt.Sprintf("see `%s --help`", cmd.CommandPath())
		}
		return failure{exitUsage, "usage", err.Error(), hint}
	case errors.As(err, &setting):
		return failure{exitUsage, "config", err.Error(), "`ibid help configuration` lists every setting"}
	case errors.As(err, &output):
		return failure{exitFailed, "output", err.Error(), "what was printed is not whole; make room, or print elsewhere"}
	case errors.As(err, &unsaved) && errors.Is(err, fs.ErrNotExist):
		return failure{exitFailed, "output", err.Error(), "make the folder first, or name another place; anything that was printed is whole"}
	case errors.As(err, &unsaved):
		return failure{exitFailed, "output", err.Error(), "make room or allow it, or name another place; anything that was printed is whole"}
	case errors.As(err, &model) && model.Misconfigured:
		return failure{exitUsage, "config", err.Error(), model.Hint}
	case errors.As(err, &model):
		return failure{exitModel, "model", err.Error(), model.Hint}
	case errors.As(err, &server) && server.Misconfigured:
		return failure{exitUsage, "config", err.Error(), server.Hint}
	case errors.As(err, &server):
		return failure{exitModel, "server", err.Error(), server.Hint}
	case errors.As(err, &none):
		return failure{exitFailed, "no_documents", err.Error(), "point --docs at a folder with PDF, Markdown, HTML, text, office, e-book, notebook or source files"}
	case errors.Is(err, index.ErrNoRoot):
		return failure{exitFailed, "no_documents", err.Error(), "check the path given with --docs; `ibid config` shows where it comes from"}
	case errors.Is(err, index.ErrForeign):
		return failure{exitFailed, "index_foreign", err.Error(), "nothing there was read or changed"}
	case errors.Is(err, index.ErrCorrupt):
		return failure{exitFailed, "index_damaged", err.Error(), "run `ibid index --rebuild`; the documents themselves are untouched"}
	case errors.Is(err, syscall.ENOSPC):
		return failure{exitFailed, "disk_full", err.Error(), "make room and run the command again; what was there before is as it was"}
	case errors.Is(err, fs.ErrPermission):
		return failure{exitFailed, "permission", err.Error(), "allow access to the path, or choose another with --docs or --index-dir"}
	}
	return failure{exitFailed, "failed", err.Error(), "run the command again; if it fails again, `ibid index --rebuild` makes the index anew"}
}

// crashFile is where the stack of the last fault of ibid itself is kept, in the state folder.
const crashFile = "crash.txt"

// failure is what is told of an error. Of a fault in ibid itself it keeps the stack, to be reported with.
func (a *App) failure(cmd *cobra.Command, err error) failure {
	var fault *file.Fault
	if !errors.As(err, &fault) {
		return classify(cmd, err)
	}
	f := failure{exitCrashed, "crashed", err.Error(), "please report what you asked, with `ibid --version`"}
	dir, err := config.StateDir(a.Env)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if file := filepath.Join(dir, crashFile); err == nil {
		if err = os.WriteFile(file, fmt.Appendf(nil, "ibid %s\npanic: %v\n\n%s", thisBuild().Version, fault.Value, fault.Stack), 0o600); err == nil {
			f.hint += " and " + file
		}
	}
	return f
}

// report prints an error and returns the exit code. Standard output stays clean.
func (a *App) report(cmd *cobra.Command, err error, asJSON bool) int {
	if errors.Is(err, errRefused) {
		return exitRefused
	}
	f := a.failure(cmd, err)
	if asJSON {
		_ = writeJSON(a.Err, f.object())
		return f.exit
	}
	if f.exit == exitCrashed { // one line, for whoever greps a log for it
		fmt.Fprintf(a.Err, "ibid: %s; %s\n", clean(f.message), f.hint)
		return f.exit
	}
	fmt.Fprintf(a.Err, "ibid: %s\n      %s\n", clean(f.message), f.hint)
	return f.exit
}
