package pdf

import (
	"context"
	"ibid/index/source/pdf/layout"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// nistRead keeps what nist has read: several tests look at the same files.
var nistRead = map[string]*Document{}

// nist reads one of the NIST publications that the development data holds; it skips the test where they are not there.
func nist(t testing.TB, name string) (*Document, []byte) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../../shared/data/nist-pqc", name+".pdf"))
	if err != nil {
		t.Skip("needs the NIST publications: ", err)
	}
	doc := nistRead[name]
	if doc == nil {
		if doc, err = Read(context.Background(), data); err != nil {
			t.Fatal(err)
		}
		nistRead[name] = doc
	}
	return doc, data
}

var nistPages = []struct {
	name  string
	pages int
}{
	{"NIST.FIPS.203", 56}, {"NIST.FIPS.204", 65}, {"NIST.FIPS.205", 61},
	{"NIST.IR.8545", 34}, {"NIST.IR.8547.ipd", 29}, {"NIST.SP.800-227", 64},
}

func TestNISTWhole(t *testing.T) {
	for _, c := range nistPages {
		doc, _ := nist(t, c.name)
		if len(doc.Pages) != c.pages || strings.Contains(strings.Join(doc.Warnings, "\n"), "left out") || doc.Labels != nil && len(doc.Labels) != c.pages || doc.Title == "" {
			t.Errorf("%s: %d pages, %d labels, title %q, warnings %q", c.name, len(doc.Pages), len(doc.Labels), doc.Title, doc.Warnings)
		}
		checkBlocks(t, doc)
	}
	doc, _ := nist(t, "NIST.FIPS.203")
	if doc.Labels[27] != "19" {
		t.Errorf("page 28 of FIPS 203 is labelled %q", doc.Labels[27])
	}
}

// TestNISTBlocks names blocks that must be there in full.
func TestNISTBlocks(t *testing.T) {
	for _, c := range []struct {
		name string
		page int
		want string // as dump writes it
	}{
		{"NIST.FIPS.203", 13, "I MLWE | Module Learning with Errors\n"},
		{"NIST.FIPS.203", 13, "I public-key encryption scheme (PKE) | A set of three cryptographic algorithms (KeyGen, Encrypt, and Decrypt) that can be used by two parties to send secret data over a public channel. Also known as an asymmetric encryption scheme.\n"},
		{"NIST.FIPS.203", 24, "P Table 1. Decapsulation failure rates for ML-KEM\nT Parameter set | Decapsulation failure rate\nML-KEM-512 | 2^−138.8\n"},
		{"NIST.FIPS.203", 28, "C Algorithm 2 SHAKE128example("},
		{"NIST.FIPS.203", 43, "10:    K′ ← K̄  ▷ if ciphertexts do not match, “implicitly reject”\n11: end if\n12: return K′\n"},
		{"NIST.FIPS.203", 48, "H1 8 Parameter Sets\n"},
		{"NIST.FIPS.203", 48, "P Table 3. Sizes (in bytes) of keys and ciphertexts of ML-KEM\nT  | encapsulation key | decapsulation key | ciphertext | shared secret key\nML-KEM-512 | 800 | 1632 | 768 | 32\nML-KEM-768 | 1184 | 2400 | 1088 | 32\nML-KEM-1024 | 1568 | 3168 | 1568 | 32\n"},
		{"NIST.FIPS.204", 25, "\nγ2 - low-order rounding range [see §6.2] | (q − 1)/88 | (q − 1)/32 | (q − 1)/32\n"},
		{"NIST.FIPS.204", 26, "\nML-DSA-65 | 4032 | 1952 | 3309\n"},
		{"NIST.FIPS.204", 62, "T Algorithm | Minimum allowable limit (Loop iterations) | Minimum allowable limit (XOF output bytes)\nML-DSA.Sign_internal | 814 | N/A\n"},
		{"NIST.FIPS.205", 53, "\nSLH-DSA-SHAKE-192f | 24 | 66 | 22 | 3 | 8 | 33 | 4 | 42 | 3 | 48 | 35 664\n"},
		{"NIST.IR.8545", 13, "P Table 4. Performance of HQC in thousands of cycles on x86_64 [1]\nT Parameter Set | Level | keygen | encaps | decaps\nhqc-128 | I | 105 | 197 | 360\n"},
		{"NIST.IR.8545", 14, "\nmceliece348864f | I | 261 120 | 6 492 | 96\n"},
		{"NIST.IR.8547.ipd", 20, "\nECDSA [FIPS186] | 112 bits of security strength | Deprecated after 2030 Disallowed after 2035\nECDSA [FIPS186] | ≥ 128 bits of security strength | Disallowed after 2035\n"},
		{"NIST.IR.8547.ipd", 23, "\nSHA-2 [FIPS180] | SHA-384 | 192 bits | 4 | 384 bits | 5\n"},
		{"NIST.SP.800-227", 57, "I decapsulation key | A cryptographic key produced by a KEM during key generation and used during decapsulation.\n"},
		{"NIST.SP.800-227", 62, "\nKMAC256 | ≤ 2^2040 − 1 | s ≤ µ ≤ 512 | 128 ≤ s ≤ 256\n"},
	} {
		doc, _ := nist(t, c.name)
		if got := dump(doc.Pages[c.page-1]); !strings.Contains(got, c.want) {
			t.Errorf("%s page %d lacks\n%s\nin\n%s", c.name, c.page, c.want, got)
		}
	}
}

