package index

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// planter makes up secrets, so that none stands in this file.
type planter struct{ *rand.Rand }

func (p planter) word(n int, chars string) string {
	var b strings.Builder
	b.WriteByte(chars[len(chars)-1]) // a digit, a small and a capital letter, as in nearly all
	b.WriteByte(chars[0])
	b.WriteByte(chars[len(chars)/2])
	for b.Len() < n {
		b.WriteByte(chars[p.IntN(len(chars))])
	}
	return b.String()
}

const (
	plantedHex   = "abcdef0123456789"
	plantedUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	plantedAlnum = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
)

// block is a private key with the header and the line break given.
func (p planter) block(label, brk string, lines int) string {
	var b strings.Builder
	b.WriteString("-----BEGIN " + label + "-----" + brk)
	for range lines {
		raw := make([]byte, 48)
		for i := range raw {
			raw[i] = byte(p.IntN(256))
		}
		b.WriteString(base64.StdEncoding.EncodeToString(raw) + brk)
	}
	return b.String() + "-----END " + label + "-----"
}

// plant is files that hold a secret each, with a word that is in no other.
func plant() map[string]string {
	p := planter{rand.New(rand.NewPCG(7, 9))}
	keyed := func(prefix string, n int, chars string) string { return prefix + p.word(n, chars) }
	aws := p.word(40, plantedAlnum+"/+")
	pem := p.block("PRIVATE KEY", "\n", 8)
	byContent := map[string]string{
		"keys/rsa.md":        "The key of the gauge:\n\n" + p.block("RSA PRIVATE KEY", "\n", 20),
		"keys/old.md":        strings.Replace(p.block("RSA PRIVATE KEY", "\n", 20), "\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n", 1),
		"keys/ec.txt":        p.block("EC PRIVATE KEY", "\n", 3),
		"keys/pkcs8.txt":     pem,
		"keys/ed25519.md":    "```\n" + p.block("PRIVATE KEY", "\n", 1) + "\n```\n",
		"keys/openssh":       p.block("OPENSSH PRIVATE KEY", "\n", 7),
		"keys/dsa.html":      "<pre>" + p.block("DSA PRIVATE KEY", "\n", 9) + "</pre>",
		"keys/encrypted.rst": "Key::\n\n  " + strings.ReplaceAll(p.block("ENCRYPTED PRIVATE KEY", "\n", 9), "\n", "\n  "),
		"keys/pgp.txt":       strings.Replace(p.block("PGP PRIVATE KEY BLOCK", "\n", 12), "\n", "\nVersion: GnuPG v2\nComment: of the station\n\n", 1),
		"keys/account.json":  `{"type": "service_account", "private_key": "` + p.block("PRIVATE KEY", `\n`, 20) + `\n", "client_email": "a@b.c"}`,
		"keys/inline.py":     "KEY = (\n" + strings.ReplaceAll(`    "`+p.block("RSA PRIVATE KEY", `\n"`+"\n    \"", 9), "XX", "") + "\")\n",
		"keys/book.ipynb":    notebookOf("key = '''" + p.block("RSA PRIVATE KEY", "\n", 6) + "'''\n"),
		"cloud/aws.md":       "Use " + keyed("AKIA", 16, plantedUpper) + " for the bucket.",
		"cloud/aws.ini":      "[default]\naws_access_key_id = " + keyed("AKIA", 16, plantedUpper) + "\naws_secret_access_key = " + aws + "\n",
		"cloud/aws.json":     `{"AccessKeyId": "x", "SecretAccessKey": "` + p.word(40, plantedAlnum+"/+") + `"}`,
		"cloud/google.js":    `const key = "` + keyed("AIza", 35, plantedAlnum) + `"`,
		"code/github1.md":    "git clone https://" + keyed("ghp_", 36, plantedAlnum) + "@github.com/tide/gauge",
		"code/github3.py":    `TOKEN = "` + keyed("ghp_", 36, plantedAlnum) + `"`,
		"code/github4.yaml":  "token: " + keyed("github_pat_", 82, plantedAlnum+"_0"),
		"code/gitlab.md":     "Set it to " + keyed("glpat-", 20, plantedAlnum) + ".",
		"code/npm.txt":       "//registry.npmjs.org/:_authToken=" + keyed("npm_", 36, plantedAlnum),
		"code/pypi.txt":      "password = " + keyed("pypi-AgEIcHlwaS5vcmc", 120, plantedAlnum),
		"chat/slack1.md":     keyed("xoxb-", 12, "1234567890") + "-" + p.word(24, plantedAlnum),
		"chat/slack2.txt":    keyed("xoxp-", 12, "1234567890") + "-" + p.word(32, plantedHex),
		"pay/stripe.rb":      `Stripe.api_key = "` + keyed("sk_live_", 24, plantedAlnum) + `"`,
		"model/sk.md":        "OPENAI=" + keyed("sk-proj-", 48, plantedAlnum),
		"model/hf.py":        `login("` + keyed("hf_", 34, plantedAlnum) + `")`,
		"web/settings.yaml":  "database:\n  password: " + p.word(14, plantedAlnum) + "\n",
		"web/settings.ini":   "[mail]\npasswd = " + p.word(10, plantedAlnum) + "\n",
		"web/settings.toml":  `api_key = "` + p.word(32, plantedAlnum) + `"` + "\n",
		"web/settings.json":  `{"mail": {"client_secret": "` + p.word(32, plantedAlnum) + `", "x": 1}}`,
		"web/utf16.yaml":     "\xff\xfe" + wide("db_password: "+p.word(16, plantedAlnum)+"\n"),
	}
	for _, name := range []string{
		"credentials", "credentials.yaml", "service-account-prod.json", "service_account.json", "kubeconfig", "kubeconfig.yaml", "deploy_rsa", "host_ed25519", "server.key", "server.pem",
		"login.ppk", "netrc", "_netrc", "htpasswd", "release.keystore", "secrets.toml", "secrets", "terraform.tfstate", "prod.tfvars", "wp-config.php", "pgpass.conf", "_pgpass", "id_ecdsa_sk",
		"office.ovpn", "all.kdbx", "prod.env", "push.p8",
	} {
		byContent["names/"+name] = "nothing that looks like a key"
	}
	return byContent
}

