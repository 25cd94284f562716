package symbol

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
)

func TestModuleNames(t *testing.T) {
	for _, c := range []struct {
		about   string
		archive string
		want    map[string]string // by path; "" for what is no module
	}{
		{"a source root", `
-- json/__init__.py --
-- json/decoder.py --
-- os.py --
-- space/inner/deep.py --
-- config-3.11-x86/makesetup.py --
-- site-packages/numpy/__init__.py --
-- __pycache__/os.py --
-- test/test_os.py --
-- typed.pyi --
`, map[string]string{
			"json/__init__.py": "json", "json/decoder.py": "json.decoder", "os.py": "os", "space/inner/deep.py": "space.inner.deep",
			"config-3.11-x86/makesetup.py": "", "site-packages/numpy/__init__.py": "", "__pycache__/os.py": "", "test/test_os.py": "test.test_os", "typed.pyi": "typed",
		}},
		{"a checkout with its packages at the top", `
-- pyproject.toml --
-- pkg/__init__.py --
-- pkg/data/no_init.py --
-- single.py --
-- setup.py --
-- docs/conf.py --
-- tests/__init__.py --
-- tools/release.py --
`, map[string]string{
			"pkg/__init__.py": "pkg", "pkg/data/no_init.py": "pkg.data.no_init", "single.py": "single", "setup.py": "",
			"docs/conf.py": "", "tests/__init__.py": "", "tools/release.py": "",
		}},
		{"a checkout with src", `
-- setup.py --
-- src/pkg/__init__.py --
-- src/space/sub/mod.py --
-- pkg/__init__.py --
-- setup_helper.py --
`, map[string]string{"src/pkg/__init__.py": "pkg", "src/space/sub/mod.py": "space.sub.mod", "pkg/__init__.py": "", "setup_helper.py": ""}},
		{"a Go module", `
-- go.mod --
module example.org/tool // the tool
-- main.go --
-- sub/x.go --
-- sub/x_test.go --
-- sub/testdata/y.go --
-- vendor/other/z.go --
-- _old/w.go --
-- script.py --
`, map[string]string{
			"main.go": "example.org/tool", "sub/x.go": "example.org/tool/sub", "sub/x_test.go": "", "sub/testdata/y.go": "",
			"vendor/other/z.go": "", "_old/w.go": "", "script.py": "",
		}},
		{"Go's standard library", "-- go.mod --\nmodule std\n-- net/http/server.go --", map[string]string{"net/http/server.go": "net/http"}},
		{"Go's standard library without its go.mod", "-- net/http/server.go --", map[string]string{"net/http/server.go": "net/http"}},
		{"a package of npm", `
-- package.json --
{"name": "@scope/kit", "main": "./dist/main.js", "types": "dist/main.d.ts", "exports": {".": {"types": "./dist/main.d.ts"}, "./extra": "./dist/extra/index.js"}}
-- src/main.ts --
-- dist/main.d.ts --
-- src/extra/index.ts --
-- src/other.ts --
-- lib/index.js --
-- node_modules/dep/index.js --
`, map[string]string{
			"src/main.ts": "@scope/kit", "dist/main.d.ts": "@scope/kit", "src/extra/index.ts": "@scope/kit/extra", "src/other.ts": "@scope/kit/src/other",
			"lib/index.js": "@scope/kit/lib", "node_modules/dep/index.js": "",
		}},
		{"a package of npm that is built to its root", `
-- package.json --
{"name": "kit", "exports": {
	".": {"require": {"types": "./index.d.cts", "default": "./index.cjs"}, "import": {"types": "./index.d.ts", "default": "./index.js"}},
	"./shapes": {"types": "./shapes.d.ts"}, "./unsafe/*": ["./none/*", "./lib/*"], "./parts/*.js": "./pieces/*.js"}}
-- index.d.ts --
-- index.d.cts --
-- index.js --
-- src/shapes/index.ts --
-- lib/core/settle.js --
-- pieces/wheel.js --
-- other/wheel.js --
`, map[string]string{
			"index.d.ts": "kit", "index.d.cts": "kit/index.d.cts", "index.js": "kit/index.js", "src/shapes/index.ts": "kit/shapes",
			"lib/core/settle.js": "kit/unsafe/core/settle.js", "pieces/wheel.js": "kit/parts/wheel.js", "other/wheel.js": "kit/other/wheel",
		}},
	} {
		p, err := Detect("p", tree(t, c.archive))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range sortedKeys(c.want) {
			if got := p.Module(path); got != c.want[path] {
				t.Errorf("%s: %s is %q, want %q", c.about, path, got, c.want[path])
			}
		}
		sources, err := Collect(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sources {
			if want, listed := c.want[s.Path]; listed && want == "" {
				t.Errorf("%s: %s was collected", c.about, s.Path)
			}
		}
	}
}

func TestPackageFolderAsRoot(t *testing.T) {
	root := filepath.Join(tree(t, "-- pkg/__init__.py --\n-- pkg/mod.py --"), "pkg")
	p, err := Detect("p", root)
	if err != nil || p.Module("mod.py") != "pkg.mod" || p.Module("__init__.py") != "pkg" {
		t.Errorf("%q and %q, %v", p.Module("mod.py"), p.Module("__init__.py"), err)
	}
}

func TestNestedModulesAreOthers(t *testing.T) {
	p, err := Detect("p", tree(t, `
-- go.mod --
module example.org/tool
-- a.go --
-- nested/go.mod --
module example.org/nested
-- nested/b.go --
`))
	if err != nil {
		t.Fatal(err)
	}
	sources, err := Collect(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if paths := pathsOf(sources); !slices.Equal(paths, []string{"a.go"}) {
		t.Errorf("collected %q", paths)
	}
}

func TestNoProject(t *testing.T) {
	if _, err := Detect("p", filepath.Join(t.TempDir(), "none")); !errors.Is(err, ErrNoProject) {
		t.Errorf("%v", err)
	}
}

func pathsOf(sources []Source) []string {
	var paths []string
	for _, s := range sources {
		paths = append(paths, s.Path)
	}
	return paths
}
