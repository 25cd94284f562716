package ollama

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"
)

const (
	probeTimeout    = time.Second      // until a connection comes about
	answerTimeout   = 5 * time.Second  // for a server to tell what it has: forty may ask it at the same time
	describeTimeout = 10 * time.Second // to be told about its models: it opens the file of each
	describers      = 4                // models that are asked about at once
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
	Context      int     // tokens it was made for, of one that embeds those it was set to take in; 0 where it is not told
	Dimensions   int     // of its embeddings, 0 where it is not told
	Chat         bool    // it writes answers
	Embed        bool    // it makes vectors
	Remote       string  // the host that runs it, "" for this server itself
}

// Find asks whether a server is there and what it has. Where nobody listens, or answers like no Ollama server, the
// error wraps ErrNotThere; it is an *Error that a person who wanted a model can be told. Other errors are an *Error,
// or the context's; so is one of a server that takes too long, whichever part of what it has is missing: the rest is
// not what it would answer by when it is less busy. A model that the server cannot describe is listed without
// capabilities.
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
	if err := s.describe(within); err != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	return s, nil
}

// Host is the address of the server, without its scheme.
func (s *Server) Host() string { return s.host.Host }

// Local tells that the server is this machine.
func (s *Server) Local() bool { return local(s.host) }

