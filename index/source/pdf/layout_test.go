package pdf

import (
	"fmt"
	"ibid/index/source/pdf/layout"
	"strings"
	"testing"
)

var (
	longLine  = "The quick brown fox jumps over the lazy dog while the patient cat looks on from the"
	longLine2 = "window sill and wonders whether the neighbours will ever bring back their ladder."
)

func TestParagraphs(t *testing.T) {
	expect(t, onePage(t, prose(72, 700, longLine, longLine2)+prose(72, 650, "Second paragraph.")),
		"P "+longLine+" "+longLine2+"\nP Second paragraph.")
	expect(t, onePage(t, prose(72, 700, longLine, "window end.")+prose(90, 672, "An indented start of the next")+prose(72, 658, "paragraph goes on.")),
		"P "+longLine+" window end.\nP An indented start of the next paragraph goes on.")
	expect(t, onePage(t, prose(72, 700, longLine, "so that the result is defined by")+at(200, 658, "R", 12, "y = x + 1   (3.1)")+prose(72, 630, "for all x.")),
		"P "+longLine+" so that the result is defined by y = x + 1 (3.1) for all x.")
}

func TestHeadings(t *testing.T) {
	body := func(y float64) string { return prose(72, y, longLine, longLine2, longLine, longLine2) }
	b := newBuilder()
	b.page(at(72, 700, "B", 17, "5. The Component Scheme") + body(670) + at(72, 590, "B", 14, "5.1 Key Generation") + body(560) +
		at(72, 480, "R", 12, "5.2 is not a heading here"))
	b.page(body(700) + at(72, 600, "B", 17, "Appendix A. Tables") + body(570) + at(72, 480, "B", 14, "A.1 Details of a heading that is") + at(72, 464, "B", 14, "longer than one line") + body(440))
	doc := mustRead(t, b.bytes())
	var got strings.Builder
	for _, p := range doc.Pages {
		for _, bl := range p {
			if bl.Kind == layout.Heading {
				fmt.Fprintln(&got, bl.Level, bl.Text)
			}
		}
	}
	expect(t, got.String(), "1 5 The Component Scheme\n2 5.1 Key Generation\n1 Appendix A. Tables\n2 A.1 Details of a heading that is longer than one line")
}

func TestItems(t *testing.T) {
	expect(t, onePage(t, prose(72, 700, longLine)+at(90, 670, "R", 12, "\x95")+at(102, 670, "R", 12, "First item, which is")+at(102, 656, "R", 12, "continued here.")+
		at(90, 640, "R", 12, "\x95")+at(102, 640, "R", 12, "Second item.")+at(90, 620, "R", 12, "1.")+at(104, 620, "R", 12, "Numbered.")+at(90, 606, "R", 12, "2.")+at(104, 606, "R", 12, "Next.")),
		"P "+longLine+"\nI • First item, which is continued here.\nI • Second item.\nI 1. Numbered.\nI 2. Next.")
}

func TestListing(t *testing.T) {
	want := `C Algorithm 2 Absorb(x)
Input: byte array x.
1: ctx := Init()  > initialize
2: for i in x do
3:    Absorb(ctx, i)  > one byte
4: end for
P Prose after the listing goes on at the margin and is not part of it.`
	steps := at(72, 650, "R", 12, "Input: byte array x.") +
		at(78, 634, "R", 12, "1:") + at(92, 634, "R", 12, "ctx := Init()") + at(420, 634, "R", 12, "> initialize") +
		at(78, 620, "R", 12, "2:") + at(92, 620, "R", 12, "for i in x do") +
		at(78, 606, "R", 12, "3:") + at(110, 606, "R", 12, "Absorb(ctx, i)") + at(420, 606, "R", 12, "> one byte") +
		at(78, 592, "R", 12, "4:") + at(92, 592, "R", 12, "end for")
	after := at(72, 560, "R", 12, "Prose after the listing goes on at the margin and is not part of it.")
	title := at(72, 670, "B", 12, "Algorithm 2") + at(145, 670, "R", 12, "Absorb(x)")
	t.Run("ruled", func(t *testing.T) {
		expect(t, onePage(t, title+steps+after+level(72, 540, 682)+level(72, 540, 665)+level(72, 540, 584)), want)
	})
	t.Run("not ruled", func(t *testing.T) { expect(t, onePage(t, title+steps+after), want) })
	t.Run("a sentence is no title", func(t *testing.T) {
		expect(t, onePage(t, at(72, 700, "R", 12, "Algorithm 2 shows the steps.")), "P Algorithm 2 shows the steps.")
	})
}

