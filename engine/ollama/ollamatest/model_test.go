package ollamatest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The same models are made on every machine: what they say and how they embed may be kept in golden files.
func TestModelsStayTheSame(t *testing.T) {
	for _, tt := range []struct {
		name   string
		model  *model
		digest string // its beginning
	}{
		{"chat", chatModel(random), "sha256:255f538232131b31"},
		{"embed 64", embedModel(64), "sha256:9ef84e03c1e2f697"},
		{"embed 96", embedModel(96), "sha256:a6281afeb9c50e87"},
	} {
		f, err := os.Create(filepath.Join(t.TempDir(), "model.gguf"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if digest, err := tt.model.write(f); err != nil || !strings.HasPrefix(digest, tt.digest) {
			t.Errorf("%s: %s, %v; want %s", tt.name, digest, err, tt.digest)
		}
	}
}
