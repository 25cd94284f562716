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
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/ollama/ollama/api"
)

// Options say which server to ask, and which model.
type Options struct {
	Host        string // address, as OLLAMA_HOST may hold it
	Model       string // of NewJudge; Find shows all
	AllowRemote bool   // questions and evidence may leave this machine
}

const allowHint = "set ollama.allow_remote or give --allow-remote if questions and evidence may be sent there"

// connect makes a client of the server, without asking it anything. Unless the options allow it, a server on another
// machine is refused. An error is an *Error.
func connect(opt Options) (*api.Client, *url.URL, error) {
	host, err := parseHost(opt.Host)
	if err != nil {
		return nil, nil, misconfigured("set ollama.host, OLLAMA_HOST or --ollama-host", "%v", err)
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

// mayPass tells that a request may succeed if it is sent again: the connection failed, the runner was killed, the server
// is busy. A model that does not fit into the memory will not fit two seconds later.
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
