package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ibid/engine"
	"ibid/index"
	"ibid/index/source"
	"ibid/index/symbol/language"
	"ibid/ui/app"
	"ibid/ui/config"
)

// textFile is the text to verify, a file or standard input.
type textFile struct {
	io.Reader
	name string
	file *os.File // nil for standard input
}

// openText opens the file that the argument names. Without one, or with "-", it is standard input, unless that is a
// terminal where somebody would have to guess that ibid waits.
func (a *App) openText(args []string) (*textFile, error) {
	if len(args) == 0 && interactive(a.In) {
		return nil, usageError{errors.New("no text: give a file, or - to type it")}
	}
	if len(args) == 0 || args[0] == "-" {
		return &textFile{Reader: a.In, name: "standard input"}, nil
	}
	f, err := os.Open(args[0])
	if err != nil {
		return nil, unreadable(args[0], err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errors.Join(usageError{fmt.Errorf("%s is a folder; give the file to verify (and the documents with --docs)", args[0])}, f.Close())
	}
	return &textFile{Reader: f, name: args[0], file: f}, nil
}

// unreadable says what is wrong with a file that the command line names.
func unreadable(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return usageError{fmt.Errorf("there is no file %s", name)}
	}
	return usageError{err}
}

// Close closes the file.
func (t *textFile) Close() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close()
}

// is tells that a path is the text itself, which proves nothing.
func (t *textFile) is(path string) bool {
	if t.file == nil {
		return false
	}
	mine, err := t.file.Stat()
	if err != nil {
		return false
	}
	other, err := os.Stat(path)
	return err == nil && os.SameFile(mine, other)
}

// text reads the whole text.
func (t *textFile) text(ctx context.Context) (string, error) {
	text, err := readAll(ctx, io.LimitReader(t, app.MaxTextBytes+1))
	if err != nil {
		return "", fmt.Errorf("%s: %w", t.name, err)
	}
	text = strings.TrimPrefix(text, "\ufeff")
	return text, t.verifiable(text)
}

// verifiable says what keeps a text from being verified.
func (t *textFile) verifiable(text string) error {
	switch {
	case len(text) > app.MaxTextBytes:
		return usageError{fmt.Errorf("%s is longer than %d MB: verify it in parts", t.name, app.MaxTextBytes>>20)}
	case strings.TrimSpace(text) == "":
		return usageError{fmt.Errorf("%s is empty: there is nothing to verify", t.name)}
	case strings.ContainsRune(text, 0):
		return usageError{fmt.Errorf("%s is binary, not text", t.name)}
	}
	return nil
}

// gatherEvidence adds the evidence of files to that which a text gave itself.
func gatherEvidence(ctx context.Context, c *config.Config, given []engine.Evidence, files []string) ([]engine.Evidence, error) {
	for i, arg := range files {
		key, path := "c"+strconv.Itoa(i+1), arg
		if k, p, ok := strings.Cut(arg, "="); ok {
			if n, isKey := app.EvidenceKey(k); isKey {
				key, path = n, p
			}
		}
		if slices.ContainsFunc(given, func(ev engine.Evidence) bool { return ev.Key == key }) {
			return nil, usageError{fmt.Errorf("the evidence %s is given twice; name the key of a file with --evidence KEY=FILE", key)}
		}
		doc, err := document(ctx, c, path)
		if err != nil {
			return nil, err
		}
		given = append(given, engine.Evidence{Key: key, Chunk: index.Chunk{Path: path, Chunk: source.Chunk{DocID: filepath.Base(path), Text: doc.Text}}})
	}
	slices.SortFunc(given, func(a, b engine.Evidence) int {
		return cmp.Or(cmp.Compare(len(a.Key), len(b.Key)), strings.Compare(a.Key, b.Key))
	})
	return given, nil
}

// document reads a file in any format that documents may have; others are taken for plain text.
func document(ctx context.Context, c *config.Config, path string) (source.Document, error) {
	data, err := app.ReadFile(path, max(c.MaxTextMB, c.MaxPDFMB))
	if err != nil {
		return source.Document{}, unreadable(path, err)
	}
	doc, err := source.Read(ctx, path, data)
	if errors.Is(err, source.ErrUnsupported) {
		doc, err = source.Read(ctx, "evidence.txt", data)
	}
	switch {
	case ctx.Err() != nil:
		return doc, ctx.Err()
	case err != nil && len(bytes.TrimSpace(data)) > 0:
		return doc, usageError{fmt.Errorf("%s: %w", path, err)}
	}
	return doc, nil
}

// isProgram tells by its name whether a file is source code, of a language whose names are checked or of another one.
func isProgram(name string) bool {
	return language.OfFile(name) != nil || language.Unread(strings.TrimPrefix(filepath.Ext(name), ".")) != ""
}

// program is the text of a source file as a document: one listing.
func program(name, text string) source.Document {
	return source.Document{Text: text, Blocks: []source.Block{{
		Kind: source.Code, End: len(text), StartLine: 1, EndLine: 1 + strings.Count(text, "\n"), Lang: strings.TrimPrefix(filepath.Ext(name), "."),
	}}}
}
