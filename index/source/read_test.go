package source

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestReadGolden reads one file of each format and compares its blocks and chunks with what a person approved.
func TestReadGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/read/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files to read: %v", err)
	}
	for _, file := range files {
		if filepath.Ext(file) == ".golden" {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := Read(context.Background(), filepath.Base(file), data)
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, doc)
			checkChunks(t, doc, Chunks(doc, "doc"))
			got, golden := dump(doc), file+".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("differs from %s (approve with -update):\n%s", golden, firstDifference(got, string(want)))
			}
		})
	}
}

func dump(doc Document) string {
	var out strings.Builder
	fmt.Fprintf(&out, "title %q, kind %s\n", doc.Title, doc.Kind)
	for _, warning := range doc.Warnings {
		fmt.Fprintf(&out, "warning: %s\n", warning)
	}
	names := []string{"paragraph", "heading", "item", "table", "code"}
	for _, b := range doc.Blocks {
		fmt.Fprintf(&out, "\n%s %d-%d", names[b.Kind], b.StartLine, b.EndLine)
		if len(b.Section) > 0 {
			fmt.Fprintf(&out, " §%s", strings.Join(b.Section, " > "))
		}
		if b.Symbol != "" {
			fmt.Fprintf(&out, " symbol=%s", b.Symbol)
		}
		if b.Lang != "" {
			fmt.Fprintf(&out, " lang=%s", b.Lang)
		}
		fmt.Fprintf(&out, "\n    %s\n", strings.ReplaceAll(doc.Text[b.Start:b.End], "\n", "\n    "))
	}
	for _, c := range Chunks(doc, "doc") {
		fmt.Fprintf(&out, "\nchunk %s lines %d-%d, %d blocks", c.ID, c.StartLine, c.EndLine, len(c.Blocks))
	}
	return out.String() + "\n"
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %q\nwant %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(g), len(w))
}

