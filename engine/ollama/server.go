package ollama

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"
)

const (
	probeTimeout    = 300 * time.Millisecond // to find out whether a server is there, and what it has
	describeTimeout = 3 * time.Second        // to be told about its models: it opens the file of each
	describers      = 4                      // models that are asked about at once
)

// Server is an Ollama server that was found, and what it had then.
type Server struct {
	Version string
	Models  []Model // by name

	client      *api.Client
	host        *url.URL
	allowRemote bool
}

// Model is an installed model.
type Model struct {
	Name         string
	Digest       string  // SHA-256 of its manifest, hex
	Family       string  // of its architecture: llama, qwen3, bert …
	Size         string  // its parameters as Ollama writes them, "3.2B"
	Billions     float64 // of parameters, 0 where it is not told
	Quantization string  // "Q4_K_M"
	Context      int     // tokens it was made for, 0 where it is not told
	Dimensions   int     // of its embeddings, 0 where it is not told
	Chat         bool    // it writes answers
	Embed        bool    // it makes vectors
	Remote       string  // the host that runs it, "" for this server itself
}

// Find asks whether a server is there and what it has. Where nobody answers like an Ollama server within 300 ms, the
// error wraps ErrNotThere; it is an *Error that a person who wanted a model can be told. Other errors are an *Error, or the
// context's. A model that the server cannot describe is listed without capabilities.
func Find(ctx context.Context, opt Options) (*Server, error) {
	client, host, err := connect(opt)
	if err != nil {
		return nil, err
	}
	s := &Server{client: client, host: host, allowRemote: opt.AllowRemote}
	if err := s.probe(ctx); err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, describeTimeout)
	defer cancel()
	s.describe(within)
	return s, ctx.Err()
}

// Host is the address of the server, without its scheme.
func (s *Server) Host() string { return s.host.Host }

// Local tells that the server is this machine.
func (s *Server) Local() bool { return local(s.host) }

func (s *Server) probe(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	version, err := s.client.Version(within)
	var list *api.ListResponse
	if err == nil {
		list, err = s.client.List(within)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return s.notThere(fmt.Errorf("nothing came within %v", probeTimeout))
	case err != nil && isPage(err):
		return s.notThere(errors.New("what answers is a web page"))
	case err != nil:
		return s.notThere(withoutRequest(err))
	case version == "":
		return s.notThere(errors.New("what answers tells no version"))
	}
	s.Version = version
	for _, m := range list.Models {
		s.Models = append(s.Models, Model{
			Name: m.Name, Digest: m.Digest, Family: m.Details.Family, Size: m.Details.ParameterSize,
			Billions: billions(m.Details.ParameterSize), Quantization: m.Details.QuantizationLevel, Remote: m.RemoteHost,
		})
	}
	slices.SortFunc(s.Models, func(a, b Model) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

func (s *Server) notThere(err error) *Error {
	return &Error{
		Message: "no Ollama server answers at " + s.host.Host,
		Hint:    serveHint,
		Err:     absence{err},
	}
}

// absence is what happened instead of an answer. It is ErrNotThere without saying so again.
type absence struct{ error }

func (a absence) Is(target error) bool { return target == ErrNotThere }
func (a absence) Unwrap() error        { return a.error }

// describe asks about each model. One that cannot be described keeps no capabilities, and is not chosen by itself.
func (s *Server) describe(ctx context.Context) {
	var wait sync.WaitGroup
	turn := make(chan struct{}, describers)
	for i := range s.Models {
		m := &s.Models[i]
		wait.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			if info, err := s.client.Show(ctx, &api.ShowRequest{Model: m.Name}); err == nil {
				m.learn(info)
			}
		})
	}
	wait.Wait()
}

// learn takes over what the server knows of a model. Servers before 0.6 tell no capabilities: there only the models of
// the BERT architectures embed, and all others chat.
func (m *Model) learn(info *api.ShowResponse) {
	if info.RemoteHost != "" {
		m.Remote = info.RemoteHost
	}
	m.Chat = slices.Contains(info.Capabilities, "completion")
	m.Embed = slices.Contains(info.Capabilities, "embedding")
	if len(info.Capabilities) == 0 {
		m.Embed = strings.Contains(m.Family, "bert")
		m.Chat = !m.Embed
	}
	architecture, _ := info.ModelInfo["general.architecture"].(string)
	number := func(key string) int {
		n, _ := info.ModelInfo[architecture+"."+key].(float64)
		return int(n)
	}
	m.Context, m.Dimensions = number("context_length"), number("embedding_length")
}

// billions reads a number of parameters: "3.2B", "137M", "8x7B".
func billions(size string) float64 {
	s := strings.ToUpper(strings.TrimSpace(size))
	unit := 0.0
	switch {
	case strings.HasSuffix(s, "B"):
		unit = 1
	case strings.HasSuffix(s, "M"):
		unit = 1e-3
	case strings.HasSuffix(s, "K"):
		unit = 1e-6
	default:
		return 0
	}
	product := unit
	for factor := range strings.SplitSeq(s[:len(s)-1], "X") {
		n, err := strconv.ParseFloat(factor, 64)
		if err != nil || !(n > 0 && n < 1e6) {
			return 0
		}
		product *= n
	}
	return product
}
