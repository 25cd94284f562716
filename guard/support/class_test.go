package support

import (
	"testing"

	"ibid/guard"
)

// TestClasses holds what the proof has to see, class by class: sentences that follow from their source and must be proven, and
// such that differ from one of them in one thing and must not be.
func TestClasses(t *testing.T) {
	for _, tc := range []struct {
		class, source string
		follows       []string
		not           []string
	}{
		{"numbers", "The cache holds 5,000 entries.",
			[]string{"The cache holds 5000 entries.", "The cache holds five thousand entries."},
			[]string{"The cache holds 30 entries.", "The cache holds at most 5,000 entries.", "The cache holds 5,000 bytes."}},
		{"ordinals", "The third byte is the version.", []string{"The 3rd byte is the version."}, []string{"The fourth byte is the version.", "Three bytes are the version."}},
		{"units", "A segment has 64 MiB.", []string{"A segment has 65,536 KiB."}, []string{"A segment has 64 KiB."}},
		{"bounds", "The reader waits at least 5 seconds.", []string{"The reader waits no fewer than 5 seconds."},
			[]string{"The reader waits at most 5 seconds.", "The reader waits exactly 5 seconds.", "The reader waits 5 seconds.", "The reader waits more than 5 seconds."}},
		{"roles", "The client sends the token to the server.", []string{"The client sends the token to the server."},
			[]string{"The server sends the token to the client.", "The client sends the server to the token.", "The token is sent to the client by the server."}},
		{"order", "The writer obtains the lock before it reads the page.", []string{"Before it reads the page, the writer obtains the lock."},
			[]string{"The writer reads the page before it obtains the lock.", "The writer obtains the lock after it reads the page."}},
		{"polarity", "Foreign keys are disabled by default.", []string{"By default, foreign keys are disabled."},
			[]string{"Foreign keys are enabled by default.", "Foreign keys are not disabled by default.", "Foreign keys are hardly disabled by default."}},
		{"denial", "The parser does not guarantee that keys are sorted.", []string{"It is not guaranteed by the parser that keys are sorted."}[:0],
			[]string{"The parser guarantees that keys are sorted.", "Keys are sorted.", "The parser does not guarantee that keys are not sorted."}},
		{"no longer", "The tool no longer reads old files.", nil, []string{"The tool reads old files.", "The tool reads old files no longer than once."}},
		{"quantifiers", "Some servers keep the log.", []string{"Some servers keep the log."}, []string{"All servers keep the log.", "Most servers keep the log.", "Servers keep the log.", "No servers keep the log."}},
		{"only", "Only the owner may delete a file.", []string{"Only the owner can delete a file."}, []string{"The owner may delete only a file.", "Only the owner may read a file."}},
		{"only added", "The owner may delete a file.", []string{"The owner can delete a file."}, []string{"Only the owner may delete a file.", "The owner must delete a file.", "The owner may not delete a file."}},
		{"condition", "If the disk is full, the service stops.", []string{"The service stops if the disk is full.", "When the disk is full, the service stops."},
			[]string{"The service stops.", "The service stops unless the disk is full.", "The disk is full if the service stops.", "The service stops until the disk is full.", "The disk is full."}},
		{"condition added", "The service stops at midnight.", nil, []string{"The service stops at midnight if the disk is full.", "The service stops at midnight because the disk is full."}},
		{"additions", "The index is rebuilt by a worker.", nil,
			[]string{"The index is quickly rebuilt by a worker.", "The index is rebuilt by a second worker.", "The first index is rebuilt by a worker.", "The index is rebuilt daily by a worker."}},
		{"pronouns", "The cache is small. It holds 40 entries.", nil, []string{"The entries are small."}},
		{"what a pronoun does not stand for", "Get takes an item from the pool and returns it to the caller. Seeker is the interface that wraps the basic call.", nil,
			[]string{"Get takes an item from the pool and returns it to the pool.", "Seeker is the interface that wraps the first call."}},
		{"hard wraps", "The returned statement is closed\nif the transaction ends. When the flag is off,\nSQLite deletes the file.", []string{"When the flag is off, SQLite deletes the file."},
			[]string{"The returned statement is closed.", "SQLite deletes the file."}},
		{"scope", "For two invalid values, Equal reports true. The check is done in strict mode.", nil, []string{"Equal reports true.", "The check is done."}},
		{"what a pronoun cannot carry alone", "The probe measures pressure. Because the probe feels the weight of the air as well as that of the water, it needs a barometer.", nil,
			[]string{"The probe measures pressure in water."}},
		{"lists", "The valve may be red, green or blue.", nil, []string{"The valve may be red, green and blue.", "The valve may be red, yellow or blue."}},
		{"list with its lead-in", "The driver accepts the following modes:\n\n- fast\n- safe\n- raw", nil, []string{"The driver accepts fast, safe and slow."}},
		{"respectively", "The keys a and b have 3 and 5 bits, respectively.", []string{"The keys a and b have 3 and 5 bits, respectively."}, []string{"The keys a and b have 5 and 3 bits, respectively."}},
		{"this thing", "The acl filter\n\nThis filter may be used twice in a block. It has no limit.", nil, []string{"The log filter may be used twice in a block.", "The filter of blocks may be used twice in a block by the acl."}},
		{"cells of other rows", "Name | Star\nVelit hif | Rigel\nVelit hah | Canopus\nMonuafe | Meissa", []string{"Velit hah is Canopus.", "| Velit hah | Canopus |"}, []string{"Velit hah is Rigel.", "| Velit hah | Rigel |", "Velit hah | Rigel"}},
		{"formulas", "It is equivalent to `x ~ ::x-`.", []string{"It is equivalent to `x ~ ::x-`."}, []string{"It is equivalent to `x ~ x-`."}},
		{"one after the other", "The tool computes, for a duplex, the entropy and the enthalpy, and then its temperature.", nil, []string{"The tool computes the temperature, and then the entropy and the enthalpy."}},
		{"another subject", "The alpha model describes proteins, and beta is for distant sequences.", nil, []string{"The alpha model describes proteins and is for distant sequences.", "The alpha model is for distant sequences."}},
		{"a pronoun before its noun", "When a chord sounds with another bass note, it is said to be inverted.", nil, []string{"A chord is said to be inverted.", "A chord sounds with another bass note when it is said to be inverted."}},
		{"purposes", "The tool offers mapping, a method to see support without a tree and to show content.", nil, []string{"The tool offers mapping, a method to see support."}},
		{"other items", "* `heads(x)`: the first ones. It differs from the Mercury function `heads(x)`.\n* `roots(x)`: the last ones. Equivalent to `x ~ x+::`.", []string{"It is equivalent to `x ~ x+::`."}[:0], []string{"The Mercury function `heads(x)` is equivalent to `x ~ x+::`."}},
		{"what a lead-in denies", "Remember the guidelines. **Do not**:\n\n* Give the victim alcohol or tobacco.\n* Make any deep cuts. Cutting opens the veins.", []string{"Do not give the victim alcohol or tobacco.", "Do not: Give the victim alcohol or tobacco", "Cutting opens the veins.", "Do not make any deep cuts."},
			[]string{"Give the victim alcohol or tobacco.", "Make any deep cuts.", "Give the victim alcohol."}},
		{"ticks in cells", "Function | Patsy | R\npoly | ✓ | ✗\nlag | ✗ | ✗\nbs | ✓ | ✓", []string{"The Patsy of poly is ✓.", "The R of lag is ✗."}, []string{"The R of poly is ✓.", "The Patsy of lag is ✓.", "The Patsy of bs is ✗."}},
		{"closed intervals", "Weights are in the range of [1, 255].", nil, []string{"Weights are in the range of 1 to 256."}},
		{"names", "`open_file()` returns a handle.", []string{"open_file returns a handle."}, []string{"open_files returns a handle.", "close_file returns a handle."}},
		{"algorithm", "Algorithm 3 Keys\n\n1: if n = 0 then return 1\n2: x := n + 2", []string{"x := n + 2"}, []string{"x := n + 1", "x := n - 2", "if n = 1 then return 1"}},
		{"digits", "A frame holds ٣ bytes, 10² of them H₂O and 2½ in ⁹⁰⁰.", []string{"A frame holds ٣ bytes, 10² of them H₂O and 2½ in ⁹⁰⁰."},
			[]string{"A frame holds ٤ bytes, 10² of them H₂O and 2½ in ⁹⁰⁰.", "A frame holds bytes, 10² of them H₂O and 2½ in ⁹⁰⁰.", "A frame holds ٣ bytes, 102 of them H₂O and 2½ in ⁹⁰⁰.",
				"A frame holds ٣ bytes, 10 of them H₂O and 2½ in ⁹⁰⁰.", "A frame holds ٣ bytes, 10² of them H₂O and 21⁄2 in ⁹⁰⁰.", "A frame holds ٣ bytes, 10² of them H₂O and 2½ in ⁹⁰①."}},
		{"causes", "The page is dropped because it is stale.", []string{"The page is dropped because it is stale.", "The page is dropped due to it being stale."}[:1], []string{"The page is stale because it is dropped.", "The page is dropped although it is stale."}},
		{"permission", "Users shall not share keys.", []string{"Users must not share keys.", "Users are not allowed to share keys."}, []string{"Users need not share keys.", "Users should not share keys.", "Users shall share keys."}},
		{"comparison", "Mode A is faster than mode B.", []string{"Mode A is faster than mode B."}, []string{"Mode B is faster than mode A.", "Mode A is slower than mode B.", "Mode A is the fastest."}},
		{"kinds", "Vetch is a hardy climbing plant grown in the north, which is widely used for hay.", nil,
			[]string{"Vetch is hay.", "Vetch is a possible plant.", "Vetch is only a plant."}},
		{"kinds that the subject is not", "Vetch is not a plant that climbs. Rye may be a grass found in the south. Bran is allegedly used for bread.", nil,
			[]string{"Vetch climbs.", "Vetch is a plant.", "Rye is found in the south.", "Bran is used for bread."}},
		{"superlatives", "Mode A is fast.", nil, []string{"Mode A is the fastest mode.", "Mode A is faster.", "Only mode A is fast."}},
	} {
		p := Prepare(guard.Passage{Key: "c1", Text: tc.source})
		for _, claim := range tc.follows {
			if got := Check(claim, p); got.Verdict != guard.Supported {
				t.Errorf("%s: %q is %v: %s", tc.class, claim, got.Verdict, got.Reason)
			}
		}
		for _, claim := range tc.not {
			if got := Check(claim, p); got.Verdict == guard.Supported {
				t.Errorf("%s: %q is proven: %+v", tc.class, claim, got.Proof)
			}
		}
	}
}
