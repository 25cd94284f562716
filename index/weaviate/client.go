// Package weaviate keeps objects on a Weaviate server, and finds them there again by their words and by their vectors.
// It speaks REST and GraphQL over net/http. Nothing is believed of what the server says but that it is JSON of the right
// shape.
//
// An object never changes: its ID follows from all that it holds, so that what is sent twice is there once. Only the
// Head, which says what the objects are, is written anew.
package weaviate

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
)

// Options say where a class is and how it is kept.
type Options struct {
	URLs        []string // of the nodes or of what stands before them; one that does not answer gives way to the next
	Class       string   // a letter and then letters, digits and _
	Key         string   // sent as a bearer token, "" for none
	Replicas    int      // of a class that is created
	Consistency string   // how many replicas must confirm what is written, and the head: ONE, QUORUM, ALL
	ReadOnly    bool     // nothing is written

	Patience time.Duration // how long a question to the server may take, with all attempts, 0 for the usual
}

const (
	usualPatience = 10 * time.Second
	writePatience = 9 // times as long may what is written take: a node starts again, a cluster finds a new leader
	attempts      = 2 // at least fit into that time, so that a node that hangs leaves some for the next
	firstPause    = 100 * time.Millisecond
	longPause     = 2 * time.Second
	maxResponse   = 256 << 20 // bytes
	maxMessage    = 300       // bytes of an error of the server that are shown
	graphql       = "/v1/graphql"
)

// Error says why the server cannot be asked, and what to do about it.
type Error struct {
	Message, Hint string
	Misconfigured bool // the settings are wrong; otherwise the server is not there, or does not do what it is asked
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

func misconfigured(hint, format string, args ...any) *Error {
	return &Error{fmt.Sprintf(format, args...), hint, true}
}

var (
	errMissing = errors.New("not found")
	errRefused = errors.New("it would fail as often as it is sent")
	errKey     = fmt.Errorf("the key is for less: %w", errRefused)
)

// Class is a class of a server. It is safe for concurrent use.
type Class struct {
	opt    Options
	client *http.Client
	at     atomic.Int32 // the URL that is asked next
}

var (
	className = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)
	address   = regexp.MustCompile(`^https?://[^@?#]+$`)
)

// Open checks the options. It asks nobody; an error is an *Error.
func Open(opt Options) (*Class, error) {
	if len(opt.URLs) == 0 {
		return nil, misconfigured("set weaviate.url", "the address of the Weaviate server is not known")
	}
	for i, text := range opt.URLs {
		u, err := url.Parse(text)
		if err != nil || !address.MatchString(text) || u.Host == "" {
			return nil, misconfigured("set weaviate.url to http://HOST:PORT or https://HOST",
				"%q is no address of a Weaviate server", text)
		}
		ip := net.ParseIP(u.Hostname())
		if opt.Key != "" && u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return nil, misconfigured("set weaviate.url to https://…",
				"the key of the Weaviate server is not sent to %s without TLS", u.Host)
		}
		opt.URLs[i] = strings.TrimSuffix(text, "/")
	}
	if !className.MatchString(opt.Class) {
		return nil, misconfigured("set weaviate.class to a capital letter with letters, digits and _ behind it",
			"%q is no name of a class", opt.Class)
	}
	opt.Patience = cmp.Or(opt.Patience, usualPatience)
	stay := func(*http.Request, []*http.Request) error { return errors.New("it redirects to another address") }
	return &Class{opt: opt, client: &http.Client{CheckRedirect: stay}}, nil
}

// ReadOnly tells whether nothing is to be written.
func (c *Class) ReadOnly() bool { return c.opt.ReadOnly }

// request sends a request, and lets read have the answer unless that is nil, until both succeed, it is refused, or too
// much time has passed: each attempt is at another node. Whatever is no question changes the server.
func (c *Class) request(ctx context.Context, what, method, path string, in any, read func([]byte) error) error {
	patience := c.opt.Patience
	if method != http.MethodGet && path != graphql {
		if patience *= writePatience; c.opt.ReadOnly {
			return misconfigured("unset weaviate.read_only",
				"the Weaviate server is only read here, and not asked to %s", what)
		}
	}
	end := time.Now().Add(patience)
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		at := c.at.Load()
		attempt, stop := context.WithTimeout(ctx, min(patience/attempts, time.Until(end)))
		data, err := c.send(attempt, method, c.opt.URLs[at]+path, in)
		stop()
		if err == nil && read != nil {
			err = read(data)
		}
		if err == nil || errors.Is(err, errMissing) || ctx.Err() != nil {
			return cmp.Or(ctx.Err(), err)
		}
		if errors.Is(err, errRefused) || time.Until(end) < pause {
			e := &Error{Message: fmt.Sprintf("the Weaviate server cannot be asked to %s: %v", what, err),
				Hint: "start it, or set weaviate.url; with too few nodes left, weaviate.consistency cannot be kept"}
			if e.Misconfigured = errors.Is(err, errKey); e.Misconfigured {
				e.Hint = "set IBID_WEAVIATE_API_KEY; who may only read sets weaviate.read_only"
			}
			return e
		}
		c.at.CompareAndSwap(at, (at+1)%int32(len(c.opt.URLs))) // unless somebody else has seen to it
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// send sends a request once.
func (c *Class) send(ctx context.Context, method, address string, in any) ([]byte, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.opt.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.opt.Key)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	switch status := resp.StatusCode; {
	case err != nil || status < 400:
		return data, err
	case status == http.StatusNotFound:
		return nil, errMissing
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		err = errKey
	case status < 500 && status != http.StatusTooManyRequests:
		err = errRefused
	default:
		err = errors.New("it fails")
	}
	return nil, fmt.Errorf("%w: %s: %s", err, resp.Status, shown(string(data)))
}

// shown is the beginning of what a server says.
func shown(text string) string { return strings.ToValidUTF8(text[:min(len(text), maxMessage)], "") }
