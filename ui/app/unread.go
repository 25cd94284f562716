package app

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"ibid/engine"
	"ibid/guard"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

// formats are the words by which a question names a format, and how the names of such files end.
var formats = [...]struct{ words, endings string }{
	{"slide slideshow deck presentation powerpoint", ".pptx .ppt .odp"},
	{"spreadsheet worksheet workbook sheet excel", ".xlsx .xlsm .xls .ods .numbers .csv .tsv"},
	{"scan scanned", ".pdf .png .jpg .jpeg .tif .tiff .djvu"},
	{"photo photograph picture image screenshot drawing diagram", ".png .jpg .jpeg .gif .tif .tiff .bmp .webp .heic .svg"},
	{"recording audio podcast interview", ".mp3 .m4a .wav .ogg .opus .flac"},
	{"video film footage recording", ".mp4 .mov .avi .mkv .webm .m4v"},
	{"database", ".db .sqlite .sqlite3 .mdb .accdb .parquet"},
	{"email mail message", ".eml .msg .mbox .pst"},
}

const maxUnread = 3 // files that a refusal names in words

// tellUnread names in a refusal what was not read, or in part, and may hold the answer: its name has words of the
// question, those of its folders too where people keep documents in such files, or the question names its format.
func tellUnread(a *engine.Answer, ix *index.Index) {
	terms, said := question.Parse(cmp.Or(a.Asked, a.Question)).Terms(), question.NewBag(a.Question)
	known, wanted := "", ""
	for _, f := range formats {
		if known += f.endings + " "; said.Common(question.NewBag(f.words)) > 0 {
			wanted += f.endings + " "
		}
	}
	speaks := map[string]int{} // how many words of the question a path has, and one more for its format
	words := func(name string) (n int) {
		bag := question.NewBag(strings.Join(strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " "))
		for i := range terms {
			if bag.Match(&terms[i]) >= question.PartCredit {
				n++
			}
		}
		return n
	}
	for _, s := range ix.Unread() {
		if source.NothingLost(s.Reason) {
			continue
		}
		ending := strings.ToLower(path.Ext(s.Path)) + " "
		is := func(endings string) bool { return ending != " " && strings.Contains(endings, ending) }
		if n := words(path.Base(s.Path)); n > 0 || is(known) {
			speaks[s.Path] = n + words(path.Dir(s.Path))
		}
		if is(wanted) {
			speaks[s.Path]++
		}
		if speaks[s.Path] > 0 {
			a.Unread = append(a.Unread, s)
		}
	}
	slices.SortStableFunc(a.Unread, func(x, y index.Skip) int { return speaks[y.Path] - speaks[x.Path] })
	var named []string
	for _, s := range a.Unread[:min(maxUnread, len(a.Unread))] {
		named = append(named, fmt.Sprintf("“%s” (%s)", engine.OneLine(guard.Sanitize(s.Path)), engine.OneLine(guard.Sanitize(s.Reason))))
	}
	if n := len(a.Unread) - len(named); n > 0 {
		named = append(named, fmt.Sprintf("and %d more", n))
	}
	if named != nil {
		a.RefusalReason += "; the answer may stand in what could not be read: " + strings.Join(named, ", ")
	}
}
