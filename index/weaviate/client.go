// Package weaviate keeps chunks on a Weaviate server, and finds them there again: by their terms, by their vectors,
// and by their ids.
//
//	class, err := weaviate.Open(weaviate.Options{URLs: []string{"https://search.example.org"}, Class: "Papers", Consistency: "QUORUM"})
//	err = class.Create(ctx, 1.2, 0.75, fields)
//	err = class.Put(ctx, objects)
//	found, err := class.ByTerms(ctx, weaviate.Terms{"lattic": 2}, nil, 100)
//
// It speaks REST and GraphQL over net/http, with what the server needs to know written out here. Nothing is believed
// of what it says but that it is JSON of the right shape.
//
// A Class is two classes of the server (class.go): one of chunks, known by UUIDs that follow from the ids of the
// chunks, so that what is sent twice is there once; one of files that everybody needs who asks (files.go), with the
// Head that says what state the chunks are in. A class that does not say in its description that ibid made it is left
// alone.
package weaviate

import (
	"bytes"
	"context"
	"crypto/tls"
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
	Shards      int      // of the same
	Consistency string   // how many replicas must confirm a read or a write: ONE, QUORUM, ALL
	ReadOnly    bool     // nothing is written

	Patience time.Duration // how long a question to the server may take, with all attempts, 0 for DefaultPatience
}

const (
	// DefaultPatience is as long as somebody waits for an answer.
	DefaultPatience = 10 * time.Second

	writePatience = 9 // times as long may what is written take: a node starts again, a cluster finds a new leader
	attempts      = 2 // at least fit into that time, so that a node that hangs leaves some for the next
	firstPause    = 100 * time.Millisecond
	longPause     = 2 * time.Second
	maxResponse   = 256 << 20 // bytes
	maxMessage    = 300       // bytes of an error of the server that are shown
)

// Error says why the server cannot be asked, and what to do about it.
type Error struct {
	Message string
	Hint    string
	Err     error // nil where that adds nothing

	Misconfigured bool // the settings are wrong; otherwise the server is not there, or does not do what it is asked
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

// Class is a class of a server. It is safe for concurrent use.
type Class struct {
	opt      Options
	client   *http.Client
	at       atomic.Int32 // the URL that answered last
	replicas atomic.Int32 // as the options say, or as the class says that is there
	wanted   atomic.Pointer[Level]
	behind   atomic.Pointer[behind]
}

var className = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)

// Open checks the options. It asks nobody; an error is an *Error.
func Open(opt Options) (*Class, error) {
	if len(opt.URLs) == 0 {
		return nil, misconfigured("set weaviate.url", "the address of the Weaviate server is not known")
	}
	for i, text := range opt.URLs {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return nil, misconfigured("set weaviate.url to http://HOST:PORT or https://HOST", "%q is no address of a Weaviate server", text)
		}
		if opt.Key != "" && u.Scheme == "http" && !loopback(u.Hostname()) {
			return nil, misconfigured("set weaviate.url to https://…", "the key of the Weaviate server is not sent to %s without TLS", u.Host)
		}
		opt.URLs[i] = strings.TrimSuffix(text, "/")
	}
	if !className.MatchString(opt.Class) {
		return nil, misconfigured("set weaviate.class to a capital letter with letters, digits and _ behind it", "%q is no name of a class", opt.Class)
	}
	if opt.Patience == 0 {
		opt.Patience = DefaultPatience
	}
	stay := func(*http.Request, []*http.Request) error { return errors.New("it redirects to another address") }
	c := &Class{opt: opt, client: &http.Client{CheckRedirect: stay}}
	c.replicas.Store(int32(opt.Replicas))
	return c, nil
}

// ReadOnly tells whether nothing is to be written.
func (c *Class) ReadOnly() bool { return c.opt.ReadOnly }

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// errMissing is what is not there.
var errMissing = errors.New("not found")

// refused is a request that will fail as often as it is sent.
type refused struct {
	status int
	error
}

func (r refused) Unwrap() error { return r.error }

// ask reads something; see retry.
func (c *Class) ask(ctx context.Context, what string, do func(context.Context) error) error {
	return c.retry(ctx, c.opt.Patience, what, do)
}

// tell writes something; see retry.
func (c *Class) tell(ctx context.Context, what string, do func(context.Context) error) error {
	if c.opt.ReadOnly {
		return misconfigured("unset weaviate.read_only", "the Weaviate server is only read here, and not asked to %s", what)
	}
	return c.retry(ctx, writePatience*c.opt.Patience, what, do)
}

