package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"time"
)

var pythonCoding = regexp.MustCompile(`(?m)\A(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)

// ErrUnsupported says that no reader knows the format of a file.
var ErrUnsupported = errors.New("the format is not supported: convert it to PDF, HTML, Markdown or text")

// format is the reader that a file goes to.
type format uint8

const (
	unsupported format = iota
	pdfFormat
	markdownFormat
	htmlFormat
	notebookFormat
	textFormat
	rstFormat
	goFormat
	pythonFormat
	codeFormat // any other programming or configuration language
)

// Supported reports whether Read may be able to read the file, by its name alone. A name without an extension is
// supported: only its content tells.
func Supported(name string) bool {
	f, _ := formatOf(name)
	return f != unsupported
}

// maxTime ends the reading of a file that a library does not come back from. Counted work, which is the same on every
// machine, ends all other files long before.
const maxTime = time.Minute

var errTooSlow = errors.New("reading it took more than a minute: convert it to text")

// Read extracts a file. The name, with its folders, chooses the reader and tells tests from other source code; it
// is not opened. The error is ErrUnsupported, ErrBinary, ctx's, or says what is wrong with the file; what could be
// read around smaller damage comes back with Warnings, and so does the beginning of a file that costs too much to read. Line
// numbers are those of the file as it is on disk. Read returns at once when ctx ends, even out of a library that does not
// know of it.
func Read(ctx context.Context, name string, data []byte) (Document, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, maxTime, errTooSlow)
	defer cancel()
	type result struct {
		doc Document
		err error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if v := recover(); v != nil {
				r.err = fmt.Errorf("its reader crashed (%v): please report this file", v)
			}
			done <- r
		}()
		r.doc, r.err = read(ctx, name, data)
	}()
	select {
	case r := <-done:
		if ctx.Err() == nil {
			return r.doc, r.err
		}
	case <-ctx.Done():
	}
	return Document{}, context.Cause(ctx)
}

func read(ctx context.Context, name string, data []byte) (Document, error) {
	if err := ctx.Err(); err != nil {
		return Document{}, err
	}
	f, lang := formatOf(name)
	if f == unsupported {
		return Document{}, ErrUnsupported
	}
	if len(data) == 0 {
		return titled(Document{Kind: kindOf(f, name), Warnings: []string{"the file is empty"}}, name), nil
	}
	if f == pdfFormat || path.Ext(name) == "" && bytes.HasPrefix(data, []byte("%PDF-")) {
		doc, err := readPDF(ctx, name, data)
		return titled(doc, name), err
	}
	text, warning, err := decode(data, declaredEncoding(f, data))
	if err != nil {
		return Document{}, err
	}
	if path.Ext(name) == "" && strings.HasPrefix(text, "#!") {
		f, lang = script(text)
	}
	b := newBuilder(ctx, Document{Kind: kindOf(f, name)}, len(data))
	if warning != "" {
		b.warn(warning)
	}
	switch f {
	case markdownFormat:
		readMarkdown(b, text)
	case htmlFormat:
		readHTML(b, text)
	case goFormat:
		readGo(b, text)
	case notebookFormat:
		err = readNotebook(b, text)
	case rstFormat:
		readRST(b, text)
	case pythonFormat:
		readPython(b, text)
	case codeFormat:
		readCode(b, text, lang)
	default:
		readText(b, text)
	}
	if err != nil {
		return Document{}, err
	}
	doc := titled(b.document(), name)
	if len(doc.Blocks) == 0 {
		doc.Warnings = append(doc.Warnings, "no text was found in the file")
	}
	return doc, nil
}

// titled gives a document without a title the name of its file.
func titled(doc Document, name string) Document {
	if doc.Title == "" {
		doc.Title = shortened(path.Base(strings.ReplaceAll(clean(name), "\n", " ")))
	}
	return doc
}

// formatOf returns the reader for a file name and, for code, the language.
func formatOf(name string) (format, string) {
	base := path.Base(name)
	switch ext := strings.ToLower(path.Ext(base)); ext {
	case ".pdf":
		return pdfFormat, ""
	case ".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd":
		return markdownFormat, ""
	case ".html", ".htm", ".xhtml":
		return htmlFormat, ""
	case ".ipynb":
		return notebookFormat, ""
	case ".rst", ".rest":
		return rstFormat, ""
	case ".txt", ".text":
		return textFormat, ""
	case ".go":
		return goFormat, "go"
	case ".py", ".pyi", ".pyw":
		return pythonFormat, "python"
	case "":
		switch base {
		case "Makefile", "GNUmakefile", "makefile":
			return codeFormat, "makefile"
		case "Dockerfile", "Containerfile":
			return codeFormat, "dockerfile"
		}
		return textFormat, ""
	default:
		if lang := languageOf(ext); lang != "" {
			return codeFormat, lang
		}
		return unsupported, ""
	}
}

// languageOf names the language of a file extension, in lower case; "" where it is not one that is read as code.
func languageOf(ext string) string {
	switch ext {
	case ".js", ".mjs", ".cjs", ".jsx":
		return "javascript"
	case ".ts", ".mts", ".cts", ".tsx":
		return "typescript"
	case ".c", ".h":
		return "c"
	case ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx":
		return "cpp"
	case ".rs":
		return "rust"
	case ".rb":
		return "ruby"
	case ".kt", ".kts":
		return "kotlin"
	case ".cs":
		return "csharp"
	case ".jl":
		return "julia"
	case ".hs":
		return "haskell"
	case ".ex", ".exs":
		return "elixir"
	case ".pl", ".pm":
		return "perl"
	case ".m":
		return "matlab"
	case ".f", ".for", ".f90", ".f95", ".f03", ".f08":
		return "fortran"
	case ".sh", ".bash", ".zsh", ".ksh":
		return "bash"
	case ".ps1":
		return "powershell"
	case ".yml":
		return "yaml"
	case ".ini", ".cfg", ".conf":
		return "ini"
	case ".mk":
		return "makefile"
	case ".java", ".scala", ".swift", ".php", ".lua", ".r", ".sql", ".proto", ".dart", ".zig", ".nim", ".clj",
		".toml", ".yaml", ".json", ".xml", ".css", ".scss", ".graphql", ".cmake", ".tex", ".bib", ".fish", ".vue", ".svelte":
		return ext[1:]
	}
	return ""
}

// script returns the reader for a text that begins with "#!".
func script(text string) (format, string) {
	line, _, _ := strings.Cut(text, "\n")
	for _, lang := range []string{"python", "perl", "ruby", "node"} {
		if !strings.Contains(line, lang) {
			continue
		}
		switch lang {
		case "python":
			return pythonFormat, lang
		case "node":
			return codeFormat, "javascript"
		}
		return codeFormat, lang
	}
	return codeFormat, "bash"
}

// kindOf returns the kind of document that a format and a file name make.
func kindOf(f format, name string) Kind {
	switch f {
	case notebookFormat:
		return Notebook
	case goFormat, pythonFormat, codeFormat:
		if isTest(name) {
			return Test
		}
		return Source
	}
	return Docs
}

// isTest follows the conventions of go test, pytest, Jest and the Maven and Cargo layouts.
func isTest(name string) bool {
	dirs := strings.Split(path.Clean(strings.ReplaceAll(name, `\`, "/")), "/")
	base := dirs[len(dirs)-1]
	for _, dir := range dirs[:len(dirs)-1] {
		switch dir {
		case "test", "tests", "__tests__", "testdata":
			return true
		}
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(base, "test_") || base == "conftest.py" ||
		strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec")
}

// declaredEncoding returns the encoding that an HTML page or a Python file names near its start, "" where there
// is none.
func declaredEncoding(f format, data []byte) string {
	head := data[:min(len(data), 1024)]
	var m [][]byte
	switch f {
	case htmlFormat:
		m = htmlCharset.FindSubmatch(head)
	case pythonFormat:
		m = pythonCoding.FindSubmatch(head)
	}
	if m == nil {
		return ""
	}
	return string(m[1])
}
