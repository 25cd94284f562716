package engine_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/guard/sentence"
	"ibid/guard/support"
)

// claim is a labelled claim beside the passages that it is about.
type claim struct {
	set, kind, text string
	holds           bool
	passages        []guard.Passage
}

// readLines decodes a file of JSON lines; the test is skipped where it is not here.
func readLines[T any](t testing.TB, path string) []T {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Skipf("the labelled claims are not here: %v", err)
	}
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, row)
	}
	return out
}

// pairClaims are those of one of the two sets of pairs.
func pairClaims(t testing.TB, set string) []claim {
	t.Helper()
	var out []claim
	for _, p := range readLines[struct {
		Claim, Label, Kind, Title, Section string
		Evidence                           any // a text or several
	}](t, "../../shared/data/support/"+set+".jsonl") {
		c := claim{set: set, kind: p.Kind, text: p.Claim, holds: p.Label == "supported"}
		texts, several := p.Evidence.([]any)
		if !several {
			texts = []any{p.Evidence}
		}
		for _, text := range texts {
			c.passages = append(c.passages, guard.Passage{Text: text.(string), Heading: p.Title + "\n" + p.Section})
		}
		out = append(out, c)
	}
	return out
}

// heldOutClaims are those of the sources of the reader's data that it was not trained on: the hash of whose name is
// divisible by ten.
func heldOutClaims(t testing.TB) []claim {
	t.Helper()
	var out []claim
	for _, r := range readLines[struct {
		Source, Title string
		Heading       any
		Sentences     []string
		Claims        []struct{ Claim, Label, Change string }
	}](t, "../../shared/data/reader/written.jsonl") {
		hash := sha256.Sum256([]byte(r.Source))
		if new(big.Int).Mod(new(big.Int).SetBytes(hash[:]), big.NewInt(10)).Sign() != 0 {
			continue
		}
		p := guard.Passage{Text: strings.Join(r.Sentences, "\n"), Heading: fmt.Sprintf("%s\n%v", r.Title, r.Heading)}
		at := 0
		for _, s := range r.Sentences {
			p.Blocks = append(p.Blocks, sentence.Span{Start: at, End: at + len(s), Kind: guard.Prose})
			at += len(s) + 1
		}
		reworded := 0
		for _, c := range r.Claims {
			kind := c.Change
			if c.Label == "true" {
				kind = [...]string{"light", "heavy"}[reworded%2]
				reworded++
			}
			out = append(out, claim{set: "held out", kind: kind, text: c.Claim, holds: c.Label == "true", passages: []guard.Passage{p}})
		}
	}
	return out
}

// tally counts what became of the claims of one kind.
type tally struct{ all, proven, asked, contradicted int }

func (n *tally) String() string {
	share := func(k int) float64 { return float64(k) / float64(n.all) }
	return fmt.Sprintf("%4d: proven %.3f, with a perfect judge %.3f, contradicted %.3f", n.all, share(n.proven), share(n.proven+n.asked), share(n.contradicted))
}

// TestClaims measures the check on claims that nothing of it was fitted on. A claim is kept where it is proven, or where
// no fact is against it and a judge has the last word: a perfect one keeps all true ones of these, one that always
// agrees the false ones, too.
func TestClaims(t *testing.T) {
	var claims []claim
	for _, set := range [][]claim{pairClaims(t, "pairs-1"), pairClaims(t, "pairs-2"), heldOutClaims(t)} {
		claims = append(claims, set...)
	}
	counts := map[string]*tally{}
	for _, c := range claims {
		prepared := prepareAll(c.passages)
		got := support.Check(c.text, prepared...)
		for _, name := range []string{fmt.Sprintf("%s, %v", c.set, c.holds), fmt.Sprintf("%s, %v, %s", c.set, c.holds, c.kind)} {
			n := counts[name]
			if n == nil {
				n = &tally{}
				counts[name] = n
			}
			n.all++
			switch {
			case got.Verdict == guard.Supported:
				n.proven++
			case got.Verdict == guard.Contradicted:
				n.contradicted++
			case got.Reworded:
				n.asked++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%-46s %s", name, counts[name])
	}
	for _, limit := range []struct {
		set                                       string
		falseProven, trueContradicted, falseAsked float64 // ceilings
		trueKept, falseContradicted               float64 // floors
	}{
		{"pairs-1", 0, .016, .19, .3, .075},
		{"pairs-2", 0, .01, .18, .32, .075},
		{"held out", 0, .0125, .22, .3, .13},
	} {
		yes, no := counts[limit.set+", true"], counts[limit.set+", false"]
		over := func(k int, n *tally, most float64) bool { return float64(k) > most*float64(n.all) }
		if over(no.proven, no, limit.falseProven) || over(yes.contradicted, yes, limit.trueContradicted) || over(no.asked, no, limit.falseAsked) ||
			!over(yes.proven+yes.asked, yes, limit.trueKept) || !over(no.contradicted, no, limit.falseContradicted) {
			t.Errorf("%s: %v of the true claims, %v of the false ones; the limits are %+v", limit.set, yes, no, limit)
		}
	}
}

func prepareAll(passages []guard.Passage) []*support.Prepared {
	out := make([]*support.Prepared, len(passages))
	for i, p := range passages {
		out[i] = support.Prepare(p)
	}
	return out
}
