package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/index"
	"ibid/ui/config"
)

// The exit codes.
const (
	exitAnswered    = 0
	exitRefused     = 1
	exitUsage       = 2
	exitNoDocuments = 3   // no or unreadable documents or index
	exitNoModel     = 4   // a configured model cannot be reached
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

// failure is what a person or a script is told of an error.
type failure struct {
	exit    int
	code    string // stable, for scripts
	message string
	hint    string // what to do next
}

// classify maps every error to an exit code and a next step.
func classify(cmd *cobra.Command, err error) failure {
	f := failure{exit: exitNoDocuments, code: "failed", message: err.Error(), hint: "run the same command again; if it fails again, `ibid index --rebuild` makes the index anew"}
	var usage usageError
	var setting *config.Error
	var none noDocuments
	switch {
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		return failure{exitInterrupted, "interrupted", "interrupted", "nothing is lost; run the command again to go on"}
	case errors.As(err, &usage), isCobraUsage(err):
		f.exit, f.code, f.hint = exitUsage, "usage", fmt.Sprintf("see `%s --help`", cmd.CommandPath())
	case errors.As(err, &setting):
		f.exit, f.code, f.hint = exitUsage, "config", "correct the setting; `ibid config` lists them all with where each value comes from"
	case errors.As(err, &none):
		f.code, f.hint = "no_documents", "point --docs at a folder with PDF, Markdown, HTML, text, notebook or source files"
	case errors.Is(err, index.ErrNoRoot):
		f.code, f.hint = "no_documents", "check the path given to --docs"
	case errors.Is(err, index.ErrNoIndex):
		f.code, f.hint = "no_index", "run `ibid index` first"
	case errors.Is(err, index.ErrCorrupt):
		f.code, f.hint = "index_damaged", "run `ibid index --rebuild`; the documents themselves are untouched"
	case errors.Is(err, fs.ErrPermission):
		f.code, f.hint = "permission", "allow access to the path, or choose another with --docs or --index-dir"
	}
	return f
}

// isCobraUsage recognises the errors that cobra makes itself, which have no type.
func isCobraUsage(err error) bool {
	for _, p := range []string{"unknown command", "unknown flag", "accepts ", "requires at least", "invalid argument"} {
		if strings.HasPrefix(err.Error(), p) {
			return true
		}
	}
	return false
}

// report prints an error, if there is one, and returns the exit code. Standard output stays clean.
func (a *App) report(cmd *cobra.Command, err error) int {
	if err == nil {
		return exitAnswered
	}
	if errors.Is(err, errRefused) {
		return exitRefused
	}
	f := classify(cmd, err)
	if asJSON, ferr := cmd.Flags().GetBool("json"); ferr == nil && asJSON {
		_ = json.NewEncoder(a.Err).Encode(struct {
			Schema  string `json:"schema"`
			Code    string `json:"code"`
			Message string `json:"message"`
			Hint    string `json:"hint"`
		}{"ibid.error/1", f.code, f.message, f.hint})
		return f.exit
	}
	fmt.Fprintf(a.Err, "ibid: %s\n", guard.Sanitize(f.message))
	if f.hint != "" {
		fmt.Fprintf(a.Err, "      %s\n", f.hint)
	}
	return f.exit
}