func TestMonospaced(t *testing.T) {
	expect(t, onePage(t, at(72, 700, "M", 10, "if x {")+at(84, 688, "M", 10, "return 1")+at(72, 676, "M", 10, "}")+prose(72, 640, longLine)),
		"C if x {\n  return 1\n}\nP "+longLine)
}

func TestTables(t *testing.T) {
	row := func(y float64, cells ...string) string {
		var out strings.Builder
		for i, c := range cells {
			out.WriteString(at(80+120*float64(i), y, "R", 12, c))
		}
		return out.String()
	}
	t.Run("rules above and below", func(t *testing.T) {
		expect(t, onePage(t, at(150, 720, "B", 12, "Table 3. Sizes in bytes")+level(72, 540, 710)+row(698, "", "key size", "text size")+level(72, 540, 692)+
			row(680, "Set-512", "800", "768")+row(664, "Set-768", "1184", "1088")+row(648, "Set-1024", "", "1568")+level(72, 540, 642)+prose(72, 600, longLine)),
			"P Table 3. Sizes in bytes\nT  | key size | text size\nSet-512 | 800 | 768\nSet-768 | 1184 | 1088\nSet-1024 |  | 1568\nP "+longLine)
	})
	t.Run("caption below", func(t *testing.T) {
		expect(t, onePage(t, level(72, 540, 710)+row(698, "name", "value")+level(72, 540, 692)+row(680, "a", "1")+row(664, "b", "2")+level(72, 540, 658)+at(150, 640, "R", 12, "Table 1. Values")),
			"P Table 1. Values\nT name | value\na | 1\nb | 2")
	})
	t.Run("boxes with cells over several rows and lines", func(t *testing.T) {
		rules := level(72, 440, 710) + level(72, 440, 690) + level(195, 440, 650) + level(72, 440, 630)
		for _, x := range []float64{72, 195, 315, 440} {
			rules += upright(x, 630, 710)
		}
		expect(t, onePage(t, rules+row(696, "Family", "Set", "Strength")+row(676, "ML-X", "ML-X-44", "128 bits")+at(320, 660, "R", 12, "or more")+row(636, "", "ML-X-65", "192 bits")),
			"T Family | Set | Strength\nML-X | ML-X-44 | 128 bits or more\nML-X | ML-X-65 | 192 bits")
	})
	t.Run("names that share a row", func(t *testing.T) {
		expect(t, onePage(t, level(72, 540, 710)+row(698, "", "n", "size")+level(72, 540, 690)+row(676, "S-SHA2-128s")+row(668, "", "16", "7856")+row(660, "S-SHAKE-128s")+
			level(72, 540, 654)+row(640, "S-SHA2-128f")+row(632, "", "16", "17088")+row(624, "S-SHAKE-128f")+level(72, 540, 618)),
			"T  | n | size\nS-SHA2-128s | 16 | 7856\nS-SHAKE-128s | 16 | 7856\nS-SHA2-128f | 16 | 17088\nS-SHAKE-128f | 16 | 17088")
	})
	t.Run("a heading and prose before the next rule", func(t *testing.T) {
		body := ""
		want := "T Kind | Code | Sender\n"
		for i, name := range []string{"HELLO", "STATUS", "POLL", "SET", "NAK", "IDENT", "READ", "WRITE", "STOP"} {
			body += row(662-18*float64(i), name, fmt.Sprint(i), "probe")
			want += fmt.Sprintf("%s | %d | probe\n", name, i)
		}
		for _, gap := range []float64{10, 60} { // a wide space, and a line of two runs
			after := at(72, 466, "B", 14, "4.3 Reading the frames of a probe") + at(72, 446, "R", 12, "Section") +
				at(114+gap, 446, "R", 12, "5 shall be used by all probes, and by loggers which poll them,") +
				at(72, 432, "R", 12, "when the limit of time has passed and nothing was received.")
			expect(t, onePage(t, level(72, 540, 694)+row(680, "Kind", "Code", "Sender")+level(72, 540, 674)+body+
				level(72, 540, 494)+after+level(72, 540, 420)+prose(72, 400, longLine)),
				want+"H2 4.3 Reading the frames of a probe\nP Section 5 shall be used by all probes, and by loggers which "+
					"poll them, when the limit of time has passed and nothing was received.\nP "+longLine)
		}
	})
	t.Run("header over several columns", func(t *testing.T) {
		expect(t, onePage(t, level(72, 460, 710)+row(698, "Parameter")+at(205, 698, "R", 12, "Values assigned by each of the sets")+row(684, "", "Set-44", "Set-65")+level(72, 460, 678)+
			row(664, "q", "83", "84")+row(648, "d", "13", "14")+row(632, "n", "2", "3")+level(72, 460, 626)),
			"T Parameter | Values assigned by each of the sets Set-44 | Values assigned by each of the sets Set-65\nq | 83 | 84\nd | 13 | 14\nn | 2 | 3")
	})
}