// notebookOf is a notebook with one cell of code.
func notebookOf(code string) string {
	lines, err := json.Marshal(strings.SplitAfter(code, "\n"))
	if err != nil {
		panic(err)
	}
	return `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 1, "source": ` + string(lines) + `}]}`
}

// wide is ASCII in UTF-16, little-endian.
func wide(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString(s[i:i+1] + "\x00")
	}
	return b.String()
}

func TestSecretsAreNotIndexed(t *testing.T) {
	planted := plant()
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], planted)
	r := refresh(t, opt)
	told := map[string]string{}
	for _, s := range r.Skipped {
		rel, err := filepath.Rel(opt.Roots[0], s.Path)
		if err != nil {
			t.Fatal(err)
		}
		told[filepath.ToSlash(rel)] = s.Reason
	}
	found := 0
	for name, text := range planted {
		if !strings.HasPrefix(told[name], skipSecret) {
			t.Errorf("%s is indexed: %.300q (%q)", name, text, told[name])
			continue
		}
		found++
	}
	t.Logf("%d of %d planted secrets found", found, len(planted))
	if r.Chunks != 0 {
		t.Errorf("%d chunks are left", r.Chunks)
	}
	if told["code/github3.py"] != "may hold a secret: a GitHub token, line 1" || told["cloud/aws.ini"] != "may hold a secret: an AWS access key, line 2" {
		t.Errorf("told %q, %q", told["code/github3.py"], told["cloud/aws.ini"])
	}
}

