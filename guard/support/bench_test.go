package support

import (
	"strings"
	"testing"

	"ibid/guard"
)

// handbook is three passages of 1,200 characters.
func handbook() []*Prepared {
	texts := []string{
		"The write-ahead log is synced to disk before a transaction is acknowledged. Log segments are 64 MiB large and are recycled after a checkpoint. ",
		"The resolver tries each name server in turn and waits up to 5 seconds for an answer. After three failed attempts, it returns SERVFAIL to the client. ",
		"Certificates issued after 1 September 2020 must not be valid for more than 398 days, unless an exception has been recorded by the registry. ",
	}
	var out []*Prepared
	for _, t := range texts {
		var b strings.Builder
		for b.Len() < 1200 {
			b.WriteString(t)
			b.WriteString("Readers never block writers, but a long-running reader prevents old versions from being removed. ")
			b.WriteString("`make install` copies the binaries to `/usr/local/bin`; the prefix can be changed with the variable `PREFIX`. ")
			b.WriteString("Trajectories are stored in single precision to save disk space. ")
		}
		out = append(out, Prepare(guard.Passage{Text: b.String()[:1200]}))
	}
	return out
}

func BenchmarkSupportCheck(b *testing.B) {
	evidence := handbook()
	claims := []string{
		"A transaction is acknowledged only after the write-ahead log has been synced to disk, and segments are 64 MiB large.",
		"The resolver waits no longer than 5 seconds for an answer from a name server.",
		"Certificates issued after September 1, 2020 may be valid for at most 365 days.",
		"The binaries are copied to `/usr/local/lib` by `make install`.",
	}
	b.ReportAllocs()
	for i := range b.N {
		Check(claims[i%len(claims)], evidence...)
	}
}
