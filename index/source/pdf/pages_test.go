package pdf

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"ibid/index/source/budget"
	"ibid/index/source/pdf/draw"
	"ibid/index/source/pdf/layout"
)

// cells shows the cells of a row side by side.
func cells(y float64, font string, texts ...string) string {
	var out strings.Builder
	for i, c := range texts {
		if c != "" {
			out.WriteString(at(80+110*float64(i), y, font, 10, c))
		}
	}
	return out.String()
}

// tableRows returns the rows of all tables, without the head that each part begins with, and the heads.
func tableRows(doc *Document) (rows []string, heads map[string]bool) {
	heads = map[string]bool{}
	for _, p := range doc.Pages {
		for _, b := range p {
			if b.Kind == layout.Table {
				head, rest, _ := strings.Cut(b.Text, "\n")
				heads[head] = true
				rows = append(rows, strings.Split(rest, "\n")...)
			}
		}
	}
	return rows, heads
}

// TestTableOverPages: a table has the same rows wherever its pages break, with a head on each page or on the first alone, below
// a running head whose number counts with the pages.
func TestTableOverPages(t *testing.T) {
	const pitch, top = 14.0, 700.0
	head := []string{"Lamp", "Hours", "State", "Seen by"}
	var all [][]string
	var want []string
	for i := range 36 {
		row := []string{fmt.Sprintf("Lamp %d", i+1), fmt.Sprint(200 + 37*i%900), "good", []string{"Ann", "Ben", ""}[i%3]}
		all, want = append(all, row), append(want, strings.Join(row, " | "))
	}
	for _, repeated := range []bool{false, true} {
		for breakAt := 2; breakAt < len(all)-2; breakAt++ {
			b := newBuilder()
			for n, rows := range [][][]string{all[:breakAt], all[breakAt:]} {
				page, y := at(72, 760, "R", 10, "The lamps of the quay")+at(500, 760, "R", 10, fmt.Sprint(n+7)), top
				if n == 0 || repeated {
					page += cells(y, "B", head...)
					y -= pitch
				}
				for _, r := range rows {
					page += cells(y, "R", r...)
					y -= pitch
				}
				b.page(page)
			}
			got, heads := tableRows(mustRead(t, b.bytes()))
			if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w || len(heads) != 1 || !heads[strings.Join(head, " | ")] {
				t.Fatalf("broken after row %d, head repeated %v: heads %v, rows\n%s", breakAt, repeated, heads, g)
			}
		}
	}
}

// TestTableWithoutHead: a table whose first row is like the others has no head.
func TestTableWithoutHead(t *testing.T) {
	content := ""
	for i, r := range [][]string{{"HP-1", "12", "nylon"}, {"HP-2", "41", "steel"}, {"HP-3", "7", "brass"}, {"HP-4", "19", "nylon"}} {
		content += cells(700-14*float64(i), "R", r...)
	}
	expect(t, onePage(t, content), "T  |  | \nHP-1 | 12 | nylon\nHP-2 | 41 | steel\nHP-3 | 7 | brass\nHP-4 | 19 | nylon")
}

// TestRunningHeads: heads that change with the chapters and numbers at the outer edges of the pages are left out; a row that stands
// in the same place of each page, and whose number rises with the pages, stays.
func TestRunningHeads(t *testing.T) {
	b := newBuilder()
	chapter := []string{"1. Anchors", "1. Anchors", "1. Anchors", "1. Anchors", "2. Buoys", "2. Buoys", "2. Buoys", "2. Buoys"}
	for i, c := range chapter {
		head := at(72, 740, "R", 10, fmt.Sprintf("%d   CHAPTER %s", i+1, c))
		if i%2 == 1 {
			head = at(400, 740, "R", 10, fmt.Sprintf("The harbour   %d", i+1))
		}
		b.page(head + prose(72, 700, fmt.Sprintf("Anchor %d lies in the basin that is the %s one of all.", 3*i, c[3:]), longLine, longLine2, longLine,
			fmt.Sprintf("Basin %d is %s.", 7*i, []string{"north", "south", "east"}[i%3])))
	}
	for i, p := range mustRead(t, b.bytes()).Pages {
		if got := dump(p); strings.Contains(got, "CHAPTER") || strings.Contains(got, "harbour") || !strings.HasPrefix(got, "P Anchor") || !strings.Contains(got, "Basin") {
			t.Errorf("page %d: %s", i+1, got)
		}
	}
	b = newBuilder()
	for page := range 4 {
		content := ""
		for row := range 12 {
			n := 12*page + row
			content += cells(760-14*float64(row), "R", fmt.Sprintf("No. %d", page+1), fmt.Sprint(n), "good")
		}
		b.page(content)
	}
	if rows, _ := tableRows(mustRead(t, b.bytes())); len(rows) != 48 {
		t.Errorf("%d of 48 rows: %q", len(rows), rows)
	}
}

