package cli

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ibid/index"
	"ibid/index/symbol"
	"ibid/index/symbol/decl"
	"ibid/ui/app"
	"ibid/ui/text"
)

// The most symbols that a list shows, unless it is told otherwise and in any case: each is compared with all that are
// kept.
const (
	maxSymbols = 50
	mostListed = 10_000
)

func (a *App) symbolsCommand() *cobra.Command {
	limit := maxSymbols
	cmd := a.command(&cobra.Command{
		Use:   "symbols [flags] [PREFIX]",
		Short: "List and search what the sources declare",
		Long:  `List the modules, classes, functions, methods, attributes and constants that the source code among the documents declares, and that of --project NAME=PATH. PREFIX is the beginning of a qualified name or of its last part, or words that it is made of. Exit code 0: something was found. 1: nothing was.`,
		Example: `  ibid symbols --docs ~/src/tidewater series.
  ibid symbols --project python=/usr/lib/python3.11 read text`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, "ibid.symbol_list/1 object", func(ctx context.Context, r *call) error {
		if limit < 1 || limit > mostListed {
			return usageError{fmt.Errorf("--limit %d: from 1 to %d symbols are listed; `ibid symbols export` writes all", limit, mostListed)}
		}
		return r.withSources(ctx, func(declared *symbol.Registry) error { return r.printSymbols(declared, limit) })
	}, documentSettings, screenSettings, []string{"projects"})
	cmd.Flags().IntVar(&limit, "limit", limit, "most symbols to list")
	cmd.AddCommand(a.symbolsExportCommand(), a.recipesCommand())
	return cmd
}

func (a *App) symbolsExportCommand() *cobra.Command {
	return a.command(&cobra.Command{
		Use:     "export [flags] FILE",
		Short:   "Write what the sources declare as symbols.json",
		Long:    `Write what the sources declare to FILE, or to standard output with -. It is one ibid.symbols/1 object with one source file a line, described by ibid schema symbols, and can be used elsewhere as guard.registry.`,
		Example: `  ibid symbols export --project python=/usr/lib/python3.11 python.json`,
		Args:    cobra.ExactArgs(1),
	}, "", func(ctx context.Context, r *call) error {
		return r.withSources(ctx, func(declared *symbol.Registry) error {
			if r.args[0] == "-" {
				return a.writeSymbols(declared)
			}
			var out bytes.Buffer
			if err := declared.Write(&out); err != nil {
				return err
			}
			if err := overwrite(r.args[0], out.Bytes()); err != nil {
				return saveError{r.args[0], err}
			}
			return nil
		})
	}, documentSettings, screenSettings, []string{"projects"})
}

// writeSymbols writes a symbols.json to standard output, which may be a terminal.
func (a *App) writeSymbols(r *symbol.Registry) error {
	var out bytes.Buffer
	if err := r.Write(&out); err != nil {
		return err
	}
	if _, err := a.Out.Write(text.Escape(out.Bytes())); err != nil {
		return outputError{err}
	}
	return nil
}

// withSources runs work on what the sources declare: those that the settings name, and those of the documents where
// they are asked for or nothing else is named.
func (r *call) withSources(ctx context.Context, work func(*symbol.Registry) error) error {
	if app.HasSources(r.config) && !r.given("docs") {
		declared, err := r.shared().Registry(ctx, r.config, nil, r.progress.step)
		if err != nil {
			return err
		}
		return work(declared)
	}
	return r.withDocuments(ctx, func(d *index.Index) error {
		declared, err := r.shared().Registry(ctx, r.config, d, r.progress.step)
		if err != nil {
			return err
		}
		if declared == nil {
			return app.NoDocuments(fmt.Sprintf("no source code in %s; name some with --project NAME=PATH", strings.Join(r.config.Docs, ", ")))
		}
		return work(declared)
	})
}

// symbolsJSON is the schema of what a registry writes, ibid.symbols/1; one of another revision is made anew, not read.
type symbolsJSON struct {
	Schema   string           `json:"schema"`
	Revision int              `json:"revision"`
	Projects []symbol.Project `json:"projects"`
	Files    []struct {
		decl.File
		Project string `json:"project"`
		Digest  string `json:"digest"`
		Names   string `json:"names" jsonschema:"of what it declares, below the module, with a space between"`
	} `json:"files"`
	Sum string `json:"crc32c" jsonschema:"of all lines before it, in hexadecimal digits"`
}

// symbolListJSON is the wire schema ibid.symbol_list/1. Fields are only ever added.
type symbolListJSON struct {
	Schema  string       `json:"schema"`
	Query   string       `json:"query"`
	Symbols []symbolJSON `json:"symbols"`
}

type symbolJSON struct {
	Name      string `json:"name" jsonschema:"qualified"`
	Origin    string `json:"origin" jsonschema:"qualified name where it is declared; another one for what is passed on or inherited"`
	Kind      string `json:"kind"`
	Project   string `json:"project"`
	Path      string `json:"path"`
	StartLine int    `json:"start_line" jsonschema:"0 for a module"`
	EndLine   int    `json:"end_line"`
	Signature string `json:"signature"`
	Summary   string `json:"summary" jsonschema:"the first line of its documentation"`
}

func symbolOf(e symbol.Entry, p symbol.Project) symbolJSON {
	out := symbolJSON{Name: e.Name, Origin: e.Origin, Kind: string(e.Kind()), Project: e.Project, Path: p.Locate(e.File.Path), Summary: firstLine(e.File.Doc)}
	if s := e.Symbol; s != nil {
		out.StartLine, out.EndLine, out.Signature, out.Summary = s.Start, s.End, s.Signature, firstLine(s.Doc)
	}
	return out
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}

// errNoSymbols ends a search that found nothing; that has been told.
var errNoSymbols = fmt.Errorf("no symbol is called so: %w", errRefused)

func (r *call) printSymbols(declared *symbol.Registry, limit int) error {
	query := strings.TrimSpace(strings.Join(r.args, " "))
	projects := map[string]symbol.Project{}
	for _, p := range declared.Projects() {
		projects[p.Name] = p
	}
	found := declared.Search(query, limit+1) // one more tells whether there are more
	if query == "" {
		for e := range declared.All {
			if found = append(found, e); len(found) > limit {
				break
			}
		}
	}
	more := len(found) > limit
	found = found[:min(len(found), limit)]
	list := symbolListJSON{"ibid.symbol_list/1", query, []symbolJSON{}}
	for _, e := range found {
		list.Symbols = append(list.Symbols, symbolOf(e, projects[e.Project]))
	}
	err := r.show(list, func(p *page) {
		for i := range list.Symbols {
			p.symbol(&list.Symbols[i])
		}
	})
	switch {
	case more:
		r.note("only the first %d are listed; --limit shows more", limit)
	case len(found) == 0:
		r.note("no symbol is called so")
	}
	if err == nil && len(found) == 0 {
		return errNoSymbols
	}
	return err
}

// symbol prints one symbol: its name and kind, its signature, where it is declared.
func (p *page) symbol(s *symbolJSON) {
	p.line("%s  %s", p.style.bold(clean(s.Name)), p.style.faint(strings.ReplaceAll(s.Kind, "_", " ")))
	if s.Signature != "" {
		p.hang("    ", clip(clean(s.Signature), maxReason), nil)
	}
	if s.Summary != "" {
		p.hang("    ", clip(clean(s.Summary), maxReason), nil)
	}
	place := clean(s.Path)
	if s.StartLine > 0 {
		place = fmt.Sprintf("%s:%d", place, s.StartLine)
	}
	if s.Origin != s.Name {
		place += ", as " + clean(s.Origin)
	}
	p.line("    %s", p.style.faint(place))
}
