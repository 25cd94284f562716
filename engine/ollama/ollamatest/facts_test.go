package ollamatest_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"ibid/engine/ollama/ollamatest"
)

// These tests hold what ibid relies on: how the real server and its Go client behave.

// reply is what a chat has given when it ends.
type reply struct {
	text     string
	pieces   int // messages of the stream
	logprobs []api.Logprob
	last     api.ChatResponse
}

// ask has a question answered as ibid asks: at temperature 0, with nothing cut. It calls during, if there is one, with
// the number of each piece.
func ask(ctx context.Context, s *ollamatest.Server, model, question string, change func(*api.ChatRequest), during func(piece int)) (reply, error) {
	var r reply
	no := false
	req := &api.ChatRequest{
		Model: model, Messages: []api.Message{{Role: "user", Content: question}},
		Logprobs: true, Truncate: &no, Shift: &no,
		Options: map[string]any{"temperature": 0, "seed": 1, "num_ctx": 2048, "num_predict": 40},
	}
	if change != nil {
		change(req)
	}
	err := s.Client().Chat(ctx, req, func(c api.ChatResponse) error {
		r.text += c.Message.Content
		r.logprobs = append(r.logprobs, c.Logprobs...)
		r.pieces++
		r.last = c
		if during != nil {
			during(r.pieces)
		}
		return nil
	})
	return r, err
}

// status is the HTTP status of an error, or 0.
func status(err error) int {
	var s api.StatusError
	if !errors.As(err, &s) {
		return 0
	}
	return s.StatusCode
}

const question = "How long may a frame be?"

