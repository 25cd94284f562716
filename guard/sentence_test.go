package guard

import (
	"strings"
	"testing"
)

// Each case is a text whose sentences are separated by "¦", which the test removes before it splits. Leading white
// space, list marks and "#" are between the sentences.
var splitCases = []string{
	"One. ¦Two. ¦Three.",
	"One! ¦Two? ¦Three",
	// terms with their descriptions
	"-f | Flush the queue. ¦It takes\n  a while of all other mail.\n¦-i queue | Send that queue. ¦Then\n  stop.\n¦-j | Write it as JSON.",
	// abbreviations
	"Schemes, e.g. Kyber, are used. ¦Others, i.e. RSA, are not.",
	"A KEM (e.g., ML-KEM) is used, cf. Section 3. ¦It works.",
	"Keys, seeds, etc. are secret. ¦Done.",
	"Keys, seeds, etc. ¦They are secret.",
	"Keys, seeds, etc. ¦Keys are secret.",
	"As shown by Bos et al. (2018), it holds. ¦So be it.",
	"See Bos et al. ¦The proof is long.",
	"Alice vs. Bob is the usual setting. ¦Eve listens.",
	"Approx. 3 KB resp. 4 KB are needed. ¦More is fine.",
	"Dr. Moody and Prof. Dr. Lange spoke. ¦Mr. Smith left.",
	"The U.S. Government uses it. ¦It is old.",
	"It is used in the U.S. ¦The rest of the world follows.",
	"It runs at 5 p.m. ¦It stops at 6 a.m. on Monday.",
	"Acme Inc. Laboratories made it. ¦It was sold by Acme Inc. ¦The price fell.",
	"On Jan. 5 it began. ¦On Feb. 6, 2024, it ended.",
	"She has a Ph.D. in math. ¦He has none.",
	"No. ¦The standard forbids it.",
	"Use No. 5 instead. ¦Never use no. 6.",
	// initials
	"After oral immunization, B. subtilis-RC grew. ¦E. coli-K did not.",
	"It is due to J. R. R. Tolkien. ¦He wrote it.",
	"John F. Kennedy spoke. ¦He left.",
	"Proposed by D. Boneh and A. Joux. ¦It was broken.",
	"J.-P. Serre proved it. ¦It is deep.",
	"It is in appendix A. ¦The rest is in appendix B. ¦Nothing is in C.",
	"Let x be the entry of matrix A. ¦Output x.",
	"P is contained in NP or equal to P. ¦Again, nobody knows.",
	"Biologist E. O. Wilson and economist N. Gregory Mankiw teach. ¦They write.",
	// labels and numbers
	"Fig. 3 shows it. ¦See Eq. (4) and Sec. 2.1. ¦It is in Figs. 3 and 4.",
	"See App. B for details. ¦Open the app. ¦The window appears.",
	"It follows from Section 4.2. ¦The proof is short.",
	"Pi is 3.14. ¦E is 2.71.",
	"Version v1.2.3 fixes it. ¦Use v2.0. ¦It is stable.",
	"It costs 5. ¦Six is too much.",
	"Table 3. Sizes (in bytes) of keys. ¦The sizes differ.",
	"Algorithm 2. SHAKE128 is defined here.",
	"3.3. Requirements for modules. ¦They shall be met.",
	"There are two options. ¦1. Stop. ¦2. Go.",
	"The value is 1 024. ¦The next is 2 048.",
	// names with stops
	"Open config.yaml. ¦Edit os.path.join. ¦Save it.",
	"Call ML-KEM.KeyGen to start. ¦Then call ML-KEM.Encaps.",
	"Node.js is used. ¦ASP.NET is not.",
	"Call f().Close when done. ¦Leave.",
	"See https://example.org/a?b=c&d=e. ¦Then stop.",
	"See https://example.org. ¦Then stop.",
	"Use .gitignore files. ¦They help.",
	// starts in lower case
	"The cluster is running. ¦kubectl applies the manifest.",
	"It is called. ¦gRPC does the rest.",
	"The pod is deleted [c1]. ¦it never returns [c2].",
	"It is done. [c1] ¦next come the keys. [c2]",
	"Use it with incl. the rest.",
	// code
	"Call `a.b()`. ¦`c.d` returns nil. ¦`e` panics.",
	"The default is `x. Y`. ¦It can be changed, e.g. `z. A`.",
	"Use ``a ` b. C`` here. ¦Then stop.",
	"An unmatched ` tick. ¦It is text.",
	// quotes, brackets, emphasis
	"He said \"Stop.\" ¦She left.",
	"He said “Stop.” ¦She left.",
	"He asked \"Why?\" and left. ¦She stayed.",
	"It holds (see below.) ¦It is easy.",
	"**Note.** ¦It is bold. ¦*This is not.*",
	"This is **important**. ¦**This** too. ¦_And_ this.",
	"Use snake_case. ¦Use __init__. ¦Use 2 * 3.",
	// ellipses
	"Wait... ¦Now go. ¦It is a ... b.",
	"Wait… ¦Now go. ¦It is a … b.",
	"It says “[...] shall be used [...] in all cases”. ¦It is clear.",
	"First […] Second.",
	// markers
	"Claim one. [c1] ¦Claim two. [c2]",
	"Claim one [c1]. ¦Claim two [c2][c3].",
	"Claim one.[c1] ¦Claim two.[c2, c3-c5] ¦Claim three.",
	"Claim one. [c1]. ¦Claim two [c2; c3].",
	"Claim one [c1], and two [c2]. ¦Claim three.\n[c3]",
	"Is it so? [c1] ¦It is! [c2] ¦Good.",
	"Claim.\n\n[c1]\n\n¦Other claim. [c2]",
	"One. [c1][c2][c3][c4][c5][c6][c7][c8][c9][c10][c11][c12] ¦Two. [c1]",
	"Secure.[citation needed] ¦The rest is not.[12] ¦Neither is this. [3] ¦End.",
	"Keys, e.g. [c1] the first, and so on [c1].",
	// lists
	"- one\n- ¦two [c1]\n- ¦three",
	"* one [c1]\n  * ¦nested [c2]\n\n  ¦More text. [c1]",
	"1. One. ¦Still one.\n2. ¦Two.",
	"Steps:\n1. ¦one\n2) ¦two\n(c) ¦three",
	"Steps:\n3. ¦three",
	"todo:\n- [ ] ¦todo\n- [x] ¦done [c1]",
	"• one\n• ¦two wraps\nonto a line\n• ¦three",
	"1: x ← y\n2: ¦for i from 0 to n do\n3:   ¦z ← x. y\n4: ¦end for",
	"It was done in\n2. ¦Nothing changed.",
	"The sum is a\n+ b. ¦It is large.",
	"> Quoted text\n> goes on. ¦It\n> ends. [c1]",
	// lines
	"A wrapped line of prose that is long enough to be wrapped by\nNIST and that goes on. ¦It ends.",
	"Alpha is one\nBeta is two [c1]",
	"Alpha is one [c1]\nand beta. ¦Gamma.",
	"The long claim that says quite a lot of things about a thing [c1]\n¦Another long claim that says as much about it [c2]",
	"a soft\nbreak in the middle",
	"windows\r\nline ends. \r\n¦Next.\r\n\r\n¦Third.",
	// tables
	"Sizes:\n\n¦| a | b |\n|---|---|\n¦| 1 | 2 [c1] |\n¦| 3. Four | 4 | [c2]",
	"Name | Size\n¦ML-KEM-512 | 800\n¦ML-KEM-768 | 1184",
	"a | b\n--- | ---\n¦1 | 2",
	"Use a | b to pipe. ¦It works.",
	// headings
	"# Title\n¦Text. [c1]\n## ¦Other. ##\n¦More.",
	"Title\n=====\n¦Text.",
	"**Sizes**\n\n¦Text here. [c1]",
	"One.\n\n---\n\n¦Two.",
	"#hashtag is text",
	// fenced code
	"Run this [c1]:\n\n¦```sh\nls. Rm -r [c9]\n\n# no heading\n```\n\n¦Then stop.",
	"- Run:\n  ¦```\n  x\n  ```\n- ¦Stop.",
	"~~~~\na\n~~~\nb\n~~~~\n¦Text.",
	"```\nnever closed. Really",
	// other scripts
	"这是第一句。¦这是第二句。",
	"Он пришёл. ¦Она ушла.",
	"Ça va? ¦Élan vital.",
}

