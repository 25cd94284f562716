package index

import (
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"ibid/index/source"
)

// A file that may hold a key or a password is not indexed: what is indexed is quoted, and sent to a model. Its name
// tells, or what it holds. In prose only the passages are left out that hold it: the manual around a key is worth
// reading, while what stands beside one in settings, data or code is likely to be another.

// Names, in lower case, of files that are never read, whatever the ignore files say.
var (
	secretNames    = [...]string{"credentials", "htpasswd", "kubeconfig", "netrc", "_netrc", "pgpass", "_pgpass", "secrets", "shadow", "wp-config.php"}
	secretPrefixes = [...]string{"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"}
	secretSuffixes = [...]string{".pem", ".key", ".p8", ".p12", ".pfx", ".ppk", ".jks", ".keystore", ".kdb", ".kdbx", ".ovpn", ".env", ".tfvars", ".tfvars.json", ".tfstate", ".tfstate.backup",
		"_rsa", "_dsa", "_ecdsa", "_ed25519"}

	// secretStems are names of settings and data alone: credentials.md is about them.
	secretStems    = [...]string{"credentials", "secrets", "kubeconfig", "pgpass", "htpasswd", "service-account", "service_account", "serviceaccount"}
	dataExtensions = [...]string{".json", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".xml", ".txt", ".text", ".csv", ".properties"}
)

// secretName tells from a name that a file may hold keys or passwords.
func secretName(name string) bool {
	name = strings.ToLower(name)
	ext := path.Ext(name)
	return slices.Contains(secretNames[:], name) ||
		slices.ContainsFunc(secretPrefixes[:], func(p string) bool { return strings.HasPrefix(name, p) }) ||
		slices.ContainsFunc(secretSuffixes[:], func(s string) bool { return strings.HasSuffix(name, s) }) ||
		slices.Contains(dataExtensions[:], ext) && slices.ContainsFunc(secretStems[:], func(s string) bool {
			stem := strings.TrimSuffix(name, ext)
			return stem == s || strings.HasPrefix(s, "service") && strings.HasPrefix(stem, s)
		})
}

// secret is a place in a text that holds a key or a password.
type secret struct {
	name       string // what it is, with its article
	start, end int    // bytes
}

// charset is a set of the characters that keys are written in.
type charset [256]bool

func chars(all string) *charset {
	var set charset
	for i := range len(all) {
		set[all[i]] = true
	}
	return &set
}

const (
	numerals = "0123456789"
	lowers   = "abcdefghijklmnopqrstuvwxyz"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// The sets are never changed.
var (
	upper   = chars(numerals + capitals)
	alnum   = chars(numerals + capitals + lowers)
	urlSafe = chars(numerals + capitals + lowers + "_-")
	base64s = chars(numerals + capitals + lowers + "+/=")
	typed   = chars(numerals + capitals + lowers + "-._~!$&*+=@#%^?/")
)

// tokens are keys that show what they are: a prefix, and how many characters of which kind follow. It is never changed.
var tokens = [...]struct {
	name, prefix string
	set          *charset
	least, most  int
}{
	{"an AWS access key", "AKIA", upper, 16, 16},
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
}

const (
	pemPrefix    = "-----BEGIN "
	secretWindow = 16 << 10 // bytes looked at behind a prefix
	materialRun  = 40       // characters without a break in the lines of a private key
	materialBits = 4.0      // entropy of such a line for each character; random ones have 5, words under 3.8
	widestBreak  = 256      // characters between two of its lines, or before them
	keyBits      = 3.0      // the same of a key, which is shorter
	longKey      = 32       // characters of a key that all have digits and letters of both cases
	leastKey     = 16       // characters of a value with the name of a key
	leastPass    = 8        // characters of a password
	passBits     = 2.5      // and its entropy
)

// secrets finds keys and passwords, in order. In settings also a value that looks random counts by the name that it
// has. Its time is linear in the text.
func secrets(text string, settings bool) []secret {
	var found []secret
	for i := 0; i < len(text); i++ {
		if i > 0 && urlSafe[text[i]] && urlSafe[text[i-1]] && !escaped(text[:i]) {
			continue
		}
		if name, n := secretAt(text[i:]); n > 0 {
			found = append(found, secret{name, i, i + n})
			i += n - 1
		}
	}
	if settings {
		found = append(found, assignments(text)...)
		slices.SortStableFunc(found, func(a, b secret) int { return a.start - b.start })
	}
	return found
}

// secretAt is the key that a text begins with, and how many bytes of it: 0 where there is none.
func secretAt(text string) (name string, n int) {
	if rest, ok := strings.CutPrefix(text, pemPrefix); ok {
		if n := pem(rest[:min(len(rest), secretWindow)]); n > 0 {
			return "a private key", len(pemPrefix) + n
		}
		return "", 0
	}
	for i := range tokens {
		t := &tokens[i]
		if rest, ok := strings.CutPrefix(text, t.prefix); ok {
			if n := key(rest, t.set, t.least, t.most); n > 0 {
				return t.name, len(t.prefix) + n
			}
		}
	}
	return "", 0
}

// escaped tells whether a text ends in an escape sequence of a string, as \n.
func escaped(text string) bool { return len(text) > 1 && text[len(text)-2] == '\\' }

// run is how many of the first bytes are in a set.
func run(text string, set *charset) int {
	for i := range len(text) {
		if !set[text[i]] {
			return i
		}
	}
	return len(text)
}

// key is how many bytes of a text are a run of characters that looks random, 0 where they are not.
func key(rest string, set *charset, least, most int) int {
	n := run(rest[:min(len(rest), most+1)], set)
	v := rest[:n]
	mixed := set['a'] && least >= longKey
	if n < least || n > most || entropy(v) < keyBits || placeholder(v) ||
		mixed && !(strings.ContainsAny(v, numerals) && strings.ContainsAny(v, lowers) && strings.ContainsAny(v, capitals)) {
		return 0
	}
	return n
}

// pem matches the rest of a header and lines of a private key behind it. A header alone is talk of one.
func pem(rest string) int {
	const longest = 64
	label, after, ok := strings.Cut(rest, "-----")
	if !ok || len(label) > longest || !strings.Contains(label, "PRIVATE KEY") {
		return 0
	}
	body, _, _ := strings.Cut(after, "-----")
	if n := keyMaterial(body); n > 0 {
		return len(rest) - len(after) + n
	}
	return 0
}

// keyMaterial is where the lines of a key end that begin near the start, 0 where there are none. Between two of them
// there may be what code has there.
func keyMaterial(body string) (end int) {
	random := false
	for i := 0; i <= end+widestBreak && i < len(body); {
		n := run(body[i:], base64s)
		if n >= materialRun {
			line := body[i : i+n]
			random = random || strings.ContainsAny(line, numerals) && entropy(line) >= materialBits && !placeholder(line)
			end = i + n
		}
		i += n + 1
	}
	if !random {
		return 0
	}
	return end
}

// The ends of the names of settings whose value is a key, without "_" and "-".
var keyNames = [...]string{"clientsecret", "apisecret", "appsecret", "consumersecret", "jwtsecret", "sessionsecret", "webhooksecret", "secretkey", "secretkeybase", "token", "apikey", "accesskey", "privatekey", "encryptionkey", "signingkey", "authkey", "accountkey"}

// passwordNames are the same of passwords.
var passwordNames = [...]string{"password", "passwd", "passphrase", "pwd", "pass"}

// assignments finds values by the names that settings give them.
func assignments(text string) []secret {
	var found []secret
	at := 0
	for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("\n,{};", r) }) {
		at += strings.Index(text[at:], piece)
		start := at
		at += len(piece)
		name, value, ok := strings.Cut(piece, "=")
		if n, v, colon := strings.Cut(piece, ":"); colon && (!ok || len(n) < len(name)) {
			name, value, ok = n, v, true
		}
		if !ok {
			continue
		}
		if value = strings.Trim(value, " \t\r\"'"); !passwordLike(value) {
			continue
		}
		name = strings.NewReplacer("_", "", "-", "", ".", "").Replace(strings.ToLower(strings.Trim(name, " \t\"'")))
		ends := func(s string) bool { return strings.HasSuffix(name, s) }
		if slices.ContainsFunc(passwordNames[:], ends) ||
			len(value) >= leastKey && entropy(value) >= keyBits && slices.ContainsFunc(keyNames[:], ends) {
			found = append(found, secret{"a password or a key", start, at})
		}
	}
	return found
}

