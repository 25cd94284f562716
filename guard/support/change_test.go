package support_test

import (
	"regexp"
	"strconv"
	"strings"
)

// change is one way to change a sentence.
type change struct {
	kind  string
	holds bool                                // it is as true as it was
	apply func(sentence, chunk string) string // "" where it does not apply
}

// changes is all of them: first those that keep a sentence true.
var changes = []change{
	{"copy", true, func(s, _ string) string { return aside.ReplaceAllString(s, "$1") }},
	{"reordered", true, func(s, _ string) string {
		return rewrite(s, ifFirst, func(g []string) string { return upper(g[3]) + " " + strings.ToLower(g[1]) + " " + g[2] + "." })
	}},
	{"condition-first", true, func(s, _ string) string {
		return rewrite(s, ifLast, func(g []string) string { return upper(g[2]) + " " + g[3] + ", " + lowerArticle(g[1]) + "." })
	}},
	{"obligation", true, func(s, _ string) string {
		return rewrite(s, mustOne, func(g []string) string { return g[1] + " has to " + g[2] })
	}},
	{"number-word", true, func(s, _ string) string {
		return rewrite(s, numberWord, func(g []string) string { return g[1] + digits[g[2]] + g[3] })
	}},

	{"quantifier", false, exchange(map[string]string{"some": "all", "many": "all", "most": "all", "often": "always", "sometimes": "always", "usually": "always", "typically": "always", "few": "most"})},
	{"only", false, func(s, _ string) string {
		return rewrite(s, participle, func(g []string) string { return g[1] + " only " + g[2] })
	}},
	{"noun", false, otherOf(theNoun)},
	{"entity", false, otherOf(identifier)},
	{"detail", false, func(s, _ string) string { return strings.TrimSuffix(s, ".") + " " + details[len(s)%len(details)] + "." }},
	{"comparison", false, exchange(map[string]string{"less": "greater", "greater": "less", "larger": "smaller", "smaller": "larger", "before": "after", "after": "before", "longer": "shorter", "shorter": "longer", "more": "fewer", "fewer": "more"})},
	{"condition-dropped", false, func(s, _ string) string { return rewrite(s, ifLast, func(g []string) string { return g[1] + "." }) }},
	{"condition-turned", false, exchange(map[string]string{"if": "unless", "unless": "if", "until": "when"})},
	{"antonym", false, exchange(map[string]string{
		"true": "false", "false": "true", "first": "last", "last": "first", "start": "end", "beginning": "end", "reads": "writes", "writes": "reads",
		"opens": "closes", "closes": "opens", "success": "failure", "signed": "unsigned", "unsigned": "signed", "same": "opposite", "safe": "unsafe",
		"nil": "non-nil", "non-nil": "nil", "left": "right", "right": "left", "empty": "full", "allowed": "forbidden", "valid": "invalid", "invalid": "valid",
	})},
	{"number", false, func(s, _ string) string {
		return rewrite(s, number, func(g []string) string {
			n, err := strconv.Atoi(g[2])
			if err != nil {
				return ""
			}
			return g[1] + strconv.Itoa(n+1+n/2) + g[3]
		})
	}},
	{"modality", false, exchange(map[string]string{"may": "must", "can": "must", "should": "must", "might": "will"})},
	{"negation-added", false, func(s, _ string) string {
		return rewrite(s, auxiliary, func(g []string) string { return g[1] + " not " + g[2] })
	}},
	{"negation-dropped", false, func(s, _ string) string {
		return rewrite(s, denied, func(g []string) string { return g[1] + " " + g[2] })
	}},
	{"cause", false, func(s, chunk string) string {
		for _, other := range sentences(chunk) {
			if other != s && !strings.Contains(s, " because ") && len(s)+len(other) < 300 {
				return strings.TrimSuffix(s, ".") + " because " + lowerArticle(other)
			}
		}
		return ""
	}},
}

var (
	aside      = regexp.MustCompile(` \([^()]*\)([ ,;]|[.] |[.]$)`) // not a receiver: "(*Reader).Read"
	ifFirst    = regexp.MustCompile(`^(If|When) ([^,]+), ([^,;]+)\.$`)
	ifLast     = regexp.MustCompile(`^([^,;]+?) (if|when|unless) ([^,;]+)\.$`)
	mustOne    = regexp.MustCompile(`^((?:The|A|An) \w+) must (\w+ .*)$`)
	numberWord = regexp.MustCompile(`^(.* )(two|three|four|five|six|seven|eight)( \w+s\b.*)$`)
	participle = regexp.MustCompile(`^(.*? (?:is|are)) ([a-z]+ed (?:by|for|in|to|when|if|on|with) .*)$`)
	theNoun    = regexp.MustCompile(`\bthe ([a-z]{4,})\b`)
	identifier = regexp.MustCompile(`\b([A-Z][a-z]+(?:[A-Z]\w*)+|Err[A-Z]\w+)\b`)
	number     = regexp.MustCompile(`^(.*?[ (])(\d{1,6})((?:[ ,;)]|\.$|-).*)$`)
	auxiliary  = regexp.MustCompile(`^(.*? (?:is|are|will|can|must|does|was|were)) ((?:[a-z]+) .*)$`)
	denied     = regexp.MustCompile(`^(.*? (?:is|are|will|can|must|was|were)) not ([a-z]+ .*)$`)

	digits = map[string]string{"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}

	details = []string{"by default", "on every platform", "at program start", "for compatibility with older versions", "in linear time", "without allocating memory", "as the specification demands"}
)

// rewrite is what is made of the groups of a pattern that matches.
func rewrite(s string, re *regexp.Regexp, of func(groups []string) string) string {
	g := re.FindStringSubmatch(s)
	if g == nil || len(g) > 2 && strings.HasPrefix(g[2], "not ") {
		return ""
	}
	return of(g)
}

// exchange puts another word in the place of the first that it has one for.
func exchange(words map[string]string) func(string, string) string {
	return func(s, _ string) string {
		fields := strings.Fields(s)
		for i, f := range fields {
			bare := strings.Trim(f, ".,;:()")
			if other, ok := words[bare]; ok {
				fields[i] = strings.Replace(f, bare, other, 1)
				return strings.Join(fields, " ")
			}
		}
		return ""
	}
}

// otherOf puts another match of a pattern's group, which the evidence has elsewhere, in the place of the last one of a sentence.
func otherOf(re *regexp.Regexp) func(string, string) string {
	return func(s, chunk string) string {
		here := re.FindAllStringSubmatchIndex(s, -1)
		if here == nil {
			return ""
		}
		last := here[len(here)-1]
		for _, m := range re.FindAllStringSubmatch(chunk, -1) {
			if !strings.Contains(s, m[1]) && !strings.Contains(m[1], s[last[2]:last[3]]) {
				return s[:last[2]] + m[1] + s[last[3]:]
			}
		}
		return ""
	}
}

// upper begins with a capital.
func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// lowerArticle begins with a small letter where it begins with an article.
func lowerArticle(s string) string {
	for _, article := range []string{"The ", "A ", "An "} {
		if strings.HasPrefix(s, article) {
			return strings.ToLower(s[:1]) + s[1:]
		}
	}
	return s
}
