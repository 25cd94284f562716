package symbol

import (
	"fmt"
	"ibid/index/symbol/decl"
	"slices"
	"strings"
	"testing"
)

func TestPrograms(t *testing.T) {
	checkout := tree(t, `
-- pyproject.toml --
[project]
name = "acme-kit"
[project.scripts]
kit = "kit.cli:main"
"../evil" = "kit.cli:main"
[tool.poetry.scripts]
kit-old = "kit.cli:old"
-- setup.cfg --
[options.entry_points]
console_scripts =
    kit-cfg = kit.cli:main
-- setup.py --
setup(entry_points={"console_scripts": ["kit-setup=kit.cli:main"]})
-- kit/__init__.py --
-- kit/cli.py --
p.add_argument("--strict")
-- kit/plain.py --
`)
	module := tree(t, `
-- go.mod --
module example.com/box/v2
-- main.go --
package main
import "flag"
func main() { flag.Bool("deep", false, "go deep") }
-- cmd/lid/main.go --
package main
func main() {}
-- cmd/lid/sub/sub.go --
package sub
`)
	r := registry(t, nil, checkout, module)
	if want := []string{"acme-kit", "kit", "kit-cfg", "kit-old", "kit-setup"}; !slices.Equal(r.Projects()[0].Programs, want) {
		t.Errorf("programs %q, want %q", r.Projects()[0].Programs, want)
	}
	for line, want := range map[string]string{
		"kit run --x":                  "kit in a, 1 used",
		"./bin/kit.exe":                "./bin/kit.exe in a, 1 used",
		"acme_kit":                     "acme_kit in a, 1 used",
		"a":                            "a in a, 1 used",
		"box":                          "box in b, 1 used",
		"lid":                          "lid in b, 1 used",
		"sub":                          "",
		"go run . x":                   "go run . in b, 3 used",
		"go run ./cmd/lid":             "go run ./cmd/lid in b, 3 used",
		"go run ./cmd/other":           "",
		"go build ./cmd/lid":           "",
		"go":                           "",
		"python":                       "",
		"python kit/cli.py":            "python kit/cli.py in a, 2 used",
		"python -B -m kit.plain":       "python -B -m kit.plain in a, 4 used",
		"python -c kit":                "",
		"python3.11 -m kit":            "python3.11 -m kit in a, 3 used",
		"cli.py":                       "cli.py in a, 1 used",
		"other.py":                     "",
		"sudo -u me kit":               "",
		"uv run kit":                   "kit in a, 3 used",
		"uv pip kit":                   "",
		"X=1 Y=2 kit":                  "kit in a, 3 used",
		"":                             "",
		"python -m":                    "",
		"go run":                       "",
		"uv":                           "",
		"npx":                          "",
		"git kit":                      "",
		"poetry run python -m kit x y": "python -m kit in a, 5 used",
	} {
		got := ""
		if p, used, ok := r.Program(strings.Fields(line)); ok {
			got = fmt.Sprintf("%s in %s, %d used", p.Name, p.Project, used)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	if _, _, ok := r.In("b").Program([]string{"kit"}); ok {
		t.Error("a project that is not in scope has programs")
	}
	p, _, _ := r.Program([]string{"lid"})
	if e, finding, _ := p.Option("--deep"); finding != decl.Found || e.Name != "example.com/box/v2.--deep" {
		t.Errorf("%v %s", finding, e.Name)
	}
	if _, finding, why := p.Option("--de"); finding != decl.Absent || why == "" {
		t.Errorf("the beginning of an option of Go: %v %s", finding, why)
	}
}