func (s *Server) probe(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	nobody := time.AfterFunc(probeTimeout, cancel)
	defer nobody.Stop()
	within = httptrace.WithClientTrace(within, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { nobody.Stop() }})
	version, err := s.client.Version(within)
	var list *api.ListResponse
	if err == nil {
		list, err = s.client.List(within)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(within.Err(), context.DeadlineExceeded):
		return s.late(answerTimeout)
	case within.Err() != nil:
		return s.late(probeTimeout)
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

// late is not ErrNotThere: where nobody listens, this machine says so at once.
func (s *Server) late(after time.Duration) *Error {
	return &Error{
		Message: fmt.Sprintf("%s did not answer within %v", s.host.Host, after),
		Hint:    "if it is Ollama it is busy, or hangs: ask again, or start it again",
	}
}

// absence is what happened instead of an answer. It is ErrNotThere without saying so again.
type absence struct{ error }

func (a absence) Is(target error) bool { return target == ErrNotThere }
func (a absence) Unwrap() error        { return a.error }

// describe asks about each model, for as long as the context lasts. One that cannot be described keeps no
// capabilities, and is not chosen by itself.
func (s *Server) describe(ctx context.Context) error {
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
	if ctx.Err() != nil {
		return s.late(describeTimeout)
	}
	return nil
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
	if set := parameter(info.Parameters, "num_ctx"); set > 0 && m.Embed { // its context may be longer than what it was trained on
		m.Context = min(set, cmp.Or(m.Context, set))
	}
}

// parameter reads a number among a model's parameters, which stand one a line behind their names; 0 where it is not
// there.
func parameter(list, name string) int {
	for line := range strings.Lines(list) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == name {
			n, _ := strconv.Atoi(f[1])
			return n
		}
	}
	return 0
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

// Sizes of chat models, in billions of parameters, that decide before the family does. Smaller ones lose the citation
// rules; of larger ones an answer takes minutes without a graphics card.
const (
	smallChat = 2
	largeChat = 16
)

// The models to install where none fits: each the smallest that keeps to the rules.
const (
	chatAdvice  = "`ollama pull llama3.2` installs one that writes answers (2.0 GB)"
	embedAdvice = "`ollama pull nomic-embed-text` installs one for embeddings (270 MB)"
)

// chatFamilies are the beginnings of the names of models that follow instructions, the newest and most capable first. A name
// that has several beginnings counts as the longest. Any other chat model comes after them.
func chatFamilies() []string {
	return []string{"qwen3.5", "gemma4", "qwen3", "gemma3n", "gemma3", "gpt-oss", "llama3.3", "llama3.2", "llama3.1", "mistral-small", "mistral-nemo", "phi4", "granite4",
		"qwen2.5", "granite3", "gemma2", "command-r", "llama3", "mistral", "phi3", "olmo2", "exaone3.5"}
}

// narrowModels are parts of the names of models that are made for something else than answering from a text:
// programs, images, moderation, reasoning that cannot be switched off. They come last.
func narrowModels() []string {
	return []string{"code", "math", "guard", "shield", "vision", "llava", "moondream", "-vl", "-ocr", "translate",
		"deepseek-r1", "qwq", "thinking", "-base", "-text"}
}

// embedFamilies are the beginnings of the names of embedding models, the preferred first: those that retrieve best in
// English by their authors' figures, and are quick without a graphics card, before the others.
func embedFamilies() []string {
	return []string{"snowflake-arctic-embed2", "mxbai-embed-large", "embeddinggemma", "nomic-embed-text", "snowflake-arctic-embed",
		"bge-large", "bge-m3", "qwen3-embedding", "granite-embedding", "all-minilm", "paraphrase-multilingual"}
}

// ChooseChat picks the model that writes answers: the configured one, or else the best that is installed. First come
// models made for answering, then those between 2 and 16 billion parameters, larger ones, smaller ones; then the
// families in the order of chatFamilies, then the larger model, then the name. An error is an *Error; it wraps
// ErrNoModel where none is configured and none fits.
func (s *Server) ChooseChat(configured string) (Model, error) {
	if configured != "" {
		return s.configured(configured, "write answers", "--model", func(m Model) bool { return m.Chat })
	}
	return s.best("write answers", chatAdvice, func(m Model) bool { return m.Chat }, func(a, b Model) int {
		return cmp.Or(
			cmp.Compare(fitness(a), fitness(b)),
			cmp.Compare(rank(a, chatFamilies()), rank(b, chatFamilies())),
			cmp.Compare(b.Billions, a.Billions),
		)
	})
}

// ChooseJudge picks the configured judge. An error is an *Error.
func (s *Server) ChooseJudge(configured string) (Model, error) {
	return s.configured(configured, "judge claims", "guard.judge", func(m Model) bool { return m.Chat })
}

// ChooseEmbed picks the model that makes vectors: the configured one, or else the first of embedFamilies that is
// installed, the larger of two, then by name. Errors are those of ChooseChat.
func (s *Server) ChooseEmbed(configured string) (Model, error) {
	if configured != "" {
		return s.configured(configured, "make embeddings", "ollama.embed_model", func(m Model) bool { return m.Embed })
	}
	return s.best("make embeddings", embedAdvice, func(m Model) bool { return m.Embed && !m.Chat }, func(a, b Model) int {
		return cmp.Or(cmp.Compare(rank(a, embedFamilies()), rank(b, embedFamilies())), cmp.Compare(b.Billions, a.Billions))
	})
}

// configured finds a model by its name, ":latest" understood.
func (s *Server) configured(name, what, flag string, able func(Model) bool) (Model, error) {
	for _, m := range s.Models {
		switch {
		case m.Name != name && m.Name != name+":latest":
			continue
		case m.Remote != "" && !s.allowRemote:
			return Model{}, runsElsewhere(m.Name, m.Remote)
		case !able(m):
			return Model{}, misconfigured("name another with "+flag+"; `ollama show` tells what a model can do", "the Ollama model %q does not %s", m.Name, what)
		}
		return m, nil
	}
	return Model{}, &Error{
		Message: fmt.Sprintf("Ollama at %s has no model %q", s.host.Host, name),
		Hint:    "get it with `ollama pull " + name + "`, or name another with " + flag + "; `ollama list` shows those that are there",
	}
}

// best picks the first by an order that the name makes total.
func (s *Server) best(what, advice string, able func(Model) bool, compare func(a, b Model) int) (Model, error) {
	var fit []Model
	for _, m := range s.Models {
		if able(m) && (m.Remote == "" || s.allowRemote) {
			fit = append(fit, m)
		}
	}
	if len(fit) == 0 {
		return Model{}, &Error{Message: fmt.Sprintf("Ollama at %s cannot %s", s.host.Host, what), Hint: advice, Err: ErrNoModel}
	}
	return slices.MinFunc(fit, func(a, b Model) int {
		return cmp.Or(cmp.Compare(min(1, len(a.Remote)), min(1, len(b.Remote))), compare(a, b), cmp.Compare(a.Name, b.Name))
	}), nil
}

// baseName is a model's name without the namespace and the tag, in lower case: "hf.co/x/Qwen3-8B:q4" is "qwen3-8b".
func baseName(name string) string {
	name, _, _ = strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ":")
	return strings.ToLower(name)
}

// rank is the place of a model among families: of the longest that its name begins with, or the end.
func rank(m Model, families []string) int {
	name, at, longest := baseName(m.Name), len(families), 0
	for i, f := range families {
		if strings.HasPrefix(name, f) && len(f) > longest {
			at, longest = i, len(f)
		}
	}
	return at
}

// fitness is 0 for models that are preferred, or of which nothing else is told, and more the less they are.
func fitness(m Model) int {
	switch {
	case containsAny(strings.ToLower(m.Name), narrowModels()):
		return 3
	case m.small():
		return 2
	case m.Billions > largeChat:
		return 1
	}
	return 0
}
