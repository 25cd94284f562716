package ollama

import (
	"strings"
	"testing"
)

func TestParseHost(t *testing.T) {
	for _, tt := range []struct {
		in, want string // "" for an error
		local    bool
	}{
		{DefaultHost, "http://127.0.0.1:11434", true},
		{"", "http://127.0.0.1:11434", true},
		{" localhost ", "http://localhost:11434", true},
		{"LOCALHOST:80", "http://LOCALHOST:80", true},
		{":8080", "http://127.0.0.1:8080", true},
		{"0.0.0.0", "http://127.0.0.1:11434", true}, // what a server listens on
		{"[::]:9000", "http://127.0.0.1:9000", true},
		{"::1", "http://[::1]:11434", true},
		{"[::1]:9000", "http://[::1]:9000", true},
		{"127.8.9.10:1", "http://127.8.9.10:1", true},
		{"http://localhost", "http://localhost:80", true},
		{"https://localhost/ollama/", "https://localhost:443/ollama/", true},
		{"10.0.0.5", "http://10.0.0.5:11434", false},
		{"ollama.example", "http://ollama.example:11434", false},
		{"localhost.example", "http://localhost.example:11434", false},
		{"127.0.0.1.example:80", "http://127.0.0.1.example:80", false},
		{"https://ollama.com", "https://ollama.com:443", false},
		{"::ffff:10.0.0.5", "", false},
		{"127.0.0.1@evil.example", "", false},
		{"http://127.0.0.1:80@evil.example/", "", false},
		{"http://127.0.0.1#@evil.example/", "", false},
		{"http://127.0.0.1?x=1", "", false},
		{"ftp://127.0.0.1", "", false},
		{"127.0.0.1:0", "", false},
		{"127.0.0.1:99999", "", false},
		{"127.0.0.1:port", "", false},
		{"a b", "", false},
	} {
		u, err := parseHost(tt.in)
		switch {
		case tt.want == "":
			if err == nil {
				t.Errorf("%q became %s", tt.in, u)
			}
		case err != nil || u.String() != tt.want || local(u) != tt.local:
			t.Errorf("%q: %v, %v; want %s", tt.in, u, err, tt.want)
		}
	}
}

func FuzzParseHost(f *testing.F) {
	for _, s := range []string{DefaultHost, "", ":1", "[::1%25lo]:80", "http://127.0.0.1\\@evil.example", "::", "https://x/y?z#w", "http://[", "127.0.0.1/../x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := parseHost(s)
		if err != nil {
			return
		}
		if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.Port() == "" || u.User != nil {
			t.Errorf("%q became %q", s, u)
		}
		again, err := parseHost(u.String())
		if err != nil || again.Host != u.Host || local(again) != local(u) {
			t.Errorf("%q became %q became %q, %v", s, u, again, err)
		}
		if local(u) && strings.ContainsAny(u.Host, "@/\\?#") {
			t.Errorf("%q counts as this machine: %q", s, u.Host)
		}
	})
}
