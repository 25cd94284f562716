package resolve_test

import (
	"testing"

	"ibid/index/symbol"
	"ibid/index/symbol/resolve"
)

// hut is a library whose documents say how it is imported.
var hut = map[string]string{
	"hut/__init__.py": `
from .house import House, build
`,
	"hut/house.py": `
class House:
    def __init__(self, size, *, colour="red"):
        self.size = size

    def __enter__(self) -> "Self":
        return self

    def paint_door(self, colour): pass

    def open(self, **kw):
        kw.setdefault("wide", True)
        return self.shift("open", **kw)

    def shift(self, how, wide=False, slow=False): pass

class Shed:
    def store_hay(self): pass

class Sizes(TypedDict, total=False):
    width: int
    depth: int

def measure(name, **kwargs: Unpack[Sizes]):
    print(kwargs)

class BarnDoor:
    def __init__(self, width): pass
    def swing(self): pass

def build(size, **options):
    with Yard() as yard:
        return yard.place(size=size, **options)

def rebuild(**options):
    print(options)
    return House(1, **options)

class Yard:
    def __enter__(self): return self
    def place(self, size, colour="red"): return House(size)
`,
	"README.md":        "Start with `import hut as ht`.\n\nThe tables come with `import numpy as np`.",
	"docs/first.ipynb": `{"cells": [{"source": ["import hut as ht\n", "import hut.house as np\n"]}]}`,
	"docs/other.rst":   "import numpy as np\n\nfrom hut import house, no_module\nfrom hut.house import Shed, BarnDoor",
	"docs/third.md":    "from hut.house import BarnDoor, run_all",
}

func TestSaid(t *testing.T) {
	x := resolve.New(registryOf(t, hut).In("kit"))
	tests := []struct{ name, answer, want string }{
		{"alias of the documents", "`ht.build` and `ht.wreck()`", "known hut.build\nunknown hut.wreck"},
		{"alias that stands for another library more often", "`np.wreck()`", ""},
		{"type by its name alone", "`House.paint_door` and `House.burn`", "known hut.House.paint_door\nunknown hut.House.burn"},
		{"type of a module", "`Shed.store_hay` and `Shed.burn()`", "known hut.house.Shed.store_hay\nunknown hut.house.Shed.burn"},
		{"type that the answer defines", python("class House:\n    pass") + "`House.burn`", ""},
		{"what a name is", "Where `h` is a `House`, `h.burn()` lights it.", "known hut.House\nunknown hut.House.burn"},
		{"a name that the code binds", python("h = load()") + "Where `h` is a `House`, `h.burn()` lights it.", "known hut.House"},
		{"its method", "Take a `House`: its method `burn` lights it.", "known hut.House\nunknown hut.House.burn"},
		{"its method, further on", "Take a `House`. Walk on. Sit down. Its method `burn` lights it.", "known hut.House"},
		{"a word that is no name of it", "A `House` is no `castle`, and `store_hay` is for another one.", "known hut.House\nknown hut.house.Shed.store_hay"},
		{"with self", python("import hut\nwith hut.House(1) as h:\n    h.burn()\n    h.paint_door()"), "known hut\nknown hut.House\nunknown hut.House.burn\nknown hut.House.paint_door"},
		{"what is set is known where it is declared", python("import hut\nh = hut.House(1)\nh.size = 2\nh.garden = 3"), "known hut\nknown hut.House\nknown hut.House.size"},
		{"arguments handed on", python("import hut\nhut.build(1, colour='x')\nhut.build(1, roof='x')"), "known hut\nknown hut.build\nmisused hut.build(roof)"},
		{"arguments handed on by a method", python("import hut\nh = hut.House(1)\nh.open(slow=1)\nh.open(loud=1)"), "known hut\nknown hut.House\nknown hut.House.open\nmisused hut.House.open(loud)"},
		{"a class that the answer defines", python("class BarnDoor:\n    pass\nBarnDoor().burn()"), ""},
		{"arguments that are looked at", python("from hut.house import rebuild\nrebuild(roof=1)"), "known hut.house.rebuild\nknown hut.house.rebuild"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, x, tt.answer, tt.want) })
	}
}

func TestStandardLibrary(t *testing.T) {
	x := resolve.New(registryOf(t, hut).WithStandard().In("kit"))
	tests := []struct{ name, code, want string }{
		{"module in C", "import math\nmath.squareroot(2)\nmath.sqrt(2)", "unknown math.squareroot"},
		{"value of a class in C", "import socket\ns = socket.socket()\ns.connect_tcp(1)", "unknown socket.socket.connect_tcp"},
		{"argument by every way to call", "import subprocess\nsubprocess.run(['x'], capture=1)\nsubprocess.run(['x'], timeout=1)", "misused subprocess.run(capture)"},
		{"a word that nothing imports", "math.squareroot(2)", ""},
		{"another library", "import numpy\nnumpy.array(1)", "foreign numpy\nforeign numpy.array"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, python(tt.code), tt.want) })
	}
}

