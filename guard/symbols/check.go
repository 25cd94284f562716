package symbols

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"ibid/guard"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// Registry knows what the sources in scope declare.
type Registry interface {
	// Resolve follows the names in the pieces of one answer, in order. Code blocks say what the names in the rest of
	// the answer stand for. Names of the languages themselves, and those that the answer defines, are not listed.
	Resolve(pieces []code.Piece) []code.Use
}

// Verdict is the outcome of looking a name up among the declarations of the sources.
type Verdict string

// The verdicts on a symbol.
const (
	Known      Verdict = "known"
	Unknown    Verdict = "unknown"      // what should declare it was read, and does not
	Misused    Verdict = "misused"      // it exists, but not with these arguments
	OutOfScope Verdict = "out_of_scope" // its declaration is not among what was read: nobody can tell
)

// Finding is the verdict on one name of an answer.
type Finding struct {
	code.Use
	Verdict Verdict
	Detail  string // for a person, without a full stop: "json has no load_file; it declares load, loads"
}

// Check judges the names in a draft by what r knows of the sources, in order. A name has one finding, a call
// with several wrong arguments one for each. What looks like a file, a host, a path or an environment variable is
// listed only if it is declared.
func Check(d *guard.Draft, r Registry) []Finding {
	text, pieces := d.Text, Pieces(d)
	uses := r.Resolve(pieces)
	plain := map[string]bool{} // absent names that stand somewhere in the answer where they can only be code
	for _, u := range uses {
		plain[u.Name] = plain[u.Name] || u.State == decl.Absent && !doubted(pieces, u)
	}
	var out []Finding
	for _, u := range uses {
		if u.State != decl.Found && !plain[u.Name] && doubted(pieces, u) || u.State == decl.Absent && saidAbsent(text, u) {
			continue
		}
		f := Finding{Use: u, Verdict: verdictOn(u)}
		if f.Verdict != Misused {
			f.Misuse = nil
		}
		f.Detail = f.describe()
		out = append(out, f)
	}
	slices.SortStableFunc(out, compareFindings)
	return onePerPlace(out)
}

// Words beside a name that say that it does not exist, or no longer. What is only "not available", or removed from
// something, may be declared.
var (
	denied = regexp.MustCompile("(?i)\\b(?:there(?:['’]s| is| are| was| were) (?:no|no longer an?)|there (?:is not|isn['’]t|are not|aren['’]t) (?:an?|any)|(?:has|have|had) no|no such)(?: [a-z]*(?:function|method|class|module|package|type|attribute|field|member|property|option|constant|name)s?(?: (?:called|named))?)? (?:[`*_\"“]*[^ `*_\"”]+[`*_\"”]*(?:,| and| or) no )?[`*_\"“]*$")
	gone   = regexp.MustCompile("(?i)^[`*_\"”]* (?:[a-z]+ ){0,2}?(?:(?:does not|doesn['’]t|do not|don['’]t|did not|didn['’]t) exist|no longer exists?|(?:is|are) gone|(?:was|were|has been|have been) (?:removed|renamed|dropped) (?:in|to|since)|(?:is|are) not (?:declared|defined|exported))\\b")
)

// raised is a comment in code which says what comes of a line: that the name is not there.
var raised = regexp.MustCompile(`(?:#|//).*(?:(?:Attribute|Import|Name|Type|ModuleNotFound)Error|has no attribute|does not exist|is not defined|undefined:)`)

// saidReach is how many bytes of its line are read before and after a name.
const saidReach = 80

// saidAbsent tells that an answer says itself of a name that it does not exist: "there is no `json.load_file`".
func saidAbsent(text string, u code.Use) bool {
	before, after := text[max(0, u.Start-saidReach):u.Start], text[u.End:min(len(text), u.End+saidReach)]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return raised.MatchString(after) || denied.MatchString(before) || gone.MatchString(strings.TrimPrefix(after, "()"))
}

// onePerPlace keeps the first of several findings for one place, and of those that tell what is wrong with a call all.
func onePerPlace(sorted []Finding) []Finding {
	out := sorted[:0]
	for _, f := range sorted {
		if n := len(out); n > 0 && out[n-1].Start == f.Start && out[n-1].End == f.End {
			if last := out[n-1]; last.Misuse == nil || f.Misuse == nil || *last.Misuse == *f.Misuse {
				continue
			}
		}
		out = append(out, f)
	}
	return out
}

