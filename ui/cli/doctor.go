package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"ibid/ui/config"
	"ibid/ui/tui/cells"
)

// errBroken says that what was printed tells of something broken.
var errBroken = fmt.Errorf("something is broken: %w", errRefused)

func (a *App) doctorCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor [flags] [PATH…]",
		Short: "Look at everything that answers depend on",
		Long: `Look at the models, the index, the settings and the folders, and say of each what was found and, where there is a problem, what to do next. A model that writes answers is asked five short questions, and one that judges about 160 claims whose truth is known; what it said of those is kept. Nothing else is changed. Where you have no config.toml yet, one to paste is printed: every setting with what it does, commented out where it is as it would be without it.

Having no Ollama is no problem. A model that the settings name and that is not there is one, and so are an index that cannot be read and a folder that cannot be written to. The exit code is 1 if something is broken.`,
		Example: `  ibid doctor ~/papers
  ibid doctor --json`,
		Args: documentPaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			d := doctor{app: a}
			var broken *config.Error
			c, err := a.load(cmd)
			switch {
			case errors.As(err, &broken) && !strings.HasPrefix(broken.Where, "--"):
				d.withoutSettings(broken)
			case err != nil:
				return err
			default:
				c.Name(args)
				d.config = c
				if err := d.examine(cmd.Context()); err != nil {
					return err
				}
			}
			found := doctorJSON{"ibid.doctor/1", worst(d.checks), thisBuild().Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, d.checks}
			err = a.newCall(d.config, args, asJSON).show(found, func(p *page) {
				p.examination(d.checks)
				if path := d.unwritten(); path != "" {
					p.ownFile(path, d.config)
				}
				p.line("")
				p.line("%s", p.style.bold(diagnosis(d.checks)))
			})
			if err == nil && found.Verdict == healthBroken {
				err = errBroken
			}
			return err
		},
	}
	settingFlags(cmd, documentSettings, answerSettings, screenSettings)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one ibid.doctor/1 object")
	return cmd
}

// health is the verdict on one thing.
type health string

const (
	healthOK      health = "ok"
	healthWarning health = "warning" // it works, and could do better
	healthBroken  health = "broken"  // a command fails because of it, or does not do what the settings ask for
)

// check is one thing that was looked at.
type check struct {
	Name   string `json:"name" jsonschema:"stable, for scripts"`
	Health health `json:"verdict"`
	Found  string `json:"found"`
	Next   string `json:"next" jsonschema:"what to do about it, \"\" for nothing"`
}

// doctor looks at everything in turn.
type doctor struct {
	app    *App
	config *config.Config
	checks []check
}

func (d *doctor) add(c check) { d.checks = append(d.checks, c) }

// examine makes all checks. An error is the context's, or that the program itself cannot go on.
func (d *doctor) examine(ctx context.Context) error {
	d.version()
	if err := d.models(ctx); err != nil {
		return err
	}
	d.settings()
	d.folders()
	return ctx.Err()
}

// withoutSettings makes those checks that need none.
func (d *doctor) withoutSettings(e *config.Error) {
	d.version()
	d.add(check{Name: "settings", Health: healthBroken, Found: e.Error(), Next: "mend it, then run `ibid doctor` again: what depends on settings was not looked at"})
	d.folders()
}

func (d *doctor) version() {
	d.add(check{Name: "ibid", Health: healthOK, Found: fmt.Sprintf("%s, %s, %s/%s", thisBuild().Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)})
}

// worst is the verdict on the whole.
func worst(checks []check) health {
	all := healthOK
	for _, c := range checks {
		switch {
		case c.Health == healthBroken:
			return healthBroken
		case c.Health == healthWarning:
			all = healthWarning
		}
	}
	return all
}

const maxFinding = 600 // columns of what was found; a server may say anything

// examination prints what a doctor found: a line for each check, and the next step.
func (p *page) examination(checks []check) {
	marks := map[health]string{healthOK: p.sign("✔", "+"), healthWarning: "!", healthBroken: p.sign("✘", "x")} // beside the word
	const column = "%s %-7s  %-14s  "
	indent := strings.Repeat(" ", len(fmt.Sprintf(column, " ", "", "")))
	safe := func(s string) string { return clip(clean(s), maxFinding) }
	for _, c := range checks {
		label := fmt.Sprintf(column, marks[c.Health], c.Health, title(c.Name))
		if c.Health != healthOK {
			label = p.style.bold(label)
		}
		p.hang(label, safe(c.Found), nil)
		if c.Next != "" {
			p.hang(indent+"next: ", safe(c.Next), nil)
		}
	}
}

// unwritten is the file of the user's settings where there is none yet, else "".
func (d *doctor) unwritten() string {
	dir, err := config.ConfigDir(d.app.Env)
	if path := filepath.Join(dir, userSettings); err == nil && d.config != nil && !exists(path) {
		return path
	}
	return ""
}

// ownFile prints a config.toml: each setting with what it does, and those commented out that are as they would be
// without it.
func (p *page) ownFile(path string, c *config.Config) {
	p.line("")
	p.hang("", "To make settings of your own, paste what you want of this into "+clean(path)+"; a \"#\" before a setting leaves it as it is:", nil)
	for _, s := range config.All() {
		value, sign := s.Value(c), ""
		switch v := value.(type) {
		case []string:
			if s.Key == "docs" {
				value = each(v, absolute)
			}
		case string:
			if s.Kind == "path" && v != "" {
				value = absolute(v)
			}
		}
		if literal(s.Value(c)) == literal(s.Default) {
			value, sign = s.Default, "#"
		}
		p.line("")
		for _, l := range cells.Words(s.Help, p.width-len("# ")) {
			p.line("%s", p.style.faint("# "+l))
		}
		p.line("%s%s = %s", sign, s.Key, literal(value))
	}
}

// absolute is a path from the root, as a file of settings has to name it.
func absolute(path string) string {
	if at, err := filepath.Abs(path); err == nil {
		return at
	}
	return path
}

// title is the name of a check for a person.
func title(name string) string { return strings.ReplaceAll(name, "_", " ") }

// diagnosis sums the checks up in one line: what is broken, and what could be better.
func diagnosis(checks []check) string {
	found := map[health][]string{}
	for _, c := range checks {
		found[c.Health] = append(found[c.Health], title(c.Name))
	}
	var parts []string
	if of := found[healthBroken]; of != nil {
		parts = append(parts, fmt.Sprintf("%d broken (%s)", len(of), strings.Join(of, ", ")))
	}
	if of := found[healthWarning]; of != nil {
		parts = append(parts, fmt.Sprintf("%s (%s)", count(len(of), "warning"), strings.Join(of, ", ")))
	}
	if parts == nil {
		return "all is well"
	}
	return strings.Join(parts, ", ")
}

// doctorJSON is the wire schema ibid.doctor/1. Fields are only ever added.
type doctorJSON struct {
	Schema  string  `json:"schema"`
	Verdict health  `json:"verdict" jsonschema:"the worst of the checks: ok, warning, broken"`
	Version string  `json:"version"`
	Go      string  `json:"go"`
	OS      string  `json:"os"`
	Arch    string  `json:"arch"`
	Checks  []check `json:"checks"`
}
