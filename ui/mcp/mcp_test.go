package mcp_test

//lint:file-ignore SA1019 clients of today name roots, whatever a later protocol has in their place

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/engine/verify"
	"ibid/guard"
	"ibid/index"
	"ibid/index/reader"
	"ibid/ui/app"
	"ibid/ui/config"
	"ibid/ui/mcp"
)

// encoder reads what is found, as main's does. Only IBID_KERNEL can make it fail.
var encoder, _ = reader.Open()

// before is a version of the protocol in which the server asks for roots by itself.
const before = "2025-06-18"

// serve connects a client to a server of some folders.
func serve(t *testing.T, client *sdk.Client, protocol string, docs ...string) *sdk.ClientSession {
	t.Helper()
	faces := &app.App{Env: []string{"HOME=" + t.TempDir()}, Generator: extract.Generator{}, Reader: encoder, Note: t.Logf}
	c, err := config.Load(config.Sources{Env: faces.Env, Flags: map[string][]string{"docs": docs, "engine.embedder": {"builtin"}, "engine.generator": {"extractive"}}})
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := sdk.NewInMemoryTransports()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- mcp.Serve(ctx, ours, mcp.Options{App: faces, Config: c, Version: "test", Explain: func(err error) app.Error {
			var misuse app.Misuse
			code := "failed"
			if errors.As(err, &misuse) {
				code = "usage"
			}
			return app.Error{Schema: app.ErrorSchema, Code: code, Message: err.Error(), Hint: "look"}
		}})
	}()
	session, err := client.Connect(ctx, theirs, &sdk.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		stop()
		<-done
	})
	return session
}

func plain(opt *sdk.ClientOptions) *sdk.Client {
	if opt == nil {
		opt = &sdk.ClientOptions{}
	}
	if opt.Capabilities == nil {
		opt.Capabilities = &sdk.ClientCapabilities{}
	}
	return sdk.NewClient(&sdk.Implementation{Name: "test", Version: "0"}, opt)
}

// call calls a tool. What it returns is the same as text and as an object.
func call[Out any](t *testing.T, s *sdk.ClientSession, tool string, arguments map[string]any) Out {
	t.Helper()
	res, err := s.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	text := res.Content[0].(*sdk.TextContent).Text
	var out Out
	if err := json.Unmarshal([]byte(text), &out); err != nil || len(res.Content) != 1 {
		t.Fatalf("%v: %s", err, text)
	}
	if !res.IsError {
		var asText any
		_ = json.Unmarshal([]byte(text), &asText)
		one, _ := json.Marshal(asText)
		other, _ := json.Marshal(res.StructuredContent)
		if string(one) != string(other) {
			t.Errorf("as text %s\nas an object %s", one, other)
		}
	}
	return out
}

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func gauge(name string) string {
	return "# The " + name + " gauge\n\nThe " + name + " gauge measures the level of the sea every 6 seconds.\n"
}

func address(path string) string {
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}).String()
}