func verdictOn(u code.Use) Verdict {
	switch {
	case u.State == decl.Absent:
		return Unknown
	case u.State != decl.Found:
		return OutOfScope
	case u.Misuse != nil:
		return Misused
	}
	return Known
}

// compareFindings orders by place, and for one place a wrong call before all else, then what is declared: what one
// source in scope declares exists, whatever another one lacks.
func compareFindings(a, b Finding) int {
	rank := func(v Verdict) int {
		return slices.Index([]Verdict{Misused, Known, Unknown, OutOfScope}, v)
	}
	order := cmp.Or(a.Start-b.Start, a.End-b.End, rank(a.Verdict)-rank(b.Verdict))
	if x, y := a.Misuse, b.Misuse; order == 0 && a.Verdict == Misused {
		order = cmp.Or(strings.Compare(x.Argument, y.Argument), strings.Compare(x.Reason, y.Reason))
	}
	return cmp.Or(order, strings.Compare(a.Name, b.Name))
}

// doubted tells that a name stands alone in prose or in a code span, and looks like something else.
func doubted(pieces []code.Piece, u code.Use) bool {
	i := sort.Search(len(pieces), func(i int) bool { return pieces[i].End > u.Start })
	if i == len(pieces) || pieces[i].Start > u.Start || pieces[i].Kind == code.Fenced {
		return false
	}
	switch f := formOf(pieces[i].Text); f {
	case anAttribute:
		return u.State != decl.Absent || !endsName(u.Name, u.Written)
	case aPlace: // an import path that stands below one that was read
		return u.State != decl.Absent || u.Name != u.Written
	default:
		return f.doubtful()
	}
}

// endsName tells that a name is written as it is declared, os.env: not through a variable, as server.key is.
func endsName(name, written string) bool {
	rest, ok := strings.CutSuffix(name, written)
	return ok && (rest == "" || strings.IndexByte("./:", rest[len(rest)-1]) >= 0)
}

// maxListed is how many names a Detail lists.
const maxListed = 3

func (f Finding) describe() string {
	switch {
	case f.Verdict == Known:
		return f.Name + " is declared"
	case f.Verdict == Misused:
		why := cmp.Or(f.Misuse.Reason, fmt.Sprintf("%s takes no argument %s", f.Name, f.Misuse.Argument))
		if len(f.Nearest) > 0 && f.Nearest[0].Signature != "" && !strings.Contains(why, f.Nearest[0].Signature) {
			why += "; it is declared as " + f.Nearest[0].Signature
		}
		return why
	case f.Verdict == Unknown:
		return f.describeUnknown()
	case f.Reason != "":
		return f.Reason
	case f.State == decl.Unread:
		return "what would declare " + f.Name + " makes its names when it runs; look it up in its documentation"
	}
	return "no source in scope declares " + f.Name + "; add the sources of its project to check it"
}

func (f Finding) describeUnknown() string {
	owner, name := ownerOf(f.Name)
	why := owner + " has no " + name
	if owner == "" {
		why = name + " is not declared"
	}
	why = cmp.Or(f.Reason, why)
	var beside, elsewhere []string
	for _, n := range f.Nearest {
		if of, last := ownerOf(n.Name); of == owner && owner != "" {
			beside = append(beside, last)
		} else {
			elsewhere = append(elsewhere, n.Name)
		}
	}
	switch {
	case len(beside) > 0:
		return why + "; it declares " + strings.Join(beside[:min(len(beside), maxListed)], ", ")
	case len(elsewhere) > 0:
		return why + "; the nearest names are " + strings.Join(elsewhere[:min(len(elsewhere), maxListed)], ", ")
	}
	return why
}

// ownerOf cuts a qualified name into what should declare it and its last part.
func ownerOf(name string) (owner, last string) {
	i := strings.LastIndexAny(name, ".:")
	if i < strings.LastIndexByte(name, '/') {
		i = -1 // the stops of an import path: example.com/pkg
	}
	return strings.TrimRight(name[:max(i, 0)], ".:"), name[i+1:]
}
