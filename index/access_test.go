package index

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	encodingpem "encoding/pem"
	"fmt"
	"maps"
	"math/big"
	"net"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/index/weaviate"
)

// behindTLS puts a proxy with a certificate for a name or an address of this machine before a server, and returns its address and the
// file of the authority that has signed it.
func behindTLS(t *testing.T, server, name string) (address, authority string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ca := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "an authority of a test"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour)}
	if ip := net.ParseIP(name); ip != nil {
		leaf.IPAddresses = []net.IP{ip}
	} else {
		leaf.DNSNames = []string{name}
	}
	signed, err := x509.CreateCertificate(rand.Reader, ca, ca, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, leaf, ca, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	authority = filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(authority, encodingpem.EncodeToMemory(&encodingpem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(httputil.NewSingleHostReverseProxy(u))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.URL, authority
}

// Processes of several people use one server with keys: behind TLS, with a class for each of several sets of documents, all at once.
func TestWeaviateAccess(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" { // where SSL_CERT_FILE is minded
		t.Skip("it builds the program")
	}
	nodes := startNodes(t, 1, "AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED=false", "AUTHENTICATION_APIKEY_ENABLED=true", "AUTHENTICATION_APIKEY_ALLOWED_KEYS=write-key,read-key",
		"AUTHENTICATION_APIKEY_USERS=writer,reader", "AUTHORIZATION_ADMINLIST_ENABLED=true", "AUTHORIZATION_ADMINLIST_USERS=writer", "AUTHORIZATION_ADMINLIST_READONLY_USERS=reader")
	binary := filepath.Join(t.TempDir(), "ibid")
	if out, err := exec.Command("go", "build", "-o", binary, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	address, authority := behindTLS(t, nodes.URLs[0], "127.0.0.1")
	elsewhere, other := behindTLS(t, nodes.URLs[0], "search.example.org")
	words := []string{"gauge", "lantern", "kestrel"}
	dir := t.TempDir()
	for _, word := range words {
		files := map[string]string{}
		for i := range 40 {
			files[fmt.Sprintf("%s%02d.md", word, i)] = page(fmt.Sprint("The ", word, " ", i), i) + "\n## Wear\n\n" + strings.Repeat(fmt.Sprint("salt", i%7, " wears the ", word, i%5, ". "), 1+i%11)
		}
		write(t, filepath.Join(dir, word), files)
	}
	// run is a process of somebody, who has a folder of his own.
	run := func(who string, env []string, args ...string) (code int, out, problems string) {
		cmd := exec.Command(binary, args...)
		var stdout, stderr strings.Builder
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
		cmd.Env = append([]string{"HOME=" + filepath.Join(dir, "home-"+who), "IBID_OLLAMA=none", "OLLAMA_HOST=127.0.0.1:1"}, env...)
		_ = cmd.Run()
		return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
	}
	remotely := func(url, authority, key, class string, more ...string) []string {
		return append([]string{"IBID_INDEX_BACKEND=weaviate", "IBID_WEAVIATE_URL=" + url, "SSL_CERT_FILE=" + authority, "IBID_WEAVIATE_API_KEY=" + key, "IBID_WEAVIATE_CLASS=" + class}, more...)
	}
	for _, tt := range []struct {
		name, url, authority, key string
		code                      int
		problems                  []string
	}{
		{"an authority that nobody knows", address, other, "write-key", 2, []string{"certificate", "SSL_CERT_FILE"}},
		{"a certificate of another name", elsewhere, other, "write-key", 2, []string{"certificate", "weaviate.url"}},
		{"no TLS there", strings.Replace(nodes.URLs[0], "http:", "https:", 1), authority, "write-key", 4, []string{"HTTP response to HTTPS client"}},
		{"another key", address, authority, "a-key", 2, []string{"IBID_WEAVIATE_API_KEY"}},
		{"no key", address, authority, "", 2, []string{"IBID_WEAVIATE_API_KEY"}},
		{"a key for readers", address, authority, "read-key", 2, []string{"read_only"}},
		{"a key without TLS", "http://search.example.org", authority, "write-key", 2, []string{"not sent to search.example.org without TLS"}},
	} {
		code, _, problems := run("nobody", remotely(tt.url, tt.authority, tt.key, "Gauge"), "index", "--docs", "gauge")
		for _, p := range tt.problems {
			if code != tt.code || !strings.Contains(problems, p) || strings.Contains(problems, tt.key) && tt.key != "" {
				t.Errorf("%s: exit %d, %q is not said: %s", tt.name, code, p, problems)
			}
		}
	}
	// all runs something for each set of documents, at the same time.
	all := func(times int, one func(word, class string, n int)) {
		var wait sync.WaitGroup
		for _, word := range words {
			for n := range times {
				wait.Go(func() { one(word, strings.ToUpper(word[:1])+word[1:], n) })
			}
		}
		wait.Wait()
	}
	all(2, func(word, class string, n int) { // two people have the same documents
		who := fmt.Sprint("writer", n)
		if code, _, problems := run(who, remotely(address, authority, "write-key", class), "index", "--docs", word); code != 0 {
			t.Errorf("%s: exit %d: %s", who, code, problems)
		}
	})
	state := func() map[string]string {
		out := map[string]string{}
		for _, word := range words {
			class, err := weaviate.Open(weaviate.Options{URLs: nodes.URLs, Class: strings.ToUpper(word[:1]) + word[1:], Key: "read-key", Replicas: 1, Consistency: "ONE"})
			if err != nil {
				t.Fatal(err)
			}
			listed, err := class.List(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			head, err := class.Head(context.Background())
			if err != nil || head == nil || head.Pending {
				t.Fatalf("%s: %+v %v", word, head, err)
			}
			out[word] = fmt.Sprint(head, len(listed))
		}
		return out
	}
	states := state()
	hits := func(out string) (ids []string, warnings string) {
		var answer struct {
			Hits []struct {
				ID string `json:"chunk_id"`
			}
			Warnings []string
		}
		if err := json.Unmarshal([]byte(out), &answer); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		for _, h := range answer.Hits {
			ids = append(ids, h.ID)
		}
		return ids, strings.Join(answer.Warnings, "; ")
	}
	all(3, func(word, class string, n int) {
		question := []string{"search", "--json", "What does salt" + fmt.Sprint(n) + " wear?"}
		_, out, _ := run("local-"+word, []string{"IBID_DOCS=" + word, "IBID_INDEX_DIR=" + filepath.Join(dir, fmt.Sprint("local-", word, n))}, question...)
		want, _ := hits(out)
		code, out, problems := run(fmt.Sprint("reader", n), remotely(address, authority, "read-key", class, "IBID_WEAVIATE_READ_ONLY=true"), question...)
		got, warnings := hits(out)
		if code != 0 || len(want) == 0 || fmt.Sprint(got) != fmt.Sprint(want) || warnings != "" {
			t.Errorf("%s %d: exit %d: %q, not %q; %q %s", word, n, code, got, want, warnings, problems)
		}
	})
	// Who only asks changes nothing, whatever the key would allow.
	for _, args := range [][]string{{"index"}, {"index", "--rebuild"}, {"search", "gauge"}} {
		env := remotely(address, authority, "write-key", "Gauge", "IBID_WEAVIATE_READ_ONLY=true", "IBID_DOCS=lantern")
		if code, _, problems := run("reader0", env, args...); code != 0 {
			t.Errorf("%q: exit %d: %s", args, code, problems)
		}
	}
	if now := state(); !maps.Equal(now, states) {
		t.Errorf("who only asks has changed\n%v to\n%v", states, now)
	}
}
