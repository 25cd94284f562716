// Package ollamatest runs the real Ollama server in tests, with two small models.
//
//	server := ollamatest.StartReal(t)
//	err := server.Client().Chat(ctx, &api.ChatRequest{Model: ollamatest.RealWriter, …}, …)
//
// The server is the one that .ci/ollama builds, the real models those that .ci/models imports. Tests that need what
// is missing are skipped.
package ollamatest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

const (
	startTimeout = time.Minute            // until the server answers; it needs less than a second where nothing else runs
	stopTimeout  = 10 * time.Second       // until it has ended on its own
	pollInterval = 20 * time.Millisecond  // between two questions whether it answers
	probeTimeout = 500 * time.Millisecond // of one such question
	replyTimeout = 2 * time.Minute        // of a request of a test: the longest takes seconds, and a server that waits for itself waits for good
	logTail      = 4 << 10                // bytes of its log that a failed test shows
)

// Server is an Ollama server on a port of this machine, with models. It belongs to the test that started it,
// and is used by that test's goroutine; its Client may be used by any.
type Server struct {
	Host string // its address, as OLLAMA_HOST holds it: 127.0.0.1:PORT

	t      testing.TB
	binary string
	home   string
	log    string
	cmd    *exec.Cmd
	exited chan struct{} // closed when cmd has ended
}

// Names of the real models of a server that StartReal runs.
const (
	RealEmbedder = "all-minilm:latest" // all-MiniLM-L6-v2: 384 dimensions, texts of 256 tokens
	RealWriter   = "smollm2:135m"      // SmolLM2-135M-Instruct: as weak as models come that follow instructions
)

// StartReal runs a server with a copy of the models, which ends with the test. The test is skipped where no server is
// built, or they were not imported.
func StartReal(t testing.TB) *Server {
	t.Helper()
	binary, home := find(t), t.TempDir()
	models, err := cached("models")
	if err != nil {
		t.Skip("there are no real models: run .ci/models")
	}
	if err := os.CopyFS(filepath.Join(home, "models"), os.DirFS(models)); err != nil {
		t.Fatal(err)
	}
	return start(t, binary, home)
}

func start(t testing.TB, binary, home string) *Server {
	t.Helper()
	s := &Server{Host: freePort(t), t: t, binary: binary, home: home, log: filepath.Join(home, "log")}
	s.start()
	t.Cleanup(func() {
		s.stop()
		if t.Failed() {
			t.Logf("the end of the server's log:\n%s", s.logEnd())
		}
	})
	return s
}

// find is the server's path: IBID_OLLAMA, where "none" means that there is none, or where .ci/ollama leaves it.
func find(t testing.TB) string {
	t.Helper()
	switch path := os.Getenv("IBID_OLLAMA"); path {
	case "":
	case "none":
		t.Skip("IBID_OLLAMA is none")
	default:
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("IBID_OLLAMA: %v", err)
		}
		return path
	}
	path, err := cached("ollama")
	if err != nil {
		t.Skip("there is no Ollama server: run .ci/ollama, or set IBID_OLLAMA to the path of one")
	}
	return path
}

// cached is the path of what a script in .ci leaves for tests.
func cached(name string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	path := filepath.Join(cache, "ibid-test", name)
	_, err = os.Stat(path)
	return path, err
}

// freePort is an address that nothing listens on at the moment.
func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// Client is a client of the server, as Ollama's own module has it.
func (s *Server) Client() *api.Client {
	return api.NewClient(&url.URL{Scheme: "http", Host: s.Host}, &http.Client{Timeout: replyTimeout})
}

// Kill ends the server and the processes that run its models with SIGKILL, as when the machine fails.
func (s *Server) Kill() {
	s.t.Helper()
	if err := killGroup(s.cmd.Process); err != nil {
		s.t.Fatalf("the Ollama server cannot be killed: %v", err)
	}
	<-s.exited
}

// Restart runs the server again, at the same address and with the same models, after it was ended or while it still
// runs.
func (s *Server) Restart() {
	s.t.Helper()
	s.stop()
	s.start()
}

// start runs the server and waits until it answers.
func (s *Server) start() {
	s.t.Helper()
	log, err := os.OpenFile(s.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		s.t.Fatal(err)
	}
	defer log.Close() // the server has its own
	s.cmd = exec.Command(s.binary, "serve")
	s.cmd.Stdout, s.cmd.Stderr = log, log
	s.cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + s.home,
		"OLLAMA_HOST=" + s.Host,
		"OLLAMA_MODELS=" + filepath.Join(s.home, "models"),
		"OLLAMA_NO_CLOUD=1",
		"OLLAMA_FLASH_ATTENTION=0",   // without it, models this small read long prompts many times faster
		"OLLAMA_CONTEXT_LENGTH=4096", // its default without a graphics card, whatever this machine has
	}
	s.cmd.SysProcAttr = ownGroup()
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	exited := make(chan struct{})
	s.exited = exited
	go func(cmd *exec.Cmd) {
		cmd.Wait() //nolint:errcheck // how it ended is in its log
		close(exited)
	}(s.cmd)
	if err := s.answer(); err != nil {
		s.stop()
		s.t.Fatalf("the Ollama server does not start: %v\n%s", err, s.logEnd())
	}
}

// answer waits until the server answers.
func (s *Server) answer() error {
	deadline := time.After(startTimeout)
	for {
		ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
		err := s.Client().Heartbeat(ctx)
		cancel()
		if err == nil {
			return nil
		}
		select {
		case <-s.exited:
			return errors.New("it ended")
		case <-deadline:
			return err
		case <-time.After(pollInterval):
		}
	}
}

// stop asks the server to end, which takes its models' processes with it, and kills what is left.
func (s *Server) stop() {
	s.t.Helper()
	if err := terminate(s.cmd.Process); err == nil {
		select {
		case <-s.exited:
		case <-time.After(stopTimeout):
		}
	}
	s.Kill()
}

// logEnd is the end of the server's log.
func (s *Server) logEnd() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-logTail):])
}
