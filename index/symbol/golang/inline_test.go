package golang

import (
	"testing"

	"ibid/index/symbol/code"
)

func TestReadExpression(t *testing.T) {
	tests := []struct{ src, want string }{
		{"http.Server.Addr", "http.Server.Addr"},
		{"Name", "Name"},
		{"*csv.ParseError", "pointer(csv.ParseError)"},
		{"(*http.Server).Close", "pointer(http.Server).Close"},
		{"rw.Peek(1)", "call(rw.Peek / literal int)"},
		{" srv.Shutdown( ctx )", "call(srv.Shutdown / ctx)"},
		{"[]byte", "slice(literal byte)"},
		{"map[string]any", "map(literal any + literal string)"},
		{"chan<- os.Signal", "chan(os.Signal)"},
		{"func(context.Context) error", "func(/ literal error + context.Context)"},
		{"fs.FileMode", "fs.FileMode"},
		{"wg.Go(func() { x.y() })", "call(wg.Go / instance(func))"},
		{"wg.Go(func() {…})", "call(wg.Go / instance(func))"},
		{"errors.Is(err, ...)", "call(errors.Is / err / *?)"},
		{"f(xs...)", "call(f / *xs)"},
		{"fmt.Println(…)", "call(fmt.Println / *?)"},
		{"http.Server{Addr: a.B, ...}", "composite(http.Server / Addr: a.B)"},
		{"atomic.Pointer[T]", "index(atomic.Pointer + T)"},
		{"r.Header[\"X-A\"]", "index X-A(r.Header)"},
		{"append(names, path.Base(p))", "?(+ call(path.Base / p) + names)"},
		{"struct{ N int }", "literal struct(/ N: literal int)"},
		{"interface{ io.Reader; Len() int }", "literal interface(/ io.Reader / Len: func(/ literal int))"},
		{"nil", "?"},
		{"true", "literal bool"},
	}
	for _, test := range tests {
		e, ok := ReadExpression(test.src)
		if !ok {
			t.Errorf("%q: not read", test.src)
			continue
		}
		checkSpans(t, test.src, code.Snippet{Statements: []code.Statement{{Use: e}}})
		if got := dumpExpr(e); got != test.want {
			t.Errorf("%q: %s, want %s", test.src, got, test.want)
		}
	}
	for _, src := range []string{"", " ", "x := 1", "defer f()", "go vet", "--timeout", "a b", "f(", "v1.2.3", "a; b", "// x", "\"open", "...", "::1"} {
		if e, ok := ReadExpression(src); ok {
			t.Errorf("%q is no expression, got %s", src, dumpExpr(e))
		}
	}
}

func TestType(t *testing.T) {
	tests := []struct{ text, want string }{
		{"string", "literal string"},
		{"error", "literal error"},
		{"Reader", "Reader"},
		{"*http.Request", "pointer(http.Request)"},
		{"[]fs.DirEntry", "slice(fs.DirEntry)"},
		{"[sha256.Size]byte", "slice(literal byte + sha256.Size)"},
		{"map[string]*Node", "map(pointer(Node) + literal string)"},
		{"func(context.Context) error", "func(/ literal error + context.Context)"},
		{"func(w io.Writer, args ...any) (n int, err error)", "func(/ literal int / literal error + io.Writer + slice(literal any))"},
		{"func()", "func"},
		{"chan<- int", "chan(literal int)"},
		{"<-chan time.Time", "chan(time.Time)"},
		{"chan (<-chan T)", "chan(chan(T))"},
		{"atomic.Pointer[T]", "index(atomic.Pointer + T)"},
		{"Seq2[K, []V]", "index(Seq2 + K + slice(V))"},
		{"...any", "slice(literal any)"},
		{"(T)", "T"},
		{"struct{}", "literal struct"},
		{"struct { A, B int; *http.Request; C string `json:\"c\"` }",
			"literal struct(/ A: literal int / B: literal int / pointer(http.Request) / C: literal string)"},
		{"interface{ Len() int }", "literal interface(/ Len: func(/ literal int))"},
		{"unsafe.Pointer", "unsafe.Pointer"},
	}
	for _, test := range tests {
		e := Type(test.text)
		if got := dumpExpr(e); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
		if e != nil {
			checkSpans(t, test.text, code.Snippet{Statements: []code.Statement{{Use: e}}})
		}
	}
	for _, text := range []string{"", "a, b", "x int", "int) (x", "int) string", "1 +", "f(", "{", "\"", "/*"} {
		if e := Type(text); e != nil {
			t.Errorf("%q is no type, got %s", text, dumpExpr(e))
		}
	}
}
