package python

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/code/codetest"
)

var kindNames = [...]string{"name", "number", "str", "op", "newline", "comment", "end", "bad"}

// tokens writes the tokens of src as kind:text.
func tokens(src string) string {
	var words []string
	for l := newLexer(src); ; {
		t := l.next()
		switch t.kind {
		case end:
			return strings.Join(words, " ")
		case newline:
			words = append(words, kindNames[t.kind])
		default:
			words = append(words, kindNames[t.kind]+":"+src[t.start:t.end])
		}
	}
}

func TestLexer(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"empty", "", ""},
		{"no line end", "a", "name:a newline"},
		{"blank lines", "\n  \n\t\n", ""},
		{"block", "if a:\n  b\nc\n", "name:if name:a op:: newline name:b newline name:c newline"},
		{"blocks that end with the source", "if a:\n if b:\n  c", "name:if name:a op:: newline name:if name:b op:: newline name:c newline"},
		{"tabs", "if a:\n\tb\n        c\n", "name:if name:a op:: newline name:b newline name:c newline"},
		{"form feed", "a\n  \fb\n", "name:a newline name:b newline"},
		{"carriage returns", "if a:\r\n  b # c\r\nd\\\r\n+e\r\n", "name:if name:a op:: newline name:b comment:# c newline name:d op:+ name:e newline"},
		{"comment lines", "if a:\n  b\n# x\n  c\n      # y\n", "name:if name:a op:: newline name:b newline comment:# x name:c newline comment:# y"},
		{"between two levels", "if a:\n    b\n  c\nd\n", "name:if name:a op:: newline name:b newline name:c newline name:d newline"},
		{"brackets", "f(a,\n  [b\n])\nc\n", "name:f op:( name:a op:, op:[ name:b op:] op:) newline name:c newline"},
		{"bracket never closed", "f(a\ndef g(): pass\n", "name:f op:( name:a newline name:def name:g op:( op:) op:: name:pass newline"},
		{"bracket never opened", ")a\nb\n", "op:) name:a newline name:b newline"},
		{"joined lines", "a = \\\n  b\n", "name:a op:= name:b newline"},
		{"backslash", "a \\ b", "name:a bad:\\ name:b newline"},
		{"operators", "a**=b//c>>=d->e:=f...<=g!=h@=i", "name:a op:**= name:b op:// name:c op:>>= name:d op:-> name:e op::= name:f op:... op:<= name:g op:!= name:h op:@= name:i newline"},
		{"numbers", "0xFF_f 1_0.5e-3j .5 1. 0b1 1e+x", "number:0xFF_f number:1_0.5e-3j number:.5 number:1. number:0b1 number:1e op:+ name:x newline"},
		{"strings", `'a' "b\"c" r'\' c'`, `str:'a' str:"b\"c" str:r'\' c' newline`},
		{"prefixes", `Rb"x" bR'y' f'{a["b"]}' u'' fr"" t'' ub'' x''`, `str:Rb"x" str:bR'y' str:f'{a["b"]}' str:u'' str:fr"" str:t'' name:ub str:'' name:x str:'' newline`},
		{"triple quotes", "'''a\n'b'' \\''' c''' d", "str:'''a\n'b'' \\''' c''' name:d newline"},
		{"triple quotes in brackets", "f(\"\"\"\n\"\"\")", "name:f op:( str:\"\"\"\n\"\"\" op:) newline"},
		{"no end of the string", "a = 'b\nc", "name:a op:= bad:'b newline name:c newline"},
		{"no end of the string, carriage return", "a = 'b\r\nc", "name:a op:= bad:'b newline name:c newline"},
		{"no end of the triple quotes", "a = '''b\nc", "name:a op:= bad:'''b newline name:c newline"},
		{"string over two lines", "'a\\\nb' c", "str:'a\\\nb' name:c newline"},
		{"unicode", "größe = π2 “x”", "name:größe op:= name:π2 bad:“ name:x bad:” newline"},
		{"byte order mark", "\uFEFFa", "name:a newline"},
		{"strange characters", "a$b?\x00\xff", "name:a bad:$ name:b bad:? bad:\x00 bad:\xff newline"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := tokens(test.src); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestLexerLines counts lines past everything that may hold a line break.
func TestLexerLines(t *testing.T) {
	src := "a\n\n'''x\n'''\n'y\\\ny'\nf(\n\n1) \\\n z\n"
	var got []int
	for l := newLexer(src); ; {
		tok := l.next()
		if tok.kind == end {
			break
		}
		if tok.kind == name || tok.kind == str || tok.kind == number {
			got = append(got, tok.line)
		}
	}
	want := []int{1, 3, 5, 7, 9, 10}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("lines %v, want %v", got, want)
		}
	}
}

// checkTokens fails where tokens overlap, lie outside, or have the wrong line. It returns their number.
func checkTokens(t *testing.T, src string) int {
	t.Helper()
	last, lines, counted, n := 0, 1, 0, 0
	for l := newLexer(src); ; n++ {
		tok := l.next()
		if tok.start < last || tok.end < tok.start || tok.end > len(src) {
			t.Fatalf("token %d..%d after %d of %d bytes", tok.start, tok.end, last, len(src))
		}
		lines += strings.Count(src[counted:tok.start], "\n")
		counted, last = tok.start, tok.end
		if tok.line != lines {
			t.Fatalf("line %d, want %d", tok.line, lines)
		}
		if tok.kind == end {
			return n
		}
		if n > 2*len(src)+2 {
			t.Fatalf("more than %d tokens", n)
		}
	}
}

func FuzzLexer(f *testing.F) {
	for _, seed := range []string{"", "a\n b\n  c\n d", "f(\"\"\"\n'''", "x = '\\\n", "\\\r\n\t\f#", "def f(a:\nclass b", "π = “", "0x1.e+", "'\\\r\n'", "\"\"\"\\\n\\\"\"\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		codetest.Guard(t, len(src))
		checkTokens(t, src)
	})
}

// BenchmarkLexer cuts the standard library of an installed Python.
func BenchmarkLexer(b *testing.B) {
	src := library(b)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		for l := newLexer(src); l.next().kind != end; {
		}
	}
}

func BenchmarkRead(b *testing.B) {
	src := library(b)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Read(src)
	}
}

// library is the text of the modules at the top of an installed standard library.
func library(b *testing.B) string {
	var text strings.Builder
	for _, path := range libraryPaths(b) {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		text.Write(data)
		text.WriteByte('\n')
	}
	return text.String()
}

func libraryPaths(b *testing.B) []string {
	b.Helper()
	paths, _ := filepath.Glob("/usr/lib/python3*/*.py")
	more, _ := filepath.Glob("/usr/lib/python3*/*/*.py")
	if paths = append(paths, more...); len(paths) == 0 {
		b.Skip("no Python standard library in /usr/lib/python3*")
	}
	return paths
}
