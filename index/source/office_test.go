package source

import (
	"context"
	"strings"
	"testing"
)

// outline is the text of a document without indentation, one block after the other, behind its warnings.
func outlineOf(t *testing.T, name string, data []byte) string {
	t.Helper()
	doc, err := Read(context.Background(), name, data)
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, doc)
	checkChunks(t, doc, Chunks(doc, "doc"))
	lines := doc.Warnings
	for _, b := range doc.Blocks {
		text := doc.Text[b.Start:b.End]
		if b.Kind == Heading {
			text = strings.Repeat("#", len(b.Section)) + " " + text
		}
		for line := range strings.Lines(text) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return strings.Join(lines, "\n")
}

// levels are the levels of a list, each given by its format and its text.
func levels(parts ...string) string {
	var out strings.Builder
	for i := 0; i+1 < len(parts); i += 2 {
		out.WriteString(`<w:lvl w:ilvl="` + string(rune('0'+i/2)) + `"><w:numFmt w:val="` + parts[i] + `"/><w:lvlText w:val="` + parts[i+1] + `"/></w:lvl>`)
	}
	return out.String()
}

// listed is a paragraph that is an item of a list.
func listed(list, level, text string) string {
	return `<w:p><w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + list + `"/></w:numPr></w:pPr>` + said(text) + `</w:p>`
}

func said(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }

func styled(properties, text string) string {
	return `<w:r><w:rPr>` + properties + `</w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r>`
}

func tableOf(properties string, rows ...[]string) string {
	out := `<w:tbl><w:tblPr>` + properties + `</w:tblPr><w:tblGrid>` + strings.Repeat(`<w:gridCol/>`, len(rows[0])) + `</w:tblGrid>`
	for _, row := range rows {
		out += `<w:tr>`
		for _, cell := range row {
			if !strings.HasPrefix(cell, "<w:tc") {
				cell = `<w:tc><w:p>` + said(cell) + `</w:p></w:tc>`
			}
			out += cell
		}
		out += `</w:tr>`
	}
	return out + `</w:tbl>`
}

