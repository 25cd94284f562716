package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"ibid/guard"
	"ibid/themes"
	"ibid/ui/config"
	"ibid/ui/tui/markdown"
	"ibid/ui/wire"
)

const (
	themeFolder  = "themes" // in the folder of the user's settings
	sampleIndent = "  "
)

func (a *App) themesCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:   "themes [NAME]",
		Short: "Show what the themes of the screen look like",
		Long: `Show each theme, or one, with a small answer and its evidence in its colours. A theme is chosen with --theme, IBID_UI_THEME or ui.theme; "auto" is light or dark, as the terminal's background is.

Your own themes are TOML files in $XDG_CONFIG_HOME/ibid/themes, else ~/.config/ibid/themes. One that has the name of a built-in theme takes its place.`,
		Example: `  ibid themes high-contrast
  ibid themes --color always | less -R`,
		Args: cobra.MaximumNArgs(1),
	}, "ibid.themes/1 object", func(_ context.Context, r *call) error {
		dir := a.themeDir()
		infos, err := a.themes(dir, r.args)
		if err != nil {
			return err
		}
		previews := a.newPage(nil)
		for i, info := range infos {
			if i > 0 {
				previews.line("")
			}
			if err := previews.theme(info.Name, dir); err != nil {
				return err
			}
		}
		profile := colorprofile.NoTTY
		if a.colored(r.config) {
			profile = config.Profile(a.Out, a.Env, true)
		}
		list := themesJSON{"ibid.themes/1", wire.Each(infos, func(i themes.Info) themeJSON { return themeJSON(i) })}
		return r.show(list, func(p *page) {
			w := colorprofile.Writer{Forward: p, Profile: profile}
			_, _ = w.WriteString(previews.String()) // a page takes everything
		})
	}, screenSettings)
}

// themes lists the theme that was named, or all. A broken one among all is noted, and no reason to show none.
func (a *App) themes(dir string, names []string) ([]themes.Info, error) {
	infos, errs := themes.List(dir)
	if len(names) == 0 {
		for _, err := range errs {
			a.note("left out: %v", err)
		}
		return infos, nil
	}
	if _, err := themes.Load(names[0], dir); err != nil {
		return nil, usageError{err}
	}
	for _, info := range infos {
		if info.Name == names[0] {
			return []themes.Info{info}, nil
		}
	}
	return nil, errors.Join(errs...)
}

// themeDir is the folder of the user's themes, "" where no home is known.
func (a *App) themeDir() string {
	dir, err := config.ConfigDir(a.Env)
	if err != nil {
		return ""
	}
	return filepath.Join(dir, themeFolder)
}

// themesJSON is the wire schema ibid.themes/1. Fields are only ever added.
type themesJSON struct {
	Schema string      `json:"schema"`
	Themes []themeJSON `json:"themes"`
}

type themeJSON struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Dark        bool   `json:"dark"`
	Path        string `json:"path" jsonschema:"\"\" for a theme that is built in"`
}

// theme adds the preview of a theme.
func (p *page) theme(name, dir string) error {
	t, err := themes.Load(name, dir)
	if err != nil {
		return usageError{err}
	}
	width := p.width - len(sampleIndent)
	answer, err := markdown.Render(sampleMarkdown, markdown.Options{Width: width, Style: t.Glamour, Marker: t.Styles.Marker})
	if err != nil {
		return fmt.Errorf("the theme %s cannot be shown: %w", name, err)
	}
	p.line("%s: %s", name, guard.Sanitize(t.Description))
	for _, part := range [][]string{sampleLines(&t.Styles), answer.Lines} {
		p.line("")
		for _, l := range part {
			p.line("%s", strings.TrimRight(sampleIndent+clip(l, width), " "))
		}
	}
	return nil
}

// sampleMarkdown is an answer with one of everything that is common in answers.
const sampleMarkdown = "## Sizes\n\nML-KEM-768 has an encapsulation key of **1184** bytes. Its name in code is `mlkem768` [c2].\n\n" +
	"- keys are *encoded* [c1]\n- ciphertexts too [c1]\n\n```go\n// Seal encrypts.\nfunc Seal(key []byte) (int, error) { return 1088, nil }\n```\n"

// sampleLines are a screen in small: each role once.
func sampleLines(s *themes.Styles) []string {
	const gap = "  "
	lines := [][]string{
		{s.Title.Render("ibid"), gap, s.Muted.Render("~/papers · 6 documents"), gap, s.TabActive.Render("answer"), gap, s.Tab.Render("evidence")},
		{s.BorderFocus.Render("━━ answer ━━━━━━━━━━━━━━━━━━━━"), gap, s.Border.Render("── evidence ──────────────────")},
		{s.Sentence.Render("The key has 1184 bytes."), " ", s.MarkerCurrent.Render("[c1]"), gap, s.Good.Render("✓ supported")},
		{s.Text.Render("The ciphertext has 1088 bytes."), " ", s.Marker.Render("[c2]"), gap, s.Warn.Render("! look at it yourself")},
		{s.Draft.Render("A draft is not verified yet."), gap, s.Bad.Render("✗ not supported")},
		{s.Muted.Render("c1 FIPS.203 p. 48"), gap, s.Text.Render("sizes of keys: "), s.Quote.Render("ML-KEM-768 1184"), s.Text.Render(" bytes")},
		{s.Heading.Render("rewrite"), gap, s.Text.Render("call "), s.Removed.Render("fetch"), " → ", s.Added.Render("get"), gap, s.Text.Render("coverage "), s.BarFull.Render("████████"), s.BarEmpty.Render("░░░░░░"), s.Text.Render(" 0.57")},
		{s.Selection.Render("selected text"), s.Cursor.Render("▏"), gap, s.Error.Render("error: no such page"), gap, s.Key.Render("y"), s.Muted.Render(" copy"), gap, s.Key.Render("?"), s.Muted.Render(" help")},
	}
	return wire.Each(lines, func(parts []string) string { return strings.Join(parts, "") })
}
