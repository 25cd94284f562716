package index

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"net/url"
	"path"
	"slices"
	"strings"

	"ibid/index/source"
)

// A file that may hold a key or a password is not indexed: what is indexed is quoted, and sent to a model. Its name tells, or
// what it holds. In prose only the passages are left out that hold it: the manual around a key is worth reading, while what
// stands beside one in settings, data or code is likely to be another.

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

// secretShape is what a sort of key looks like.
type secretShape struct {
	name, prefix string
	match        func(rest string) int // bytes behind the prefix that belong to it, 0 where it is none
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
	hexits   = chars(numerals + "abcdef")
	upper    = chars(numerals + capitals)
	alnum    = chars(numerals + capitals + lowers)
	urlSafe  = chars(numerals + capitals + lowers + "_-")
	slashed  = chars(numerals + capitals + lowers + "/")
	base64s  = chars(numerals + capitals + lowers + "+/=")
	dotted   = chars(numerals + capitals + lowers + "_-.")
	crypted  = chars(numerals + capitals + lowers + "./$=")
	typed    = chars(numerals + capitals + lowers + "-._~!$&*+=@#%^?/")
	userinfo = chars(numerals + capitals + lowers + "-._~%!$&'()*+,;=:@")
	between  = chars(" \t\"'=:>,")
)

// secretShapes are keys that show what they are. It is never changed.
var secretShapes = [...]secretShape{
	{"a private key", "-----BEGIN ", pem},
	{"a private key", "Private-Lines: ", putty},
	{"a private key", "LS0tLS1CRUdJTi", encodedPEM},
	{"an age key", "AGE-SECRET-KEY-1", key(upper, 58, 58)},
	{"an AWS access key", "AKIA", key(upper, 16, 16)},
	{"an AWS access key", "ASIA", key(upper, 16, 16)},
	{"an AWS secret key", "aws_secret_access_key", assigned(base64s, 40, 40)},
	{"an AWS secret key", "AWS_SECRET_ACCESS_KEY", assigned(base64s, 40, 40)},
	{"an AWS secret key", "aws_secret_key", assigned(base64s, 40, 40)},
	{"an AWS secret key", "secretAccessKey", assigned(base64s, 40, 40)},
	{"an AWS secret key", "awsSecretAccessKey", assigned(base64s, 40, 40)},
	{"an AWS secret key", "SecretAccessKey", assigned(base64s, 40, 40)},
	{"an Azure storage key", "AccountKey=", key(base64s, 86, 88)},
	{"a Databricks token", "dapi", key(hexits, 32, 34)},
	{"a DigitalOcean token", "dop_v1_", key(hexits, 64, 64)},
	{"a Docker token", "dckr_pat_", key(urlSafe, 27, 64)},
	{"a GitHub token", "ghp_", key(alnum, 36, 255)},
	{"a GitHub token", "gho_", key(alnum, 36, 255)},
	{"a GitHub token", "ghu_", key(alnum, 36, 255)},
	{"a GitHub token", "ghs_", key(alnum, 36, 255)},
	{"a GitHub token", "ghr_", key(alnum, 36, 255)},
	{"a GitHub token", "github_pat_", key(urlSafe, 50, 255)},
	{"a GitLab token", "glpat-", key(urlSafe, 20, 255)},
	{"a GitLab token", "glptt-", key(urlSafe, 20, 255)},
	{"a GitLab token", "gldt-", key(urlSafe, 20, 255)},
	{"a GitLab token", "glrt-", key(urlSafe, 20, 255)},
	{"a Google API key", "AIza", key(urlSafe, 35, 35)},
	{"a Google client secret", "GOCSPX-", key(urlSafe, 28, 28)},
	{"a Google access token", "ya29.", key(urlSafe, 40, 512)},
	{"a Grafana token", "glsa_", key(urlSafe, 40, 64)},
	{"a Hugging Face token", "hf_", key(alnum, 34, 40)},
	{"a Linear key", "lin_api_", key(alnum, 40, 40)},
	{"a Mailgun key", "key-", key(hexits, 32, 32)},
	{"a New Relic key", "NRAK-", key(upper, 27, 27)},
	{"an npm token", "npm_", key(alnum, 36, 36)},
	{"an API key", "sk-", key(urlSafe, 40, 255)},
	{"a Postman key", "PMAK-", key(urlSafe, 50, 64)},
	{"a PyPI token", "pypi-AgE", key(urlSafe, 50, 1024)},
	{"a SendGrid key", "SG.", key(dotted, 66, 66)},
	{"a Shopify token", "shpat_", key(hexits, 32, 32)},
	{"a Shopify token", "shpss_", key(hexits, 32, 32)},
	{"a Slack token", "xoxb-", key(urlSafe, 20, 255)},
	{"a Slack token", "xoxp-", key(urlSafe, 20, 255)},
	{"a Slack token", "xoxa-", key(urlSafe, 20, 255)},
	{"a Slack token", "xoxr-", key(urlSafe, 20, 255)},
	{"a Slack token", "xoxs-", key(urlSafe, 20, 255)},
	{"a Slack token", "xapp-", key(urlSafe, 40, 255)},
	{"a Slack webhook", "hooks.slack.com/services/T", key(slashed, 38, 64)},
	{"a Stripe key", "sk_live_", key(alnum, 20, 255)},
	{"a Stripe key", "rk_live_", key(alnum, 20, 255)},
	{"a Stripe key", "whsec_", key(base64s, 32, 64)},
	{"a Telegram token", ":AA", key(urlSafe, 33, 33)},
	{"a Terraform token", ".atlasv1.", key(urlSafe, 60, 80)},
	{"a Vault token", "hvs.", key(urlSafe, 24, 255)},
	{"a web token", "eyJ", webToken},
	{"a password hash", ":$apr1$", key(crypted, 24, 40)}, // behind the name of a user
	{"a password hash", ":$2a$", key(crypted, 56, 56)},
	{"a password hash", ":$2b$", key(crypted, 56, 56)},
	{"a password hash", ":$2y$", key(crypted, 56, 56)},
	{"a password hash", ":$5$", key(crypted, 44, 80)},
	{"a password hash", ":$6$", key(crypted, 86, 130)},
	{"a password hash", ":$y$", key(crypted, 50, 130)},
	{"a password of a .netrc file", "machine ", netrc},
	{"a password in an address", "://", userInfo},
}

