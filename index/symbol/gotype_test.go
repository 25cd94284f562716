package symbol

import (
	"ibid/index/symbol/decl"
	"testing"
)

func TestGoNames(t *testing.T) {
	shop := tree(t, `
-- go.mod --
module example.org/shop
-- cart/cart.go --
package cart

import (
	"io"
	store "example.org/shop/internal/keep"
)

// Cart embeds types of other packages, of other files, and an interface.
type Cart struct {
	*store.Shelf
	Log
	io.Writer
	Total Money
	Inner struct{ Deep int }
}

type Money int

func (m Money) Cents() int { return int(m) }

type Alias = store.Shelf

type Copy store.Shelf

type Named Reader

type Reader interface {
	Read() error
	error
}

type Pair[K, V any] struct{ first Box[K] }

type Box[T any] struct{ *Pair[T, T]; Item T }

var Default = &Cart{}

var Opened = Open("x")

var Shelf = store.New()

const Limit Money = 3

type Loop struct{ *Pool }

type Pool struct{ *Loop; Depth int }
-- cart/log.go --
package cart

type Log struct{ Lines []string }

func (l *Log) Print(s string) {}

func (c *Cart) Add(n int) *Cart { return c }

func Open(name string) *Cart { return nil }
-- cart/file_darwin.go --
package cart

type Handle struct{ dtail; Port int }

type dtail struct{ Mach int }

func (h Handle) Darwin() {}
-- cart/file_unix.go --
package cart

type Handle struct{ Fd int }

func Descriptor() {}
-- cart/gen.go --
//go:build ignore

package main

func Generate() {}
-- cart/gen_two.go --
//go:build ignore

package main

func GenerateToo() {}
-- cart/gen_three.go --
//go:build ignore

package main

func GenerateMore() {}
-- internal/keep/keep.go --
package keep

type Shelf struct{ Width int; base }

type base struct{ Height int }

func (b base) Fill() {}

func (s *Shelf) Clear() {}

func New() (*Shelf, error) { return nil, nil }
-- cmd/tool/main.go --
package main

func main() {}
`)
	r := registry(t, nil, shop)
	names{
		"example.org/shop/cart":                           "example.org/shop/cart module",
		"example.org/shop/cart.Cart":                      "example.org/shop/cart.Cart type",
		"example.org/shop/cart.Cart.Add":                  "example.org/shop/cart.Cart.Add method",
		"example.org/shop/cart.Cart.Total":                "example.org/shop/cart.Cart.Total field",
		"example.org/shop/cart.Cart.Total.Cents":          "example.org/shop/cart.Money.Cents method",
		"example.org/shop/cart.Cart.Inner.Deep":           "example.org/shop/cart.Cart.Inner.Deep field",
		"example.org/shop/cart.Cart.Inner.Other":          "absent",
		"example.org/shop/cart.Cart.Print":                "example.org/shop/cart.Log.Print method",
		"example.org/shop/cart.Cart.Lines":                "example.org/shop/cart.Log.Lines field",
		"example.org/shop/cart.Cart.Shelf":                "example.org/shop/cart.Cart.Shelf field",
		"example.org/shop/cart.Cart.Clear":                "example.org/shop/internal/keep.Shelf.Clear method",
		"example.org/shop/cart.Cart.Fill":                 "example.org/shop/internal/keep.base.Fill method",
		"example.org/shop/cart.Cart.Height":               "example.org/shop/internal/keep.base.Height field",
		"example.org/shop/cart.Cart.Flush":                "foreign", // io.Writer may have it
		"example.org/shop/cart.Log.Flush":                 "absent",
		"example.org/shop/cart.Alias":                     "example.org/shop/internal/keep.Shelf type",
		"example.org/shop/cart.Alias.Clear":               "example.org/shop/internal/keep.Shelf.Clear method",
		"example.org/shop/cart.Copy":                      "example.org/shop/cart.Copy type",
		"example.org/shop/cart.Copy.Width":                "example.org/shop/internal/keep.Shelf.Width field",
		"example.org/shop/cart.Copy.Clear":                "absent", // a defined type has no methods of what it is made from
		"example.org/shop/cart.Copy.Fill":                 "example.org/shop/internal/keep.base.Fill method",
		"example.org/shop/cart.Named.Read":                "example.org/shop/cart.Reader.Read method",
		"example.org/shop/cart.Named.Error":               "example.org/shop/cart.Reader.Error method",
		"example.org/shop/cart.Named.Write":               "absent",
		"example.org/shop/cart.Box.first":                 "example.org/shop/cart.Pair.first field",
		"example.org/shop/cart.Default.Add":               "example.org/shop/cart.Cart.Add method",
		"example.org/shop/cart.Opened.Print":              "example.org/shop/cart.Log.Print method",
		"example.org/shop/cart.Limit.Cents":               "example.org/shop/cart.Money.Cents method",
		"example.org/shop/cart.Loop.Depth":                "example.org/shop/cart.Pool.Depth field",
		"example.org/shop/cart.Loop.Nothing":              "absent",
		"example.org/shop/cart.Handle.Fd":                 "example.org/shop/cart.Handle.Fd field",
		"example.org/shop/cart.Handle.Port":               "example.org/shop/cart.Handle.Port field",
		"example.org/shop/cart.Handle.Mach":               "example.org/shop/cart.dtail.Mach field",
		"example.org/shop/cart.Handle.Darwin":             "example.org/shop/cart.Handle.Darwin method",
		"example.org/shop/cart.Handle.Other":              "absent",
		"example.org/shop/cart.Open.Close":                "absent",
		"example.org/shop/cart.Generate":                  "absent",
		"example.org/shop/cart.Missing":                   "absent",
		"example.org/shop/cmd/tool.main":                  "example.org/shop/cmd/tool.main function",
		"example.org/shop/nothing.Missing":                "absent",
		"example.org/shop.Missing":                        "absent",
		"example.org/other.Missing":                       "foreign",
		"net/http.Get":                                    "foreign",
		"example.org/shop/internal/keep.New.anything":     "absent",
		"example.org/shop/internal/keep.Shelf.Width.Some": "absent", // of int
	}.check(t, r)
}