func TestDefinitions(t *testing.T) {
	content := ""
	for i, d := range [][]string{{"KEM", "Key-Encapsulation Mechanism"}, {"MLWE", "Module Learning With Errors"}, {"NTT", "Number-Theoretic Transform"}} {
		content += at(90, 700-20*float64(i), "R", 12, d[0]) + at(180, 700-20*float64(i), "R", 12, d[1])
	}
	content += at(90, 640, "R", 12, "public-key") + prose(180, 640, "A set of three algorithms that two parties use to agree", "on a secret.") + at(90, 626, "R", 12, "encryption")
	expect(t, onePage(t, content), `I KEM | Key-Encapsulation Mechanism
I MLWE | Module Learning With Errors
I NTT | Number-Theoretic Transform
I public-key encryption | A set of three algorithms that two parties use to agree on a secret.`)
}

func TestGlossary(t *testing.T) {
	content := ""
	for i, term := range []string{"approved", "destroy", "shall"} {
		content += at(72, 700-24*float64(i), "B", 12, term) + at(135, 700-24*float64(i), "R", 12, "Used to say what the word means.")
	}
	expect(t, onePage(t, content), "I approved | Used to say what the word means.\nI destroy | Used to say what the word means.\nI shall | Used to say what the word means.")
}

func TestTwoColumns(t *testing.T) {
	line := func(side string, i int) string {
		return fmt.Sprintf("%s text of line %d that fills its column", side, i)
	}
	var content strings.Builder
	var left, right []string
	for i := range 20 {
		left, right = append(left, line("left", i)), append(right, line("right", i))
		content.WriteString(at(72, 700-14*float64(i), "R", 12, left[i]) + at(320, 700-14*float64(i), "R", 12, right[i]))
	}
	expect(t, onePage(t, content.String()), "P "+strings.Join(left, " ")+"\nP "+strings.Join(right, " "))
}

func TestMargins(t *testing.T) {
	b := newBuilder()
	for i := range 5 {
		b.page(at(72, 760, "R", 10, "FIPS 203") + at(72, 40, "R", 10, fmt.Sprint(i+1)) + at(300, 40, "R", 10, []string{"iv", "v", "vi", "vii", "viii"}[i]) + prose(72, 700, longLine, fmt.Sprintf("page %d stays.", i+1)))
	}
	for i, p := range mustRead(t, b.bytes()).Pages {
		expect(t, dump(p), fmt.Sprintf("P %s page %d stays.", longLine, i+1))
	}
}

func TestArtifacts(t *testing.T) {
	artifact := "/Artifact << /Type /Pagination >> BDC "
	expect(t, onePage(t, artifact+at(72, 760, "R", 10, "Journal of Things")+"EMC "+prose(72, 700, longLine)), "P "+longLine)
	expect(t, onePage(t, artifact+at(72, 760, "R", 12, "Li")+"EMC "+at(81.3, 760, "R", 12, "st of things")), "P List of things")
}

func TestLineNumbers(t *testing.T) {
	content := ""
	for i := range 8 {
		content += at(40, 700-14*float64(i), "R", 12, fmt.Sprint(480+i)) + at(72, 700-14*float64(i), "R", 12, longLine)
	}
	if got := onePage(t, content); strings.Contains(got, "48") || !strings.HasPrefix(got, "P The quick") {
		t.Errorf("line numbers stay: %s", got)
	}
}

func TestContents(t *testing.T) {
	content := at(72, 720, "B", 14, "Table of Contents")
	for i, e := range []string{"1 Introduction", "1.1 Purpose", "2 Terms", "2.1 Acronyms", "3 Overview"} {
		content += at(72, 690-16*float64(i), "B", 12, e+" . . . . . . . . . . . . "+fmt.Sprint(i+1))
	}
	expect(t, onePage(t, content), `H1 Table of Contents
I 1 Introduction … 1
I 1.1 Purpose … 2
I 2 Terms … 3
I 2.1 Acronyms … 4
I 3 Overview … 5`)
}
