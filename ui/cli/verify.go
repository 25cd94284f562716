package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine"
	"ibid/engine/verify"
	"ibid/guard"
	"ibid/index"
	"ibid/index/source"
	"ibid/index/symbol/recipe"
	"ibid/ui/app"
	"ibid/ui/config"
)

// errUnsupported ends a verification that found something; the report has been printed.
var errUnsupported = fmt.Errorf("not everything is supported: %w", errRefused)

// verifyFlags are what the verify command takes beside settings.
type verifyFlags struct {
	evidence    []string
	jsonl       bool
	symbolsOnly bool
	why         bool
	strict      bool
}

// verification is one run of the command.
type verification struct {
	*call
	verifyFlags
	docs bool     // --docs was given
	lost []string // what could not be read of the text, and why
}

// symbols tells whether the names of an API are looked at.
func (v *verification) symbols() bool { return v.config.SymbolGate || v.symbolsOnly }

// errNoSources says that nothing can be told of the names of an API, which is all that was asked for.
var errNoSources = usageError{errors.New("--symbols-only: there is no source code to judge the names by; name some with --project NAME=PATH")}

// judges reads what the sources declare. They are nil where the names of an API are not looked at.
func (v *verification) judges(ctx context.Context, d *index.Index) (*app.Judges, error) {
	if !v.symbols() {
		return nil, nil
	}
	r, err := v.shared().Registry(ctx, v.config, d, v.progress.step)
	if err == nil && r == nil && v.symbolsOnly {
		err = errNoSources
	}
	return app.NewJudges(r), err
}

func (a *App) verifyCommand() *cobra.Command {
	var fl verifyFlags
	cmd := a.command(&cobra.Command{
		Use:   "verify [flags] [FILE | -]",
		Short: "Check a text that someone else wrote, sentence by sentence",
		Long: `Check each sentence of a text: is it supported by what it cites? The text is read from FILE, in any format that documents may have, or from standard input. Headings and code claim nothing and are not checked. Exit code 0: every sentence is proven, or borne out by the judge of guard.judge; with --strict, proven. 1: something is not.

The text may be

- Markdown with markers, [c1] or [1], and its evidence: --evidence FILE, once for each key in order or as --evidence c3=FILE; or definitions in the text itself, "[c1]: the words of the source", or "[c1] the words of the source" below a last heading "Evidence" or "References". A text without markers is checked against all of its evidence.

- an answer saved with "ibid ask --json": it is verified against its documents as they are now. If they have moved, --docs says where to.

- any text without evidence, or with --docs: each sentence is looked up in the documents.

--jsonl reads rows {"id":…,"text":"…","evidence":"…" or ["…"]} and writes one ibid.verify/1 object for each, in order.

The names of an API in the text, in code and in prose, are looked up in the sources of --project NAME=PATH, and in those of the documents where they are read. PATH is a folder as it would stand on an import path, or a checkout with its pyproject.toml, setup.py, go.mod or package.json. Names of other libraries are out of scope, and not judged. Nothing is imported or run. A row may say which projects it is about: "project":"NAME".`,
		Example: `  ibid verify --evidence fips203.txt summary.md
  ibid ask --docs ~/papers --json "What does MLWE mean?" > mlwe.json && ibid verify mlwe.json
  pbpaste | ibid verify --docs ~/papers
  ibid verify --jsonl < rows.jsonl
  ibid verify --symbols-only --project python=/usr/lib/python3.11 answer.md`,
		Args: cobra.MaximumNArgs(1),
	}, "ibid.verify/1 object", func(ctx context.Context, r *call) error {
		in, err := a.openText(r.args)
		if err != nil {
			return err
		}
		defer in.Close()
		v := verification{call: r, verifyFlags: fl, docs: r.given("docs")}
		switch {
		case !fl.jsonl:
			return v.text(ctx, in)
		case v.docs || len(fl.evidence) > 0:
			return usageError{errors.New("with --jsonl the evidence is in the rows; --evidence and --docs have no place")}
		}
		return v.rows(ctx, in)
	}, documentSettings, screenSettings, []string{"projects"})
	cmd.Flags().BoolVar(&fl.symbolsOnly, "symbols-only", false, "look at the names of an API alone, not at what the sentences say")
	cmd.Flags().StringArrayVar(&fl.evidence, "evidence", nil, "evidence `file` of the next key, or KEY=FILE; may be repeated")
	cmd.Flags().BoolVar(&fl.strict, "strict", false, "let only what is proven pass, not what a judge says is borne out")
	cmd.Flags().BoolVar(&fl.why, "why", false, "show of each supported sentence the steps that lead to it from the source")
	cmd.Flags().BoolVar(&fl.jsonl, "jsonl", false, "read rows with id, text and evidence, write one ibid.verify/1 object for each")
	return cmd
}

