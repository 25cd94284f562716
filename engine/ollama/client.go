// Package ollama asks models that an Ollama server runs.
//
//	server, err := ollama.Find(ctx, ollama.Options{Host: ollama.DefaultHost})
//	model, err := server.ChooseChat("")
//	generator := server.Generator(model, ollama.GeneratorOptions{})
//	draft, err := generator.Draft(ctx, request, func(token string) {})
//
// Nothing that a model says is believed: a draft is checked sentence by sentence by the guard.
package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
)

// Options say which server to ask, and which model.
type Options struct {
	Host        string // address, as OLLAMA_HOST may hold it
	AllowRemote bool   // questions and evidence may leave this machine
}

const allowHint = "set ollama.allow_remote if questions and evidence may be sent there"

// connect makes a client of the server, without asking it anything. Unless the options allow it, a server on another
// machine is refused. An error is an *Error.
func connect(opt Options) (*api.Client, *url.URL, error) {
	host, err := parseHost(opt.Host)
	if err != nil {
		return nil, nil, misconfigured("set ollama.host or OLLAMA_HOST", "%v", err)
	}
	if !local(host) && !opt.AllowRemote {
		return nil, nil, misconfigured(allowHint, "Ollama at %s is not on this machine", host.Host)
	}
	return api.NewClient(host, &http.Client{CheckRedirect: stay}), host, nil
}

// stay refuses redirects: a server must not send the evidence on to another one.
func stay(*http.Request, []*http.Request) error { return errors.New("it redirects to another address") }

// retryDelays are the pauses before a request is sent again.
func retryDelays() []time.Duration {
	return []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}
}

// retry does a request, and does it again after each delay while it fails in a way that may pass. It returns the
// context's error as soon as that ends.
func retry(ctx context.Context, delays []time.Duration, do func() error) error {
	for i := 0; ; i++ {
		err := do()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil || i == len(delays) || !mayPass(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delays[i]):
		}
	}
}

// mayPass tells that a request may succeed if it is sent again: the connection failed, the runner was killed, the
// server is busy. A model that does not fit into the memory will not fit two seconds later.
func mayPass(err error) bool {
	var final *finalError
	var status api.StatusError
	switch {
	case errors.As(err, &final), isTooLong(err), isPage(err):
		return false
	case errors.As(err, &status):
		return status.StatusCode >= http.StatusInternalServerError && !containsAny(status.ErrorMessage, unloadable)
	}
	return isNetwork(err) || isBroken(err)
}

// finalError is one after which the request must not be sent again: part of its answer has been passed on.
type finalError struct{ error }

func (e *finalError) Unwrap() error { return e.error }

// DefaultHost is where Ollama listens unless it is told otherwise.
const DefaultHost = "http://127.0.0.1:11434"

const defaultPort = "11434"

// parseHost reads an address as Ollama's own client reads OLLAMA_HOST: scheme, port and path may be left out. An
// address that stands for every interface, as servers are given, means this machine.
func parseHost(s string) (*url.URL, error) {
	s = strings.TrimSpace(s)
	port := defaultPort
	scheme, rest, ok := strings.Cut(s, "://")
	switch {
	case !ok:
		scheme, rest = "http", s
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	default:
		return nil, fmt.Errorf("%q is not an address of Ollama: its scheme is neither http nor https", s)
	}
	u, err := url.Parse(scheme + "://" + bracketed(rest))
	if err != nil || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%q is not an address of Ollama; write it as %s", s, DefaultHost)
	}
	host := u.Hostname()
	if p := u.Port(); p != "" {
		port = p
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return nil, fmt.Errorf("%q is not an address of Ollama: %q is no port", s, port)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	u.Host = net.JoinHostPort(host, port)
	if _, err := url.Parse(u.String()); err != nil { // a zone of other letters than ASCII's
		return nil, fmt.Errorf("%q is not an address of Ollama; write it as %s", s, DefaultHost)
	}
	return u, nil
}

// bracketed writes a bare IPv6 address as a URL needs it.
func bracketed(hostport string) string {
	if ip := net.ParseIP(hostport); ip != nil && ip.To4() == nil {
		return "[" + hostport + "]"
	}
	return hostport
}

