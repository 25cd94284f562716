package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ibid/index"
	"ibid/themes"
	"ibid/ui/app"
	"ibid/ui/config"
	"ibid/ui/keep"
	"ibid/ui/tui"
	"ibid/ui/wire"
)

func (a *App) initCommand() *cobra.Command {
	var yes bool
	cmd := a.command(&cobra.Command{
		Use:   "init [flags] [PATH…]",
		Short: "Look at what is here, and write your own config.toml",
		Long: `Show what ibid found: documents, models, the terminal. Then ask three questions at most, and write your own config.toml with the answers: every setting is in it with what it does, those that stay as they are commented out. A file that is there is never changed.

PATHs are the folders and files to read from then on wherever none are named; without any it is the folder that is answered.`,
		Example: `  ibid init ~/papers
  ibid init --yes ~/papers    # as it is found, nothing is asked`,
		Args: documentPaths,
	}, "", func(ctx context.Context, r *call) error { return r.setUp(ctx, yes) }, documentSettings, embedderSettings, modelSettings, screenSettings, []string{"engine.generator", "ui.theme"})
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "ask nothing")
	return cmd
}

// setUp shows what there is, asks, and writes the user's file.
func (r *call) setUp(ctx context.Context, yes bool) error {
	dir, err := config.ConfigDir(r.Env)
	if err != nil {
		return usageError{err}
	}
	path := filepath.Join(dir, userSettings)
	if keep.Exists(path) {
		return usageError{fmt.Errorf("%s is there already, and stays as it is; `ibid config` shows what it sets", path)}
	}
	if !yes && !interactive(r.In) {
		return usageError{errors.New("nobody can be asked; give --yes to take what is found")}
	}
	c := r.config
	if len(r.args) > 0 {
		c.Name(r.args)
	}
	m, err := r.shared().Models(ctx, c, app.Wanted{Writer: true})
	if err != nil {
		return err
	}
	p := r.newPage(c)
	p.found(r, m)
	p.hang("documents  ", r.documents(ctx), nil)
	p.line("")
	if err := r.print(p); err != nil {
		return err
	}
	ask := asker{r, bufio.NewReader(r.In), yes}
	docs := strings.Join(c.Docs, string(os.PathListSeparator))
	if c.Unnamed() != "" {
		docs = "" // each command names its own
	}
	docs, err = ask.line(ctx, "Which documents? A folder or a file", docs)
	if err == nil && m.Generator != r.Generator {
		c.Generator, err = ask.oneOf(ctx, "What writes the answers? A model, or the documents' own sentences", []string{config.Auto, "extractive"}, c.Generator)
	}
	if err == nil && r.colored(c) {
		names := []string{tui.AutoTheme}
		infos, _ := themes.List(r.themeDir())
		names = append(names, wire.Each(infos, func(i themes.Info) string { return i.Name })...)
		c.Theme, err = ask.oneOf(ctx, "Which theme", names, c.Theme)
	}
	if err != nil {
		return err
	}
	if docs != "" {
		c.Docs = nil
	}
	for _, d := range filepath.SplitList(docs) {
		if rest, home := strings.CutPrefix(d, "~/"); home {
			d = filepath.Join(r.getenv("HOME"), rest)
		}
		if d, err = filepath.Abs(d); err != nil {
			return err
		}
		if !keep.Exists(d) {
			return usageError{fmt.Errorf("%s is not there: nothing was written", d)}
		}
		c.Docs = append(c.Docs, d)
	}
	if err = os.MkdirAll(dir, 0o700); err == nil {
		err = keep.Create(path, []byte(ownFile(c)))
	}
	if errors.Is(err, fs.ErrExist) {
		return usageError{fmt.Errorf("%s is there by now, and stays as it is", path)}
	}
	if err != nil {
		return saveError{path, keep.Cause(err)}
	}
	p = r.newPage(c)
	p.hang("", "written: "+clean(path)+"; `ibid` opens the screen, `ibid doctor` looks closer", nil)
	return r.print(p)
}

// found tells of the models and the terminal.
func (p *page) found(r *call, m app.Models) {
	answers, vectors := "the documents' own sentences", "the built-in word vectors"
	if m.Generator != r.Generator {
		answers = m.Generator.Name()
	}
	if m.Embedder != nil {
		vectors = m.Embedder.Name()
	}
	p.hang("answers    ", clean(answers), nil)
	p.hang("vectors    ", clean(vectors), nil)
	for _, n := range m.Notes {
		p.hang("           ", clean(n), p.style.faint)
	}
	on := terminal(r.Out) > 0
	p.hang("terminal   ", clean(r.screenCheck(on).Found+"; colours: "+r.colorCheck(r.config, on).Found+"; UTF-8: "+r.localeCheck(on).Found), nil)
}

// documents tells how many there are.
func (r *call) documents(ctx context.Context) string {
	where := clean(strings.Join(r.config.Docs, ", ")) + ": "
	opt, err := r.shared().IndexOptions(r.config)
	if err != nil {
		return where + clean(err.Error())
	}
	report, err := index.Status(ctx, opt)
	switch {
	case err != nil && !errors.Is(err, index.ErrNoIndex):
		return where + clean(err.Error())
	case report.Files == 0: // of an index that can be used
		return where + count(report.Added, "file") + " that ibid reads"
	}
	return where + count(report.Files, "file") + ", indexed already"
}

// asker asks a person.
type asker struct {
	*call
	in  *bufio.Reader
	yes bool // nobody is asked
}

// line asks for one line; an empty one is what stands there.
func (a asker) line(ctx context.Context, question, otherwise string) (string, error) {
	if a.yes {
		return otherwise, nil
	}
	fmt.Fprintf(a.Err, "%s [%s] ", question, clean(otherwise))
	reply, err := await(ctx, func() (string, error) { return a.in.ReadString('\n') })
	if err != nil && err != io.EOF {
		return "", err
	}
	if reply = strings.TrimSpace(reply); reply == "" {
		return otherwise, nil
	}
	return reply, nil
}

// oneOf asks for one of some values, until it is one.
func (a asker) oneOf(ctx context.Context, question string, values []string, otherwise string) (string, error) {
	for {
		reply, err := a.line(ctx, question+": "+strings.Join(values, ", "), otherwise)
		if err != nil || reply == otherwise {
			return otherwise, err
		}
		for _, v := range values {
			if v == reply {
				return v, nil
			}
		}
	}
}

// ownFile is a config.toml: each setting with what it does, and those commented out that are as they would be without it.
func ownFile(c *config.Config) string {
	var b strings.Builder
	b.WriteString("# Settings of ibid, from `ibid init`. Take a \"#\" away to set what stands behind it; `ibid config` shows what counts, and why.\n")
	for _, s := range config.All() {
		value := literal(s.Value(c))
		sign := ""
		if value == literal(s.Default) {
			sign = "#"
		}
		fmt.Fprintf(&b, "\n# %s\n%s%s = %s\n", s.Help, sign, s.Key, value)
	}
	return b.String()
}
