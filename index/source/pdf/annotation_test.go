package pdf

import (
	"fmt"
	"strings"
	"testing"
)

// form reads a page with labels and these annotations, written after one another; a parent field "P 0 R" and appearances
// "A 0 R", which shows "drawn", and "F 0 R", which draws a frame only, may be referred to.
func form(t *testing.T, catalog, content string, annotations ...string) (string, []string) {
	t.Helper()
	b := newBuilder()
	box := "/Type /XObject /Subtype /Form /BBox [0 0 150 18] /Resources << /Font << " + b.fonts + " >> >>"
	drawn := b.stream(box, at(2, 5, "R", 10, "drawn"))
	frame := b.stream(box, "0 0 150 18 re S")
	parent := b.object("<< /FT /Tx /T (up) /V (from above) /DA (/R 10 Tf) >>")
	b.page(content)
	refs := strings.NewReplacer("A 0 R", fmt.Sprintf("%d 0 R", drawn), "F 0 R", fmt.Sprintf("%d 0 R", frame), "P 0 R", fmt.Sprintf("%d 0 R", parent))
	p := &b.objects[b.pages[0]-1]
	*p = strings.Replace(*p, "/Type /Page ", "/Type /Page /Annots ["+refs.Replace(strings.Join(annotations, " "))+"] ", 1)
	doc := mustRead(t, b.bytes(catalog))
	return dump(doc.Pages[0]), doc.Warnings
}

func TestForms(t *testing.T) {
	widget := func(place, rest string) string {
		return "<< /Type /Annot /Subtype /Widget /Rect [" + place + "] " + rest + " >>"
	}
	const place = "200 695 350 713"
	label := prose(72, 700, "Serial number")
	for name, c := range map[string]struct{ annotation, want, warning string }{
		"appearance":       {annotation: widget(place, "/FT /Tx /V (typed) /AP << /N A 0 R >>"), want: "P Serial number drawn"},
		"frame only":       {annotation: widget(place, "/FT /Tx /V (typed) /AP << /N F 0 R >>"), want: "P Serial number typed"},
		"no appearance":    {annotation: widget(place, "/FT /Tx /V <FEFF00540058>"), want: "P Serial number TX"},
		"inherited":        {annotation: widget(place, "/Parent P 0 R"), want: "P Serial number from above"},
		"higher up":        {annotation: widget("200 703 350 721", "/FT /Tx /V (typed)"), want: "P Serial number typed"},
		"comb":             {annotation: widget(place, "/FT /Tx /Ff 16777216 /V (TX40) /AP << /N A 0 R >>"), want: "P Serial number TX40"},
		"password":         {annotation: widget(place, "/FT /Tx /Ff 8192 /V (secret)"), want: "P Serial number"},
		"choice":           {annotation: widget(place, "/FT /Ch /V (f) /Opt [[(r) (Rail)] [(f) (Ferry)]]"), want: "P Serial number Ferry"},
		"choices":          {annotation: widget(place, "/FT /Ch /V [(Rail) (Ferry)] /AP << /N A 0 R >>"), want: "P Serial number Rail, Ferry"},
		"ticked":           {annotation: widget("200 698 212 710", "/FT /Btn /AS /On"), want: "P Serial number [x]"},
		"not ticked":       {annotation: widget("200 698 212 710", "/FT /Btn /AS /Off /V /Off"), want: "P Serial number [ ]"},
		"before its label": {annotation: widget("56 698 68 710", "/FT /Btn /AS /Off"), want: "P [ ] Serial number"},
		"button":           {annotation: widget(place, "/FT /Btn /Ff 65536 /AP << /N A 0 R >>"), want: "P Serial number drawn"},
		"lines":            {annotation: widget("200 640 350 713", "/FT /Tx /Ff 4096 /V (one\\rtwo)"), want: "P Serial number one two"},
		"text box":         {annotation: "<< /Subtype /FreeText /Rect [72 600 200 620] /Contents (A box.) >>", want: "P Serial number\nP A box."},
		"comment":          {annotation: "<< /Subtype /Text /Rect [72 600 200 620] /Contents (A thought.) >>", want: "P Serial number"},
		"hidden":           {annotation: widget(place, "/F 2 /FT /Tx /V (typed)"), want: "P Serial number", warning: "1 passage is hidden and was left out"},
		"empty":            {annotation: widget(place, "/FT /Tx"), want: "P Serial number"},
		"endless":          {annotation: widget(place, "/Parent P 0 R /Kids [P 0 R]"), want: "P Serial number from above"},
	} {
		t.Run(name, func(t *testing.T) {
			got, warnings := form(t, "", label, c.annotation)
			expect(t, got, c.want)
			expect(t, strings.Join(warnings, "\n"), c.warning)
		})
	}
	got, _ := form(t, "/AcroForm << /NeedAppearances true >>", label, widget(place, "/FT /Tx /V (typed) /AP << /N A 0 R >>"))
	expect(t, got, "P Serial number typed")
	row := at(72, 720, "B", 10, "Item") + at(200, 720, "B", 10, "Count") + at(300, 720, "B", 10, "Price") + at(72, 700, "R", 10, "Oil")
	got, _ = form(t, "", row, widget("200 696 260 712", "/FT /Tx /V (3)"), widget("262 696 340 712", "/FT /Tx /V (12)"))
	if !strings.Contains(got, "Oil 3 12") && !strings.Contains(got, "Oil | 3 | 12") {
		t.Errorf("the fields of a row: %s", got)
	}
	_, warnings := form(t, "/AcroForm << /XFA (x) /Fields [] >> /Names << /EmbeddedFiles << /Names [(a) << /F (prices.csv) >>] >> >>", label)
	expect(t, strings.Join(warnings, "\n"), "attached files are not read: prices.csv\nits form is made in XFA, which is not read")
}

