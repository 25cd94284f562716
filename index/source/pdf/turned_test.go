package pdf

import (
	"strings"
	"testing"
)

// turned shows content after a change of the coordinates.
func turned(matrix, content string) string { return "q " + matrix + " cm\n" + content + "Q\n" }

// Turns of text, each about a point of the page.
const (
	leftTurn  = "0 1 -1 0 400 200"
	rightTurn = "0 -1 1 0 200 600"
	halfTurn  = "-1 0 0 -1 500 500"
)

// hours is a table of three columns with a title, at the origin.
func hours(rules bool) string {
	out := at(0, 60, "R", 10, "Table 1: Hours of service")
	for i, row := range [][]string{{"Part", "First (h)", "Later (h)"}, {"Filter", "50", "250"}, {"Anode", "75", "300"}, {"Pump", "80", "310"}} {
		for k, cell := range row {
			out += at(4+100*float64(k), 40-16*float64(i), "R", 10, cell)
		}
		if rules && i < 2 {
			out += level(0, 300, 52-16*float64(i))
		}
	}
	if rules {
		out += level(0, 300, -12)
	}
	return out
}

const hoursRead = "P Table 1: Hours of service\nT Part | First (h) | Later (h)\nFilter | 50 | 250\nAnode | 75 | 300\nPump | 80 | 310\n"

func TestTurned(t *testing.T) {
	above, below := prose(72, 720, "The table shows the hours."), prose(72, 100, "That was the table.")
	for name, c := range map[string]struct{ content, want string }{
		"table to the left":  {above + turned(leftTurn, hours(true)) + below, "P The table shows the hours.\n" + hoursRead + "P That was the table."},
		"table to the right": {above + turned(rightTurn, hours(true)) + below, "P The table shows the hours.\n" + hoursRead + "P That was the table."},
		"upside down":        {above + turned(halfTurn, hours(true)) + below, "P The table shows the hours.\n" + hoursRead + "P That was the table."},
		"without rules":      {above + turned(leftTurn, hours(false)), "P The table shows the hours.\n" + hoursRead},
		"by the text matrix": {above + "BT /R 12 Tf 0 1 -1 0 300 200 Tm (A line by itself.) Tj 0 -14 Td (goes on here.) Tj ET",
			"P A line by itself.\nP goes on here.\nP The table shows the hours."},
		"page to the left":  {turned("0 1 -1 0 612 0", prose(72, 500, longLine, longLine2)+turned("1 0 0 1 72 300", hours(true))), "P " + longLine + " " + longLine2 + "\n" + hoursRead},
		"page to the right": {turned("0 -1 1 0 0 792", prose(72, 500, longLine, longLine2)), "P " + longLine + " " + longLine2},
		"page upside down":  {turned("-1 0 0 -1 612 792", prose(72, 700, longLine, longLine2)), "P " + longLine + " " + longLine2},
		"stamp": {turned("0 1 -1 0 30 200", at(0, 0, "R", 20, "Received 4 May, archive 17")) + prose(72, 700, longLine, longLine2) + prose(72, 500, "The end."),
			"P Received 4 May, archive 17\nP " + longLine + " " + longLine2 + "\nP The end."},
		"label of an axis": {turned("0 1 -1 0 180 400", at(0, 0, "R", 9, "Depth (m)")) + at(200, 460, "R", 9, "20") + at(200, 430, "R", 9, "10") + at(200, 400, "R", 9, "0"),
			"P Depth (m)\nP 20\nP 10\nP 0"},
	} {
		t.Run(name, func(t *testing.T) { expect(t, onePage(t, c.content), c.want) })
	}
}

// TestRotated reads pages that are shown turned, with running heads along either edge, and names the pages that have text at an angle.
func TestRotated(t *testing.T) {
	b := newBuilder()
	b.page(turned("0 1 -1 0 612 0", prose(72, 500, longLine, longLine2)) + at(300, 40, "R", 9, "7"))
	b.page(turned("0 -1 1 0 0 792", prose(72, 500, longLine, longLine2)) + at(300, 40, "R", 9, "8"))
	b.page(prose(72, 700, longLine) + turned("0.7 0.7 -0.7 0.7 200 200", at(0, 0, "B", 60, "DRAFT")))
	b.page(prose(72, 700, longLine2) + turned("0.7 0.7 -0.7 0.7 200 200", at(0, 0, "B", 60, "DRAFT")))
	for i, rotate := range []string{"90", "270"} {
		p := &b.objects[b.pages[i]-1]
		*p = strings.Replace(*p, "/Type /Page ", "/Type /Page /Rotate "+rotate+" ", 1)
	}
	doc := mustRead(t, b.bytes())
	expect(t, dump(doc.Pages[0])+dump(doc.Pages[1])+dump(doc.Pages[2])+dump(doc.Pages[3]),
		strings.Repeat("P "+longLine+" "+longLine2+"\n", 2)+"P "+longLine+"\nP "+longLine2)
	expect(t, strings.Join(doc.Warnings, "\n"), "pages 3–4 have text at an angle, which was left out: DRAFT")
}
