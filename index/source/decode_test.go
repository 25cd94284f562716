package source

import (
	"errors"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	for _, test := range []struct{ name, data, declared, want, warning string }{
		{"plain", "a\nb", "", "a\nb", ""},
		{"byte order mark", "\xef\xbb\xbfa", "", "a", ""},
		{"windows lines", "a\r\nb\r\n", "", "a\nb\n", ""},
		{"mac lines", "a\rb\r", "", "a\nb\n", ""},
		{"stray carriage return", "a\rb\nc", "", "a b\nc", ""},
		{"control characters", "a\x07b, a longer text\fd\u0085e\tf", "", "ab, a longer textde\tf", ""},
		{"terminal codes", "\x1b[1;31mred\x1b[0m and \x1b]0;title\x07blue", "", "red and blue", ""},
		{"utf-16 little", "\xff\xfea\x00\xe4\x00", "", "aä", ""},
		{"utf-16 big", "\xfe\xff\x00a\x00\n", "", "a\n", ""},
		{"latin-1", "caf\xe9 au lait", "", "café au lait", "Windows-1252"},
		{"windows-1252", "\x80 5", "", "€ 5", "Windows-1252"},
		{"declared", "\xa4 5", "iso-8859-15", "€ 5", ""},
		{"declared wrongly", "\xe9", "utf-8", "é", "Windows-1252"},
		{"damaged utf-8", "äöü\xff", "", "äöü\uFFFD", "1 invalid"},
	} {
		got, warning, err := decode([]byte(test.data), test.declared)
		if err != nil || got != test.want || !strings.Contains(warning, test.warning) || (warning == "") != (test.warning == "") {
			t.Errorf("%s: decode = %q, %q, %v; want %q, %q", test.name, got, warning, err, test.want, test.warning)
		}
	}
	if _, _, err := decode([]byte("a\x00"), ""); !errors.Is(err, ErrBinary) {
		t.Errorf("NUL: %v", err)
	}
}

func TestDeclaredEncoding(t *testing.T) {
	for _, test := range []struct {
		f          format
		data, want string
	}{
		{htmlFormat, `<html><meta charset="ISO-8859-1">`, "ISO-8859-1"},
		{htmlFormat, `<meta http-equiv=Content-Type content="text/html; charset=koi8-r">`, "koi8-r"},
		{pythonFormat, "#!/usr/bin/python\n# -*- coding: latin-1 -*-\n", "latin-1"},
		{pythonFormat, "a = 1\nb = 2\n# coding: latin-1\n", ""},
		{markdownFormat, "# coding: latin-1\n", ""},
	} {
		if got := declaredEncoding(test.f, []byte(test.data)); got != test.want {
			t.Errorf("declaredEncoding(%q) = %q, want %q", test.data, got, test.want)
		}
	}
}
