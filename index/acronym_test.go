package index

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ibid/index/source"
)

func chunkOf(kind source.BlockKind, text string) *source.Chunk {
	return &source.Chunk{Text: text, Blocks: []source.Block{{Kind: kind, End: len(text)}}}
}

func TestHarvest(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // "SHORT = long"
	}{
		{"long form first", "The Module Learning With Errors (MLWE) problem is hard.", []string{"MLWE = Module Learning With Errors"}},
		{"short form first", "A KEM (key-encapsulation mechanism) has three algorithms.", []string{"KEM = key-encapsulation mechanism"}},
		{"plural", "Key encapsulation mechanisms (KEMs) and digital signature algorithms (DSAs).", []string{"KEM = Key encapsulation mechanisms", "DSA = digital signature algorithms"}},
		{"hyphens", "A pseudo-random function (PRF) and an extendable-output function (XOF).", []string{"PRF = pseudo-random function", "XOF = extendable-output function"}},
		{"letters inside words", "A hyper text transfer protocol (HTTP) and cross-site scripting filter (XSF).", []string{"HTTP = hyper text transfer protocol"}},
		{"small words between", "the Department of Homeland Security (DHS)", []string{"DHS = Department of Homeland Security"}},
		{"digits", "the Secure Hash Algorithm 3 (SHA3) family", []string{"SHA3 = Secure Hash Algorithm 3"}},
		{"more in the parentheses", "Number Theoretic Transform (NTT, see below)", []string{"NTT = Number Theoretic Transform"}},
		{"more without a comma", "Number Theoretic Transform (NTT is fast)", nil},
		{"over a line break", "the Number Theoretic\nTransform (NTT)", nil},
		{"quoted", "the \"Coastal Data Unit\" (CDU) and “WL” (“water level”)", []string{"CDU = Coastal Data Unit", "WL = water level"}},
		{"initial ex", "an Extensible Markup Language (XML)", []string{"XML = Extensible Markup Language"}},
		{"twice counts once a chunk", "Number Theoretic Transform (NTT). The Number Theoretic Transform (NTT).", []string{"NTT = Number Theoretic Transform"}},
		{"two spellings count once a chunk", "Number Theoretic Transform (NTT), NTT (number-theoretic transform)", []string{"NTT = Number Theoretic Transform"}},
		{"nested", "the tide gauge (a water level (WL) sensor)", []string{"WL = water level"}},
		{"not over the end of a sentence", "It is Module. Learning With Errors (MLWE) is hard.", nil},

		{"cross reference", "as shown (see Section 3) and (Section 3.2)", nil},
		{"year", "the standard (2024) and (IEEE 2024)", nil},
		{"roman numeral", "the fourth part (IV) and Part (II)", nil},
		{"no letters align", "the standard for key exchange (ABC)", nil},
		{"one word", "the Algorithm (ALG)", nil},
		{"itself", "the FIPS standard text (FIPS)", nil},
		{"ordinary word", "several long words (swords) and A (an)", nil},
		{"blank parentheses", "a (   ) b (\t) c ( , ) d (  A) ()", nil},
		{"unbalanced", "Module Learning With Errors (MLWE and so on", nil},
		{"units", "a length (in metres) of 3 (cm)", nil},
		{"first letter in mid word", "an oxen cat (XC)", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, a := range Harvest(chunkOf(source.Paragraph, tt.text)) {
				got = append(got, a.Short+" = "+a.Long)
				if a.Count != 1 {
					t.Errorf("count %d", a.Count)
				}
			}
			equal(t, "pairs", got, tt.want)
		})
	}
}

func TestHarvestBlocks(t *testing.T) {
	pairs := func(kind source.BlockKind, text string) (out []string) {
		for _, a := range Harvest(chunkOf(kind, text)) {
			out = append(out, a.Short+" = "+a.Long)
		}
		return out
	}
	equal(t, "table", pairs(source.Table, "Term | Meaning\nCDU | Coastal Data Unit\nWL | Water level. Above datum.\nXY | 12\nAB | Alpha | Beta\nlong form (LF) | x"),
		[]string{"CDU = Coastal Data Unit", "WL = Water level"})
	equal(t, "item", pairs(source.Item, "CDU | Coastal Data Unit"), []string{"CDU = Coastal Data Unit"})
	equal(t, "item with parentheses", pairs(source.Item, "- the Coastal Data Unit (CDU)"), []string{"CDU = Coastal Data Unit"})
	equal(t, "code", pairs(source.Code, "coastal data unit (CDU)"), nil)
}

func TestAggregate(t *testing.T) {
	pairs := []Acronym{
		{"KEM", "key encapsulation mechanism", 1}, {"KEM", "Key-Encapsulation Mechanism", 2}, {"KEM", "key-encapsulation mechanisms", 1},
		{"KEM", "kernel event manager", 1}, {"DSA", "digital signature algorithm", 1}, {"KEM", "keep every message", 1},
	}
	want := []Acronym{
		{"DSA", "digital signature algorithm", 1}, {"KEM", "key-encapsulation mechanisms", 4},
		{"KEM", "keep every message", 1}, {"KEM", "kernel event manager", 1},
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		rng.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		if got := aggregate(pairs); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v\nin the order %v", got, pairs)
		}
	}
	// Adding up file by file is the same as all at once.
	parts := append(aggregate(pairs[:3]), aggregate(pairs[3:])...)
	if got := aggregate(parts); !reflect.DeepEqual(got, want) {
		t.Errorf("in two steps: %v", got)
	}
	if got := aggregate(nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
	a := newAcronyms(want)
	if got := a.byShort["kem"]; len(got) != maxExpansions || got[0].Count != 4 {
		t.Errorf("%v", got)
	}
	if got := a.byLong[fold("Digital-Signature Algorithms")]; got != "DSA" {
		t.Errorf("%q", got)
	}
}

func FuzzHarvest(f *testing.F) {
	f.Add("The Module Learning With Errors (MLWE) problem", uint8(source.Paragraph))
	f.Add("KEM (key-encapsulation mechanism)", uint8(source.Item))
	f.Add("A | B\nCDU | Coastal Data Unit", uint8(source.Table))
	f.Add("x (  ) İİ (İI) ẞS (ßſ)", uint8(source.Paragraph))
	f.Fuzz(func(t *testing.T, text string, kind uint8) {
		c := chunkOf(source.BlockKind(kind%5), strings.ToValidUTF8(text, "?"))
		got := Harvest(c)
		for _, a := range got {
			if !isShort(a.Short) || len(strings.Fields(a.Long)) == 0 || strings.ContainsAny(a.Long, "\n()") {
				t.Errorf("%+v", a)
			}
		}
		back := slices.Clone(got)
		slices.Reverse(back)
		if !reflect.DeepEqual(aggregate(got), aggregate(back)) {
			t.Error("the order of the pairs matters")
		}
	})
}