const (
	secretWindow = 16 << 10 // bytes looked at behind a prefix
	materialRun  = 40       // characters without a break in the lines of a private key
	materialBits = 4.0      // entropy of such a line for each character; random ones have 5, words under 3.8
	widestBreak  = 256      // characters between two of its lines, or before them
	keyBits      = 3.0      // the same of a key, which is shorter
	longKey      = 32       // characters of a key that all have digits and letters of both cases
	widestGap    = 16       // between a name and its value
	leastKey     = 16       // characters of a value with the name of a key
	leastPass    = 8        // characters of a password
	passBits     = 2.5      // and its entropy
)

// secrets finds keys and passwords, in order. In settings also a value that looks random counts by the name that it has.
// Its time is linear in the text.
func secrets(text string, settings bool) []secret {
	var by [256][]*secretShape
	for i := range secretShapes {
		first := secretShapes[i].prefix[0]
		by[first] = append(by[first], &secretShapes[i])
	}
	var found []secret
	for i := 0; i < len(text); i++ {
		shapes := by[text[i]]
		if shapes == nil || i > 0 && urlSafe[text[i]] && urlSafe[text[i-1]] && !escaped(text[:i]) {
			continue
		}
		for _, s := range shapes {
			rest, ok := strings.CutPrefix(text[i:], s.prefix)
			if !ok {
				continue
			}
			if n := s.match(rest[:min(len(rest), secretWindow)]); n > 0 {
				found = append(found, secret{s.name, i, i + len(s.prefix) + n})
				i += len(s.prefix) + n - 1
				break
			}
		}
	}
	if settings {
		found = append(found, assignments(text)...)
		slices.SortStableFunc(found, func(a, b secret) int { return a.start - b.start })
	}
	return found
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

// key matches a run of characters that looks random.
func key(set *charset, least, most int) func(string) int {
	mixed := set['a'] && set['z'] && set['A'] && least >= longKey
	return func(rest string) int {
		n := run(rest[:min(len(rest), most+1)], set)
		v := rest[:n]
		if n < least || n > most || entropy(v) < keyBits || placeholder(v) ||
			mixed && !(strings.ContainsAny(v, numerals) && strings.ContainsAny(v, lowers) && strings.ContainsAny(v, capitals)) {
			return 0
		}
		return n
	}
}

// assigned matches a key behind what stands between a name and its value.
func assigned(set *charset, least, most int) func(string) int {
	match := key(set, least, most)
	return func(rest string) int {
		gap := run(rest[:min(len(rest), widestGap)], between)
		if n := match(rest[gap:]); gap > 0 && n > 0 {
			return gap + n
		}
		return 0
	}
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

// putty matches the lines of a private key in a .ppk file.
func putty(rest string) int {
	body, _, _ := strings.Cut(rest, "Private-")
	return keyMaterial(body)
}

// keyMaterial is where the lines of a key end that begin near the start, 0 where there are none. Between two of them there
// may be what code has there.
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

// encodedPEM matches base64 of a header and a key, as in a kubeconfig.
func encodedPEM(rest string) int {
	const prefix = "LS0tLS1CRUdJTi"
	n := run(rest, base64s)
	whole := strings.TrimRight(prefix+rest[:n], "=")
	text, _ := base64.RawStdEncoding.DecodeString(whole[:len(whole)&^3])
	if header, ok := strings.CutPrefix(string(text), "-----BEGIN "); ok && pem(header) > 0 {
		return n
	}
	return 0
}

// webToken matches a signed JSON web token that says who issued it or until when it holds: those of manuals do not.
func webToken(rest string) int {
	const leastSignature = 40
	head := run(rest, urlSafe)
	body, ok := strings.CutPrefix(rest[head:], ".")
	claims := run(body, urlSafe)
	signature, signed := strings.CutPrefix(body[claims:], ".")
	n := run(signature, urlSafe)
	if !ok || !signed || n < leastSignature || entropy(signature[:n]) < keyBits {
		return 0
	}
	said, _ := base64.RawURLEncoding.DecodeString(body[:claims])
	if !bytes.Contains(said, []byte(`"exp"`)) && !bytes.Contains(said, []byte(`"iss"`)) {
		return 0
	}
	return head + 1 + claims + 1 + n
}

// netrc matches a line of a .netrc file, which may be broken.
func netrc(rest string) int {
	const longest = 512
	rest = rest[:min(len(rest), longest)]
	if !strings.Contains(rest, "login") { // which is nearly always
		return 0
	}
	f := strings.Fields(rest)
	if len(f) < 5 || f[1] != "login" || f[3] != "password" || len(f[4]) < leastPass || placeholder(f[4]) {
		return 0
	}
	at := strings.Index(rest, "password") + len("password") // or earlier, in the name of the user
	return at + strings.Index(rest[at:], f[4]) + len(f[4])
}

// userInfo matches "user:password@" in a URL.
func userInfo(rest string) int {
	const longest = 256
	rest = rest[:min(len(rest), longest)]
	at := strings.IndexByte(rest[:run(rest, userinfo)], '@')
	if at < 0 {
		return 0
	}
	_, password, ok := strings.Cut(rest[:at], ":")
	if plain, err := url.PathUnescape(password); !ok || err != nil || !passwordLike(plain) {
		return 0
	}
	return at
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

// withhold takes the secrets out of a file that was read: the passages that hold one, and tells which, or the whole file where it is
// not prose or nothing is left. That is an error.
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
