package words

import "testing"

// TestFiles reads every file, and a word of each section.
func TestFiles(t *testing.T) {
	for what, ok := range map[string]bool{
		"function": Function.Has("the"), "light": Light.Has("provide"), "stem of a light word": Light.Has("provid"),
		"label": Label.Has("table"), "opener": Opener.Has("however"),
		"month": Month("may") == 5, "ordinal": Ordinal("third") == 3, "no ordinal": Ordinal("second") == 0, "unit": IsUnit("KiB"), "case": !IsUnit("kib"),
		"never last": AbbreviationOf("Dr") == NeverLast, "before number": AbbreviationOf("Fig") == BeforeNumber,
		"before name": AbbreviationOf("Inc") == BeforeName, "dotted": AbbreviationOf("U.S") == BeforeName,
		"before lower": AbbreviationOf("etc") == BeforeLower, "none": AbbreviationOf("house") == NotAbbreviated,
	} {
		if !ok {
			t.Errorf("%s: not read", what)
		}
	}
	if v, ok := Cardinal("seventy"); !ok || v != 70 {
		t.Errorf("seventy is %v", v)
	}
	if v, ok := Magnitude("thousandth"); !ok || v != 1e-3 {
		t.Errorf("a thousandth is %v", v)
	}
	if u, _ := UnitOf("KB"); u != (Unit{"information", 8000, 8192}) {
		t.Errorf("KB is %v", u)
	}
	dimensions := map[Dimension]bool{}
	for _, u := range units() {
		dimensions[u.Dimension] = true
	}
	if len(dimensions) != 18 { // a name that is misspelled makes one more
		t.Errorf("the dimensions are %v", dimensions)
	}
}

func TestStems(t *testing.T) {
	for _, w := range [...][2]string{{"failure", "failur"}, {"failed", "fail"}, {"wrote", "write"}, {"keys", "key"}} {
		if stem := Stem(w[0]); stem != w[1] {
			t.Errorf("%s: %s", w[0], stem)
		}
	}
}

func TestOperators(t *testing.T) {
	longest := Operators()["no"][0]
	if len(longest.Rest) == 0 {
		t.Errorf("a short phrase is read before a longer one: %+v", longest)
	}
	for first, want := range map[string]Operator{"minimum": AtLeast, "must": Must, "hardly": Hardly, "unless": Unless, "though": Although, "rarely": Few} {
		if p := Operators()[first]; p[len(p)-1].Operator != want {
			t.Errorf("%s is %+v", first, p)
		}
	}
	if !Opposite("before", "after") || !Opposite("after", "before") || Opposite("before", "earlier") {
		t.Error("opposites")
	}
}
