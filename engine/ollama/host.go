package ollama

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// DefaultHost is where Ollama listens unless it is told otherwise.
const DefaultHost = "http://127.0.0.1:11434"

const defaultPort = "11434"

// parseHost reads an address as Ollama's own client reads OLLAMA_HOST: scheme, port and path may be left out. An address
// that stands for every interface, as servers are given, means this machine.
func parseHost(s string) (*url.URL, error) {
	s = strings.TrimSpace(s)
	port := defaultPort
	scheme, rest, ok := strings.Cut(s, "://")
	switch {
	case !ok:
		scheme, rest = "http", s
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	default:
		return nil, fmt.Errorf("%q is not an address of Ollama: its scheme is neither http nor https", s)
	}
	u, err := url.Parse(scheme + "://" + bracketed(rest))
	if err != nil || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%q is not an address of Ollama; write it as %s", s, DefaultHost)
	}
	host := u.Hostname()
	if p := u.Port(); p != "" {
		port = p
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return nil, fmt.Errorf("%q is not an address of Ollama: %q is no port", s, port)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	u.Host = net.JoinHostPort(host, port)
	return u, nil
}

// bracketed writes a bare IPv6 address as a URL needs it.
func bracketed(hostport string) string {
	if ip := net.ParseIP(hostport); ip != nil && ip.To4() == nil {
		return "[" + hostport + "]"
	}
	return hostport
}

// local tells that an address is this machine. Of names only "localhost" is known to be: what others stand for is
// decided elsewhere, and can change.
func local(u *url.URL) bool {
	host := u.Hostname()
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
