package guard

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestSanitize(t *testing.T) {
	tests := []struct{ name, in, want, revealed string }{ // revealed: "" if the same as want
		{"plain", "a\n\tb ~ é 字 😀", "a\n\tb ~ é 字 😀", ""},
		{"control", "a\x00b\x07c\x08d\x7fe", "abcde", "a⟨U+0000⟩b⟨U+0007⟩c⟨U+0008⟩d⟨U+007F⟩e"},
		{"line ends", "a\r\nb\rc\vd\fe\u0085f\u2028g\u2029h", "a\nb\nc\nd\ne\nf\ng\nh", ""},
		{"colour", "\x1b[31mred\x1b[0m", "red", "⟨U+001B⟩[31mred⟨U+001B⟩[0m"},
		{"colour, 8 bit", "\u009b31mred", "red", "⟨U+009B⟩31mred"},
		{"cursor", "a\x1b[2J\x1b[1;1Hb", "ab", "a⟨U+001B⟩[2J⟨U+001B⟩[1;1Hb"},
		{"private and intermediate", "a\x1b[?25l\x1b[0 qb", "ab", "a⟨U+001B⟩[?25l⟨U+001B⟩[0 qb"},
		{"title, BEL", "a\x1b]0;evil\ab", "ab", "a⟨U+001B⟩]0;evil⟨U+0007⟩b"},
		{"title, ST", "a\x1b]0;evil\x1b\\b", "ab", "a⟨U+001B⟩]0;evil⟨U+001B⟩\\b"},
		{"clipboard, 8 bit", "a\u009d52;c;ZXZpbA==\u009cb", "ab", "a⟨U+009D⟩52;c;ZXZpbA==⟨U+009C⟩b"},
		{"link", "\x1b]8;;http://evil\x1b\\text\x1b]8;;\x1b\\", "text", "⟨U+001B⟩]8;;http://evil⟨U+001B⟩\\text⟨U+001B⟩]8;;⟨U+001B⟩\\"},
		{"DCS APC PM SOS", "a\x1bPx\x1b\\b\x1b_x\x1b\\c\x1b^x\x1b\\d\x1bXx\x1b\\e", "abcde",
			"a⟨U+001B⟩Px⟨U+001B⟩\\b⟨U+001B⟩_x⟨U+001B⟩\\c⟨U+001B⟩^x⟨U+001B⟩\\d⟨U+001B⟩Xx⟨U+001B⟩\\e"},
		{"unfinished string hides nothing", "a\x1b]0;title\nnext", "a0;title\nnext", "a⟨U+001B⟩]0;title\nnext"},
		{"unfinished CSI", "a\x1b[31", "a", "a⟨U+001B⟩[31"},
		{"aborted CSI", "a\x1b[31\nb", "a\nb", "a⟨U+001B⟩[31\nb"},
		{"reset", "a\x1bcb\x1b(0c", "abc", "a⟨U+001B⟩cb⟨U+001B⟩(0c"},
		{"ESC at the end", "a\x1b", "a", "a⟨U+001B⟩"},
		{"ESC before a control", "a\x1b\x00[31mb", "a[31mb", "a⟨U+001B⟩⟨U+0000⟩[31mb"},
		{"nested", "\x1b]0;\x1b[31mx\a", "0;x", "⟨U+001B⟩]0;⟨U+001B⟩[31mx⟨U+0007⟩"},
		{"bidi override", "a\u202eb\u202cc", "abc", "a⟨U+202E⟩b⟨U+202C⟩c"},
		{"isolates", "\u2066a\u2069\u200e", "a", "⟨U+2066⟩a⟨U+2069⟩⟨U+200E⟩"},
		{"zero width", "a\u200bb\u2060c\ufeffd", "abcd", "a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩d"},
		{"a run", "a\u200b\u200bb", "ab", "a⟨U+200B⟩⟨U+200B⟩b"},
		{"tags", "a\U000e0068\U000e0069", "a", "a⟨U+E0068⟩⟨U+E0069⟩"},
		{"variation selectors", "a\ufe00\U000e0100b", "ab", "a⟨U+FE00⟩⟨U+E0100⟩b"},
		{"Hangul filler", "a\u3164b", "ab", "a⟨U+3164⟩b"},
		{"soft hyphen and byte order mark", "\ufeffhy\u00adphen", "hyphen", ""},
		{"family", "👨\u200d👩\u200d👧 ❤\ufe0f", "👨\u200d👩\u200d👧 ❤\ufe0f", ""},
		{"skin tone", "👩🏽\u200d💻", "👩🏽\u200d💻", ""},
		{"joiner in Devanagari", "क्\u200dष", "क्\u200dष", ""},
		{"joiner in Persian", "می\u200cخواهم", "می\u200cخواهم", ""},
		{"joiner in Latin", "pass\u200dword", "password", "pass⟨U+200D⟩word"},
		{"joiner at the end", "👨\u200d", "👨", "👨⟨U+200D⟩"},
		{"Arabic number sign", "\u0600١٢", "\u0600١٢", ""},
		{"invalid", "a\xff\xfeb", "a\ufffdb", ""},
		{"surrogate", "a\xed\xa0\x80b", "a\ufffdb", ""},
		{"raw 8-bit CSI", "a\x9b31mb", "a\ufffd31mb", ""},
		{"empty", "", "", ""},
	}
	for _, tt := range tests {
		if got := Sanitize(tt.in); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		want := tt.revealed
		if want == "" {
			want = tt.want
		}
		if got := Reveal(tt.in); got != want {
			t.Errorf("%s: reveals %q, want %q", tt.name, got, want)
		}
	}
}

func checkClean(t *testing.T, in, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("%q: %q is not UTF-8", in, out)
	}
	for _, r := range out {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			t.Errorf("%q: %q holds %U", in, out, r)
		}
	}
}

func FuzzSanitize(f *testing.F) {
	for _, s := range []string{
		"\x1b]0;x\a\x1b[31m", "\u009b1m\u009dx\u009c", "a\u202eb\u2066", "👨\u200d👩\ufe0f\ufe0f", "क\u200d\u200dत", "\xff\xed\xa0\x80\r\r\n",
		"\x1bP\x1b\\\x1b", "\ufeff\u00ad\ufeff", "\U000e0041\u3164",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		out := Sanitize(in)
		checkClean(t, in, out)
		if again := Sanitize(out); again != out {
			t.Errorf("%q: %q becomes %q", in, out, again)
		}
		if len(out) > 3*len(in) {
			t.Errorf("%q grew to %q", in, out)
		}
		seen := Reveal(in)
		checkClean(t, in, seen)
		if again := Sanitize(seen); again != seen {
			t.Errorf("%q: revealed %q becomes %q", in, seen, again)
		}
		if len(seen) > 13*len(in) {
			t.Errorf("%q grew to %q", in, seen)
		}
	})
}

// Texts on which a quadratic Sanitize would take minutes.
func TestSanitizeHostile(t *testing.T) {
	for _, unit := range []string{"\x1b]", "\x1b]a", "\u009d", "\u009dab", "\x1b[", "\x1b[1;", "\x1b(", "\u200d", "👨\u200d", "\xff", "\r"} {
		text := strings.Repeat(unit, (1<<20)/len(unit))
		checkClean(t, unit, Sanitize(text))
	}
}
