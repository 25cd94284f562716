package mcp_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/engine"
	"ibid/ui/mcp"
)

// What is no message is answered, and those behind it go on.
func TestFrames(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":7,"method":"ping"}`
	for line, code := range map[string]string{
		ping: "", "\ufeff" + ping + "\r": "", "  " + ping: "", `{"jsonrpc":"2.0","method":"x","params":{"a":"\u0000"}}`: "", " ": "",
		"{bad json": "-32700", "\xff\xfe": "-32700", ping + ping: "-32700", strings.Repeat("[", 100_000): "-32700",
		"[]": "-32600", "null": "-32600", "5": "-32600", `"x"`: "-32600", `[` + ping + `]`: "-32600", `{"jsonrpc":"1.0","id":1,"method":"ping"}`: "-32600", `{"id":1,"method":"ping"}`: "-32600",
		`{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`: "-32600", `{"jsonrpc":"2.0","id":1,"method":5}`: "-32600", `{"jsonrpc":"2.0","method":"` + strings.Repeat("x", 17<<20) + `"}`: "-32600",
	} {
		var out bytes.Buffer
		in, _ := mcp.Frames(strings.NewReader(line+"\n"+ping), &out)
		passed, err := io.ReadAll(in)
		if err != nil || !strings.HasSuffix(string(passed), ping+"\n") || (code == "") != (out.Len() == 0) || code != "" && string(passed) != ping+"\n" {
			t.Errorf("%.40q: passed %.80q, %v, answered %.200q", line, passed, err, out.String())
		}
		if code != "" && !strings.Contains(out.String(), `{"jsonrpc":"2.0","id":null,"error":{"code":`+code) {
			t.Errorf("%.40q is answered %.200q", line, out.String())
		}
	}
}

// FuzzFrames holds that each line that passes is one object, and each answer one error.
func FuzzFrames(f *testing.F) {
	f.Add([]byte("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n[1]\nx"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var out bytes.Buffer
		in, _ := mcp.Frames(bytes.NewReader(data), &out)
		passed, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(passed) {
			if line[0] != '{' || !json.Valid(line) {
				t.Errorf("passed %q", line)
			}
		}
		for line := range bytes.Lines(out.Bytes()) {
			if !json.Valid(line) {
				t.Errorf("answered %q", line)
			}
		}
	})
}

// An address that the library cannot quote ends nothing.
func TestStrangeAddress(t *testing.T) {
	dir := folder(t, map[string]string{"a.md": gauge("Limpet")})
	s := serve(t, plain(nil), before, dir)
	for _, name := range []string{"a\x7fb", "a\x00b", "\U000e0001"} {
		if _, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "file:///" + name}); err == nil || !strings.Contains(err.Error(), "no resources") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if a := call[engine.Answer](t, s, "ask", map[string]any{"question": "What does the Limpet gauge measure?"}); a.Refused {
		t.Errorf("answered %+v", a)
	}
}