// post is a package in TypeScript.
var post = map[string]string{
	"index.d.ts": `
export interface Options { url?: string; retry?: Retry }
export interface Retry { times: number }
export interface Open { [key: string]: unknown; url?: string }
export interface Made extends Omit<Options, "url"> { name: string }
export interface Token { reason: string }
export interface TokenStatic { new (f: () => void): Token; source(): Token }
export interface Hooks<V> { use(f: (v: V) => V): number }
export interface Post {
  (options: Options): void
  send(url: string, options?: Options): void
  make(options: Made): Post
  loose(options: Open): void
  any(options: Options | string[]): void
  hooks: { before: Hooks<string>; after: Hooks<number> }
  Token: TokenStatic
}
declare const post: Post;
export default post;
`,
}

// clock is a package whose function is a namespace, too, and whose one export of another is a module.
var clock = map[string]string{
	"index.d.ts": `
export = clock;
declare function clock(at?: string): clock.Time
declare function clock(at?: string, zone?: string): clock.Time
declare namespace clock {
  export type Unit = "s" | "m"
  class Time { add(n: number, unit: Unit): Time }
  class Fault extends Error { code: number; static of(x: unknown): Fault }
  export function use(plugin: object): void
}
`,
	"lib/all.d.ts": `
type Deep<T> = { left: Deeper<T>; right: Deeper<T>; both: (a: Deeper<T>, b: Deeper<T>) => Deeper<T> }
type Deeper<T> = { left: Deep<T> | Deep<T[]>; right: Deep<T>; both: (a: Deep<T>, b: Deep<T>) => Deep<T> }
export declare const text: (options?: Deep<string>) => Text;
export interface Text { long(n: number): Text }
`,
	"lib/index.d.ts": "import * as c from './all';\nexport { c };",
}

func TestNamespaces(t *testing.T) {
	project := symbol.Project{Name: "clock", JavaScript: &symbol.NodePackage{Name: "clock", Entries: map[string]string{".": "index.d.ts", "lib": "lib/index.d.ts"}}}
	x := resolve.New(projectOf(t, project, clock).In("clock"))
	tests := []struct{ name, answer, want string }{
		{"members of the namespace", "```ts\nimport clock from 'clock';\nclock.use({});\nclock.drop({});\n```", "unknown clock.default.drop"},
		{"an error", "```ts\nimport { Fault } from 'clock';\nFault.of(1).message;\nFault.from(1);\n```", "unknown clock.Fault.from"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkWrong(t, x, tt.answer, tt.want) })
	}
}

func TestOptions(t *testing.T) {
	project := symbol.Project{Name: "post", JavaScript: &symbol.NodePackage{Name: "post", Entries: map[string]string{".": "index.d.ts"}}}
	x := resolve.New(projectOf(t, project, post).In("post"))
	tests := []struct{ name, code, want string }{
		{"property that the type has not", "post.send('/', { url: 'x', tries: 3 });", "misused post.Post.send(tries)"},
		{"all properties are there", "post.send('/', { url: 'x', 'retry': { times: 1 } });", ""},
		{"a type with less of another", "post.make({ name: 'x', retry: r, tries: 3 });", "misused post.Post.make(tries)"},
		{"a type that takes everything", "post.loose({ tries: 3 });", ""},
		{"one of several types", "post.any({ tries: 3 });", ""},
		{"what is spread", "post.send('/', { ...rest });", ""},
		{"object type without a name", "post.hooks.before.use(f);\npost.hooks.before.drop(f);", "unknown post.Hooks.drop"},
		{"value and type of one name", "post.Token.source();\npost.Token.sink();", "unknown post.TokenStatic.sink"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkWrong(t, x, "```ts\nimport post from 'post';\n"+tt.code+"\n```\n", tt.want)
		})
	}
}

// An owner that the prose names with an apostrophe, and a path below a package.
func TestSaidOwners(t *testing.T) {
	x := resolve.New(kitRegistry(t).In("kit"))
	for _, tt := range []struct{ name, answer, want string }{
		{"path below a package", "`example.com/kit/none` and `example.com/kit/issues` and `example.com/other/none`", "unknown example.com/kit/none"},
	} {
		t.Run(tt.name, func(t *testing.T) { check(t, x, tt.answer, tt.want) })
	}
}
