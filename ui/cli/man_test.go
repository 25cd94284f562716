package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra/doc"
)

// The man pages of all commands, the same from the same source. A release keeps those that are written here: IBID_MAN is the folder.
func TestManPages(t *testing.T) {
	dir := os.Getenv("IBID_MAN")
	if dir == "" {
		dir = t.TempDir()
	}
	root := (&App{Out: io.Discard, Err: io.Discard}).root()
	root.DisableAutoGenTag = true // no date
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "ibid"}, dir); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"ibid.1", "ibid-ask.1", "ibid-search.1", "ibid-index.1", "ibid-config.1"} {
		if text, err := os.ReadFile(filepath.Join(dir, page)); err != nil || !bytes.HasPrefix(text, []byte(".nh")) {
			t.Errorf("%s starts with %.9q, %v", page, text, err)
		}
	}
}
