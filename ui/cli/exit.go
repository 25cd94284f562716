package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"ibid/engine/ollama"
	"ibid/guard"
	"ibid/index"
	"ibid/ui/config"
)

// The exit codes.
const (
	exitAnswered    = 0
	exitRefused     = 1
	exitUsage       = 2
	exitFailed      = 3   // no or unreadable documents or index
	exitModel       = 4   // the model cannot be asked
	exitInterrupted = 130 // 128 + SIGINT
)

var (
	errInterrupted = errors.New("interrupted")
	errRefused     = errors.New("refused") // the refusal itself has been printed
)

// usageError is a mistake in the command line.
type usageError struct{ error }

// noDocuments says that there is nothing to answer from.
type noDocuments struct{ message string }

func (e noDocuments) Error() string { return e.message }

// outputError says that what was printed is not whole.
type outputError struct{ err error }

func (e outputError) Error() string { return "the output could not be written: " + e.err.Error() }
func (e outputError) Unwrap() error { return e.err }

// failure is what a person or a script is told of an error.
type failure struct {
	exit    int
	code    string // stable, for scripts
	message string
	hint    string // what to do next
}

// classify maps every error to an exit code and a next step.
func classify(cmd *cobra.Command, err error) failure {
	var usage usageError
	var setting *config.Error
	var none noDocuments
	var output outputError
	var model *ollama.Error
	switch {
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		return failure{exitInterrupted, "interrupted", "interrupted", "nothing is lost; run the command again to go on"}
	case errors.As(err, &usage):
		hint := "/help lists the commands"
		if cmd != nil { // in a conversation there is none
			hint = fmt.Sprintf("see `%s --help`", cmd.CommandPath())
		}
		return failure{exitUsage, "usage", err.Error(), hint}
	case errors.As(err, &setting):
		return failure{exitUsage, "config", err.Error(), "`ibid config` lists every setting, with its variable and its flag"}
	case errors.As(err, &output):
		return failure{exitFailed, "output", err.Error(), "what was printed is not whole; make room, or print elsewhere"}
	case errors.As(err, &model) && model.Misconfigured:
		return failure{exitUsage, "config", err.Error(), model.Hint}
	case errors.As(err, &model):
		return failure{exitModel, "model", err.Error(), model.Hint}
	case errors.As(err, &none):
		return failure{exitFailed, "no_documents", err.Error(), "point --docs at a folder with PDF, Markdown, HTML, text, notebook or source files"}
	case errors.Is(err, index.ErrNoRoot):
		return failure{exitFailed, "no_documents", err.Error(), "check the path given with --docs; `ibid config` shows where it comes from"}
	case errors.Is(err, index.ErrCorrupt):
		return failure{exitFailed, "index_damaged", err.Error(), "run `ibid index --rebuild`; the documents themselves are untouched"}
	case errors.Is(err, fs.ErrPermission):
		return failure{exitFailed, "permission", err.Error(), "allow access to the path, or choose another with --docs or --index-dir"}
	}
	return failure{exitFailed, "failed", err.Error(), "run the command again; if it fails again, `ibid index --rebuild` makes the index anew"}
}

// report prints an error and returns the exit code. Standard output stays clean.
func (a *App) report(cmd *cobra.Command, err error, asJSON bool) int {
	if errors.Is(err, errRefused) {
		return exitRefused
	}
	f := classify(cmd, err)
	if asJSON {
		_ = writeJSON(a.Err, struct {
			Schema  string `json:"schema"`
			Code    string `json:"code"`
			Message string `json:"message"`
			Hint    string `json:"hint"`
		}{"ibid.error/1", f.code, f.message, f.hint})
		return f.exit
	}
	fmt.Fprintf(a.Err, "ibid: %s\n", oneLine(guard.Sanitize(f.message)))
	fmt.Fprintf(a.Err, "      %s\n", f.hint)
	return f.exit
}
