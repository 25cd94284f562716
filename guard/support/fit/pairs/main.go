// Command pairs makes labelled pairs of claims and evidence from the comments of Go source, for the command fit: sentences that
// were changed so that they stay true, and sentences that were changed in one place so that they do not.
//
//	go run ./guard/support/fit/pairs "$(go env GOROOT)/src/io" "$(go env GOROOT)/src/os" … > pairs.jsonl
//
// Each sentence is changed in as many ways as apply, at most perKind of a kind and folder. The words that are exchanged are
// written down here, not taken from what the check knows: otherwise it would be measured by its own lists. A few of the false
// ones are true by chance (about 2 in 100 of those read): "the buffer" may stand for what was "the slice".
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	perKind  = 12   // pairs of one kind and folder
	minWords = 8    // of a sentence that is changed
	maxWords = 40   // likewise
	minChunk = 250  // bytes of the evidence: comments that are shorter go with what follows them
	maxChunk = 1600 // bytes, likewise
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pairs:", err)
		os.Exit(1)
	}
}

// pair is a row as the command fit reads it.
type pair struct {
	ID       string   `json:"id"`
	Evidence []string `json:"evidence"`
	Title    string   `json:"title"`
	Claim    string   `json:"claim"`
	Label    string   `json:"label"`
	Kind     string   `json:"kind"`
}

func run(w io.Writer, folders []string) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, folder := range folders {
		pairs, err := ofFolder(folder)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			if err := enc.Encode(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofFolder is the pairs of the Go files of a folder.
func ofFolder(folder string) ([]pair, error) {
	chunks, err := comments(folder)
	if err != nil {
		return nil, err
	}
	var all []pair
	title := "Package " + filepath.Base(folder)
	for i, chunk := range chunks {
		for k, sentence := range sentences(chunk) {
			for _, c := range changes {
				if claim := c.apply(sentence, chunk); claim != "" && claim != sentence && !strings.Contains(chunk, claim) {
					all = append(all, pair{
						ID: fmt.Sprintf("%s-%d-%d-%s", filepath.Base(folder), i, k, c.kind), Evidence: []string{chunk}, Title: title,
						Claim: claim, Label: label(c.holds), Kind: c.kind,
					})
				}
			}
		}
	}
	// Which ones are kept is a matter of their text, so that the choice is the same each time and not that of the first files.
	slices.SortStableFunc(all, func(a, b pair) int { return strings.Compare(order(a.ID+a.Claim), order(b.ID+b.Claim)) })
	kept := all[:0]
	count := map[string]int{}
	for _, p := range all {
		if count[p.Kind]++; count[p.Kind] <= perKind {
			kept = append(kept, p)
		}
	}
	return kept, nil
}

func order(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s))
	return fmt.Sprintf("%016x", h.Sum64())
}

func label(holds bool) string {
	if holds {
		return "supported"
	}
	return "unsupported"
}

// comments is the documentation of a folder's declarations, in pieces that are as long as the chunks of an index.
func comments(folder string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var chunks []string
	open := ""
	add := func(doc *ast.CommentGroup) {
		text := strings.TrimSpace(doc.Text())
		if text == "" || len(text) > maxChunk {
			return
		}
		if open += "\n\n" + text; len(open) >= minChunk {
			chunks, open = append(chunks, strings.TrimSpace(open)), ""
		}
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		add(f.Doc)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				add(d.Doc)
			case *ast.GenDecl:
				add(d.Doc)
			}
		}
	}
	if len(chunks) == 0 {
		return nil, fmt.Errorf("%s has no documented Go", folder)
	}
	return chunks, nil
}

// sentenceEnd ends a sentence where another begins.
var sentenceEnd = regexp.MustCompile(`[.]\s+(?:[A-Z]|$)`)

// sentences is those of a text's paragraphs that can be read alone.
func sentences(text string) []string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if strings.ContainsAny(paragraph, "\t{}=|") {
			continue // code, a table
		}
		rest := strings.Join(strings.Fields(paragraph), " ") + " "
		for {
			at := sentenceEnd.FindStringIndex(rest)
			if at == nil {
				break
			}
			s := strings.TrimSpace(rest[:at[0]+1])
			rest = rest[at[0]+2:]
			if n := len(strings.Fields(s)); n >= minWords && n <= maxWords && !dangling.MatchString(s) && !strings.Contains(s, "e.g.") {
				out = append(out, s)
			}
		}
	}
	return out
}

// dangling begins a sentence that needs the one before it.
var dangling = regexp.MustCompile(`^(?:It|They|This|These|Those|That|He|Such|Otherwise|However|But|And|So|Thus|Then|Note)\b`)