func TestChat(t *testing.T) {
	s := ollamatest.Start(t)
	model := s.ChatModel()
	ctx := t.Context()

	first, err := ask(ctx, s, model, question, nil, nil)
	if err != nil || !first.last.Done || first.last.DoneReason != "length" || first.pieces != 41 {
		t.Fatalf("%+v, %v", first, err)
	}
	// The logprobs are those of the text's tokens, in its order; those of the whole vocabulary, before any penalty.
	said := ""
	for _, l := range first.logprobs {
		said += l.Token
		if l.Logprob > 0 {
			t.Errorf("%q has the log probability %v", l.Token, l.Logprob)
		}
	}
	if said != first.text || len(first.logprobs) != first.last.EvalCount {
		t.Errorf("%d logprobs of %q; %d tokens of %q", len(first.logprobs), said, first.last.EvalCount, first.text)
	}

	t.Run("the text is the same each time, the logprobs nearly", func(t *testing.T) {
		// What the runner still knows of the prompt from before is not computed again, and the rest is summed up in
		// another order: the last digits of the logprobs depend on what was asked before.
		const near = 1e-4
		for range 3 {
			again, err := ask(ctx, s, model, question, nil, nil)
			if err != nil || again.text != first.text || len(again.logprobs) != len(first.logprobs) {
				t.Fatalf("%q, %v; at first %q", again.text, err, first.text)
			}
			for i, l := range again.logprobs {
				if math.Abs(l.Logprob-first.logprobs[i].Logprob) > near {
					t.Errorf("%q: %v, at first %v", l.Token, l.Logprob, first.logprobs[i].Logprob)
				}
			}
		}
		if other, err := ask(ctx, s, model, "What is a datum?", nil, nil); err != nil || other.text == first.text {
			t.Errorf("another question has the same answer: %v", err)
		}
	})
	t.Run("some answers end by themselves", func(t *testing.T) {
		longer := func(req *api.ChatRequest) { req.Options["num_predict"] = 400 }
		r, err := ask(ctx, s, model, "What is a datum?", longer, nil)
		if err != nil || !r.last.Done || r.last.DoneReason != "stop" {
			t.Errorf("%+v, %v", r, err)
		}
	})
	t.Run("a schema is kept to", func(t *testing.T) {
		r, err := ask(ctx, s, model, question, func(req *api.ChatRequest) {
			req.Format = json.RawMessage(`{"type":"object","properties":{"reason":{"type":"string","maxLength":30},"supported":{"type":"boolean"}},"required":["reason","supported"]}`)
			req.Options["num_predict"] = 200
		}, nil)
		var v struct {
			Reason    *string
			Supported *bool
		}
		if err != nil || r.last.DoneReason != "stop" || json.Unmarshal([]byte(r.text), &v) != nil || v.Reason == nil || v.Supported == nil {
			t.Errorf("%q, %v", r.text, err)
		}
	})
	t.Run("a schema that is none", func(t *testing.T) {
		_, err := ask(ctx, s, model, question, func(req *api.ChatRequest) { req.Format = json.RawMessage(`{"type":17}`) }, nil)
		if status(err) != http.StatusInternalServerError {
			t.Error(err)
		}
	})
	t.Run("a missing model", func(t *testing.T) {
		if _, err := ask(ctx, s, "missing", question, nil, nil); status(err) != http.StatusNotFound {
			t.Error(err)
		}
	})
	t.Run("a model that cannot chat", func(t *testing.T) {
		if _, err := ask(ctx, s, s.EmbedModel(32), question, nil, nil); status(err) != http.StatusBadRequest {
			t.Error(err)
		}
	})
	t.Run("a model that repeats itself is stopped without Done and without an error", func(t *testing.T) {
		r, err := ask(ctx, s, s.StuckModel(), question, nil, nil)
		if err != nil || r.last.Done || r.text != strings.Repeat(" the", 31) {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

func TestChatContext(t *testing.T) {
	s := ollamatest.Start(t)
	model := s.ChatModel()
	ctx := t.Context()
	of := func(numCtx int) func(*api.ChatRequest) {
		return func(req *api.ChatRequest) { req.Options["num_ctx"] = numCtx }
	}
	long := strings.Repeat("frame ", 1000) // and a few tokens of the template
	if r, err := ask(ctx, s, model, long, of(1100), nil); err != nil || !r.last.Done || r.last.PromptEvalCount < 1000 {
		t.Errorf("a prompt that fits: %+v, %v", r.last, err)
	}
	if _, err := ask(ctx, s, model, long, of(900), nil); status(err) != http.StatusBadRequest {
		t.Errorf("a prompt that does not: %v", err)
	}
	r, err := ask(ctx, s, model, long, func(req *api.ChatRequest) {
		of(900)(req)
		req.Truncate = nil
	}, nil)
	if err != nil || !r.last.Done || r.last.PromptEvalCount > 900 {
		t.Errorf("a prompt that is cut without a word: %+v, %v", r.last, err)
	}
	// An answer that does not fit ends as one that was long enough.
	if r, err := ask(ctx, s, model, long, of(1020), nil); err != nil || r.last.DoneReason != "length" || r.last.EvalCount >= 40 {
		t.Errorf("an answer that does not fit: %+v, %v", r.last, err)
	}
	// The server takes a longer context than the model has for the model's.
	tooLong := strings.Repeat("frame ", ollamatest.ChatContext+1)
	if _, err := ask(ctx, s, model, tooLong, of(2*ollamatest.ChatContext), nil); status(err) != http.StatusBadRequest {
		t.Errorf("a prompt longer than the model's context: %v", err)
	}
	show, err := s.Client().Show(ctx, &api.ShowRequest{Model: model})
	if err != nil || show.ModelInfo["llama.context_length"] != float64(ollamatest.ChatContext) {
		t.Errorf("the model's context: %v, %v", show.ModelInfo["llama.context_length"], err)
	}
}

func TestChatBreaks(t *testing.T) {
	s := ollamatest.Start(t)
	model := s.ChatModel()
	endless := s.EndlessModel()
	longer := func(req *api.ChatRequest) {
		req.Options["num_ctx"], req.Options["num_predict"] = ollamatest.ChatContext, ollamatest.ChatContext
	}
	before, err := ask(t.Context(), s, model, question, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	works := func(t *testing.T) {
		t.Helper()
		after, err := ask(t.Context(), s, model, question, nil, nil)
		if err != nil || !after.last.Done || after.text != before.text {
			t.Errorf("afterwards: %+v, %v", after, err)
		}
	}
	const enough = 5 // pieces
	at := func(do func()) func(int) {
		return func(piece int) {
			if piece == enough {
				do()
			}
		}
	}
	t.Run("a cancelled answer is a nil error without Done", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := ask(ctx, s, endless, question, longer, at(cancel))
		if err != nil || r.last.Done || ctx.Err() == nil || !strings.HasPrefix(r.text, " the same the same") {
			t.Errorf("%q, %v, %v", r.text, r.last.Done, err)
		}
		works(t)
	})
	t.Run("a killed runner is an error without a status, and the next question starts another", func(t *testing.T) {
		r, err := ask(t.Context(), s, endless, question, longer, at(func() { s.KillRunners() }))
		if err == nil || status(err) != 0 || r.last.Done || !strings.Contains(err.Error(), "unexpected EOF") {
			t.Errorf("%v, %v", r.last.Done, err)
		}
		works(t)
	})
	t.Run("a killed server is a nil error without Done, and then no connection", func(t *testing.T) {
		r, err := ask(t.Context(), s, endless, question, longer, at(s.Kill))
		if err != nil || r.last.Done {
			t.Errorf("%v, %v", r.last.Done, err)
		}
		if _, err := ask(t.Context(), s, model, question, nil, nil); err == nil || status(err) != 0 {
			t.Errorf("a server that is not there: %v", err)
		}
		s.Restart()
		works(t)
	})
	t.Run("a server that runs is restarted", func(t *testing.T) {
		s.Restart()
		works(t)
	})
}

func TestEmbed(t *testing.T) {
	s := ollamatest.Start(t)
	texts := []string{
		"The gauge sends a frame each second.",
		"Each second, a frame is sent by the gauge.",
		"Snow falls in winter.",
		"", "a", "Grüße — ünïcode 水", strings.Repeat("frame ", ollamatest.EmbedContext-2),
	}
	for _, dimensions := range []int{64, 96} {
		model := s.EmbedModel(dimensions)
		all, err := embed(t, s, model, texts)
		if err != nil || len(all) != len(texts) {
			t.Fatalf("%d of %d texts: %v", len(all), len(texts), err)
		}
		for i, text := range texts {
			one, err := embed(t, s, model, []string{text})
			if err != nil || !reflect.DeepEqual(one, all[i:i+1]) || len(one[0]) != dimensions {
				t.Errorf("%q alone: %v, %v", text, one, err)
			}
			if norm := dot(all[i], all[i]); math.Abs(norm-1) > 1e-5 {
				t.Errorf("%q has the norm %v", text, norm)
			}
		}
		if near, far := dot(all[0], all[1]), dot(all[0], all[2]); near < far+0.2 {
			t.Errorf("like texts %v, unlike ones %v", near, far)
		}
		s.Restart()
		if again, err := embed(t, s, model, texts); err != nil || !reflect.DeepEqual(again, all) {
			t.Errorf("other vectors after a restart: %v", err)
		}
	}
	model := s.EmbedModel(64)
	if _, err := embed(t, s, model, []string{"a", strings.Repeat("frame ", ollamatest.EmbedContext-1)}); status(err) != http.StatusBadRequest {
		t.Errorf("a text that is too long: %v", err)
	}
	if _, err := embed(t, s, "missing", texts); status(err) != http.StatusNotFound {
		t.Errorf("a missing model: %v", err)
	}
	if _, err := embed(t, s, s.ChatModel(), texts[:1]); err != nil {
		t.Errorf("a chat model embeds too: %v", err)
	}
}

func TestEmbedBreaks(t *testing.T) {
	s := ollamatest.Start(t)
	model := s.EmbedModel(64)
	long := slices.Repeat([]string{strings.Repeat("frame ", ollamatest.EmbedContext-2)}, 200)
	breaks := func(t *testing.T, kill func()) error {
		t.Helper()
		if _, err := embed(t, s, model, long[:1]); err != nil { // the model is loaded
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := s.Client().Embed(t.Context(), &api.EmbedRequest{Model: model, Input: long})
			done <- err
		}()
		for {
			select {
			case err := <-done:
				return err
			case <-time.After(100 * time.Millisecond): // the batch takes many times that
				kill()
			}
		}
	}
	t.Run("a killed runner is a bad request", func(t *testing.T) {
		// So a bad request need not be the fault of the texts. Where the runner dies before it has begun, it is an error
		// of the server.
		err := breaks(t, func() { s.KillRunners() })
		if got := status(err); got != http.StatusBadRequest && got != http.StatusInternalServerError {
			t.Error(err)
		}
	})
	t.Run("a killed server is an error without a status", func(t *testing.T) {
		if err := breaks(t, s.Kill); err == nil || status(err) != 0 {
			t.Error(err)
		}
	})
	s.Restart()
	if _, err := embed(t, s, model, long[:1]); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func embed(t *testing.T, s *ollamatest.Server, model string, texts []string) ([][]float32, error) {
	t.Helper()
	no := false
	r, err := s.Client().Embed(t.Context(), &api.EmbedRequest{Model: model, Input: texts, Truncate: &no})
	if err != nil {
		return nil, err
	}
	return r.Embeddings, nil
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