// TestSentenceGoesOn: a full line without a stop goes on at the top of the next page whatever that begins with; notes, running
// heads and broken words stand between. A line with room for the next word does not.
func TestSentenceGoesOn(t *testing.T) {
	full := "If the level at the gauge falls and the sluice has been shut for longer than is printed on board"
	number := func(n int) string { return at(300, 40, "R", 10, fmt.Sprint(n)) }
	note := at(72, 80, "R", 7, "1") + at(78, 77, "R", 8, "Printed in red.")
	for _, tt := range []struct {
		name, last, next string
		goesOn           bool
	}{
		{"number", full, "17 of the list, the pump is stopped. It rests.", true},
		{"name", full, "Gauge the pump is stopped. It rests.", true},
		{"is whole", "The pump is stopped.", "Gauge 17 is read. It rests.", false},
		{"room", "If the level falls", "Gauge 17 is read. It rests.", false},
	} {
		b := newBuilder()
		b.page(prose(72, 700, full, full, full, tt.last) + note + number(1))
		b.page(prose(72, 700, tt.next, full, full+" ends.") + number(2))
		b.page(prose(72, 700, full, full+" ends.") + number(3))
		pages := mustRead(t, b.bytes()).Pages
		if got := pages[0][0].GoesOn && pages[1][0].Rest; got != tt.goesOn {
			t.Errorf("%s: goes on %v\n%s%s", tt.name, got, dump(pages[0]), dump(pages[1]))
		}
	}
}

// TestNothingVanishes: every word of the development PDFs is in the text of its page, or of the page before where a sentence
// goes on, or stands in one place of several pages.
func TestNothingVanishes(t *testing.T) {
	files, _ := filepath.Glob("../../../../shared/data/*/*.pdf")
	more, _ := filepath.Glob("../../../../shared/data/domains/*/docs/*.pdf")
	if files = append(files, more...); len(files) == 0 {
		t.Skip("../shared/data is absent")
	}
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, s)
	}
	number := regexp.MustCompile(`[0-9]+`)
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc := mustRead(t, data)
		texts := make([]string, len(doc.Pages)+2)
		for i, p := range doc.Pages {
			for _, b := range p {
				texts[i+1] += letters(b.Text)
			}
		}
		work := budget.New(context.Background(), len(data))
		f, err := open(context.Background(), work, data)
		if err != nil {
			t.Fatal(err)
		}
		type place struct {
			text string
			y    int
		}
		at := map[place]int{} // pages
		gone := map[place]bool{}
		for i, p := range f.pages {
			s, _ := draw.Page(work, p, draw.Fonts{})
			if s == nil {
				continue
			}
			seen := map[place]bool{}
			for _, w := range s.Words {
				text := letters(w.Text)
				p := place{number.ReplaceAllString(w.Text, "#"), int(w.Y+0.5) / 2}
				if len(text) > 3 && !seen[p] {
					seen[p] = true
					at[p]++
				}
				if len(text) > 3 && !strings.Contains(texts[i]+texts[i+1]+texts[i+2], text) {
					gone[p] = true
				}
			}
		}
		for p := range gone {
			n := 0 // pages with the word, or one that it is a part of, in its place
			for o, pages := range at {
				if strings.Contains(o.text, p.text) && max(o.y-p.y, p.y-o.y) < 2 {
					n += pages
				}
			}
			if n < 2 {
				t.Errorf("%s: %q is gone", filepath.Base(name), p.text)
			}
		}
	}
}
