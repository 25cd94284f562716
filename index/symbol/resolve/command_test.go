package resolve_test

import (
	"testing"

	"ibid/guard/symbols"
	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/resolve"
)

// tools are programs in two languages.
var tools = map[string]string{
	"kit/__init__.py": "",
	"kit/cli.py": `
import argparse
def main():
    p = argparse.ArgumentParser()
    p.add_argument("--strict", "-s")
    p.add_argument("--depth", type=int)
    p.add_argument("--color", action=argparse.BooleanOptionalAction)
`,
	"kit/sub.py":   "import click\n@click.command()\n@click.option('--loud/--quiet')\ndef run(loud): ...\n",
	"quiet/run.py": "def main(): ...\n",
	"odd.py":       "import argparse\np = argparse.ArgumentParser()\np.add_argument('--known')\np.parse_known_args()\n",
	"cmd/kitd/main.go": `package main

import "github.com/spf13/cobra"

func main() {
	cmd := &cobra.Command{}
	cmd.Flags().StringVarP(&s, "name", "n", "", "the name")
	cmd.PersistentFlags().Bool("dry-run", false, "do nothing")
}
`,
}

func toolsResolver(t testing.TB, project string) *resolve.Resolver {
	t.Helper()
	// The options of a project are pooled: without this file those of all its programs are known.
	files := map[string]string{}
	for path, text := range tools {
		if path != "odd.py" {
			files[path] = text
		}
	}
	return resolve.New(projectOf(t, toolsProject, files).In(project))
}

var toolsProject = symbol.Project{
	Name: "kit", Python: &symbol.PythonRoot{}, Go: &symbol.GoModule{Path: "example.com/kit"}, Programs: []string{"kit-run"},
}

func shell(code string) string { return "```sh\n" + code + "\n```\n" }

func TestCommands(t *testing.T) {
	x := toolsResolver(t, "kit")
	tests := []struct{ name, answer, want string }{
		{"the project's own name", shell("kit x --strict --strikt"), "known kit.cli.--strict\nunknown kit --strikt"},
		{"a program that it lists", shell("kit-run --loud --silent=3"), "known kit.sub.--loud\nunknown kit-run --silent"},
		{"with an underscore", shell("kit_run --silent"), "unknown kit_run --silent"},
		{"a Go program", shell("kitd serve --name x --dry-run --dryrun"), "known example.com/kit/cmd/kitd.--name\nknown example.com/kit/cmd/kitd.--dry-run\nunknown kitd --dryrun"},
		{"go run", shell("go run ./cmd/kitd --dryrun"), "unknown go run ./cmd/kitd --dryrun"},
		{"python -m", shell("python3 -u -m kit.cli --depht 3"), "unknown python3 -u -m kit.cli --depht"},
		{"a file", shell("python kit/cli.py --depht\n./cli.py --depht"), "unknown python kit/cli.py --depht\nunknown ./cli.py --depht"},
		{"a package without options", shell("python -m quiet.run --anything\npython quiet/run.py --anything"), ""},
		{"a module that is not there", shell("python -m pip install --upgrade kit"), ""},
		{"both ways of a switch", shell("kit --color --no-color --loud --quiet --no-loud"),
			"known kit.cli.--color\nknown kit.cli.--no-color\nknown kit.sub.--loud\nknown kit.sub.--quiet\nunread kit --no-loud"},
		{"what every program takes", shell("kit --help --version -z"), ""},
		{"the beginning of an option", shell("kit --stri"), "unread kit --stri"},
		{"values", shell("kit --depth=--strikt --depth '--strikt'"), "known kit.cli.--depth\nknown kit.cli.--depth"},
		{"behind two dashes", shell("kit --strict -- --strikt"), "known kit.cli.--strict"},
		{"other programs", shell("git commit --amend | kit --strikt && docker run --rm kit --strikt; cat --kit"), "unknown kit --strikt"},
		{"launchers", shell("sudo A=1 kit --a1\nuv run kit --a2\nenv X=y kit --a3\nuv run --with x kit --a4"), "unknown kit --a1\nunknown kit --a2\nunknown kit --a3"},
		{"lines that go on", shell("kit \\\n  --strict \\\n  --strikt # --comment"), "known kit.cli.--strict\nunknown kit --strikt"},
		{"prompts", "```console\n$ kit --a1\nkit --a2: no such option\n$ kit --a3\n```", "unknown kit --a1\nunknown kit --a3"},
		{"usage", shell("kit [--strict] [--strikt N] [--depth|--loud]"), "known kit.cli.--strict\nunknown kit --strikt\nknown kit.cli.--depth"},
		{"what a command reads", shell("cat > x <<'EOF'\nkit --a1\nEOF\nkit --a2"), "unknown kit --a2"},
		{"no language", "```\nkit --strikt\n```", "unknown kit --strikt"},
		{"another language", "```yaml\nkit --strikt\n```", ""},
		{"a comment", shell("# kit --strikt"), ""},
		{"unterminated", shell("kit --strict 'abc --strikt"), "known kit.cli.--strict"},
		{"prose", "Run kit --strikt now.", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, x, tt.answer, tt.want) })
	}
}

// TestInlineCommands judges command lines that stand between backticks.
func TestInlineCommands(t *testing.T) {
	x := toolsResolver(t, "")
	text := "kit run --strikt"
	uses := x.Resolve([]code.Piece{{Kind: code.Inline, Text: text, Start: 5}})
	if len(uses) != 1 || uses[0].Name != "kit --strikt" || uses[0].Start != 5+8 || uses[0].Written != "--strikt" || uses[0].Reason == "" {
		t.Fatalf("%+v", uses)
	}
	if n := uses[0].Nearest; len(n) == 0 || n[0].Name != "kit.cli.--strict" {
		t.Errorf("nearest %+v", n)
	}
	for _, tt := range []struct{ name, answer, want string }{
		{"known", "Run `kit run --strict` first.", "known kit.cli.--strict"},
		{"unknown", "Run `kit run --strikt 3` first.", "unknown kit --strikt"},
		{"a module", "Run `python -m kit.cli --depht 3` first.", "unknown python -m kit.cli --depht"},
		{"behind a prompt", "Run `$ kit --strikt` first.", "unknown kit --strikt"},
		{"other tools", "Run `git commit --amend`, `pip install --upgrade kit` or `docker run --rm kit`.", ""},
		{"an option alone", "Pass `--strikt` or `-n 3`.", ""},
		{"no option", "Run `kit run`.", ""},
		{"a name of the code", "`kit --strict` may follow `kit.cli.main`, not `kit.cli.mane`.", "known kit.cli.--strict\nknown kit.cli.main\nunknown kit.cli.mane"},
	} {
		t.Run(tt.name, func(t *testing.T) { check(t, x, tt.answer, tt.want) })
	}
}

func TestOpenCommands(t *testing.T) {
	x := resolve.New(projectOf(t, toolsProject, tools).In("kit"))
	check(t, x, shell("kit --strict --strikt\npython -m kit.cli --strikt\npython odd.py --strikt"),
		"known kit.cli.--strict\nunread kit --strikt\nunknown python -m kit.cli --strikt\nunread python odd.py --strikt")
	if uses := resolve.New(projectOf(t, toolsProject, tools).In("other")).Resolve(symbols.Pieces(shell("kit --strikt"))); len(uses) != 0 {
		t.Errorf("a project that is not in scope is judged: %+v", uses)
	}
	bare := resolve.New(projectOf(t, toolsProject, map[string]string{"kit/cli.py": "def main(): ...\n"}).In("kit"))
	check(t, bare, shell("kit --anything"), "")
}
