package file

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	const most = 8
	text := "one\n\n" + strings.Repeat("x", most) + "\n \ntwo\ntorn"
	var got []string
	err := Lines(strings.NewReader(text), most, func(l Line) {
		whole := text[l.Start : l.Start+int64(l.Size)]
		if l.Text != nil && string(l.Text) != whole || l.Whole != strings.HasSuffix(whole, "\n") {
			t.Errorf("%q at %d: %q, whole %v", l.Text, l.Start, whole, l.Whole)
		}
		got = append(got, strings.TrimSpace(string(l.Text)))
	})
	if want := []string{"one", "", "two", "torn"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestLinesLongerThanOneRead(t *testing.T) {
	long := strings.Repeat("y", 3*readBytes)
	var got []int
	if err := Lines(strings.NewReader(long+"\n"+long), 4*readBytes, func(l Line) { got = append(got, len(l.Text)) }); err != nil || !slices.Equal(got, []int{len(long) + 1, len(long)}) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestAppendEndsATornLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte("a\nb"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := AppendLine(path, []byte("c"))
	if got, _ := os.ReadFile(path); err != nil || string(got) != "a\nb\nc\n" {
		t.Errorf("%q, %v", got, err)
	}
}
