package source

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const (
	maxFuzz   = 64 << 10 // bytes of an input: what costs too much does so when it is small
	maxGrowth = 200      // bytes of text for a byte of input: cells are repeated, nested items indented
)

// fuzzReader checks the contract for whatever a file of that name holds, and that it does not matter whether its
// lines end the Unix or the Windows way.
func fuzzReader(f *testing.F, name string, seeds ...string) {
	files, err := filepath.Glob("testdata/read/*" + filepath.Ext(name))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > maxFuzz {
			return
		}
		doc, err := Read(context.Background(), name, data)
		if err != nil {
			return
		}
		checkCost(t, len(data), doc)
		if len(doc.Text) > maxGrowth+maxGrowth*len(data) {
			t.Fatalf("%d bytes of text of %d", len(doc.Text), len(data))
		}
		checkDocument(t, doc)
		checkChunks(t, doc, Chunks(doc, "doc"))
		if bytes.ContainsAny(data, "\r\xfe\xff") {
			return
		}
		windows, err := Read(context.Background(), name, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")))
		if errors.Is(err, ErrBinary) {
			return // the share of control characters differs
		}
		if err != nil || !reflect.DeepEqual(doc, windows) {
			t.Errorf("with Windows line ends: %v\n%+v\nwant\n%+v", err, windows, doc)
		}
	})
}

func FuzzMarkdown(f *testing.F) {
	fuzzReader(f, "a.md", "- a\n\n  b\n- <b>\n\n  ```\n  c\n", "|a|\n|-|\n|b|c|\n", "> # h\n>> 1) x\n", "---\ntitle: x\n---\n", "<pre>\n\n</pre>")
}

func FuzzHTML(f *testing.F) {
	fuzzReader(f, "a.html", "<ul><li><table><tr><td><li>x</table>", "<pre><table><td>x</pre>y", "<code><p>x</code>", "<td rowspan=9>a<tr>", "<h1><h2>x")
}

func FuzzNotebook(f *testing.F) {
	fuzzReader(f, "a.ipynb", `{"cells":[{"cell_type":"markdown","source":["a\n\nb","c"]}]}`, `{"cells":{"source":3}}`)
}

func FuzzRST(f *testing.F) {
	fuzzReader(f, "a.rst", "a::\n\n> b", "* a\n\n  * b\n", ".. a::\n\n   .. b::")
}

func FuzzCSV(f *testing.F) { fuzzReader(f, "a.csv", "a;b\n\"c\nd\";2\n", "1,2\n3\n\n4,5,6") }

func FuzzLaTeX(f *testing.F) {
	fuzzReader(f, "a.tex", "\\begin{document}a $b$ \\verb|c| \\\"o", "\\item[\\begin{description}\\item[a", "\\begin{tabular}{l}a&b\\\\c\\end{tabular}", "\\[ a\n\\begin{verbatim}\n%b")
}