func TestTools(t *testing.T) {
	var mu sync.Mutex
	var told []float64
	s := serve(t, plain(&sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
		mu.Lock()
		defer mu.Unlock()
		if told = append(told, r.Params.Progress); r.Params.ProgressToken != "mine" || r.Params.Message == "" {
			t.Errorf("progress %+v", r.Params)
		}
	}}), before, folder(t, map[string]string{"a.md": gauge("Limpet"), "b.md": gauge("Periwinkle")}))
	tools, err := s.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
		if a := tool.Annotations; !a.ReadOnlyHint || *a.DestructiveHint || *a.OpenWorldHint || tool.OutputSchema == nil {
			t.Errorf("%s: %+v", tool.Name, a)
		}
	}
	if want := []string{"ask", "read", "search", "verify"}; !slices.Equal(names, want) {
		t.Errorf("tools %q", names)
	}

	params := &sdk.CallToolParams{Name: "ask", Arguments: map[string]any{"question": "What does the Limpet gauge measure?"}}
	params.SetProgressToken("mine")
	if _, err := s.CallTool(context.Background(), params); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) { // what is told arrives beside the answer
		mu.Lock()
		enough := len(told) >= 3
		mu.Unlock()
		if enough {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("progress %v", told)
		}
	}
	mu.Lock()
	if slices.Sort(told); len(slices.Compact(told)) != len(told) {
		t.Errorf("progress %v", told)
	}
	mu.Unlock()

	a := call[engine.Answer](t, s, "ask", map[string]any{"question": "What does the  Limpet gauge measure?"})
	if a.Schema != engine.AnswerSchema || a.Refused || !strings.Contains(a.Text, "the level of the sea every 6 seconds") || a.Sentences[0].Verdict != guard.Supported || a.Citations[0].DocID != "a" {
		t.Errorf("answered %+v", a)
	}
	if a := call[engine.Answer](t, s, "ask", map[string]any{"question": "What does the Winkle gauge cost?"}); !a.Refused || a.RefusalReason == "" || len(a.Citations) > 0 {
		t.Errorf("answered %+v", a)
	}
	found := call[index.Search](t, s, "search", map[string]any{"query": "level of the sea"})
	if found.Schema != index.SearchSchema || len(found.Hits) != 2 {
		t.Errorf("found %+v", found)
	}
	p := call[index.Passage](t, s, "read", map[string]any{"chunk_id": a.Citations[0].ID})
	if p.Schema != index.PassageSchema || !strings.Contains(p.Text, "Limpet gauge measures") || p.DocID != "a" || p.Digest != a.Citations[0].Digest {
		t.Errorf("read %+v", p)
	}
	v := call[verify.Report](t, s, "verify", map[string]any{"text": "The Limpet gauge measures the level of the sea every 6 seconds. The Limpet gauge measures the level of the sea every 7 seconds."})
	if v.OK || len(v.Sentences) != 2 || v.Sentences[0].Verdict != guard.Supported || v.Sentences[1].Verdict != guard.Contradicted {
		t.Errorf("verified %+v", v)
	}
	if v := call[verify.Report](t, s, "verify", map[string]any{"text": "It costs 5 euros [c1].\n\n[c1]: It costs 5 euros."}); !v.OK {
		t.Errorf("verified %+v", v)
	}
	for tool, arguments := range map[string]map[string]any{"ask": {"question": " "}, "search": {"query": "x", "projects": []string{"nosuch"}}, "verify": {"text": "\n"}, "read": {"chunk_id": "a::l99::c1"}} {
		if e := call[app.Error](t, s, tool, arguments); e.Schema != app.ErrorSchema || e.Code != "usage" || e.Message == "" || e.Hint == "" {
			t.Errorf("%s of %v: %+v", tool, arguments, e)
		}
	}
	if res, err := s.CallTool(context.Background(), &sdk.CallToolParams{Name: "ask", Arguments: map[string]any{"query": "x"}}); err != nil || !res.IsError {
		t.Errorf("wrong arguments: %+v, %v", res, err)
	}
}

// What is asked is asked of the documents as they are.
func TestDocumentsChange(t *testing.T) {
	dir := folder(t, map[string]string{"a.md": gauge("Limpet"), "sub dir/ü.md": gauge("Periwinkle"), ".env": "SECRET=1"})
	s := serve(t, plain(nil), before, dir)
	call[index.Search](t, s, "search", map[string]any{"query": "gauge"})
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "b.md"), []byte(gauge("Winkle")), 0o600), os.Remove(filepath.Join(dir, "a.md"))); err != nil {
		t.Fatal(err)
	}
	if a := call[engine.Answer](t, s, "ask", map[string]any{"question": "What does the Winkle gauge measure?"}); a.Refused || a.Index.Chunks != 2 {
		t.Errorf("answered %+v", a)
	}
}

// A client of each protocol gets the folders that the server was started for, whatever roots it has.
func TestProtocols(t *testing.T) {
	for _, protocol := range []string{before, "2026-07-28"} {
		dir, outside := folder(t, map[string]string{"a.md": gauge("Limpet")}), folder(t, map[string]string{"d.md": gauge("Whelk")})
		client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "0"}, nil)
		client.AddRoots(&sdk.Root{URI: address(outside)})
		s := serve(t, client, protocol, dir)
		if got := s.InitializeResult().ProtocolVersion; got != protocol {
			t.Fatalf("the client speaks %s", got)
		}
		if hits := call[index.Search](t, s, "search", map[string]any{"query": "What does the gauge measure?"}).Hits; len(hits) != 1 || hits[0].DocID != "a" {
			t.Errorf("%s: found %+v", protocol, hits)
		}
	}
}

// A call that is cancelled ends, and the next one is answered.
func TestCancel(t *testing.T) {
	files := map[string]string{}
	for i := range 400 {
		files["d"+strings.Repeat("x", i%7)+string(rune('a'+i%26))+strings.Repeat("y", i/26)+".md"] = strings.Repeat(gauge("Limpet"), 50)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := serve(t, plain(&sdk.ClientOptions{ProgressNotificationHandler: func(context.Context, *sdk.ProgressNotificationClientRequest) { stop() }}), before, folder(t, files))
	params := &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "Limpet"}}
	params.SetProgressToken(1)
	if res, err := s.CallTool(ctx, params); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", res, err)
	}
	if found := call[index.Search](t, s, "search", map[string]any{"query": "Limpet"}); len(found.Hits) == 0 {
		t.Error("nothing is found")
	}
}