// local tells that an address is this machine. Of names only "localhost" is known to be: what others stand for is
// decided elsewhere, and can change.
func local(u *url.URL) bool {
	host := u.Hostname()
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// ErrNotThere is wrapped by the error of Find that means: nobody here has Ollama. Without it life goes on.
var ErrNotThere = errors.New("no Ollama server answers")

// ErrNoModel is wrapped by the error of a choice that no installed model fits. Its hint says what to install.
var ErrNoModel = errors.New("no fitting model is installed")

// errTooLong means that the server refused an input because its context cannot hold it.
var errTooLong = errors.New("the input is longer than the model's context")

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

func misconfigured(hint, format string, args ...any) *Error {
	return &Error{Message: fmt.Sprintf(format, args...), Hint: hint, Misconfigured: true}
}

// runsElsewhere refuses a model that the server only passes questions on for.
func runsElsewhere(model, remote string) *Error {
	return misconfigured(allowHint, "the model %q runs at %s, not on this machine", model, remote)
}

// explain turns an error of the client into one that says what to do. The flag is what names another model.
func explain(err error, host *url.URL, model, flag string) *Error {
	var status api.StatusError
	var unauthorized api.AuthorizationError
	said := strings.ToLower(err.Error())
	e := &Error{Message: "Ollama's answer cannot be used", Hint: "ask again; if it fails again, look at the log of the server", Err: err}
	isStatus := errors.As(err, &status)
	switch {
	case isPage(err):
		e.Message = fmt.Sprintf("a web page came from %s instead of Ollama's answer", host.Host)
		e.Hint = "a proxy may stand between, or something else listen there; check ollama.host, and NO_PROXY"
		e.Err = nil
	case isStatus && status.StatusCode == http.StatusNotFound:
		e.Message = fmt.Sprintf("Ollama at %s has no model %q", host.Host, model)
		e.Hint = "get it with `ollama pull`, or name another with " + flag + "; `ollama list` shows those that are there"
		e.Err = nil
	case errors.As(err, &unauthorized):
		e.Message = "Ollama at " + host.Host + " asks for a login"
		e.Hint = "a model on this machine needs none: name one with " + flag
	case isTooLong(err):
		e.Message = fmt.Sprintf("the text is longer than the context of %q", model)
		e.Hint = "name a model with a longer context with " + flag
	case containsAny(said, unloadable):
		e.Message = fmt.Sprintf("Ollama cannot load %q", model)
		e.Hint = "name a smaller model with " + flag + ", or free memory; if its file is damaged, `ollama pull` mends it"
	case isBroken(err):
		e.Message = fmt.Sprintf("Ollama stopped while it ran %q", model)
		e.Hint = "do it again: it starts anew; if it stops again, memory is short, and a smaller model may do (" + flag + ")"
	case isStatus:
		e.Message = fmt.Sprintf("Ollama could not run %q", model)
		e.Hint = "the log of the server says more; a smaller model may do (" + flag + ")"
	case isNetwork(err):
		e.Message = "Ollama cannot be reached at " + host.Host
		e.Hint = serveHint
		e.Err = withoutRequest(err)
	}
	return e
}

// What Ollama 0.17 says, in llm/server.go and server/sched.go, in lower case. Read only, never changed.
var (
	unloadable = []string{"requires more system memory", "failed to load", "unable to load", "error loading model",
		"out of memory", "unsupported model", "invalid file magic", "unknown model architecture"}
	killed = []string{"unexpected eof", "process has terminated", "unexpectedly stopped", "no longer running",
		"forcibly closed", "encountered while running the model"}
	tooLong = []string{"exceeds the context", "exceeds maximum context", "exceed_context_size"}
)

func containsAny(s string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

func isTooLong(err error) bool {
	return errors.Is(err, errTooLong) || containsAny(strings.ToLower(err.Error()), tooLong)
}

// isNetwork tells that the request, or the way to the server, failed before it answered.
func isNetwork(err error) bool {
	var network *net.OpError
	var request *url.Error
	return errors.As(err, &network) || errors.As(err, &request) && errors.Is(err, io.EOF)
}

const serveHint = "start it with `ollama serve`, or say where it is with ollama.host"

// withoutRequest is what went wrong, without the address and the method that it went wrong with.
func withoutRequest(err error) error {
	var request *url.Error
	if errors.As(err, &request) {
		return request.Err
	}
	return err
}

// isPage tells that HTML came where JSON was to come: the client passes the text, or the decoder's complaint, on.
func isPage(err error) bool {
	var status api.StatusError
	if errors.As(err, &status) {
		return strings.HasPrefix(strings.TrimSpace(status.ErrorMessage), "<")
	}
	var syntax *json.SyntaxError
	return strings.HasPrefix(strings.TrimSpace(err.Error()), "<") ||
		errors.As(err, &syntax) && strings.Contains(syntax.Error(), "'<'")
}

// isBroken tells that the answer ended before its end.
func isBroken(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || containsAny(strings.ToLower(err.Error()), killed)
}