func TestGoVariants(t *testing.T) {
	r := registry(t, nil, tree(t, "-- go.mod --\nmodule m\n-- p/a_windows.go --\npackage p\nfunc F(a int) {}\n-- p/b.go --\npackage p\nfunc F() {}\n"))
	e, finding, _ := r.Lookup("m/p.F")
	if finding != decl.Found || e.File.Path != "p/b.go" {
		t.Fatalf("%v in %+v", finding, e.File)
	}
	if v := r.Variants(e); len(v) != 2 || v[0] != e.Symbol || len(v[1].Parameters) != 1 {
		t.Errorf("%+v", v)
	}
}

func TestGoBareNames(t *testing.T) {
	r := registry(t, nil, tree(t, `
-- go.mod --
module example.org/x
-- a.go --
package x

import (
	. "example.org/x/dots"
	_ "example.org/x/blank"
	"example.org/x/yaml-kit"
	named "example.org/x/blank"
	"outside.org/q"
)

type Local struct{}
-- b.go --
package x

func Mate() {}
-- dots/dots.go --
package dots

func Dotted() {}
-- blank/blank.go --
package blank
-- yaml-kit/y.go --
package yaml
`))
	file := fileAt(t, r, "a.go")
	for name, want := range map[string]string{
		"Local": "example.org/x.Local type", "Mate": "example.org/x.Mate function", "Dotted": "example.org/x/dots.Dotted function",
		"named": "example.org/x/blank module", "yaml": "example.org/x/yaml-kit module", "blank": "absent", "q": "foreign", "Nobody": "absent",
	} {
		if e, finding, why := r.Name(file.load().decl, name); outcome(e, finding) != want {
			t.Errorf("%s: %s (%s), want %s", name, outcome(e, finding), why, want)
		}
	}
}

func fileAt(t *testing.T, r *Registry, path string) *sourceFile {
	t.Helper()
	for _, f := range r.files {
		if f.Path == path {
			return f
		}
	}
	t.Fatalf("no file %s", path)
	return nil
}
