package source

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

func TestCSVDialects(t *testing.T) {
	for _, test := range []struct{ name, text, want, warning string }{
		{"separator line, mark of order, decimal commas", "\ufeffsep=;\nWell;Depth (m);Dug\nOak;12,5;1932\n\"Elm; old\";8,25;1951\n",
			"4 2-4 Well | Depth (m) | Dug\nOak | 12,5 | 1932\nElm; old | 8,25 | 1951", ""},
		{"semicolons though commas are more", "a;b;c\n1,2;3,4;5,6\n7,8;9,1;2,3\n4,5;6,7;8,9\n", "4 1-4 a | b | c\n1,2 | 3,4 | 5,6\n7,8 | 9,1 | 2,3\n4,5 | 6,7 | 8,9", ""},
		{"bars as a frame", "| Well | Owner |\n| Oak | Ann, Bo |\n", "4 1-2 Well | Owner\nOak | Ann, Bo", ""},
		{"line breaks in quotes hold other delimiters", "id,note\n1,\"a;b;c\nd;e;f\"\n2,x\n", "4 1-4 id | note\n1 | a;b;c d;e;f\n2 | x", ""},
		{"comments", "# Units: m\n% by Ann\n\nwell,depth\nOak,3\n", "0 1-1 Units: m\n0 2-2 by Ann\n4 4-5 well | depth\nOak | 3", ""},
		{"the head as a comment", "# wells\n# well,depth\nOak,3\nElm,4\n", "0 1-1 wells\n4 2-4 well | depth\nOak | 3\nElm | 4", ""},
		{"a head that is #", "#,well\n1,Oak\n", "4 1-2 # | well\n1 | Oak", ""},
		{"titles and notes", "Wells 2024;;\nPrinted:;3 May;\n\nWell;2019;2020\nOak;1;2\nElm;4;5\n",
			"0 1-1 Wells 2024\n0 2-2 Printed: 3 May\n4 4-6 Well | 2019 | 2020\nOak | 1 | 2\nElm | 4 | 5", ""},
		{"no head, values", "Oak;12,5;3 May 2019\nElm;8,25;4 May 2019\n", "4 1-2  |  | \nOak | 12,5 | 3 May 2019\nElm | 8,25 | 4 May 2019", ""},
		{"no head, words that come again", "Oak,dry\nElm,wet\nAsh,dry\n", "4 1-3  | \nOak | dry\nElm | wet\nAsh | dry", ""},
		{"a head with a missing value below", "well,depth\nOak,n/a\nElm,3\nAsh,4\nYew,5\nFir,6\n", "4 1-6 well | depth\nOak | n/a\nElm | 3\nAsh | 4\nYew | 5\nFir | 6", ""},
		{"uneven rows", "a,b\n1,2\n3,4,5\n6,7\n", "4 1-4 a | b | \n1 | 2 | \n3 | 4 | 5\n6 | 7 | ", "some rows have more or fewer cells than the others, the first on line 3"},
		{"a quotation mark inside", "a,b\n2,5\" pipe\n3,y\n", "4 1-3 a | b\n2 | 5\" pipe\n3 | y", ""},
	} {
		doc, err := Read(context.Background(), "a.csv", []byte(test.text))
		checkDocument(t, doc)
		var got []string
		for _, block := range doc.Blocks {
			kind := map[BlockKind]string{Paragraph: "0", Table: "4"}[block.Kind]
			got = append(got, kind+" "+linesOf(block)+" "+doc.Text[block.Start:block.End])
		}
		if s := strings.Join(got, "\n"); err != nil || s != test.want || strings.Join(doc.Warnings, "\n") != test.warning {
			t.Errorf("%s: %v, warnings %q\n%s\nwant %q\n%s", test.name, err, doc.Warnings, s, test.warning, test.want)
		}
	}
}

func linesOf(b Block) string { return fmt.Sprintf("%d-%d", b.StartLine, b.EndLine) }