func TestSplit(t *testing.T) {
	for _, c := range splitCases {
		parts := strings.Split(c, "¦")
		got := Parse(strings.Join(parts, "")).Sentences
		ok := len(got) == len(parts)
		for i, start := 0, 0; ok && i < len(got); i++ {
			ok = i == 0 || got[i].Start == start
			start += len(parts[i])
		}
		if !ok {
			var b strings.Builder
			for _, s := range got {
				b.WriteString("\n    " + s.Kind.String() + ": " + s.Raw)
			}
			t.Errorf("%q\n  got%s", c, b.String())
		}
	}
}

func TestCodeOfASentence(t *testing.T) {
	tests := []struct{ block, want string }{
		{"```\na\nb\n```", "a\nb"}, {"```go\na\n```", "a"}, {"````\n```\n````", "```"}, {"~~~\na\n~~~~", "a"},
		{"  ```\na\n  ```", "a"}, {"```\n```", ""}, {"```", ""}, {"", ""},
		{"```\na\nb", "a\nb"}, // never closed: the last line is code too
	}
	for _, tt := range tests {
		s := Sentence{Raw: tt.block, Kind: Code}
		if from, to, _ := s.Code(); s.Raw[from:to] != tt.want {
			t.Errorf("%q: got %q, want %q", tt.block, s.Raw[from:to], tt.want)
		}
	}
}