// text checks one text, whatever it is.
func (v *verification) text(ctx context.Context, in *textFile) error {
	var body app.Claims
	var given []engine.Evidence
	if in.file != nil && !source.Plain(in.name) {
		doc, err := document(ctx, v.config, in.name)
		if err != nil {
			return err
		}
		body, v.lost = app.DocumentClaims(doc), doc.Warnings
		if err := in.verifiable(body.Text); err != nil {
			return err
		}
	} else {
		text, err := in.text(ctx)
		switch {
		case err != nil:
			return err
		case in.file != nil && isProgram(in.name):
			body = app.DocumentClaims(program(in.name, text))
		case looksLikeJSON(text):
			return v.saved(ctx, in.name, text)
		default:
			body, given = app.SplitEvidence(text)
		}
	}
	given, err := gatherEvidence(ctx, v.config, given, v.evidence)
	if err != nil {
		return err
	}
	check := func(d *index.Index) error {
		j, err := v.judges(ctx, d)
		if err != nil {
			return err
		}
		checked := verify.NewReport()
		if !v.symbolsOnly {
			var from engine.Retriever // a nil *Index would be no nil Retriever
			if d != nil {
				from = d
			}
			opt := verify.Options{Hits: v.config.Hits, Except: in.is, Step: app.CheckStep(v.progress.step)}
			if opt.Judge, err = v.shared().NamedJudge(ctx, v.config); err != nil {
				return err
			}
			if checked, err = verify.New(from, opt).Text(ctx, body.Draft, given); err != nil {
				return err
			}
		}
		return v.print(ctx, checked, j, body.Draft, body.Symbols(j))
	}
	if v.symbolsOnly && !v.docs && app.HasSources(v.config) || len(given) > 0 && !v.docs {
		return check(nil)
	}
	return v.withDocuments(ctx, check)
}

// saved checks a saved answer.
func (v *verification) saved(ctx context.Context, file, text string) error {
	if len(v.evidence) > 0 {
		return usageError{fmt.Errorf("%s is JSON; a saved answer names its documents itself, so --evidence has no place", file)}
	}
	answer, err := parseAnswer(text)
	if err != nil {
		return usageError{fmt.Errorf("%s: %w", file, err)}
	}
	if answer.Refused && answer.Text == v.config.RefusalText {
		answer.Text = guard.NotFoundText // a refusal in the user's own words
	}
	j, err := v.judges(ctx, nil)
	if err != nil {
		return err
	}
	said := guard.ParseForeign(answer.Text)
	checked := verify.NewReport()
	if !v.symbolsOnly {
		if checked, err = verify.Answer(ctx, answer, said, &savedDocuments{config: v.config, moved: v.docs}); err != nil {
			return err
		}
	}
	return v.print(ctx, checked, j, said, j.Symbols(said, ""))
}

// print prints what was found out.
func (v *verification) print(ctx context.Context, checked *verify.Report, j *app.Judges, text *guard.Draft, symbols []engine.Symbol) error {
	checked.AddSymbols(symbols)
	out, notes := *checked, append(v.lost, j.Unread(text)...)
	out.Notes = append(slices.Clip(out.Notes), notes...)
	err := v.show(out, func(p *page) {
		if !v.symbolsOnly {
			p.verification(checked, v.why)
		}
		if v.symbolsOnly || len(symbols) > 0 {
			p.symbols(out.Symbols)
		}
		for _, n := range notes {
			p.hang("note: ", clean(n), nil)
		}
	})
	if err == nil && (!out.OK || v.strict && !checked.Proven()) {
		err = errUnsupported
	}
	return err
}

// savedDocuments are the documents of saved answers: where the answer says, or below the folders of --docs if that is
// given.
type savedDocuments struct {
	config  *config.Config
	moved   bool // --docs is given
	remaker recipe.Remaker
}

// Read implements verify.Documents.
func (d *savedDocuments) Read(path string) ([]byte, error) {
	path, err := d.at(path)
	if err != nil {
		return nil, err
	}
	data, err := app.ReadDocument(d.config, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s; if the documents have moved, say where to with --docs", path)
	}
	return data, err
}

// Card implements verify.Documents.
func (d *savedDocuments) Card(ctx context.Context, path, symbol string) (source.Document, error) {
	path, err := d.at(path)
	if err != nil {
		return source.Document{}, err
	}
	return d.remaker.Document(ctx, path, symbol)
}

// at is where a document stands now.
func (d *savedDocuments) at(path string) (string, error) {
	if !d.moved {
		return path, nil
	}
	return below(d.config.Docs, path)
}

// below finds a document in other folders than it was: the longest end of its path that exists below one of them.
func below(roots []string, path string) (string, error) {
	parts := strings.Split(filepath.ToSlash(filepath.Clean(path)), "/")
	for i := range parts {
		end := filepath.Join(parts[i:]...)
		for _, root := range roots {
			at := filepath.Join(root, end)
			if i == len(parts)-1 && filepath.Base(root) == end {
				at = root // the root is the file
			}
			if info, err := os.Stat(at); filepath.IsLocal(end) && err == nil && info.Mode().IsRegular() {
				return at, nil
			}
		}
	}
	return "", fmt.Errorf("there is no %s below %s", filepath.Base(path), strings.Join(roots, ", "))
}
