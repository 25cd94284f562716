package source

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestInForce reads small documents of which a part is no text, or text that must not be mistaken: struck out, hidden, notes and their
// marks, exponents, heads of tables, properties.
func TestInForce(t *testing.T) {
	const hidden1, struck1 = "1 passage is hidden and was left out", "1 passage is struck out and was left out"
	tests := []struct{ name, data, want, warning string }{
		// Struck out and hidden.
		{"a.html", "<p>It costs <del>5</del> <ins>6</ins> euros.", "It costs 6 euros.", struck1},
		{"a.html", "<p>a <s>b<p>c", "a\n\nc", struck1},
		{"a.html", "<style>p.old, .x{text-decoration:line-through}</style><p>a<p class=old>b", "a", struck1},
		{"a.html", "<style>#x{display:none}/*{*/ @media print {p{display:none}}</style><p>a<div id=x><p>b<table><tr><td>c</table></div>", "a", hidden1},
		{"a.html", "<style>.t{display:none} .t.on{display:block}</style><p class=t>a", "a", ""},
		{"a.html", "<p hidden>a<p>b <span style='visibility: hidden'>c</span>, d", "b, d", "2 passages are hidden and were left out"},
		{"a.html", "<p style='color:#FFF'>a<p>b<div style='background:navy'><p style='color:white'>c</div>", "b\n\nc", hidden1},
		{"a.html", "<ol><li>a<li hidden>b<li>c</ol><table><tr><td>d<td>e<tr hidden><td>f<td>g</table>", "1. a\n2. c\n\n | \nd | e", "2 passages are hidden and were left out"},
		{"a.html", "<details><summary>a</summary>b</details><div role=tabpanel hidden>c</div>", "a\n\nb\n\nc", ""},
		{"a.html", "<h2><del>Old</del></h2><p>a", "Old\n\na", ""},
		{"a.md", "It costs ~~5~~ 6 euros, ~~now~~. H~2~O is 10^-3^.", "It costs 6 euros,. H2O is 10^-3.", "2 passages are struck out and were left out"},
		{"a.md", "<div hidden>\n\n*a*\n\n</div>\n\nb <span style=\"display:none\">c</span> d", "b d", "2 passages are hidden and were left out"},
		{"a.md", "### ~~a~~\n\nb", "a\n\nb", ""},
		// Notes and raised marks.
		{"a.html", "<p>It is valid<sup><a href='#n1'>[1]</a></sup> for 250<sup><a href='#n2'>9</a></sup> days.", "It is valid for 250 days.", ""},
		{"a.html", "<p>250<sup>9</sup> and 5 m<sup>2</sup> and 2<sup>n-1</sup> and 1<sup>st</sup>.<sup>3</sup>", "250^9 and 5 m^2 and 2^(n-1) and 1st.", ""},
		{"a.html", "<p>The keys<sup>1</sup> are 3 m<sup>1</sup> long.<p><sup>1</sup> Of steel.", "The keys are 3 m^1 long.\n\nOf steel.", ""},
		{"a.html", "<p>2<sup>1</sup>⁄<sub>2</sub> cups, 2½, 10<sup>3</sup>/s", "2 1/2 cups, 2½, 10^3/s", ""},
		{"a.html", "<pre>2<sup>16</sup></pre><p><code>2<sup>8</sup></code>", "2^16\n\n`2^8`", ""},
		{"a.html", "<p><math><mn>2</mn><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>=</mo><msup><mi>c</mi><mrow><mo>-</mo><mn>2</mn></mrow></msup><annotation>c</annotation></math>", "2 1/2=c^(-2)", ""},
		{"a.html", "<p>a <a role=doc-noteref href=#f>1</a>.<aside role=doc-footnote hidden><span class=label><span class=fn-bracket>[</span><a role=doc-backlink>1</a></span><p>b</aside>", "a.\n\nb", ""},
		{"a.md", "a[^1] and^[In line.] 2<sup>16</sup>.\n\n[^1]: b\n[^2]: c\n\n    d", "a and 2^16.\n\nIn line.\n\nb\n\nc\n\nd", ""},
		{"a.rst", "It is valid [1]_ by [A9]_ for |n| days, 10\\ :sup:`-3`.\n\n.. |n| replace:: 90\n.. [1] b\n.. [A9] c\n\n.. topic:: Memory\n\n   d\n",
			"It is valid by [A9] for 90 days, 10^-3.\n\nb\n\n[A9] c\n\nMemory: d", ""},
		// Heads of tables.
		{"a.html", "<table><tr><td>Part<td>Mass (kg)<tr><td>Pump<td>4.5<tr><td>Tap<td>0.2</table>", "Part | Mass (kg)\nPump | 4.5\nTap | 0.2", ""},
		{"a.html", "<table><tr><td>Place<td>Bergen<tr><td>Mass<td>4 t<tr><td>Age<td>40</table>", " | \nPlace | Bergen\nMass | 4 t\nAge | 40", ""},
		{"a.html", "<table><tr><th>Mass<td>4 t<tr><th>Age<td>40</table>", " | \nMass | 4 t\nAge | 40", ""},
		{"a.html", "<table><tr><th rowspan=2>Part<th colspan=2>Size<tr><th>W<br>i<br>d<br>e<th>high<tr><td>Pump<td>1<td>2</table>", "Part | Size Wide | Size high\nPump | 1 | 2", ""},
		// Obsidian.
		{"a.md", "---\ntitle: Nets\ntags: [a, b]\naliases:\n  - mending\n  - repair\nreviewed: 2026-03-14 # yes\nlayout: page\n---\nx", "tags | a, b\naliases | mending, repair\nreviewed | 2026-03-14\n\nx", ""},
		{"a.md", "Set by [[Order 12|the order]] and [[Gear#Twine]], [[1]](x), a[[0]].\n\n![[pic.png]]", "Set by the order and Gear, [1], a[[0]].", ""},
		{"a.md", "a %%b%% c\n\n%%\nd\n\ne\n%%\n\n> [!tip]- Knots\n> f\n\n- [ ] g\n- [x] h", "a c\n\nKnots:\nf\n\n- ☐ g\n- ☑ h", ""},
		{"a.md", "$$\na_1 * b_2 \\\\\n= c * d_3\n$$", "$$\na_1 * b_2 \\\\\n= c * d_3\n$$", ""},
	}
	for _, test := range tests {
		doc, err := Read(context.Background(), test.name, []byte(test.data))
		if err != nil {
			t.Errorf("%s %q: %v", test.name, test.data, err)
			continue
		}
		if doc.Text != test.want {
			t.Errorf("%s %q:\n got %q\nwant %q", test.name, test.data, doc.Text, test.want)
		}
		if test.warning != "" && !slices.Contains(doc.Warnings, test.warning) || test.warning == "" && strings.Contains(strings.Join(doc.Warnings, "\n"), "left out") {
			t.Errorf("%s %q: warnings %q, want %q", test.name, test.data, doc.Warnings, test.warning)
		}
		checkDocument(t, doc)
	}
}
