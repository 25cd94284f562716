package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/engine"
	"ibid/index"
)

// A refusal names what could not be read where its name or its format speaks for it, and nothing else.
func TestRefusalNamesWhatWasNotRead(t *testing.T) {
	docs := t.TempDir()
	for name, text := range map[string]string{
		"manual.md": "# Gauge\n\nA gauge is a red instrument.\n", "tariffs-2024.ppt": "\x00", "maps/\u202eharbour\x1b[31m plan.png": "\x00", "maps/gauge.mod": "\x00",
		"lease.pdf": "%PDF-1.4 broken", ".hidden tariffs.png": "\x00", "drafts/tariff.png": "\x00", ".ibidignore": "drafts/\n", "talk.mov": "\x00",
	} {
		path := filepath.Join(docs, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l := libraryOver(t, docs)
	defer l.Close()
	for question, want := range map[string][]string{
		"What is the harbour tariff?":              {"maps/_harbour_[31m plan.png", "tariffs-2024.ppt"},
		"What do the slides say of the weather?":   {"tariffs-2024.ppt"},
		"Which colours has the photograph?":        {"maps/_harbour_[31m plan.png"},
		"What does the scan of the contract cost?": {"lease.pdf", "maps/_harbour_[31m plan.png"},
		"When does the lease end?":                 {"lease.pdf"},
		"Which maps show the anchorage?":           {"maps/_harbour_[31m plan.png"},
		"Who is the chairman?":                     nil,
		"What is a gauge?":                         nil,
	} {
		answer, _, err := l.Ask(context.Background(), question, nil, func(index.Step) {}, engine.Silent{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range answer.Unread {
			got = append(got, s.Path)
			if !strings.Contains(answer.RefusalReason, s.Reason) || s.Reason == "" {
				t.Errorf("%s: the reason of %s is not told: %s", question, s.Path, answer.RefusalReason)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: refused %t, names %q, want %q", question, answer.Refused, got, want)
		}
		if strings.ContainsAny(answer.RefusalReason, "\u202e\x1b") {
			t.Errorf("%s: %q", question, answer.RefusalReason)
		}
	}
}