// What is about keys and passwords is read.
func TestTalkOfSecretsIsIndexed(t *testing.T) {
	for _, text := range []string{
		"A key begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIE...\n-----END RSA PRIVATE KEY-----",
		"-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n-----END PRIVATE KEY-----",
		"-----BEGIN PRIVATE KEY-----xxxx\nThe paths are\n/a/long/path/of/many/letters/and/9/more/that/looks/Random\n",
		"-----BEGIN PRIVATE KEY-----\n<your key>\n-----END PRIVATE KEY-----",
		"-----BEGIN RSA TESTING KEY-----\n" + planter{rand.New(rand.NewPCG(1, 2))}.word(64, plantedAlnum) + "\n-----END RSA TESTING KEY-----",
		"-----BEGIN CERTIFICATE-----\n" + planter{rand.New(rand.NewPCG(1, 2))}.word(64, plantedAlnum) + "\n-----END CERTIFICATE-----",
		"AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nAWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"A token starts with ghp_ and has 36 characters: ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, ghp_<token>, ghp_YourTokenGoesHere00000000000000000.",
		"password = ${DB_PASSWORD}\npassword: changeme123\npassword: \"{{ vault_password }}\"\npassword = <password>\npassword_file: /run/secrets/db1\ntoken: abcdef0123456789abcdef",
		"sk-estimator-doc-link-and-other-classes-of-style-sheets-are-no-keys",
		"postgres://user:pass@localhost/db https://user:password1@example.com http://[::1]:8080/a:b@c",
		"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
		"sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= 2fc9533e0ba8e59f0753280bc099674320bae39a0d4f817b6271789b2f4aef33",
		"shared_secret: 2fc9533e0ba8e59f0753280bc099674320bae39a0d4f817b6271789b2f4aef33",
		"machine learning lets a gauge login itself, password or not",
	} {
		if found := secrets(text, true); found != nil {
			t.Errorf("%s in %q: %q", found[0].name, text, text[found[0].start:found[0].end])
		}
	}
	for _, name := range []string{"credentials.md", "secrets.py", "kubeconfig.rst", "service-account.md", "keys.go", "netrc.html", "htpasswd.pdf", "password.txt", "monkey.md", "turkey"} {
		if secretName(name) {
			t.Errorf("%s is taken for a secret", name)
		}
	}
}

// Of prose only the passages are left out that hold a secret, and what is left holds together.
func TestSecretInAManual(t *testing.T) {
	p := planter{rand.New(rand.NewPCG(3, 4))}
	section := func(title string) string {
		return "# " + title + "\n\n" + strings.Repeat("The gauge reads the level of the water. ", 30) + "\n\n"
	}
	token := "ghp_" + p.word(36, plantedAlnum)
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], map[string]string{"manual.md": section("One") + section("Two") + "# Three\n\nCall it with " + token + " as here.\n\n```python\nprint('" + token + "')\n```\n\n" + section("Four") + section("Five")})
	r := refresh(t, opt)
	want := "manual: may hold a secret: a GitHub token from line 9; the passage is left out"
	if len(r.Skipped) != 0 || !slices.Contains(r.Warnings, want) {
		t.Errorf("skipped %v, warnings %q", r.Skipped, r.Warnings)
	}
	ix := open(t, opt)
	all := ""
	last := ""
	ids := idsOf(t, ix.lexical)
	for i, id := range ids {
		c, err := ix.Chunk(id)
		if err != nil {
			t.Fatal(err)
		}
		all += c.Text
		if c.Prev != last {
			t.Errorf("%s: before it %q, want %q", c.ID, c.Prev, last)
		}
		if last = c.ID; i < ix.Len()-1 && c.Next != ids[i+1] {
			t.Errorf("%s: after it %q", c.ID, c.Next)
		}
	}
	for _, title := range []string{"One", "Two", "Four", "Five"} {
		if !strings.Contains(all, title) {
			t.Errorf("section %s is lost", title)
		}
	}
	if strings.Contains(all, token[:8]) || ix.derived != nil {
		t.Error("the secret is indexed")
	}

	// A file that was indexed and becomes a secret is taken out; one that was a secret comes in.
	write(t, opt.Roots[0], map[string]string{"code.py": "x = 1\n", "manual.md": section("One")})
	if r := refresh(t, opt); len(r.Skipped)+len(r.Warnings) != 0 {
		t.Errorf("%+v", r)
	}
	write(t, opt.Roots[0], map[string]string{"code.py": "x = '" + token + "'\n"})
	if r := refresh(t, opt); r.Changed != 1 || len(r.Skipped) != 1 || r.Skipped[0].Reason != "may hold a secret: a GitHub token, line 1" {
		t.Errorf("%+v", r)
	}
	if res, err := open(t, opt).Search(context.Background(), Query{Text: "x", Documents: []string{"code.py"}}); err != nil || len(res.Hits) != 0 {
		t.Errorf("%d hits, %v", len(res.Hits), err)
	}
	if r := refresh(t, opt); r.Built {
		t.Errorf("a secret that did not change is read again: %+v", r)
	}
}
