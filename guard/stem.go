package guard

import (
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stemmer reduces English words to the two forms under which they are compared. It remembers what it has computed, and
// may be used by several goroutines at once.
type stemmer struct {
	mu   sync.RWMutex
	seen map[string]stems
}

// stems are the forms of one word: stem keeps "failure" and "failed" apart, root does not.
type stems struct {
	stem string // Snowball English (Porter2), irregular forms taken back first
	root string // the stem without a suffix that makes a noun or an adjective of a verb
}

// maxRemembered bounds the memory of a stemmer; beyond it words are computed anew.
const maxRemembered = 1 << 14

func newStemmer() *stemmer { return &stemmer{seen: make(map[string]stems)} }

// of returns the forms of a lower-case word.
func (s *stemmer) of(word string) stems {
	s.mu.RLock()
	f, ok := s.seen[word]
	s.mu.RUnlock()
	if ok {
		return f
	}
	f = computeStems(word)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen) < maxRemembered {
		s.seen[strings.Clone(word)] = f
	}
	return f
}

func computeStems(word string) stems {
	if len(word) > maxStemmed {
		return stems{word, word}
	}
	base := word
	if b := irregular(word); b != "" {
		base = b
	}
	stem := snowball(base)
	return stems{stem: stem, root: rootOf(stem)}
}

// snowball is the Porter2 stem of a lower-case word.
func snowball(word string) string {
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

// maxStemmed is the longest word, in bytes, that can be an English one.
const maxStemmed = 40

// nominal suffixes are what Snowball leaves of -ure, -ance, -ence, -ment, -ion, -er, -or, -able, -ive, -al, -age, -th.
var nominal = [...]string{"ment", "anc", "enc", "abl", "ibl", "ion", "ant", "ent", "ur", "iv", "at", "er", "or", "al", "ag", "i", "e"}

// rootOf strips nominal suffixes as long as minRoot letters remain.
func rootOf(stem string) string {
	for again := true; again; {
		again = false
		for _, suffix := range nominal {
			if len(stem)-len(suffix) >= minRoot && strings.HasSuffix(stem, suffix) {
				stem, again = stem[:len(stem)-len(suffix)], true
				break
			}
		}
	}
	return stem
}

const minRoot = 4

// irregular returns the base form of an irregular verb form or plural, "" for other words.
func irregular(word string) string {
	switch word {
	case "am", "are", "is", "was", "were", "been", "being":
		return "be"
	case "has", "had", "having":
		return "have"
	case "does", "did", "done", "doing":
		return "do"
	case "goes", "went", "gone":
		return "go"
	case "began", "begun":
		return "begin"
	case "bound":
		return "bind"
	case "broke", "broken":
		return "break"
	case "brought":
		return "bring"
	case "built":
		return "build"
	case "bought":
		return "buy"
	case "caught":
		return "catch"
	case "came":
		return "come"
	case "chose", "chosen", "choice", "choices":
		return "choose"
	case "dealt":
		return "deal"
	case "drew", "drawn":
		return "draw"
	case "fell", "fallen":
		return "fall"
	case "fed":
		return "feed"
	case "fought":
		return "fight"
	case "forgot", "forgotten":
		return "forget"
	case "froze", "frozen":
		return "freeze"
	case "gave", "given":
		return "give"
	case "got", "gotten":
		return "get"
	case "grew", "grown", "growth":
		return "grow"
	case "held":
		return "hold"
	case "hid", "hidden":
		return "hide"
	case "kept":
		return "keep"
	case "knew", "known", "knowledge":
		return "know"
	case "laid":
		return "lay"
	case "led":
		return "lead"
	case "lost", "loss", "losses":
		return "lose"
	case "made":
		return "make"
	case "meant":
		return "mean"
	case "met":
		return "meet"
	case "overridden", "overrode":
		return "override"
	case "overwritten", "overwrote":
		return "overwrite"
	case "paid":
		return "pay"
	case "proof", "proofs", "proven":
		return "prove"
	case "ran":
		return "run"
	case "rewritten", "rewrote":
		return "rewrite"
	case "risen", "rose":
		return "rise"
	case "said":
		return "say"
	case "saw", "seen":
		return "see"
	case "sent":
		return "send"
	case "shown":
		return "show"
	case "shrank", "shrunk", "shrunken":
		return "shrink"
	case "slept":
		return "sleep"
	case "sought":
		return "seek"
	case "sold":
		return "sell"
	case "spent":
		return "spend"
	case "spoke", "spoken":
		return "speak"
	case "stole", "stolen":
		return "steal"
	case "stood":
		return "stand"
	case "stuck":
		return "stick"
	case "swept":
		return "sweep"
	case "taken", "took":
		return "take"
	case "taught":
		return "teach"
	case "thought":
		return "think"
	case "threw", "thrown":
		return "throw"
	case "told":
		return "tell"
	case "understood":
		return "understand"
	case "undone":
		return "undo"
	case "withdrawn", "withdrew":
		return "withdraw"
	case "woke", "woken":
		return "wake"
	case "won":
		return "win"
	case "worn":
		return "wear"
	case "written", "wrote":
		return "write"
	case "indices":
		return "index"
	case "vertices":
		return "vertex"
	case "matrices":
		return "matrix"
	case "criteria":
		return "criterion"
	case "children":
		return "child"
	case "people":
		return "person"
	case "half", "halves":
		return "half"
	case "longer", "longest":
		return "long"
	case "stronger", "strongest":
		return "strong"
	case "larger", "largest":
		return "large"
	case "smaller", "smallest":
		return "small"
	case "bigger", "biggest":
		return "big"
	case "higher", "highest":
		return "high"
	case "lower", "lowest":
		return "low"
	case "faster", "fastest":
		return "fast"
	case "slower", "slowest", "slowly":
		return "slow"
	case "older", "oldest":
		return "old"
	case "newer", "newest", "newly":
		return "new"
	case "shorter", "shortest":
		return "short"
	case "weaker", "weakest":
		return "weak"
	case "harder", "hardest":
		return "hard"
	case "easier", "easiest", "easily":
		return "easy"
	case "later", "latest":
		return "late"
	case "earlier", "earliest":
		return "early"
	case "deeper", "deepest":
		return "deep"
	case "wider", "widest":
		return "wide"
	case "better", "best":
		return "good"
	case "worse", "worst":
		return "bad"
	}
	return ""
}
