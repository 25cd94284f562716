package support_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/guard/support"
)

const (
	perKind  = 12   // pairs of one kind and folder
	minWords = 8    // of a sentence that is changed
	maxWords = 40   // likewise
	minChunk = 250  // bytes of the evidence: comments that are shorter go with what follows them
	maxChunk = 1600 // bytes, likewise
)

// pair is a claim beside its evidence.
type pair struct {
	id, title, evidence, claim, kind string
	holds                            bool
}

// The least share of what holds that must be proven, and the greatest of what does not: a few of the latter are true by chance (about 2
// in 100 of those read): "the buffer" may stand for what was "the slice".
const (
	leastProven    = 0.8 // clauses behind a semicolon are no statements of their own
	mostProven     = 0.004
	mostContradict = 0.005 // of what holds
)

// TestSyntheticPairs: of sentences from the documentation of Go's library, those that were changed so that they stay true are proven, and
// those that were changed in one place so that they do not are not. Each is changed in as many ways as apply, at most perKind of a kind
// and folder. The words that are exchanged are written down in change_test.go, not taken from what the check knows: otherwise it would
// be measured by its own lists.
func TestSyntheticPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 20 packages")
	}
	var holds, proven, contradicted, fails, wrongly int
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("no sources of Go's library: %v", err)
	}
	for _, folder := range []string{"net/http", "os", "io", "encoding/json", "time", "sync", "context", "database/sql", "crypto/tls", "strings",
		"bufio", "regexp", "text/template", "go/ast", "archive/zip", "compress/flate", "log/slog", "testing", "reflect", "runtime"} {
		pairs, err := ofFolder(filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(folder)))
		if err != nil {
			t.Skipf("no sources of Go's library: %v", err)
		}
		for _, p := range pairs {
			got := support.Check(p.claim, support.Prepare(guard.Passage{Text: p.evidence, Heading: p.title}))
			switch {
			case p.holds:
				holds++
				if got.Verdict == guard.Supported {
					proven++
				} else if got.Verdict == guard.Contradicted {
					contradicted++
				}
			default:
				fails++
				if got.Verdict == guard.Supported {
					wrongly++
					t.Logf("%s: %s", p.id, p.claim)
				}
			}
		}
	}
	share := func(n, of int) float64 { return float64(n) / float64(max(1, of)) }
	t.Logf("proven %.3f of %d that hold, %.4f of %d that do not; contradicted %.3f of those that hold", share(proven, holds), holds, share(wrongly, fails), fails, share(contradicted, holds))
	if share(proven, holds) < leastProven || share(wrongly, fails) > mostProven || share(contradicted, holds) > mostContradict {
		t.Error("the check has become worse")
	}
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
					id := fmt.Sprintf("%s-%d-%d-%s", filepath.Base(folder), i, k, c.kind)
					all = append(all, pair{id, title, chunk, claim, c.kind, c.holds})
				}
			}
		}
	}
	// Which ones are kept is a matter of their text, so that the choice is the same each time and not that of the first files.
	slices.SortStableFunc(all, func(a, b pair) int { return strings.Compare(order(a.id+a.claim), order(b.id+b.claim)) })
	kept := all[:0]
	count := map[string]int{}
	for _, p := range all {
		if count[p.kind]++; count[p.kind] <= perKind {
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
