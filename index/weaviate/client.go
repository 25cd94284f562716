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
	ReadOnly    bool     // somebody else writes

	Patience time.Duration // how long a question to the server may take, with all attempts, 0 for the usual
}

const (
	usualPatience = 10 * time.Second
	writePatience = 9 // times as long may what is written take: a node starts again, a cluster finds a new leader
	attempts      = 2 // at least fit into that time, so that a node that hangs leaves some for the next
	pause         = 200 * time.Millisecond
	maxResponse   = 256 << 20 // bytes
	maxMessage    = 300       // bytes of an error of the server that are shown
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

// Class is a class of a server. It is safe for concurrent use.
type Class struct {
	Options
	client *http.Client
	at     atomic.Int32 // the URL that is asked next
}

var (
	className = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)
	address   = regexp.MustCompile(`^https?://[^@?#/]+[^@?#]*$`)
)

// Open checks the options. It asks nobody; an error is an *Error.
func Open(opt Options) (*Class, error) {
	if len(opt.URLs) == 0 {
		return nil, misconfigured("set weaviate.url", "the address of the Weaviate server is not known")
	}
	if !className.MatchString(opt.Class) {
		return nil, misconfigured("set weaviate.class to a capital letter with letters, digits and _ behind it",
			"%q is no name of a class", opt.Class)
	}
	for i, text := range opt.URLs {
		u, err := url.Parse(text)
		if err != nil || !address.MatchString(text) {
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
	opt.Patience = cmp.Or(opt.Patience, usualPatience)
	stay := func(*http.Request, []*http.Request) error { return errors.New("it redirects to another address") }
	return &Class{Options: opt, client: &http.Client{CheckRedirect: stay}}, nil
}

// request sends a request, and lets read have the answer, until both succeed, an *Error says that this is of no use, or
// too much time has passed: each attempt is at another node.
func (c *Class) request(ctx context.Context, patience time.Duration, method, path string, in any, read func([]byte) error) error {
	for end := time.Now().Add(patience); ; {
		at := c.at.Load()
		attempt, stop := context.WithTimeout(ctx, min(patience/attempts, time.Until(end)))
		data, err := c.send(attempt, method, c.URLs[at]+path, in)
		stop()
		if err == nil {
			err = read(data)
		}
		if final := (*Error)(nil); err == nil || ctx.Err() != nil || errors.As(err, &final) {
			return cmp.Or(ctx.Err(), err)
		}
		if time.Until(end) < pause {
			return &Error{Message: fmt.Sprintf("the Weaviate server cannot be asked: %v", err),
				Hint: "start it, or set weaviate.url; with too few nodes left, weaviate.consistency cannot be kept"}
		}
		c.at.CompareAndSwap(at, (at+1)%int32(len(c.URLs))) // unless somebody else has seen to it
		time.Sleep(pause)
	}
}

// get reads what stands at a path; v stays as it is where there is nothing.
func (c *Class) get(ctx context.Context, path string, v any) error {
	return c.request(ctx, c.Patience, http.MethodGet, path, nil, func(data []byte) error { return json.Unmarshal(data, v) })
}

// change changes what the server holds, and lets read have the answer.
func (c *Class) change(ctx context.Context, method, path string, in any, read func([]byte) error) error {
	return c.request(ctx, writePatience*c.Patience, method, path, in, read)
}

func anything([]byte) error { return nil }

// send sends a request once. What a GET does not find is null.
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
	if c.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.Key)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	text := fmt.Sprintf("the Weaviate server says %s: %s", resp.Status, shown(string(data)))
	switch status := resp.StatusCode; {
	case err != nil || status < 400:
		return data, err
	case status == http.StatusNotFound && method == http.MethodGet:
		return []byte("null"), nil
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return nil, &Error{text, "set IBID_WEAVIATE_API_KEY; who may only read sets weaviate.read_only", true}
	case status < 500 && status != http.StatusTooManyRequests:
		return nil, &Error{text, "see whether it is of the version that `ibid help scale` names", false}
	}
	return nil, errors.New(text)
}

// shown is the beginning of what a server says.
func shown(text string) string { return strings.ToValidUTF8(text[:min(len(text), maxMessage)], "") }