func TestStruck(t *testing.T) {
	one := func(content string) (string, []string) {
		b := newBuilder()
		b.page(content)
		doc := mustRead(t, b.bytes())
		return dump(doc.Pages[0]), doc.Warnings
	}
	line := func(x0, x1, y float64) string { return "0.6 w " + level(x0, x1, y) }
	text := at(72, 700, "M", 10, "The fee is 180 240 euros.") // letters are 6 points wide
	for name, c := range map[string]struct {
		content, want string
		n             int
	}{
		"stroke":     {text + line(138, 156, 702.5), "P The fee is 240 euros.", 1},
		"before it":  {line(138, 156, 702.5) + text, "P The fee is 240 euros.", 1},
		"filled":     {text + "138 702 18 0.7 re f\n", "P The fee is 240 euros.", 1},
		"two":        {text + line(138, 156, 702.5) + line(72, 90, 703), "P fee is 240 euros.", 2},
		"all":        {text + line(72, 222, 702.5) + prose(72, 650, "In force."), "P In force.", 1},
		"upwards":    {turned("0 1 -1 0 1000 100", text+line(138, 156, 702.5)) + turned("0 1 -1 0 1000 100", prose(72, 650, "In force.")), "P The fee is 240 euros.\nP In force.", 1},
		"underlined": {text + line(138, 156, 698.5), "P The fee is 180 240 euros.", 0},
		"overlined":  {text + line(138, 156, 708.5), "P The fee is 180 240 euros.", 0},
		"thick":      {text + "138 702 18 2.5 re f\n", "P The fee is 180 240 euros.", 0},
		"drawing":    {text + line(20, 300, 702.5), "P The fee is 180 240 euros.", 0},
		"minus":      {at(72, 700, "R", 10, "a") + line(80, 86, 702.5) + at(88, 700, "R", 10, "b"), "P a b", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, warnings := one(c.content)
			expect(t, got, c.want)
			want := map[int]string{1: "1 passage is struck out and was left out", 2: "2 passages are struck out and were left out"}[c.n]
			expect(t, strings.Join(warnings, "\n"), want)
		})
	}
	if got, _ := one(at(72, 704, "R", 7, "17") + line(71, 81, 702.5) + at(72, 694, "R", 7, "29")); !strings.Contains(got, "17") || !strings.Contains(got, "29") {
		t.Errorf("a fraction: %s", got)
	}
	got, warnings := form(t, "", text, "<< /Subtype /StrikeOut /Rect [138 698 156 710] /QuadPoints [138 710 156 710 138 698 156 698] >>")
	expect(t, got, "P The fee is 240 euros.")
	expect(t, strings.Join(warnings, "\n"), "1 passage is struck out and was left out")
}

