package ollama

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/ollama/ollama/api"
)

// Error says why a model cannot be asked, and what to do about it. Its message may quote the server: it is sanitised
// before it is shown, as all text from elsewhere.
type Error struct {
	Message string
	Hint    string
	Err     error // what the server or the network said; nil where that adds nothing

	Misconfigured bool // the options are wrong; otherwise the server is not there, or has not done what was asked
}

// Error implements error.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Message
	}
	return e.Message + ": " + e.Err.Error()
}

// Unwrap returns what the server or the network said.
func (e *Error) Unwrap() error { return e.Err }

// explain turns an error of the client into one that says what to do.
func explain(err error, host *url.URL, model string) *Error {
	var status api.StatusError
	var unauthorized api.AuthorizationError
	var network *net.OpError
	e := &Error{Message: "Ollama's answer cannot be used", Hint: "ask again; if it fails again, look at the log of the server", Err: err}
	switch {
	case errors.As(err, &status) && status.StatusCode == http.StatusNotFound:
		e.Message = fmt.Sprintf("Ollama at %s has no model %q", host.Host, model)
		e.Hint = "get it with `ollama pull`, or name another with --model; `ollama list` shows those that are there"
		e.Err = nil
	case errors.As(err, &unauthorized):
		e.Message = "Ollama at " + host.Host + " asks for a login"
		e.Hint = "a model on this machine needs none: name one with --model"
	case errors.As(err, &status):
		e.Message = fmt.Sprintf("Ollama could not run %q", model)
		e.Hint = "the log of the server says more; a smaller model or less evidence (--max-chunks) may do"
	case errors.As(err, &network):
		e.Message = "Ollama cannot be reached at " + host.Host
		e.Hint = "start it with `ollama serve`, or say where it is with --ollama-host"
	}
	return e
}
