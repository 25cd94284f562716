package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/sentence"
	"ibid/guard/support"
	"ibid/index"
	"ibid/index/source"
)

var oneIn = flag.Int("conditions", 60, "try the parts of one conditional sentence in `n`")

// conjunction opens a clause on which what the rest of a sentence says depends.
var conjunction = regexp.MustCompile(`(?i)\b(?:only (?:if|when)|even if|except (?:that|if|when|for)|provided(?: that)?|as long as|so long as|in case|in the event|if|unless|when|whenever|although|though|even though|until|whereas|while|once|assuming|without|except)\b`)

// parts are the runs of words of a sentence that read like one, and that lack a clause that a conjunction opens, or the
// conjunction.
func parts(text string) []string {
	seen := map[string]bool{}
	var out []string
	add := func(part string) {
		part = strings.TrimSpace(strings.Trim(strings.TrimSpace(part), ",;:—–-"))
		if len(strings.Fields(part)) < 4 || seen[part] {
			return
		}
		seen[part] = true
		out = append(out, strings.ToUpper(part[:1])+part[1:])
	}
	marks := regexp.MustCompile(`[,;:—]\s|\sthen\s`).FindAllStringIndex(text, -1)
	for _, c := range conjunction.FindAllStringIndex(text, -1) {
		if strings.ContainsAny(text[max(0, c[0]-1):c[0]]+text[c[1]:min(len(text), c[1]+1)], "-_.`/(") && c[0] > 0 || strings.HasSuffix(text[:c[0]], "at least ") || strings.HasSuffix(text[:c[0]], "‘") {
			continue // of a name in code, "at least once", the command ‘if’
		}
		add(text[:c[0]])               // what stands before it
		add(text[c[1]:])               // and behind it
		add(text[:c[0]] + text[c[1]:]) // all but the conjunction
		for _, m := range marks {
			if m[0] >= c[1] {
				add(text[m[1]:])
				add(text[:c[0]] + text[m[1]:])
				add(text[c[1]:m[0]])
			} else if m[1] <= c[0] {
				add(text[m[1]:c[0]])
				add(text[m[1]:][:c[0]-m[1]] + text[c[1]:])
			}
		}
	}
	return out
}

// wrap breaks a paragraph anew.
func wrap(text string, width int) string {
	var b strings.Builder
	n := 0
	for i, w := range strings.Fields(text) {
		switch {
		case i == 0:
		case n+1+len(w) > width:
			b.WriteByte('\n')
			n = 0
		default:
			b.WriteByte(' ')
			n++
		}
		b.WriteString(w)
		n += len(w)
	}
	return b.String()
}

// TestConditions: of no sentence with a subordinate clause in the development corpora is a part proven that lacks it, nor one that lacks its
// conjunction, at whatever width the paragraph is wrapped.
func TestConditions(t *testing.T) {
	tried, accepted, sentences, every := 0, 0, 0, *oneIn
	if testing.Short() {
		every *= 5
	}
	for _, text := range developmentParagraphs(t) {
		flat := wrap(text, 1<<30)
		whole := guard.SplitBlock(flat, guard.Prose)
		for n, s := range whole {
			said := flat[s.Start:s.End]
			if !conjunction.MatchString(said) || len(said) > 600 {
				continue
			}
			if sentences++; sentences%every != 0 {
				continue
			}
			var passages [][]engine.Passage
			var places []guard.Sentence
			for _, width := range [...]int{30, 50, 72, 100, 1 << 30} {
				wrapped := wrap(text, width)
				again := guard.SplitBlock(wrapped, guard.Prose)
				if len(again) != len(whole) || engine.OneLine(wrapped[again[n].Start:again[n].End]) != said {
					t.Fatalf("at width %d, %q is another sentence", width, said)
				}
				places = append(places, guard.Sentence{Start: again[n].Start, End: again[n].End})
				passages = append(passages, []engine.Passage{engine.NewPassage(engine.Evidence{Key: "c1", Chunk: index.Chunk{Chunk: source.Chunk{
					Text: wrapped, Blocks: []source.Block{{Kind: source.Paragraph, End: len(wrapped)}}}}}, "c1")})
			}
			for _, part := range parts(said) {
				if strings.Count(flat, strings.TrimRight(part[1:], ".")) > 1 {
					continue // it stands there once more
				}
				tried++
				for i, p := range passages {
					got := engine.Check(part, p)
					here := slices.ContainsFunc(got.Quotes, func(q guard.Quote) bool { return q.Span[0] < places[i].End && places[i].Start < q.Span[1] })
					if got.Verdict == guard.Supported && here { // else another sentence says it
						accepted++
						if accepted <= 60 {
							t.Errorf("of %q\n\t%q is proven: %+v", said, part, got.Proof)
						}
						break
					}
				}
			}
		}
	}
	t.Logf("%d sentences, %d parts tried, %d accepted", sentences, tried, accepted)
}