func TestHidden(t *testing.T) {
	seen, far := prose(72, 700, "In force."), prose(72, 600, "Not to be seen.")
	const none = "1 passage is hidden and was left out"
	for name, c := range map[string]struct{ content, resources, want, warning string }{
		"white":              {content: seen + "1 g " + far, want: "P In force.", warning: none},
		"white of a space":   {content: seen + "/C cs 1 1 1 sc " + far, resources: "/ColorSpace << /C [/ICCBased 999 0 R] >>", want: "P In force.", warning: none},
		"no ink":             {content: seen + "0 0 0 0 k " + far, want: "P In force.", warning: none},
		"full of an ink":     {content: seen + "/C cs 1 scn " + far, resources: "/ColorSpace << /C [/Separation /Black /DeviceGray 9 0 R] >>", want: "P In force.\nP Not to be seen."},
		"white on blue":      {content: seen + "0 0 1 rg 60 590 300 30 re f 1 g " + far, want: "P In force.\nP Not to be seen."},
		"white on a bar":     {content: seen + "q 0 0 1 RG 30 w 60 604 m 360 604 l S Q 1 g " + far, want: "P In force.\nP Not to be seen."},
		"white on white":     {content: seen + "1 g 60 590 300 30 re f " + far, want: "P In force.", warning: none},
		"white on an image":  {content: seen + "q 300 0 0 50 60 580 cm /Im Do Q 1 g " + far, want: "P In force.\nP Not to be seen."},
		"not painted":        {content: seen + "3 Tr " + far, want: "P In force.", warning: none},
		"over a scan":        {content: "q 612 0 0 792 0 0 cm /Im Do Q 3 Tr " + seen + far, want: "P In force.\nP Not to be seen.", warning: "page 1 has an image with few words beside it: what the image says is not read"},
		"over curves":        {content: "0 0 m 1 1 2 2 3 3 c S 3 Tr " + seen, want: "P In force."},
		"clipped":            {content: seen + "q 60 690 100 50 re W n " + far + "Q", want: "P In force.", warning: none},
		"not clipped":        {content: seen + "q 60 590 300 50 re W n " + far + "Q " + prose(72, 500, "The end."), want: "P In force.\nP Not to be seen.\nP The end."},
		"off the page":       {content: seen + prose(700, 600, "Not to be seen."), want: "P In force.", warning: none},
		"two":                {content: seen + "1 g " + far + prose(72, 400, "Nor this."), want: "P In force.", warning: "2 passages are hidden and were left out"},
		"a layer that is on": {content: seen + "/OC /On BDC " + far + "EMC", resources: "/Properties << /On 1 0 R >>", want: "P In force.\nP Not to be seen."},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBuilder()
			b.page(c.content, c.resources)
			doc := mustRead(t, b.bytes())
			expect(t, dump(doc.Pages[0]), c.want)
			expect(t, strings.Join(doc.Warnings, "\n"), c.warning)
		})
	}
	b := newBuilder()
	off, on := b.object("<< /Type /OCG /Name (Draft) >>"), b.object("<< /Type /OCG /Name (Text) >>")
	b.page("/OC /A BDC "+prose(72, 500, "A draft.")+"EMC /OC /B BDC "+seen+"EMC /OC /C BDC "+prose(72, 600, "Either.")+"EMC",
		fmt.Sprintf("/Properties << /A %d 0 R /B %d 0 R /C << /Type /OCMD /OCGs [%d 0 R %d 0 R] >> >>", off, on, off, on))
	doc := mustRead(t, b.bytes(fmt.Sprintf("/OCProperties << /OCGs [%d 0 R %d 0 R] /D << /OFF [%d 0 R] >> >>", off, on, off)))
	expect(t, dump(doc.Pages[0]), "P In force.\nP Either.")
	expect(t, strings.Join(doc.Warnings, "\n"), none)
}

func TestNoteMarks(t *testing.T) {
	raised := func(x, y float64, text string) string { return at(x, y+4, "R", 6, text) }
	note := raised(72, 100, "9") + at(78, 100, "R", 9, "Weighed in May, at low tide.")
	line := at(72, 700, "R", 12, "The hull weighs 250") + at(187, 700, "R", 12, "tonnes.")
	for name, c := range map[string]struct{ content, want string }{
		"a note":         {line + raised(179, 700, "9") + note, "P The hull weighs 250 tonnes.\nP 9 Weighed in May, at low tide."},
		"another note":   {line + raised(179, 700, "8") + note, "P The hull weighs 250^8 tonnes.\nP 9 Weighed in May, at low tide."},
		"no note":        {line + raised(179, 700, "9"), "P The hull weighs 250^9 tonnes."},
		"a power of ten": {at(72, 700, "R", 12, "There are 10") + raised(141, 700, "9") + at(149, 700, "R", 12, "of them.") + note, "P There are 10^9 of them.\nP 9 Weighed in May, at low tide."},
		"an area":        {at(72, 700, "R", 12, "An area of 12 km") + raised(165, 700, "2") + at(173, 700, "R", 12, "of sea."), "P An area of 12 km^2 of sea."},
		"negative":       {at(72, 700, "R", 12, "It is 10") + raised(107.5, 700, "-3") + at(119, 700, "R", 12, "of it."), "P It is 10^-3 of it."},
		"behind a word":  {at(72, 700, "R", 12, "the hull") + raised(116, 700, "9") + at(126, 700, "R", 12, "of it."), "P the hull of it."},
	} {
		t.Run(name, func(t *testing.T) { expect(t, onePage(t, c.content), c.want) })
	}
}

func TestLabels(t *testing.T) {
	b := newBuilder()
	for range 8 {
		b.page(prose(72, 700, longLine))
	}
	for nums, want := range map[string]string{
		"0 << /S /r >> 3 << /S /D >> 6 << /S /A /P (App. ) >>":             "i ii iii 1 2 3 App. A App. B",
		"0 << /P (Cover) >> 1 << /S /D /St 7 >> 4 << /S /D /P (2-) >>":     "Cover 7 8 9 2-1 2-2 2-3 2-4",
		"2 << /S /R /St 9 >> 5 << /S /a /St 26 >>":                         "  IX X XI z aa bb",
		"0 << /S /D /St 330 >>":                                            "330 331 332 333 334 335 336 337",
		"0 << /S /D >> 3 << >> 4 << /S /D /St 4 >> -1 << /S /r >> 99 null": "1 2 3  4 5 6 7",
	} {
		doc := mustRead(t, b.bytes("/PageLabels << /Nums ["+nums+"] >>"))
		expect(t, strings.Join(doc.Labels, " "), want)
	}
}
