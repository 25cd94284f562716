package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
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
	csvFormat
	wordFormat
	openDocumentFormat
	epubFormat
	latexFormat
	markedFormat // text in a markup that no reader knows
	pythonFormat
	codeFormat // any other programming or configuration language
)

// Supported reports whether Read may be able to read the file, by its name alone. A name without an extension is
// supported: only its content tells.
func Supported(name string) bool {
	f, _ := formatOf(name)
	return f != unsupported
}

// Plain reports whether a file of that name is text as it stands: prose, Markdown, a table, code, settings.
func Plain(name string) bool {
	f, _ := formatOf(name)
	return slices.Contains([]format{unsupported, markdownFormat, textFormat, csvFormat, pythonFormat, codeFormat}, f)
}

// Packed reports whether the size of a file of that name says little about how much text it holds: PDF and archives.
func Packed(name string) bool {
	f, _ := formatOf(name)
	return f == pdfFormat || archived(f) != nil
}

// maxTime ends the reading of a file that a library does not come back from. Counted work, which is the same on every
// machine, ends all other files long before.
const maxTime = time.Minute

var errTooSlow = errors.New("reading it took more than a minute: convert it to text")

// Read extracts a file. The name, with its folders, chooses the reader and tells tests from other source code; it is
// not opened. The error is ErrUnsupported, ErrBinary, ctx's, or says what is wrong with the file; what could be read
// around smaller damage comes back with Warnings, and so does the beginning of a file that costs too much to read.
// Line numbers are those of the file as it is on disk. Read returns at once when ctx ends, even out of a library that
// does not know of it.
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
	if read := archived(f); read != nil {
		b := newBuilder(ctx, Document{Kind: Docs}, len(data))
		if err := read(b, data); err != nil {
			return Document{}, err
		}
		return finished(b, name), nil
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
	case notebookFormat:
		err = readNotebook(b, text)
	case rstFormat:
		readRST(b, text)
	case csvFormat:
		readCSV(b, text)
	case latexFormat:
		readLaTeX(b, text)
	case markedFormat:
		b.warn("read as plain text: its marks are not understood")
		readText(b, text)
	case pythonFormat, codeFormat:
		readCode(b, text, lang)
	default:
		readText(b, text)
	}
	if err != nil {
		return Document{}, err
	}
	return finished(b, name), nil
}

// finished is the document that was built.
func finished(b *builder, name string) Document {
	doc := titled(b.document(), name)
	if len(doc.Blocks) == 0 {
		doc.Warnings = append(doc.Warnings, "no text was found in the file")
	}
	return doc
}

// archived returns the reader of a format whose files hold others.
func archived(f format) func(*builder, []byte) error {
	switch f {
	case wordFormat:
		return readWord
	case openDocumentFormat:
		return readOpenDocument
	case epubFormat:
		return readEPUB
	}
	return nil
}

// titled gives a document without a title the name of its file.
func titled(doc Document, name string) Document {
	if doc.Title == "" {
		doc.Title = shortened(path.Base(strings.ReplaceAll(clean(name), "\n", " ")))
	}
	return doc
}

// languages lists the formats, languages of code, and the extensions and whole names of their files. A language
// without a name is called like the extension.
var languages = []struct {
	format format
	lang   string
	names  string
}{
	{pdfFormat, "", ".pdf"},
	{markdownFormat, "", ".md .markdown .mdown .mkd .mdx .qmd .rmd"},
	{htmlFormat, "", ".html .htm .xhtml"},
	{notebookFormat, "", ".ipynb"},
	{rstFormat, "", ".rst .rest"},
	{textFormat, "", ".txt .text"},
	{csvFormat, "", ".csv .tsv"},
	{wordFormat, "", ".docx"},
	{openDocumentFormat, "", ".odt"},
	{epubFormat, "", ".epub"},
	{latexFormat, "", ".tex .ltx"},
	{markedFormat, "", ".org .adoc .asciidoc .eml"},
	{codeFormat, "go", ".go"},
	{pythonFormat, "python", ".py .pyi .pyw"},
	{codeFormat, "javascript", ".js .mjs .cjs .jsx"},
	{codeFormat, "typescript", ".ts .mts .cts .tsx"},
	{codeFormat, "c", ".c .h"},
	{codeFormat, "cpp", ".cc .cpp .cxx .hh .hpp .hxx"},
	{codeFormat, "rust", ".rs"},
	{codeFormat, "ruby", ".rb"},
	{codeFormat, "kotlin", ".kt .kts"},
	{codeFormat, "csharp", ".cs"},
	{codeFormat, "julia", ".jl"},
	{codeFormat, "haskell", ".hs"},
	{codeFormat, "elixir", ".ex .exs"},
	{codeFormat, "perl", ".pl .pm"},
	{codeFormat, "matlab", ".m"},
	{codeFormat, "fortran", ".f .for .f90 .f95 .f03 .f08"},
	{codeFormat, "bash", ".sh .bash .zsh .ksh"},
	{codeFormat, "powershell", ".ps1"},
	{codeFormat, "yaml", ".yml"},
	{codeFormat, "ini", ".ini .cfg .conf"},
	{codeFormat, "makefile", ".mk Makefile GNUmakefile makefile"},
	{codeFormat, "dockerfile", "Dockerfile Containerfile"},
	{codeFormat, "", ".java .scala .swift .php .lua .r .sql .proto .dart .zig .nim .clj .toml .yaml .json .xml .css .scss" +
		" .graphql .cmake .bib .fish .vue .svelte"},
}

// reader is the format of a file and, for code, its language.
type reader struct {
	format format
	lang   string
}

var readers = sync.OnceValue(func() map[string]reader {
	all := map[string]reader{}
	for _, l := range languages {
		for _, name := range strings.Fields(l.names) {
			all[name] = reader{l.format, l.lang}
			if l.format == codeFormat && l.lang == "" {
				all[name] = reader{l.format, name[1:]}
			}
		}
	}
	return all
})

// formatOf returns the reader for a file name and, for code, the language. A name without an extension that says
// nothing is one of text.
func formatOf(name string) (format, string) {
	base := path.Base(name)
	ext := strings.ToLower(path.Ext(base))
	if ext == "" {
		r, ok := readers()[base]
		if !ok {
			r.format = textFormat
		}
		return r.format, r.lang
	}
	return readers()[ext].format, readers()[ext].lang
}

// script returns the reader for a text that begins with "#!".
func script(text string) (format, string) {
	line, _, _ := strings.Cut(text, "\n")
	for _, ext := range [][2]string{{"python", ".py"}, {"perl", ".pl"}, {"ruby", ".rb"}, {"node", ".js"}} {
		if strings.Contains(line, ext[0]) {
			return formatOf(ext[1])
		}
	}
	return codeFormat, "bash"
}

// kindOf returns the kind of document that a format and a file name make.
func kindOf(f format, name string) Kind {
	switch f {
	case notebookFormat:
		return Notebook
	case pythonFormat, codeFormat:
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