func TestNISTSteps(t *testing.T) {
	doc, _ := nist(t, "NIST.FIPS.203")
	for _, b := range doc.Pages[27] {
		if b.Kind != layout.Code {
			continue
		}
		at := 0
		for _, step := range []string{"Algorithm 2 SHAKE128example", "\nInput:", "\nOutput:", "\n1: ctx", "\n2: for", "\n3:    ctx", "\n4: end for", "\n5: for", "\n6:    (ctx, outj)", "\n7: end for", "\n8: output"} {
			i := strings.Index(b.Text[at:], step)
			if i < 0 {
				t.Fatalf("step %q is missing or out of order in\n%s", step, b.Text)
			}
			at += i
		}
		return
	}
	t.Error("no listing on page 28")
}

// TestNISTHeadings compares the headings with the outlines of the files.
func TestNISTHeadings(t *testing.T) {
	for _, c := range nistPages {
		doc, _ := nist(t, c.name)
		found, numbered := 0, 0
		var lost []string
		for _, e := range doc.Outline {
			depth := depthOf(e.Title)
			if depth == 0 {
				continue
			}
			numbered++
			if hasHeading(doc, e, depth) {
				found++
			} else {
				lost = append(lost, e.Title)
			}
		}
		if found < numbered-1 { // one title has a formula, which the outline spells in words
			t.Errorf("%s: %d of %d numbered outline entries are headings; not %q", c.name, found, numbered, lost)
		}
	}
}

var titleNumber = regexp.MustCompile(`^(?:([0-9]{1,2}(?:\.[0-9]{1,3})*|[A-Z](?:\.[0-9]{1,3})+)\.? +\S|Appendix +([A-Z0-9](?:\.[0-9]{1,3})*)\b)`)

// depthOf counts the parts of the number that a title begins with.
func depthOf(title string) int {
	m := titleNumber.FindStringSubmatch(title)
	if m == nil {
		return 0
	}
	return 1 + strings.Count(m[1]+m[2], ".")
}

// lettersOf leaves nothing but letters and digits of a title.
func lettersOf(title string) string { return notWord.ReplaceAllString(strings.ToLower(title), "") }

func hasHeading(doc *Document, e layout.OutlineEntry, level int) bool {
	for _, page := range doc.Pages {
		for _, b := range page {
			if b.Kind == layout.Heading && strings.HasSuffix(lettersOf(b.Text), lettersOf(e.Title)) && b.Level == level {
				return true
			}
		}
	}
	return false
}

var (
	notWord = regexp.MustCompile(`[^\pL\pN]+`)
)