func TestWord(t *testing.T) {
	const styles = `<w:styles>
		<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
		<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
		<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="H2"/></w:style>
		<w:style w:type="paragraph" w:styleId="Loop"><w:basedOn w:val="Pool"/></w:style><w:style w:styleId="Pool"><w:basedOn w:val="Loop"/></w:style>
		<w:style w:type="character" w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style>
		<w:style w:type="table" w:styleId="Dark"><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style></w:styles>`
	linked := strings.NewReplacer(`<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."`, `<w:pStyle w:val="H1"/><w:lvlText w:val="%1."`,
		`<w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"`, `<w:pStyle w:val="H2"/><w:lvlText w:val="%1.%2"`)
	numbers := `<w:numbering><w:abstractNum w:abstractNumId="1">` + linked.Replace(levels("decimal", "%1.", "decimal", "%1.%2")) + `</w:abstractNum>
		<w:abstractNum w:abstractNumId="2">` + levels("upperRoman", "Article %1.", "lowerLetter", "(%2)", "lowerRoman", "%3)", "decimalZero", "%4") + `</w:abstractNum>
		<w:abstractNum w:abstractNumId="3">` + levels("bullet", "o", "none", "") + `</w:abstractNum>
		<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>
		<w:num w:numId="3"><w:abstractNumId w:val="3"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="2"/>
		<w:lvlOverride w:ilvl="1"><w:startOverride w:val="25"/></w:lvlOverride></w:num></w:numbering>`
	heading := func(style, text string) string {
		return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>` + said(text) + `</w:p>`
	}
	const box = `<w:txbxContent><w:p><w:r><w:t>Boxed.</w:t></w:r></w:p></w:txbxContent>`
	for _, c := range []struct{ name, body, want string }{
		{"numbers of headings", heading("H1", "Terms") + heading("H1", "Duties") + heading("Own", "Owner") + heading("H2", "Crew") + heading("H1", "Fees") + heading("H2", "Dues") + heading("Loop", "Text"),
			"# 1. Terms\n# 2. Duties\n## 2.1 Owner\n## 2.2 Crew\n# 3. Fees\n## 3.1 Dues\nText"},
		{"numbers of items", listed("2", "0", "One.") + listed("2", "1", "a") + listed("2", "1", "b") + listed("2", "2", "c") + listed("2", "3", "d") + listed("2", "0", "Two.") + listed("2", "1", "e") +
			listed("4", "1", "f") + listed("4", "1", "g") + listed("4", "1", "h") + listed("0", "0", "plain") + listed("3", "0", "dot") + listed("3", "1", "bare") + listed("77", "0", "unknown"),
			"Article I. One.\n(a) a\n(b) b\ni) c\n01 d\nArticle II. Two.\n(a) e\n(y) f\n(z) g\n(aa) h\nplain\n- dot\nbare\nunknown"},
		{"what is not in force", `<w:p>` + said("Pay ") + styled(`<w:strike/>`, "40") + styled(`<w:dstrike/><w:b/>`, " or 45") + said(" 50 euros") + styled(`<w:vanish/>`, " at night") + said(".") +
			styled(`<w:rStyle w:val="Gone"/>`, "Never.") + styled(`<w:strike w:val="0"/>`, " Soon.") + `<w:del><w:r><w:delText> Old.</w:delText></w:r></w:del><w:ins>` + said(" New.") + `</w:ins></w:p>`,
			"3 passages are struck out and were left out\n1 passage is hidden and was left out\nPay 50 euros. Soon. New."},
		{"a deleted paragraph is not counted", listed("2", "0", "One.") + `<w:p><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr><w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>Old.</w:delText></w:r></w:del></w:p>` + listed("2", "0", "Two."),
			"1 passage is struck out and was left out\nArticle I. One.\nArticle II. Two."},
		{"what it was before", `<w:p><w:pPr><w:pPrChange><w:pPr><w:pStyle w:val="H1"/></w:pPr></w:pPrChange></w:pPr><w:r><w:rPr><w:rPrChange><w:rPr><w:strike/></w:rPr></w:rPrChange></w:rPr><w:t>Text.</w:t></w:r></w:p>`, "Text."},
		{"white on white", `<w:p>` + styled(`<w:color w:val="FFFFFF"/>`, "unseen") + styled(`<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>`, "seen") + `</w:p>`, "1 passage is hidden and was left out\nseen"},
		{"notes", `<w:p>` + said("It costs 250") + `<w:r><w:footnoteReference w:id="2"/></w:r>` + said(" euros.") + `<w:r><w:endnoteReference w:id="2"/></w:r></w:p>` + listed("3", "0", "rope") +
			`<w:p><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>` + said("chain") + `<w:r><w:footnoteReference w:id="3" w:customMarkFollows="1"/><w:t>*</w:t></w:r></w:p>` + listed("3", "0", "oars") +
			`<w:p>` + said("End.") + `<w:r><w:footnoteReference w:id="9"/></w:r><w:r><w:commentReference w:id="1"/></w:r></w:p>`,
			"1 comment was left out\n1 missing note was left out\nIt costs 250 euros.\nWithout tax.\nIn two parts.\nMeasured in May.\n- rope\n- chain:\nOf steel.\n- oars\nEnd."},
		{"notes in a table", tableOf("", []string{"Part", "Price (EUR)"}, []string{"Lid", `<w:tc><w:p>` + said("5") + `<w:r><w:footnoteReference w:id="2"/></w:r></w:p></w:tc>`}, []string{"Seal", "7"}) + `<w:p>` + said("After.") + `</w:p>`,
			"Part | Price (EUR)\nLid | 5\nSeal | 7\nWithout tax.\nIn two parts.\nAfter."},
		{"boxes", `<w:p>` + said("Before ") + `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:posOffset>77</wp:posOffset>` + box + `</w:drawing></mc:Choice><mc:Fallback><w:pict>` + box + `</w:pict></mc:Fallback></mc:AlternateContent></w:r>` +
			said("and after.") + `</w:p><w:p><w:r><w:pict>` + box + `</w:pict></w:r></w:p>`, "Before and after.\nBoxed.\nBoxed."},
		{"forms", `<w:p>` + said("Wet: ") + `<w:r><w:fldChar><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar><w:instrText>FORMCHECKBOX</w:instrText></w:r>` +
			said(" Colour: ") + `<w:r><w:fldChar><w:ffData><w:ddList><w:result w:val="1"/><w:default w:val="0"/><w:listEntry w:val="red"/><w:listEntry w:val="green"/></w:ddList></w:ffData></w:fldChar></w:r>` +
			said(" Depth: ") + `<w:fldSimple w:instr="X">` + said("12 m") + `</w:fldSimple><w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>` + said("Click here") + `</w:sdtContent></w:sdt></w:p>`,
			"Wet: ☒ Colour: green Depth: 12 m"},
		{"marks and formulas", `<w:p>` + said("10") + styled(`<w:vertAlign w:val="superscript"/>`, "-") + styled(`<w:vertAlign w:val="superscript"/>`, "3") + said(" of H") + styled(`<w:vertAlign w:val="subscript"/>`, "2") + said("O at p ") +
			`<w:r><w:sym w:font="Symbol" w:char="F0A3"/><w:sym w:font="Webdings" w:char="F041"/></w:r><m:oMath><m:r><m:t>F=</m:t></m:r><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>c</m:t></m:r></m:den></m:f>` +
			`<m:d><m:dPr><m:begChr m:val="["/></m:dPr><m:e><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>-2</m:t></m:r></m:sup></m:sSup></m:e></m:d></m:oMath></w:p>`, "10^-3 of H2O at p ≤\ufffdF=(a+b)/c[x^-2)"},
		{"a head by its style", tableOf(`<w:tblStyle w:val="Dark"/><w:tblLook w:firstRow="1"/>`, []string{"Year", "2019"}, []string{"Sales", "good"}), "Year | 2019\nSales | good"},
		{"a head of words", tableOf(`<w:tblLook w:val="04A0"/>`, []string{"Role", "Name", "Port"}, []string{"Mate", "Eva", "Oslo"}), "Role | Name | Port\nMate | Eva | Oslo"},
		{"no head", tableOf(`<w:tblLook w:val="04A0"/>`, []string{"Length", "12 m"}, []string{"Beam", "4 m"}, []string{"Owner", "Eva"}), "|\nLength | 12 m\nBeam | 4 m\nOwner | Eva"},
		{"a head of two rows", `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p>` + said("Pump") + `</w:p></w:tc><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p>` + said("Flow") + `</w:p></w:tc></w:tr>
			<w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:p>` + said("least") + `</w:p></w:tc><w:tc><w:p>` + said("most") + `</w:p></w:tc></w:tr>` +
			strings.TrimPrefix(tableOf("", []string{"A", "x", "y"}), `<w:tbl>`), "Pump | Flow least | Flow most\nA | x | y"},
		{"tables in tables", tableOf("", []string{"left", `<w:tc>` + tableOf("", []string{"Part", "Price (EUR)"}, []string{"Lid", "5"}, []string{"Seal", "7"}) + `<w:p/></w:tc>`}) + tableOf("", []string{"Keep dry."}),
			"|\nleft |\nPart | Price (EUR)\nLid | 5\nSeal | 7\nKeep dry."},
		{"numbers of rows", tableOf("", []string{"No", "Item"}, []string{`<w:tc>` + listed("2", "2", "") + `</w:tc>`, "rope"}), "|\nNo | Item\ni) | rope"},
		{"objects", `<w:p>` + said("See ") + `<w:r><c:chart/></w:r><w:r><w:object/></w:r></w:p>`, "2 embedded objects were left out\nSee"},
	} {
		t.Run(c.name, func(t *testing.T) {
			note := func(kind, id, text string) string {
				return `<w:` + kind + ` w:id="` + id + `"><w:p>` + said(text) + `</w:p></w:` + kind + `>`
			}
			got := outlineOf(t, "a.docx", zipped("word/document.xml", []byte(`<w:document><w:body>`+c.body+`</w:body></w:document>`), "word/styles.xml", []byte(styles), "word/numbering.xml", []byte(numbers),
				"word/footnotes.xml", []byte(`<w:footnotes><w:footnote w:type="separator" w:id="0"/>`+note("footnote", "2", `Without tax.</w:t></w:r></w:p><w:p><w:r><w:footnoteRef/><w:t>In two parts.`)+note("footnote", "3", "Of steel.")+`</w:footnotes>`),
				"word/endnotes.xml", []byte(`<w:endnotes>`+note("endnote", "2", "Measured in May.")+`</w:endnotes>`)))
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestOpenDocument(t *testing.T) {
	const styles = `<o:document-styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/>
		<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>
		<style:style style:name="Head" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style>
		<o:master-styles><style:header><text:p>Running head</text:p></style:header></o:master-styles></o:document-styles>`
	const automatic = `<o:automatic-styles><style:style style:name="S" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>
		<style:style style:name="N" style:family="text"><style:text-properties text:display="none"/></style:style>
		<style:style style:name="U" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>
		<text:list-style style:name="A"><text:list-level-style-number text:level="1" style:num-prefix="(" style:num-suffix=")" style:num-format="a"/>
		<text:list-level-style-number text:level="2" style:num-format="i" style:num-suffix="."/></text:list-style></o:automatic-styles>`
	item := func(text string) string { return `<text:list-item><text:p>` + text + `</text:p></text:list-item>` }
	for _, c := range []struct{ name, body, want string }{
		{"numbers of headings", `<text:h text:outline-level="1">Scope</text:h><text:h text:outline-level="1">Duties</text:h><text:h text:outline-level="2">Owner</text:h><text:h text:outline-level="1" text:is-list-header="true">Annex</text:h>`,
			"# 1. Scope\n# 2. Duties\n## 2.1 Owner\n# Annex"},
		{"numbers of items", `<text:list xml:id="l" text:style-name="A"><text:list-item><text:p>x</text:p><text:list>` + item("y") + item("z") + `</text:list></text:list-item></text:list><text:p>Text.</text:p>
			<text:list text:continue-list="l" text:style-name="A">` + item("on") + `</text:list><text:list text:style-name="A"><text:list-item text:start-value="4"><text:p>anew</text:p></text:list-item></text:list>`,
			"(a) x\ni. y\nii. z\nText.\n(b) on\n(d) anew"},
		{"what is not in force", `<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>
			<text:p>Pay <text:span text:style-name="S">40</text:span> 50 euros<text:span text:style-name="N"> at night</text:span>.<o:annotation><text:p>Why?</text:p></o:annotation></text:p><text:section text:display="none"><text:p>Not this.</text:p></text:section>`,
			"1 comment was left out\n2 passages are struck out and were left out\n2 passages are hidden and were left out\nPay 50 euros."},
		{"notes, boxes, marks", `<text:p>It costs 250<text:note><text:note-citation>9</text:note-citation><text:note-body><text:p>Without tax.</text:p></text:note-body></text:note>
			euros at 10<text:span text:style-name="U">-3</text:span><draw:frame><draw:text-box><text:p>Boxed.</text:p></draw:text-box></draw:frame> bar.</text:p>`, "It costs 250\neuros at 10^-3 bar.\nWithout tax.\nBoxed."},
		{"a bold head", `<table:table><table:table-row><table:table-cell><text:p text:style-name="Head">Part</text:p></table:table-cell><table:table-cell><text:p text:style-name="Head">Maker</text:p></table:table-cell></table:table-row>
			<table:table-row><table:table-cell><text:p>Lid</text:p></table:table-cell><table:table-cell><text:p>Acme</text:p></table:table-cell></table:table-row></table:table>`, "Part | Maker\nLid | Acme"},
		{"formulas and objects", `<text:p>So <draw:object xlink:href="./Object 1"/> and <draw:object xlink:href="./Object 2"/>.</text:p>`, "1 embedded object was left out\nSo E = m c^2 and ."},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := outlineOf(t, "a.odt", zipped("content.xml", []byte(`<o:document-content>`+automatic+`<o:body>`+c.body+`</o:body></o:document-content>`), "styles.xml", []byte(styles),
				"Object 1/content.xml", []byte(`<math><mi>E</mi><annotation>E = m c^2</annotation></math>`)))
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
