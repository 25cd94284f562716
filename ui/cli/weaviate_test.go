package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// Text leaves the machine only where the settings say enough, and a server that is not there is told of by its own exit code.
func TestWeaviateSettings(t *testing.T) {
	docs := t.TempDir()
	place(t, filepath.Join(docs, "a.md"), "# Gauge\n\nA tide gauge measures the height of the sea.\n")
	const nobody = "http://127.0.0.1:1"
	for _, tt := range []struct {
		name string
		env  []string
		code int
		want string
	}{
		{"no address", nil, exitAnswered, ""},
		{"a key without TLS", []string{"IBID_WEAVIATE_URL=http://example.org", "IBID_WEAVIATE_API_KEY=secret"}, exitUsage, "without TLS"},
		{"no class", []string{"IBID_WEAVIATE_URL=" + nobody, "IBID_WEAVIATE_CLASS=a b"}, exitUsage, "no name of a class"},
		{"nobody there", []string{"IBID_WEAVIATE_URL=" + nobody}, exitModel, "cannot be asked"},
	} {
		r := ibid(t, append(home(t), tt.env...), "ask", "--json", "--docs", docs, "What does a tide gauge measure?")
		if r.code != tt.code || !strings.Contains(r.err, tt.want) || strings.Contains(r.out+r.err, "secret") {
			t.Errorf("%s: exit code %d: %s", tt.name, r.code, r.err)
		}
	}
}
