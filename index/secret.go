package index

import (
	"errors"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"ibid/index/source"
)

// A file that may hold a key or a password is not indexed: what is indexed is quoted, and sent to a model. Its name
// tells, or what it holds. In prose only the passages are left out that hold it: the manual around a key is worth
// reading, while what stands beside one in settings, data or code is likely to be another.

// Names, in lower case, of files that are never read, whatever the ignore files say; the stems only of settings and
// data: credentials.md is about them.
var (
	secretNames    = append(strings.Fields("netrc _netrc _pgpass shadow wp-config.php"), secretStems...)
	secretStems    = strings.Fields("credentials htpasswd kubeconfig pgpass secrets")
	accountStems   = strings.Fields("service-account service_account serviceaccount") // and what follows
	secretPrefixes = strings.Fields("id_rsa id_dsa id_ecdsa id_ed25519")
	secretSuffixes = strings.Fields(".pem .key .p8 .p12 .pfx .ppk .jks .keystore .kdb .kdbx .ovpn .env " +
		".tfvars .tfvars.json .tfstate .tfstate.backup _rsa _dsa _ecdsa _ed25519")
	dataExtensions = strings.Fields(".json .yaml .yml .toml .ini .cfg .conf .xml .txt .text .csv .properties")
)

// secretName tells from a name that a file may hold keys or passwords.
func secretName(name string) bool {
	name = strings.ToLower(name)
	begins := func(s string) bool { return strings.HasPrefix(name, s) }
	ends := func(s string) bool { return strings.HasSuffix(name, s) }
	if ext := path.Ext(name); slices.Contains(dataExtensions, ext) &&
		(slices.Contains(secretStems, strings.TrimSuffix(name, ext)) || slices.ContainsFunc(accountStems, begins)) {
		return true
	}
	return slices.Contains(secretNames, name) ||
		slices.ContainsFunc(secretPrefixes, begins) || slices.ContainsFunc(secretSuffixes, ends)
}

// secret is a place in a text that holds a key or a password.
type secret struct {
	name       string // what it is, with its article
	start, end int    // bytes
}

// Sets of the characters that keys are written in.
const (
	numerals = "0123456789"
	lower    = "abcdefghijklmnopqrstuvwxyz"
	capital  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	alnum    = numerals + lower + capital
	urlSafe  = alnum + "_-"
)

// tokens are keys that show what they are: a prefix, and how many characters of which kind follow. It is never changed.
var tokens = [...]struct {
	name, prefix, set string
	least, most       int
}{
	{"an AWS access key", "AKIA", numerals + capital, 16, 16},
	{"a GitHub token", "ghp_", alnum, 36, 255},
	{"a GitHub token", "github_pat_", urlSafe, 50, 255},
	{"a GitLab token", "glpat-", urlSafe, 20, 255},
	{"a Google API key", "AIza", urlSafe, 35, 35},
	{"a Hugging Face token", "hf_", alnum, 34, 40},
	{"an npm token", "npm_", alnum, 36, 36},
	{"an API key", "sk-", urlSafe, 40, 255},
	{"a PyPI token", "pypi-AgE", urlSafe, 50, 1024},
	{"a Slack token", "xoxb-", urlSafe, 20, 255},
	{"a Slack token", "xoxp-", urlSafe, 20, 255},
	{"a Stripe key", "sk_live_", alnum, 20, 255},
	{"a private key", "-----BEGIN ", "", 0, 0}, // and what privateKey says
}

const (
	longestLabel = 64  // bytes between the dashes of a header
	materialBits = 4.0 // entropy of a line of a private key for each character; random ones have 5, words under 3.8
	widestBreak  = 256 // characters between two of its lines, or before them
	keyBits      = 3.0 // entropy of a key, which is shorter
	longKey      = 32  // characters of a key that all have digits and letters of both cases
	leastKey     = 16  // characters of a value with the name of a key
	passBits     = 2.5 // entropy of a password
)

var (
	insideWord  = regexp.MustCompile(`^[^\\]?[-\w]$`) // and not behind an escape sequence as \n
	keyMaterial = regexp.MustCompile(`[0-9A-Za-z+/=]{40,}`)
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
		for _, rest, ok := strings.Cut(text, t.prefix); ok; _, rest, ok = strings.Cut(rest, t.prefix) {
			start := len(text) - len(rest) - len(t.prefix)
			if insideWord.MatchString(text[max(0, start-2):start]) {
				continue
			}
			n := len(rest) - len(strings.TrimLeft(rest, t.set))
			if t.set == "" {
				n = privateKey(rest)
			} else if key := rest[:n]; n < t.least || n > t.most || !random(key, keyBits) || t.least >= longKey && !mixed(key) {
				n = 0
			}
			if n > 0 {
				found = append(found, secret{t.name, start, start + len(t.prefix) + n})
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

// mixed tells whether a key has digits and letters of both cases, as every long one.
func mixed(key string) bool {
	return strings.ContainsAny(key, numerals) && strings.ContainsAny(key, lower) && strings.ContainsAny(key, capital)
}

// privateKey is where the lines of a private key end that follow the beginning of its header, 0 where there are none: a
// header alone is talk of one. Between two lines there may be what code has there.
func privateKey(text string) int {
	label, body, ok := strings.Cut(text, "-----")
	if !ok || len(label) > longestLabel || !strings.Contains(label, "PRIVATE KEY") {
		return 0
	}
	start := len(text) - len(body)
	body, _, _ = strings.Cut(body, "-----")
	end, found := 0, false
	for _, at := range keyMaterial.FindAllStringIndex(body, -1) {
		if at[0] > end+widestBreak {
			break
		}
		end = at[1]
		line := body[at[0]:end]
		found = found || strings.ContainsAny(line, numerals) && random(line, materialBits)
	}
	if !found {
		return 0
	}
	return start + end
}

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
		if !password.MatchString(value) || strings.Count(value, "/") > 2 || !strings.ContainsAny(value, numerals) ||
			!strings.ContainsAny(value, lower+capital) || !random(value, passBits) {
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
	ext := strings.ToLower(path.Ext(name))
	settings := ext == "" || slices.Contains(dataExtensions, ext)
	if doc.Kind != source.Docs {
		text, err := source.Text(name, data)
		if err != nil {
			return err
		}
		if found := secrets(text, settings); found != nil {
			return fmt.Errorf("%s: %s, line %d", skipSecret, found[0].name, 1+strings.Count(text[:found[0].start], "\n"))
		}
		return nil
	}
	found := secrets(doc.Text, settings)
	if found == nil {
		return nil
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