// FuzzArchives reads archives whose main file holds whatever it is given, and the bytes as an archive.
func FuzzArchives(f *testing.F) {
	f.Add([]byte(`<p><pPr><pStyle w:val="x"/><numPr><ilvl val="1"/><numId val="1"/></numPr></pPr><r><t>a</t></r></p><tbl><tr><tc><tcPr><gridSpan val="2"/><vMerge/></tcPr><p><t>b</t></p></tc></tr></tbl>`))
	f.Add([]byte(`<h outline-level="2">a</h><list><list-item><p>b<note><note-body><p>c</p></note-body></note></p><list><list-item><p>d</p></list-item></list></list-item></list><table><table-row><table-cell number-columns-repeated="3" number-rows-spanned="2"/></table-row></table>`))
	f.Add([]byte(`<title>a</title><p>b<h2>c</h2>`))
	f.Add([]byte(`<nav type="toc"><ol><li><a href="c#i">a</a></li><li><a href="c">b</a></li></ol></nav><p id="i"/><h1>a</h1><h3>ab</h3>`))
	f.Add([]byte(`<lvl ilvl="1"><lvlText val="%1.%2"/></lvl><footnote id="1"><p><r><t>a</t></r></p></footnote><p><r><footnoteReference id="1"/><txbxContent><tbl><tr><tc><tbl><tr><tc><p><t>b</t></p></tc></tr></tbl></tc></tr></tbl></txbxContent></r></p><oMath><d><e><t>x</t></e></d><sup><t>2</t></sup></oMath>`))
	f.Add([]byte(`<list-style name="A"><list-level-style-number level="1" num-format="a"/></list-style><list style-name="A"><list-item start-value="3"><p>a<span>b</span><custom-shape><p>c</p></custom-shape></p></list-item></list><h outline-level="9">d</h>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > maxFuzz {
			return
		}
		for name, data := range map[string][]byte{
			"a.docx": zipped("word/document.xml", data, "word/styles.xml", data, "word/numbering.xml", data, "word/footnotes.xml", data),
			"a.odt":  zipped("content.xml", data, "styles.xml", data),
			"c.epub": zipped("META-INF/container.xml", []byte(`<rootfile full-path="b"/>`), "b", []byte(`<item id="n" href="n" properties="nav"/><item id="c" href="c"/><itemref idref="c"/>`), "c", data, "n", data),
			"a.epub": zipped("META-INF/container.xml", []byte(`<rootfile full-path="b"/>`), "b", []byte(`<item id="c" href="c"/><itemref idref="c"/>`), "c", data),
			"b.epub": data, "b.docx": data,
		} {
			doc, err := Read(context.Background(), name, data)
			if err != nil {
				continue
			}
			checkCost(t, len(data), doc)
			checkDocument(t, doc)
			checkChunks(t, doc, Chunks(doc, "doc"))
		}
	})
}

func FuzzText(f *testing.F) { fuzzReader(f, "a.txt", "1. a\n2. b", "a\n===\n\n    b") }

func FuzzPython(f *testing.F) {
	fuzzReader(f, "a.py", "class A:\n  def f(self): pass\n", "'''a\n#'''\n#b\ndef f(\n", "x = (\ndef f(): '\\")
}

func FuzzGo(f *testing.F) {
	fuzzReader(f, "a.go", "package a;func f(){};func(a)b(){}", "/*\n*/package a\nvar(")
}

func FuzzCode(f *testing.F) { fuzzReader(f, "a.c", "a\n\n\nb {\n\n}\n") }

// FuzzChunks cuts documents of arbitrary blocks: each byte of shape makes one.
func FuzzChunks(f *testing.F) {
	f.Add([]byte("\x01\x40\x83\x02\xa2\xc2\x22\x04\xe4\x05"), true)
	f.Add(bytes.Repeat([]byte{0x02, 0x62, 0x82}, 40), false)
	f.Fuzz(func(t *testing.T, shape []byte, paged bool) {
		doc := arbitraryDocument(shape[:min(len(shape), 300)], paged)
		checkDocument(t, doc)
		chunks := Chunks(doc, "doc")
		checkChunks(t, doc, chunks)
		if again := Chunks(doc, "doc"); !reflect.DeepEqual(chunks, again) {
			t.Error("not deterministic")
		}
	})
}

// arbitraryDocument takes the kind of each block from the low three bits of a byte and its size from the others.
func arbitraryDocument(shape []byte, paged bool) Document {
	sizes := []int{1, 30, 90, 300, 850, 1550, 1601, 7000}
	b := &builder{doc: Document{Title: "x", Kind: Docs}}
	page, line := 1, 1
	for i, c := range shape {
		size := sizes[c>>5]
		sentence := strings.Repeat("ä word", 1+i%9) + []string{". Next", "; ", "\n", "\n\n  ", ""}[i%5]
		text := strings.Repeat(sentence, 1+size/len(sentence))[:size]
		end := line + strings.Count(text, "\n")
		block := Block{StartLine: line, EndLine: end}
		switch c & 7 {
		case 0, 6:
			block.Kind = Paragraph
			b.add(block, strings.ReplaceAll(text, "\n\n", "\n")+":"[:i%2])
		case 1:
			b.heading(1+i%3, text[:min(len(text), 200)], line, line)
		case 2:
			block.Kind = Item
			b.add(block, strings.Repeat("  ", i%3)+"- "+text)
		case 3:
			block.Kind = Table
			b.table(block, [][]string{{"a", text[:size/2]}, {"", text[size/2:]}, {"c"}})
		case 4, 5:
			block.Kind = Code
			b.add(block, text)
		case 7:
			page++
		}
		if n := len(b.doc.Blocks); paged && n > 0 {
			last := &b.doc.Blocks[n-1]
			last.StartLine, last.EndLine = 0, 0
			if last.Page == 0 {
				last.Page = page
			}
		}
		line = end + 1
	}
	return b.document()
}