// retry does something until it succeeds, is refused, or has failed for too long.
func (c *Class) retry(ctx context.Context, patience time.Duration, what string, do func(context.Context) error) error {
	end := time.Now().Add(patience)
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		attempt, stop := context.WithTimeout(ctx, min(patience/attempts, time.Until(end)))
		err := do(attempt)
		stop()
		var no refused
		var untrusted *tls.CertificateVerificationError
		switch {
		case err == nil || errors.Is(err, errMissing) || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case errors.As(err, &no) && (no.status == http.StatusUnauthorized || no.status == http.StatusForbidden):
			return &Error{Message: "the Weaviate server does not let this key " + what, Hint: "set IBID_WEAVIATE_API_KEY; who may only read sets weaviate.read_only", Err: err, Misconfigured: true}
		case errors.As(err, &untrusted):
			return &Error{Message: "the certificate of the Weaviate server does not prove who it is", Hint: "set weaviate.url to the name that the certificate is for; SSL_CERT_FILE names a file with another authority", Err: err, Misconfigured: true}
		case errors.As(err, &no), time.Until(end) < pause:
			return &Error{Message: "the Weaviate server at " + strings.Join(c.opt.URLs, ", ") + " cannot be asked to " + what, Hint: "start it, or set weaviate.url; with too few nodes left, weaviate.consistency cannot be kept", Err: err}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// call sends one request, and reads the answer into out unless that is nil.
func (c *Class) call(ctx context.Context, method, path string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return refused{0, err}
		}
	}
	n := c.at.Load()
	req, err := http.NewRequestWithContext(ctx, method, c.opt.URLs[n]+path, bytes.NewReader(body))
	if err != nil {
		return refused{0, err}
	}
	req.Header.Set("Content-Type", "application/json")
	if c.opt.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.opt.Key)
	}
	resp, err := c.client.Do(req)
	var data []byte
	if err == nil {
		defer resp.Body.Close()
		data, err = io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	}
	if err != nil { // the next attempt is at another node
		c.next(n)
		if long := (*url.Error)(nil); errors.As(err, &long) {
			err = long.Err
		}
		return err
	}
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return errMissing
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests:
		c.next(n)
		return fmt.Errorf("%s: %s", resp.Status, shown(data))
	case resp.StatusCode >= 400:
		return refused{resp.StatusCode, fmt.Errorf("%s: %s", resp.Status, shown(data))}
	case out == nil:
		return nil
	}
	return json.Unmarshal(data, out)
}

// next has the URL behind the n-th one asked, unless somebody else has seen to it.
func (c *Class) next(n int32) { c.at.CompareAndSwap(n, (n+1)%int32(len(c.opt.URLs))) }

// shown is the beginning of what a server says.
func shown(data []byte) string {
	return strings.ToValidUTF8(string(data[:min(len(data), maxMessage)]), "")
}

// query sends a GraphQL query, and returns what it asks for by its aliases. An error of any part is an error of the
// whole: a result from too few replicas is none, nor is one of a node that is on another level than the one wanted,
// unless that is nil.
func (c *Class) query(ctx context.Context, what, get string, wanted *Level, text string) (map[string]json.RawMessage, error) {
	switch {
	case wanted != nil && get == "Get":
		text += "} Aggregate{" + c.levelQuery(wanted)
	case wanted != nil:
		text += c.levelQuery(wanted)
	}
	var out map[string]json.RawMessage
	var best behind
	asked := 0
	err := c.ask(ctx, what, func(ctx context.Context) error {
		var answer struct {
			Data   map[string]map[string]json.RawMessage
			Errors []struct{ Message string }
		}
		if err := c.call(ctx, http.MethodPost, "/v1/graphql", map[string]string{"query": "{" + get + "{" + text + "}}"}, &answer); err != nil {
			return err
		}
		n := c.at.Load()
		if len(answer.Errors) > 0 {
			c.next(n)
			return errors.New(shown([]byte(answer.Errors[0].Message)))
		}
		if out = answer.Data[get]; wanted == nil {
			return nil
		}
		there, err := levelOf(answer.Data["Aggregate"])
		if err != nil || there == *wanted {
			return err
		}
		if asked++; there.Chunks >= best.there.Chunks {
			best.there = there
		}
		if c.next(n); asked < max(inRound, len(c.opt.URLs)) {
			return ErrBehind
		}
		best.until = time.Now().Add(BehindFor)
		c.behind.Store(&best)
		return refused{0, ErrBehind}
	})
	return out, err
}

// literal writes a value into a GraphQL query. JSON's strings, numbers and lists are GraphQL's.
func literal(v any) string {
	data, _ := json.Marshal(v) // of strings and finite numbers
	return string(data)
}