// developmentParagraphs are those of the development corpora that hold a conjunction.
func developmentParagraphs(t *testing.T) (out []string) {
	root := filepath.Join("..", "..", "shared", "data")
	for _, dir := range []string{"domains", "nist-pqc"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !source.Supported(path) || filepath.Ext(path) == ".jsonl" || testing.Short() && filepath.Ext(path) == ".pdf" {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			doc, err := source.Read(context.Background(), path, data)
			if err != nil {
				return nil
			}
			for _, b := range doc.Blocks {
				if text := doc.Text[b.Start:b.End]; b.Kind == source.Paragraph && conjunction.MatchString(text) {
					out = append(out, text)
				}
			}
			return nil
		})
		if os.IsNotExist(err) {
			t.Skipf("%s is not here; it holds the development corpora", root)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(filepath.Join(root, "reader", "written.jsonl"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	for d := json.NewDecoder(f); d.More(); {
		var row struct{ Sentences []string }
		if err := d.Decode(&row); err != nil {
			t.Fatal(err)
		}
		if p := strings.Join(row.Sentences, " "); conjunction.MatchString(p) {
			out = append(out, p)
		}
	}
	return out
}

// TestMarkedConditions: of 300 sentences of the development data, whose conditions a reader has marked, no part without its condition is proven. The
// rows of testdata/conditions.tsv hold no text: a file, perhaps the id of its row, how many words the sentence has, their FNV-1a, and the
// parts as runs of words.
func TestMarkedConditions(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "conditions.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	texts := markedTexts{t: t, root: filepath.Join("..", "..", "shared", "data"), words: map[string][]string{}}
	sentences, tried := 0, 0
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if testing.Short() && filepath.Ext(f[0]) == ".pdf" {
			continue
		}
		n, _ := strconv.Atoi(f[2])
		said := findWords(texts.of(f[0], f[1]), n, f[3])
		if said == nil {
			continue // this reader cuts words in other places
		}
		sentences++
		for i, width := range [...]int{30, 60, 1 << 30} {
			text := wrap(strings.Join(said, " "), width)
			p := support.Prepare(guard.Passage{Key: "c1", Text: text, Blocks: []sentence.Span{{End: len(text)}}})
			for part := range strings.SplitSeq(f[4], ",") {
				var from, to int
				fmt.Sscanf(part, "%d-%d", &from, &to)
				claim := strings.Join(said[from:to], " ")
				claim = strings.ToUpper(claim[:1]) + strings.TrimRight(claim[1:], ".,;:") + "."
				if i == 0 {
					tried++
				}
				if got := support.Check(claim, p); got.Verdict == guard.Supported {
					t.Errorf("of %q\n\t%q is proven: %+v", text, claim, got.Proof)
				}
			}
		}
	}
	t.Logf("%d sentences, %d parts", sentences, tried)
	if !testing.Short() && sentences < 200 {
		t.Errorf("only %d of the marked sentences are found", sentences)
	}
}

// markedTexts reads the words of files, and of rows of JSON lines.
type markedTexts struct {
	t     *testing.T
	root  string
	words map[string][]string
}

func (m *markedTexts) of(file, row string) []string {
	key := file + "\t" + row
	if w, ok := m.words[key]; ok {
		return w
	}
	path := filepath.Join(m.root, file)
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		m.t.Skipf("%s is not here; it holds marked sentences", path)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	if row == "" {
		doc, err := source.Read(context.Background(), path, data)
		if err != nil {
			doc.Text = string(data)
		}
		m.words[key] = bareWords(doc.Text)
		return m.words[key]
	}
	for d := json.NewDecoder(bytes.NewReader(data)); d.More(); {
		var r struct {
			ID        string
			Sentences []string
		}
		if err := d.Decode(&r); err != nil {
			m.t.Fatal(err)
		}
		m.words[file+"\t"+r.ID] = bareWords(strings.Join(r.Sentences, " "))
	}
	return m.words[key]
}

// bareWords are the words of a text without marks of emphasis and code.
func bareWords(text string) []string {
	return strings.Fields(strings.NewReplacer("`", "", "*", "", "_", "", `\`, "").Replace(text))
}

// findWords finds n words in a row by their hash.
func findWords(words []string, n int, sum string) []string {
	for i := range max(0, len(words)-n+1) {
		h := fnv.New64a()
		h.Write([]byte(strings.Join(words[i:i+n], " ")))
		if fmt.Sprintf("%016x", h.Sum64()) == sum {
			return words[i : i+n]
		}
	}
	return nil
}