// passwordLike tells whether a value may be a password that somebody uses, not the name of one or where it is kept.
func passwordLike(value string) bool {
	return len(value) >= leastPass && run(value, typed) == len(value) &&
		strings.ContainsAny(value, numerals) && strings.ContainsAny(value, lowers+capitals) &&
		!strings.ContainsAny(value[:1], "$%@!/.~#*&") && strings.Count(value, "/") < 3 && entropy(value) >= passBits && !placeholder(value)
}

// placeholders are parts of values that are shown, not used.
var placeholders = [...]string{"example", "xxxx", "....", "****", "____", "your", "placeholder", "dummy", "sample", "changeme", "change_me", "fake", "redacted", "test", "demo", "foobar",
	"password", "passwd", "secret", "1234567", "abcdef", "0123456", "deadbeef", "insert", "replace", "todo"}

func placeholder(value string) bool {
	value = strings.ToLower(value)
	return slices.ContainsFunc(placeholders[:], func(p string) bool { return strings.Contains(value, p) })
}

// entropy is Shannon's, in bits for each byte.
func entropy(s string) (bits float64) {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// withhold takes the secrets out of a file that was read: the passages that hold one, and tells which, or the whole
// file where it is not prose or nothing is left. That is an error.
func (p *parsed) withhold(doc *source.Document, name string, data []byte) error {
	settings := slices.Contains(dataExtensions[:], strings.ToLower(path.Ext(name))) || path.Ext(name) == ""
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
			told = append(told, fmt.Sprintf("%s: %s, %s; the passage is left out", skipSecret, found[0].name, placeOf(doc, &c, found[0].start)))
			continue
		}
		c.Prev, c.Next = "", ""
		if n := len(kept); n > 0 {
			c.Prev, kept[n-1].Next = kept[n-1].ID, c.ID
		}
		kept = append(kept, c)
	}
	if kept == nil {
		return errors.New(strings.TrimSuffix(told[0], "; the passage is left out"))
	}
	p.chunks, p.entry.Withheld = kept, len(told)
	p.entry.Warnings = append(p.entry.Warnings, told...)
	return nil
}

// placeOf says on which page or line of a file something stands that begins in a chunk, or before it.
func placeOf(doc *source.Document, c *source.Chunk, at int) string {
	if c.StartPage > 0 {
		return fmt.Sprintf("page %d", c.StartPage)
	}
	line := c.StartLine
	for _, b := range doc.Blocks {
		if b.Start <= at && at < b.End {
			line = b.StartLine + strings.Count(doc.Text[b.Start:at], "\n")
		}
	}
	return fmt.Sprintf("line %d", line)
}
