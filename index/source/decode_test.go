package source

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode/utf32"
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
		{"declared, damaged", "\x82\xa0\x82", "shift_jis", "あ\uFFFD", "1 invalid"},
		{"damaged utf-8", "äöü\xff", "", "äöü\uFFFD", "1 invalid"},
	} {
		got, warning, err := decode([]byte(test.data), test.declared)
		if err != nil || got != test.want || !strings.Contains(warning, test.warning) || (warning == "") != (test.warning == "") {
			t.Errorf("%s: decode = %q, %q, %v; want %q, %q", test.name, got, warning, err, test.want, test.warning)
		}
	}
	for _, data := range []string{"a\x00", "text, \x00 more text", "PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"} {
		if _, _, err := decode([]byte(data), ""); !errors.Is(err, ErrBinary) {
			t.Errorf("%q: %v", data, err)
		}
	}
}

// TestGuessEncoding writes short texts in the encodings that people use and reads them without being told which. Of the Western ones, none
// may be taken for another.
func TestGuessEncoding(t *testing.T) {
	for name, texts := range map[string][]string{
		"windows-1251": {"Колодец;Глубина\nДуб;12\n", "Насос подаёт воду.", "ПАСПОРТ\nИзделие: манометр", "The manual of the насос is old."},
		"koi8-r":       {"Колодец;Глубина\nДуб;12\n", "Насос подаёт воду.", "ПАСПОРТ\nИзделие: манометр"},
		"windows-1253": {"Η αντλία ελέγχεται κάθε χρόνο."},
		"shift_jis":    {"ポンプは毎年点検してください。", "井戸,深さ\n北,14\n"},
		"euc-jp":       {"ポンプは毎年点検してください。", "井戸の深さは14メートルである。"},
		"gb18030":      {"阀门每年检查一次，结果保存五年。", "项目;金额\n泵;1200\n"},
		"big5":         {"閥門必須每年檢查一次。", "項目;金額\n幫浦;1200\n"},
		"euc-kr":       {"펌프는 매년 점검해야 합니다.", "우물,깊이\n북쪽,14\n"},
		"windows-1252": {
			"Der Druck beträgt höchstens 4 bar.", "jusqu’à 22 h", "25 °C, 30 °C, 5 °C, 7 °C", "“Smart” quotes — and dashes", "São Paulo", "naïve", "Ø 12 mm",
			"12 m², 3 m³, ½ l", "§ 5 und § 6", "Prix: 35 €", "Älä syö öljyä", "© 2004", "Señor Peña",
		},
		"utf-16le": {"The well is 14 m deep.\n", "井戸の深さは 14 m\n", "Колодец: 14\n"},
		"utf-16be": {"The well is 14 m deep.\n", "井戸の深さは 14 m\n"},
	} {
		e, err := htmlindex.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			data, err := e.NewEncoder().Bytes([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if got, warning, err := decode(data, ""); got != text || err != nil || !strings.Contains(warning, "read as") {
				t.Errorf("%s: %q, %q, %v; want %q", name, got, warning, err, text)
			}
		}
	}
	data, _ := utf32.UTF32(utf32.LittleEndian, utf32.UseBOM).NewEncoder().Bytes([]byte("a well"))
	if got, warning, err := decode(data, ""); got != "a well" || warning != "" || err != nil {
		t.Errorf("UTF-32: %q, %q, %v", got, warning, err)
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