func TestReadErrors(t *testing.T) {
	tests := []struct {
		name, data string
		want       error  // nil where only the text is known
		text       string // part of the error
	}{
		{"archive.zip", "PK", ErrUnsupported, "convert"},
		{"a.docx", "PK", nil, "damaged archive"},
		{"a.odt", string(zipped("mimetype", []byte("x"))), nil, "content.xml"},
		{"photo.jpeg", "x", ErrUnsupported, ""},
		{"a.md", "text\x00more", ErrBinary, ""},
		{"program", "\x7fELF\x02\x01\x01\x00", ErrBinary, ""},
		{"noise.txt", strings.Repeat("ab\x01\x02\x03", 50), ErrBinary, ""},
		{"a.ipynb", "{\n\"cells\": [\n{\"source\": [\"x", nil, "near line 3"},
		{"a.ipynb", "{\"cells\": [}", nil, "damaged notebook"},
		{"a.ipynb", "{\"a\": 1}", nil, "not a Jupyter notebook"},
		{"a.ipynb", "[1, 2]", nil, "not a Jupyter notebook"},
	}
	for _, test := range tests {
		_, err := Read(context.Background(), test.name, []byte(test.data))
		if err == nil || test.want != nil && !errors.Is(err, test.want) || !strings.Contains(fmt.Sprint(err), test.text) {
			t.Errorf("Read(%q, %.20q): error %v, want %v %q", test.name, test.data, err, test.want, test.text)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(cancelled, "a.md", []byte("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestReadEmpty(t *testing.T) {
	for _, test := range []struct{ name, data, warning string }{
		{"notes/empty.md", "", "the file is empty"},
		{"empty.pdf", "", "the file is empty"},
		{"blank.txt", "\n \n", "no text was found in the file"},
		{"comment.md", "<!-- nothing -->\n", "no text was found in the file"},
		{"empty.ipynb", `{"cells": []}`, "no text was found in the file"},
	} {
		doc, err := Read(context.Background(), test.name, []byte(test.data))
		if err != nil || len(doc.Blocks) != 0 || len(doc.Warnings) != 1 || doc.Warnings[0] != test.warning {
			t.Errorf("Read(%q) = %+v, %v; want no blocks and the warning %q", test.name, doc, err, test.warning)
		}
		if doc.Title != filepath.Base(test.name) {
			t.Errorf("Read(%q): title %q", test.name, doc.Title)
		}
		if chunks := Chunks(doc, "x"); len(chunks) != 0 {
			t.Errorf("Read(%q): %d chunks of nothing", test.name, len(chunks))
		}
	}
}

func TestSupportedAndKind(t *testing.T) {
	for _, test := range []struct {
		name string
		want bool
		kind Kind
	}{
		{"a.md", true, Docs}, {"A.PDF", true, Docs}, {"a.docx", true, Docs}, {"a.tsv", true, Docs}, {"x/README", true, Docs}, {"LICENSE", true, Docs},
		{"Makefile", true, Source}, {"Dockerfile", true, Source}, {"a.ipynb", true, Notebook},
		{"a.go", true, Source}, {"a_test.go", true, Test}, {"pkg/test_a.py", true, Test}, {"tests/a.py", true, Test},
		{"src/a.spec.ts", true, Test}, {"latest.py", true, Source}, {"tests/README.md", true, Docs},
		{"a.yaml", true, Source}, {"a.zip", false, ""}, {"a.png", false, ""}, {"a.exe", false, ""},
	} {
		if got := Supported(test.name); got != test.want {
			t.Errorf("Supported(%q) = %v", test.name, got)
		}
		if f, _ := formatOf(test.name); test.want && kindOf(f, test.name) != test.kind {
			t.Errorf("kind of %q is %s, want %s", test.name, kindOf(f, test.name), test.kind)
		}
	}
}

// Of a markup that no reader knows the words are read as they stand, and a warning says so.
func TestReadMarked(t *testing.T) {
	for name, text := range map[string]string{
		"a.org":      "* Filling\nIt costs +5+ 6 euros.",
		"a.adoc":     "== Filling\nIt costs [.line-through]#5# 6 euros.",
		"a.asciidoc": "|===\n|Lid |5\n|===",
		"A.EML":      "Subject: Oil\n\nThe tank holds=20\n42 litres.",
	} {
		doc, err := Read(context.Background(), name, []byte(text))
		if err != nil || strings.ReplaceAll(doc.Text, "\n\n", "\n") != strings.ReplaceAll(text, "\n\n", "\n") || strings.Join(doc.Warnings, "\n") != "read as plain text: its marks are not understood" {
			t.Errorf("%s: %q, warnings %q, %v", name, doc.Text, doc.Warnings, err)
		}
	}
}

func TestReadWithoutExtension(t *testing.T) {
	for _, test := range []struct {
		data, lang string
		kind       BlockKind
	}{
		{"#!/usr/bin/env python3\nimport os\n", "python", Code},
		{"#!/bin/sh\nls\n", "bash", Code},
		{"Just a note.\n", "", Paragraph},
	} {
		doc, err := Read(context.Background(), "bin/tool", []byte(test.data))
		if err != nil || len(doc.Blocks) != 1 || doc.Blocks[0].Lang != test.lang || doc.Blocks[0].Kind != test.kind {
			t.Errorf("Read(%q) = %+v, %v", test.data, doc, err)
		}
	}
}

func TestMarkdownMath(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`so $a*b*c$ and $\{x_1\}_2 \\ y$.`, `so $a*b*c$ and $\{x_1\}_2 \\ y$.`},
		{`$$ \sum_i *x* $$ *so*`, `$$ \sum_i *x* $$ so`},
		{`costs $5 *or* $6 each`, `costs $5 or $6 each`},
		{"`$x` is *not* $ math", "`$x` is not $ math"},
		{`open $x *so*`, `open $x so`},
		{`$\$*3*$`, `$\$*3*$`},
		{`$$`, `$$`},
	} {
		doc, err := Read(context.Background(), "a.md", []byte(test.in))
		if err != nil || doc.Text != test.want {
			t.Errorf("%q reads %q, %v; want %q", test.in, doc.Text, err, test.want)
		}
	}
}

// TestHostileRepetition reads what only a machine writes. It takes minutes where a reader or the chunker needs time
// quadratic in the size of the file.
func TestHostileRepetition(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many megabytes")
	}
	const size = 512 << 10
	for _, unit := range []string{
		"x", "word ", "Sentence. ", "[", "*a ", "> ", "![](", "`", "\\", "| ", "[a]: b\n", "- a\n", "a::\n\n ",
		"$", "$a ", "<b>", "<ul>", "<pre>", "<td rowspan=99>x", "&#0;", "{\"a\":[", "def f(\n",
	} {
		data := []byte(strings.Repeat(unit, size/len(unit)))
		for _, name := range []string{"a.md", "a.html", "a.txt", "a.rst", "a.py", "a.go", "a.json", "a.ipynb"} {
			doc, err := Read(context.Background(), name, data)
			if err != nil && name != "a.ipynb" {
				t.Errorf("%s of %q: %v", name, unit, err)
			}
			for _, c := range Chunks(doc, "x") {
				if runes(c.Text) > sizesOf(&doc).most {
					t.Fatalf("%s of %q: a chunk of %d characters", name, unit, runes(c.Text))
				}
			}
		}
	}
}
