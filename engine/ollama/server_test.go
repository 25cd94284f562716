package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

// installation is a scripted server with models.
func installation(t *testing.T, list string, show map[string]string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/version", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"version":"0.17.4"}`) })
	mux.HandleFunc("GET /api/tags", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, list) })
	mux.HandleFunc("POST /api/show", func(w http.ResponseWriter, r *http.Request) {
		var req api.ShowRequest
		json.NewDecoder(r.Body).Decode(&req)
		if body, ok := show[req.Model]; ok {
			io.WriteString(w, body)
			return
		}
		w.WriteHeader(http.StatusInternalServerError)
		io.WriteString(w, `{"error":"its file is damaged"}`)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func TestFind(t *testing.T) {
	s := installation(t, `{"models":[
		{"name":"nomic-embed-text:latest","digest":"d2","details":{"family":"nomic-bert","parameter_size":"137M","quantization_level":"F16"}},
		{"name":"llama3.2:latest","digest":"d1","details":{"family":"llama","parameter_size":"3.2B","quantization_level":"Q4_K_M"}},
		{"name":"broken:1b","digest":"d3","details":{"family":"llama","parameter_size":"1B"}},
		{"name":"old-bert:latest","digest":"d5","details":{"family":"bert"}},
		{"name":"gpt-oss:120b-cloud","digest":"d4","remote_host":"https://ollama.com:443","details":{"parameter_size":""}}]}`,
		map[string]string{
			"llama3.2:latest":         `{"capabilities":["completion","tools"],"parameters":"num_ctx 4096","model_info":{"general.architecture":"llama","llama.context_length":131072,"llama.embedding_length":3072}}`,
			"nomic-embed-text:latest": `{"capabilities":["embedding"],"parameters":"num_thread                     1\nnum_ctx                        512","model_info":{"general.architecture":"nomic-bert","nomic-bert.context_length":2048,"nomic-bert.embedding_length":768}}`,
			"gpt-oss:120b-cloud":      `{"capabilities":["completion"],"remote_host":"https://ollama.com:443","model_info":{}}`,
			"old-bert:latest":         `{"model_info":{"general.architecture":7}}`,
		})
	got, err := Find(context.Background(), Options{Host: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	want := []Model{
		{Name: "broken:1b", Digest: "d3", Family: "llama", Size: "1B", Billions: 1},
		{Name: "gpt-oss:120b-cloud", Digest: "d4", Remote: "https://ollama.com:443", Chat: true},
		{Name: "llama3.2:latest", Digest: "d1", Family: "llama", Size: "3.2B", Billions: 3.2, Quantization: "Q4_K_M", Context: 131072, Dimensions: 3072, Chat: true},
		{Name: "nomic-embed-text:latest", Digest: "d2", Family: "nomic-bert", Size: "137M", Billions: 0.137, Quantization: "F16", Context: 512, Dimensions: 768, Embed: true},
		{Name: "old-bert:latest", Digest: "d5", Family: "bert", Embed: true},
	}
	if !reflect.DeepEqual(got.Models, want) || got.Version != "0.17.4" || !got.Local() || "http://"+got.Host() != s.URL {
		t.Errorf("got %+v", got)
	}
}

func TestFindNobody(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	answering := func(code int, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fail(code, body)(w, r) }))
		t.Cleanup(s.Close)
		return s.URL
	}
	release := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(silent.Close)
	t.Cleanup(func() { close(release) })
	for name, tt := range map[string]struct {
		host                  string
		absent, misconfigured bool
	}{
		"nothing listens":     {gone.URL, true, false},
		"it never answers":    {silent.URL, false, false},
		"a web site":          {answering(200, "<!doctype html><title>Hello</title>"), true, false},
		"an error of a proxy": {answering(502, "<html><h1>Bad Gateway</h1></html>"), true, false},
		"another service":     {answering(404, `{"detail":"no"}`), true, false},
		"no version":          {answering(200, `{}`), true, false},
		"another machine":     {"192.0.2.1", false, true},
		"no address":          {"ftp://x", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Find(context.Background(), Options{Host: tt.host})
			var e *Error
			if s != nil || !errors.As(err, &e) || e.Hint == "" || errors.Is(err, ErrNotThere) != tt.absent || e.Misconfigured != tt.misconfigured {
				t.Errorf("got %v, %v", s, err)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Find(ctx, Options{Host: gone.URL}); !errors.Is(err, context.Canceled) || errors.Is(err, ErrNotThere) {
		t.Errorf("a cancelled probe: %v", err)
	}
}

// Of a server that describes one of two models in time the other may be the better one: it is not chosen from.
func TestDescribedInPart(t *testing.T) {
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req api.ShowRequest
		json.NewDecoder(r.Body).Decode(&req)
		if req.Model == "qwen3:8b" {
			<-release
		}
		io.WriteString(w, `{"capabilities":["completion"]}`)
	}))
	t.Cleanup(slow.Close)
	t.Cleanup(func() { close(release) })
	client, host, err := connect(Options{Host: slow.URL})
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{client: client, host: host, Models: []Model{{Name: "llama3.2"}, {Name: "qwen3:8b"}}}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	var e *Error
	if err := s.describe(ctx); !errors.As(err, &e) || errors.Is(err, ErrNotThere) || e.Hint == "" {
		t.Errorf("got %v", err)
	}
	if s.Models = s.Models[:1]; s.describe(t.Context()) != nil || !s.Models[0].Chat {
		t.Errorf("got %+v", s.Models)
	}
}

func TestChoose(t *testing.T) {
	chat := func(name string, billions float64) Model { return Model{Name: name, Billions: billions, Chat: true} }
	embed := func(name string) Model { return Model{Name: name, Embed: true} }
	cloud := Model{Name: "qwen3:cloud", Chat: true, Remote: "https://ollama.com"}
	for _, tt := range []struct {
		name       string
		models     []Model
		configured string
		want       string // a name, or what the error says
	}{
		{"the preferred family", []Model{chat("llama3.2:latest", 3.2), chat("qwen3:4b", 4)}, "", "qwen3:4b"},
		{"the larger of a family", []Model{chat("qwen3:4b", 4), chat("qwen3:14b", 14), chat("qwen3:8b", 8)}, "", "qwen3:14b"},
		{"not too large", []Model{chat("qwen3:32b", 32), chat("gemma3:4b", 4)}, "", "gemma3:4b"},
		{"not too small", []Model{chat("qwen3:0.6b", 0.6), chat("mistral:7b", 7)}, "", "mistral:7b"},
		{"large before small", []Model{chat("qwen3:0.6b", 0.6), chat("llama3.3:70b", 70)}, "", "llama3.3:70b"},
		{"an unknown family before a narrow one", []Model{chat("qwen2.5-coder:7b", 7), chat("unheard-of:7b", 7)}, "", "unheard-of:7b"},
		{"a narrow one before none", []Model{chat("codellama:7b", 7), embed("nomic-embed-text")}, "", "codellama:7b"},
		{"the longest beginning counts", []Model{chat("llama3:8b", 8), chat("llama3.1:8b", 8)}, "", "llama3.1:8b"},
		{"namespaces are passed over", []Model{chat("phi3:3.8b", 3.8), chat("hf.co/someone/Qwen3-4B-GGUF:Q4_K_M", 4)}, "", "hf.co/someone/Qwen3-4B-GGUF:Q4_K_M"},
		{"by name at last", []Model{chat("qwen3:b", 4), chat("qwen3:a", 4)}, "", "qwen3:a"},
		{"no cloud", []Model{cloud, chat("tiny", 0.1)}, "", "tiny"},
		{"nothing but cloud", []Model{cloud}, "", "ollama pull llama3.2"},
		{"nothing", nil, "", "ollama pull llama3.2"},
		{"configured", []Model{chat("qwen3:4b", 4), chat("tiny:latest", 0.1)}, "tiny", "tiny:latest"},
		{"configured with its tag", []Model{chat("tiny:1b", 1), chat("tiny:latest", 0.1)}, "tiny:1b", "tiny:1b"},
		{"configured and missing", []Model{chat("qwen3:4b", 4)}, "qwen3", `no model "qwen3"`},
		{"configured and in the cloud", []Model{cloud}, "qwen3:cloud", "not on this machine"},
		{"configured and unable", []Model{embed("bge-m3:latest")}, "bge-m3", "does not write answers"},
	} {
		s := &Server{Models: tt.models, host: mustHost(t)}
		m, err := s.ChooseChat(tt.configured)
		checkChoice(t, tt.name, m, err, tt.want)
	}
	for _, tt := range []struct {
		name       string
		models     []Model
		configured string
		want       string
	}{
		{"the preferred", []Model{embed("all-minilm:latest"), embed("nomic-embed-text:latest"), embed("mxbai-embed-large:latest")}, "", "mxbai-embed-large:latest"},
		{"the second version", []Model{embed("snowflake-arctic-embed:335m"), embed("snowflake-arctic-embed2:568m")}, "", "snowflake-arctic-embed2:568m"},
		{"any before none", []Model{embed("mine"), chat("qwen3:4b", 4)}, "", "mine"},
		{"none", []Model{chat("qwen3:4b", 4)}, "", "ollama pull nomic-embed-text"},
		{"configured", []Model{embed("mxbai-embed-large:latest"), embed("all-minilm:22m")}, "all-minilm:22m", "all-minilm:22m"},
		{"configured and unable", []Model{chat("qwen3:4b", 4)}, "qwen3:4b", "does not make embeddings"},
	} {
		s := &Server{Models: tt.models, host: mustHost(t)}
		m, err := s.ChooseEmbed(tt.configured)
		checkChoice(t, tt.name, m, err, tt.want)
	}
	s := &Server{Models: []Model{cloud}, host: mustHost(t), allowRemote: true}
	m, err := s.ChooseChat("")
	checkChoice(t, "cloud, allowed", m, err, cloud.Name)
	if _, err := (&Server{host: mustHost(t)}).ChooseChat(""); !errors.Is(err, ErrNoModel) {
		t.Errorf("nothing to choose from: %v", err)
	}
}

func mustHost(t *testing.T) *url.URL {
	t.Helper()
	host, err := parseHost("")
	if err != nil {
		t.Fatal(err)
	}
	return host
}

func checkChoice(t *testing.T, name string, m Model, err error, want string) {
	t.Helper()
	var e *Error
	switch {
	case err == nil && m.Name != want:
		t.Errorf("%s: %s, want %s", name, m.Name, want)
	case err != nil && !errors.As(err, &e):
		t.Errorf("%s: %v", name, err)
	case err != nil:
		if text := fmt.Sprint(e, e.Hint); !containsAny(text, []string{want}) || e.Hint == "" {
			t.Errorf("%s: %q, want %q", name, text, want)
		}
	}
}

func TestBillions(t *testing.T) {
	for in, want := range map[string]float64{"3.2B": 3.2, "137M": 0.137, "8x7B": 56, "900K": 9e-4, "": 0, "B": 0, "big": 0, "-3B": 0, "NaNB": 0, "1e300B": 0, "7": 0} {
		if got := billions(in); got < want*0.999999 || got > want*1.000001 {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

func FuzzBillions(f *testing.F) {
	for _, s := range []string{"3.2B", "8x7B", "137M", "0x1p-2K", "1_0B", "xB", "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n := billions(s); !(n >= 0) || math.IsInf(n, 0) {
			t.Errorf("%q: %v", s, n)
		}
	})
}
