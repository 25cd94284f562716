package index

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"ibid/index/source"
)

// A file that may hold a key or a password is not indexed: what is indexed is quoted, and sent to a model. Its name
// tells, or what it holds. In prose only the passages are left out that hold it: the manual around a key is worth
// reading, while what stands beside one in settings, data or code is likely to be another.

// secretName tells from a name that a file may hold keys or passwords, whatever the ignore files say; by some names only
// settings and data: credentials.md is about them.
var secretName = regexp.MustCompile(`(?i)^(?:_?netrc|_pgpass|shadow|wp-config\.php|id_(?:[rd]sa|ecdsa|ed25519).*|` +
	`.*(?:_(?:[rd]sa|ecdsa|ed25519)|\.(?:pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx?|ovpn|env|tfvars(?:\.json)?|tfstate(?:\.backup)?))|` +
	`(?:credentials|htpasswd|kubeconfig|pgpass|secrets)(?:` + dataExtension + `)?|service[-_]?account.*(?:` + dataExtension + `))$`).MatchString

const dataExtension = `\.(?:json|ya?ml|toml|ini|cfg|conf|xml|te?xt|csv|properties)`

// isSettings tells from a name that a text gives values to names.
var isSettings = regexp.MustCompile(`(?i)(?:^|/)[^./]*$|` + dataExtension + `$`).MatchString

// secret is a place in a text that holds a key or a password.
type secret struct {
	name       string // what it is, with its article
	start, end int    // bytes
}

// tokens are keys that show what they are. Those that are mixed have digits and letters of both cases, every one of them;
// as a name of a style sheet has not. It is never changed.
var tokens = [...]struct {
	name  string
	form  *regexp.Regexp
	mixed bool
}{
	{"an AWS access key", regexp.MustCompile(`AKIA[0-9A-Z]{16}\b`), false},
	{"a GitHub token", regexp.MustCompile(`ghp_[0-9A-Za-z]{36,}\b`), true},
	{"a GitHub token", regexp.MustCompile(`github_pat_[-\w]{50,}`), true},
	{"a GitLab token", regexp.MustCompile(`glpat-[-\w]{20,}`), false},
	{"a Google API key", regexp.MustCompile(`AIza[-\w]{35}\b`), true},
	{"a Hugging Face token", regexp.MustCompile(`hf_[0-9A-Za-z]{34,40}\b`), true},
	{"an npm token", regexp.MustCompile(`npm_[0-9A-Za-z]{36}\b`), true},
	{"an API key", regexp.MustCompile(`sk-[-\w]{40,}`), true},
	{"a PyPI token", regexp.MustCompile(`pypi-AgE[-\w]{50,}`), true},
	{"a Slack token", regexp.MustCompile(`xox[bp]-[-\w]{20,}`), false},
	{"a Stripe key", regexp.MustCompile(`sk_live_[0-9A-Za-z]{20,}\b`), false},
	{"a private key", privateKey, false},
}

const (
	materialBits = 4.0 // entropy of a line of a private key for each character; random ones have 5, words under 3.8
	keyBits      = 3.0 // entropy of a key, which is shorter
	leastKey     = 16  // characters of a value with the name of a key
	passBits     = 2.5 // entropy of a password
)

var (
	insideWord  = regexp.MustCompile(`^[^\\]?[-\w]$`) // and not behind an escape sequence as \n
	digit       = regexp.MustCompile(`[0-9]`)
	keyMaterial = regexp.MustCompile(`[0-9A-Za-z+/=]{40,}`)
	// privateKey is a header and the lines that follow it; between them there may be what code has there. A header alone is
	// talk of a key.
	privateKey = regexp.MustCompile(`-----BEGIN [^-]{0,40}PRIVATE KEY[^-]{0,20}-----(?:(?:-?[^-]){0,256}?[0-9A-Za-z+/=]{40,})+`)
	// What the names of settings end in whose value is a password, or a key.
	passwordName = regexp.MustCompile(`(?i)(?:pass[-_.]*(?:word|wd|phrase)?|pwd)[-_.]*$`)
	keyName      = regexp.MustCompile(`(?i)(?:token|(?:client|api|app|consumer|jwt|session|webhook)[-_.]*secret|` +
		`(?:api|access|private|encryption|signing|auth|account|secret)[-_.]*key|secret[-_.]*key[-_.]*base)[-_.]*$`)
	password = regexp.MustCompile(`^[-\w^+=?][-\w.~!$&*+=@#%^?/]{7,}$`)
	// Parts of values that are shown, not used.
	placeholder = regexp.MustCompile(`(?i)example|xxxx|\.{4}|\*{4}|____|your|placeholder|dummy|sample|change_?me|fake|` +
		`redacted|test|demo|foobar|passw(?:or)?d|secret|1234567|abcdef|0123456|deadbeef|insert|replace|todo`)
)

