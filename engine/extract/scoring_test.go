package extract_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/text/unicode/norm"

	"ibid/engine"
	"ibid/engine/eval"
	"ibid/engine/extract"
	"ibid/index"
	"ibid/index/reader"
)

// corpora are the indexes that tests share: each is built once, in a folder that TestMain removes.
type corpora struct {
	dir              string
	handbook, papers corpus
}

// corpus is one folder of documents, indexed when the first test asks for it.
type corpus struct {
	once sync.Once
	ix   *index.Index
	err  error
}

var shared corpora

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "ibid-extract-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		shared.dir = dir
		code := m.Run()
		for _, c := range []*corpus{&shared.handbook, &shared.papers} {
			if c.ix != nil {
				c.ix.Close()
			}
		}
		return code
	}())
}

func (c *corpus) open(tb testing.TB, name, root string) *index.Index {
	tb.Helper()
	c.once.Do(func() {
		opt := index.Options{Roots: []string{root}, Dir: filepath.Join(shared.dir, name)}
		if _, c.err = index.Refresh(context.Background(), opt, nil); c.err == nil {
			c.ix, c.err = index.Open(opt)
		}
	})
	if c.err != nil {
		tb.Fatal(c.err)
	}
	return c.ix
}

// handbook is an index of the documents written for this project.
func handbook(tb testing.TB) *index.Index {
	tb.Helper()
	return shared.handbook.open(tb, "handbook", filepath.Join("..", "..", "testdata", "handbook"))
}

// papers is an index of the development documents, which are not part of the repository.
func papers(tb testing.TB) *index.Index {
	tb.Helper()
	root := filepath.Join("..", "..", "..", "shared", "data", "nist-pqc")
	if _, err := os.Stat(root); errors.Is(err, fs.ErrNotExist) {
		tb.Skip("no development data at ../shared/data/nist-pqc")
	}
	return shared.papers.open(tb, "papers", root)
}

// encoder reads what is found, as main's does. Only IBID_KERNEL can make it fail.
var encoder, _ = reader.Open()

// defaults are the settings of a user who configured nothing.
func defaults() engine.Options {
	opt := engine.Defaults()
	opt.Reader = encoder
	return opt
}

func ask(tb testing.TB, ix *index.Index, question string) *engine.Answer {
	tb.Helper()
	a, err := engine.New(ix, extract.Generator{}, defaults()).Ask(context.Background(), question, engine.Silent{})
	if err != nil {
		tb.Fatalf("%q: %v", question, err)
	}
	checkContract(tb, a)
	return a
}

// checkContract fails if an answer breaks a rule that holds for every answer.
func checkContract(tb testing.TB, a *engine.Answer) {
	tb.Helper()
	if a.Refused {
		if a.RefusalReason == "" || a.RefusalCode == "" || len(a.Citations)+len(a.Sources)+len(a.Sentences) > 0 {
			tb.Errorf("%q: not a proper refusal: %+v", a.Question, a)
		}
		return
	}
	if len(a.Citations) == 0 || len(a.Sources) == 0 || len(a.Sentences) == 0 {
		tb.Errorf("%q: an answer without citations, sources or sentences: %q", a.Question, a.Text)
	}
	for _, c := range a.Citations {
		if c.Text[c.Span[0]:c.Span[1]] != c.Quote || c.Quote == "" {
			tb.Errorf("%q: the quote of %s is not at %v: %q", a.Question, c.Key, c.Span, c.Quote)
		}
		if c.EndPage < c.StartPage || c.EndLine < c.StartLine || c.StartPage+c.StartLine < 1 {
			tb.Errorf("%q: %s is on pages %d to %d, lines %d to %d", a.Question, c.Key, c.StartPage, c.EndPage, c.StartLine, c.EndLine)
		}
	}
}

// place is a run of pages or of lines of a document.
type place struct {
	DocID              string
	StartPage, EndPage int
	StartLine, EndLine int
}

func (p place) String() string {
	if p.StartPage > 0 {
		return fmt.Sprintf("%s pages %d-%d", p.DocID, p.StartPage, p.EndPage)
	}
	return fmt.Sprintf("%s lines %d-%d", p.DocID, p.StartLine, p.EndLine)
}

// heldBy tells whether a citation overlaps a place.
func (p place) heldBy(c engine.Citation) bool {
	if c.DocID != p.DocID {
		return false
	}
	if p.StartPage > 0 {
		return c.StartPage <= p.EndPage && c.EndPage >= p.StartPage
	}
	return c.StartLine <= p.EndLine && c.EndLine >= p.StartLine
}

// cites tells whether one of an answer's citations overlaps a place.
func cites(a *engine.Answer, p place) bool {
	for _, c := range a.Citations {
		if p.heldBy(c) {
			return true
		}
	}
	return false
}

// load reads a question set; it skips the test where there is none.
func load(tb testing.TB, path ...string) *eval.Set {
	tb.Helper()
	set, err := eval.Load(filepath.Join(path...))
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skipf("no question set at %s", filepath.Join(path...))
	}
	if err != nil {
		tb.Fatal(err)
	}
	return set
}

var commaInNumber = regexp.MustCompile(`([0-9]),([0-9])`)

// folded prepares texts for comparison as the question sets ask for: NFKC, lower case, no white space, no commas
// between digits.
func folded(s string) string {
	s = strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(s))), "")
	for commaInNumber.MatchString(s) {
		s = commaInNumber.ReplaceAllString(s, "$1$2")
	}
	return s
}

// objections says why the guard objected to the draft of an answer.
func objections(a *engine.Answer) []string {
	var out []string
	for _, r := range a.Trace.Rewrites {
		out = append(out, fmt.Sprintf("%q: %s", a.Question, r.Reason))
	}
	return out
}