// secrets finds keys and passwords, in order. In settings also a value that looks random counts by the name that it
// has. Its time is linear in the text.
func secrets(text string, settings bool) (found []secret) {
	for _, t := range tokens {
		for _, at := range t.form.FindAllStringIndex(text, -1) {
			key := text[at[0]:at[1]]
			isKey := random(key, keyBits) && (!t.mixed || digit.MatchString(key) && strings.ToUpper(key) != key && strings.ToLower(key) != key)
			if t.form == privateKey {
				isKey = slices.ContainsFunc(keyMaterial.FindAllString(key, -1), isMaterial)
			}
			if isKey && !insideWord.MatchString(text[max(0, at[0]-2):at[0]]) {
				found = append(found, secret{t.name, at[0], at[1]})
			}
		}
	}
	if settings {
		found = append(found, assignments(text)...)
	}
	slices.SortStableFunc(found, func(a, b secret) int { return a.start - b.start })
	return found
}

// random tells whether a value looks made by chance, and not to be shown.
func random(value string, bits float64) bool {
	return entropy(value) >= bits && !placeholder.MatchString(value)
}

// isMaterial tells whether a line is one of a private key, and not shown in its place.
func isMaterial(line string) bool { return digit.MatchString(line) && random(line, materialBits) }

// assignments finds values by the names that settings give them. One that is a name itself, or says where the value is
// kept, is none.
func assignments(text string) (found []secret) {
	end := 0
	for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("\n,{};", r) }) {
		start := end + strings.Index(text[end:], piece)
		end = start + len(piece)
		i := strings.IndexAny(piece, "=:")
		if i < 0 {
			continue
		}
		name, value := strings.TrimRight(piece[:i], " \t\"'"), strings.Trim(piece[i+1:], " \t\r\"'")
		if !password.MatchString(value) || strings.Count(value, "/") > 2 || !digit.MatchString(value) ||
			strings.ToUpper(value) == strings.ToLower(value) || !random(value, passBits) {
			continue
		}
		long := len(value) >= leastKey && entropy(value) >= keyBits
		if passwordName.MatchString(name) || long && keyName.MatchString(name) {
			found = append(found, secret{"a password or a key", start, end})
		}
	}
	return found
}

// entropy is Shannon's, in bits for each byte.
func entropy(s string) (bits float64) {
	var count [256]float64
	for i := range len(s) {
		count[s[i]]++
	}
	for _, n := range count {
		if n > 0 {
			bits -= n / float64(len(s)) * math.Log2(n/float64(len(s)))
		}
	}
	return bits
}

// withhold takes the secrets out of a file that was read: the passages that hold one, and tells which, or the whole
// file where it is not prose or nothing is left. That is an error.
func (p *parsed) withhold(doc *source.Document, name string, data []byte) error {
	text, err := doc.Text, error(nil)
	if doc.Kind != source.Docs {
		text, err = source.Text(name, data)
	}
	found := secrets(text, isSettings(name))
	switch {
	case err != nil || found == nil:
		return err
	case doc.Kind != source.Docs:
		return fmt.Errorf("%s: %s, line %d", skipSecret, found[0].name, 1+strings.Count(text[:found[0].start], "\n"))
	}
	var kept []source.Chunk
	var told []string
	for _, c := range p.chunks {
		for len(found) > 0 && found[0].end <= c.Start {
			found = found[1:]
		}
		if len(found) > 0 && found[0].start < c.End {
			where := fmt.Sprintf("on page %d", c.StartPage)
			if c.StartPage == 0 {
				where = fmt.Sprintf("from line %d", c.StartLine)
			}
			told = append(told, fmt.Sprintf("%s: %s %s", skipSecret, found[0].name, where))
			continue
		}
		c.Prev, c.Next = "", ""
		if n := len(kept); n > 0 {
			c.Prev, kept[n-1].Next = kept[n-1].ID, c.ID
		}
		kept = append(kept, c)
	}
	if kept == nil {
		return errors.New(told[0])
	}
	p.chunks, p.entry.Withheld = kept, len(told)
	for _, t := range told {
		p.entry.Warnings = append(p.entry.Warnings, t+"; the passage is left out")
	}
	return nil
}
