package support

// clauseKind is the part that a clause plays in its sentence.
type clauseKind uint8

const (
	mainClause      clauseKind = iota
	conditionClause            // if, when, unless, once, in case
	causeClause                // because, since, due to: says why
	purposeClause              // so that, in order to: says what for
	effectClause               // therefore, thus, which leads to: says what follows
	contrastClause             // while, although, but: sets something beside
	insteadClause              // rather than, instead of: says what is not
	withoutClause              // without: says what is missing
	asideClause                // in brackets
)

// clause is a run of tokens around one statement of fact.
type clause struct {
	from, to int // tokens, to exclusive; the marker is the first
	kind     clauseKind
	fronted  bool // stands before what it belongs to
	denials  int  // not, no, never, without, unless
	limits   int  // only, except: they deny what is left out
	denied   bool // has a denial, that of a bound included
	must     modality
}

// statement is an analysed sentence.
type statement struct {
	start, end int // byte offsets in the text that it is from
	toks       []token
	clauses    []clause
	quantities []quantity
	opening    int     // the end of the phrase that opens it, "For ML-DSA-65", in tokens; 0 if none
	content    float32 // the weight of all tokens
}

// analyse reads one sentence that begins at base.
func (l *lexicon) analyse(text string, base int) statement {
	s := statement{start: base, end: base + len(text), toks: l.tokenise(text, base)}
	s.quantities = parseQuantities(s.toks)
	s.cut()
	s.opening = s.openingPhrase()
	for i := range s.clauses {
		s.clauses[i].denied = s.clauses[i].denials > 0
	}
	for _, q := range s.quantities {
		if q.denial > 0 { // "not more than" is a bound, not a denial
			s.clauses[s.toks[q.denial].clause].denials--
		}
	}
	for i := range s.toks {
		s.content += s.toks[i].weight
	}
	return s
}

// cut divides the statement into clauses, and those into parts between commas and conjunctions.
func (s *statement) cut() {
	var cur clause
	part := int16(0)
	open := func(i int, kind clauseKind) {
		if i > cur.from {
			cur.to = i
			s.clauses = append(s.clauses, cur)
			if kind != asideClause && cur.kind != asideClause {
				part++
			}
		}
		cur = clause{from: i, kind: kind, fronted: i == 0 || s.toks[i-1].is(",", ";", ".", ":", "and", "(") && kind != mainClause}
	}
	for i := range s.toks {
		t := &s.toks[i]
		if kind, ok := s.opensClause(i, &cur); ok && len(s.clauses) < maxClauses {
			open(i, kind)
		} else if t.is(",", "and", "or", "/") {
			part++
		}
		t.clause, t.part = int16(len(s.clauses)), part
		s.countDenials(i, &cur)
		if m := s.modalityAt(i); m > cur.must {
			cur.must = m
		}
	}
	cur.to = len(s.toks)
	if cur.to > cur.from || len(s.clauses) == 0 {
		s.clauses = append(s.clauses, cur)
	}
}

// maxClauses bounds the clauses of one sentence; what follows counts to the last.
const maxClauses = 2000

func (s *statement) norm(i int) string {
	if i < 0 || i >= len(s.toks) {
		return ""
	}
	return s.toks[i].norm
}

// opensClause tells whether a clause begins at token i, and of which kind.
func (s *statement) opensClause(i int, cur *clause) (clauseKind, bool) {
	t := &s.toks[i]
	prev, next := s.norm(i-1), s.norm(i+1)
	if t.kind == symbolToken {
		switch t.norm {
		case ";", ":", "—", ".", "|", "!", "?":
			return mainClause, true
		case "(", "[":
			return asideClause, true
		case ")", "]":
			return mainClause, cur.kind == asideClause
		case ",":
			return mainClause, cur.kind != mainClause && cur.kind != asideClause && (cur.kind != contrastClause || cur.fronted && cur.from == 0) && i > cur.from && !s.listGoesOn(i)
		}
		return 0, false
	}
	if kind, ok := markerKind(s, i, t, prev, next); ok {
		return kind, kind != cur.kind || i > cur.from+1
	}
	switch t.norm {
	case "and", "or":
		if cur.kind == conditionClause && prev != "," && (next != "when" && next != "if") {
			return 0, false
		}
		if prev == "," && cur.kind == mainClause || s.opensPredicate(i+1, cur) {
			return mainClause, true
		}
	case "which":
		if prev == "," {
			return mainClause, true
		}
	}
	return 0, false
}

// listGoesOn tells whether the comma at i only separates the items of a list inside a subordinate clause.
func (s *statement) listGoesOn(i int) bool {
	for j := i + 1; j < min(i+4, len(s.toks)); j++ {
		if s.toks[j].is("and", "or") {
			return j > i+1 && s.toks[j-1].is(",")
		}
		if s.toks[j].is(",") {
			return true
		}
	}
	return false
}

// opensPredicate tells whether a new predicate or a sentence of its own begins at token i, after a conjunction.
func (s *statement) opensPredicate(i int, cur *clause) bool {
	if i >= len(s.toks) {
		return false
	}
	t := &s.toks[i]
	if t.is("it", "they", "this", "these", "he", "she", "we", "you", "then", "is", "are", "was", "were", "does", "do", "did", "has", "have", "had",
		"can", "cannot", "may", "might", "must", "shall", "should", "will", "would", "could", "not", "never", "no", "none", "neither") {
		return true
	}
	if !s.hasVerb(cur.from, i) {
		return false // "keys and values are": one subject
	}
	for j := i; j < min(i+3, len(s.toks)); j++ { // "and keys are", "and the client must"
		if s.toks[j].is("is", "are", "was", "were", "must", "shall", "should", "may", "can", "cannot", "will", "does", "has", "have") {
			return j > i
		}
	}
	return false
}

// markerKind reads the conjunction at token i.
func markerKind(s *statement, i int, t *token, prev, next string) (clauseKind, bool) {
	switch t.norm {
	case "if", "when", "whenever", "unless", "until", "provided", "whilst":
		if t.norm == "provided" && next != "that" && prev != "," || prev == "or" && next == "not" || prev == "even" {
			return 0, false
		}
		return conditionClause, next != "possible" && next != "necessary" && !(next == "at" && s.norm(i+2) == "all")
	case "once":
		return conditionClause, t.quantity < 0 && next != "per" && next != "a" && next != "an" && next != "every" && prev != "at" && prev != "only"
	case "in":
		if next == "case" && s.norm(i+2) != "" {
			return conditionClause, true
		}
		if next == "order" && s.norm(i+2) == "to" {
			return purposeClause, true
		}
	case "as":
		if next == "long" && s.norm(i+2) == "as" {
			return conditionClause, true
		}
		if next == "soon" && s.norm(i+2) == "as" {
			return 0, false
		}
		return causeClause, (prev == "," || i == 0) && next != "a" && next != "an" && next != "shown" && next != "described" && next != "well" &&
			next != "many" && next != "much" && next != "few" && next != "far" && next != "in" && next != "of" && next != "for" && next != "defined" && next != "specified" && next != "with" && !s.isComparison(i)
	case "whereas", "although", "though", "but", "unlike", "however":
		return contrastClause, !(t.norm == "but" && (prev == "nothing" || prev == "all" || prev == "anything"))
	case "while":
		return contrastClause, true
	case "rather":
		return insteadClause, next == "than"
	case "instead":
		return insteadClause, next == "of"
	case "without":
		return withoutClause, true
	case "because":
		return causeClause, true
	case "since":
		return causeClause, s.sinceIsCause(i)
	case "due", "owing", "thanks":
		return causeClause, next == "to"
	case "so":
		if next == "that" {
			return purposeClause, true
		}
		return effectClause, prev == "," && next != "far" && next != "many" && next != "much"
	case "thus", "hence", "thereby":
		return effectClause, true
	case "therefore", "consequently":
		return effectClause, true
	}
	return 0, false
}

// isComparison tells "as … as" from the "as" that says why.
func (s *statement) isComparison(i int) bool {
	for j := i + 2; j < min(i+4, len(s.toks)); j++ {
		if s.toks[j].is("as") {
			return true
		}
	}
	return false
}

// sinceIsCause tells the "since" that says why from the one that gives a time.
func (s *statement) sinceIsCause(i int) bool {
	if i+1 >= len(s.toks) {
		return false
	}
	n := &s.toks[i+1]
	if n.kind == numberToken || n.is("last", "then", "version", "release", "when") || n.is("the") && s.norm(i+2) == "last" {
		return false
	}
	for j := i + 1; j < len(s.toks); j++ { // a clause has a verb
		if s.toks[j].is("is", "are", "was", "were", "has", "have", "can", "may", "must", "would", "will", "does", "do", "cannot", "be") ||
			s.toks[j].kind == wordToken && j > i+2 && len(s.toks[j].norm) > 3 && (s.toks[j].norm[len(s.toks[j].norm)-1] == 's' || hasEd(s.toks[j].norm)) {
			return true
		}
	}
	return i == 0 || s.norm(i-1) == ","
}

func hasEd(w string) bool { return len(w) > 4 && w[len(w)-2:] == "ed" }

// countDenials counts the words that deny, at token i, into the clause that it is in.
func (s *statement) countDenials(i int, c *clause) {
	t := &s.toks[i]
	if t.kind == symbolToken {
		return
	}
	switch t.norm {
	case "not", "cannot", "never", "neither", "nor", "none", "nobody", "nowhere", "without", "unless", "non":
		if t.norm == "not" && s.norm(i+1) == "only" {
			return
		}
		c.denials++
	case "no":
		if !(s.norm(i+2) == "than" && s.norm(i+1) != "other" && s.norm(i+1) != "") { // "no fewer than" is a bound
			c.denials++
		}
	case "nothing":
		if s.norm(i+1) == "but" {
			c.limits++
		} else {
			c.denials++
		}
	case "rather", "instead":
		if c.kind == insteadClause && i == c.from {
			c.denials++
		}
	case "only", "except", "exception", "exceptions", "exempt", "excluding", "exclusively", "solely", "merely", "alone", "few", "little", "hardly",
		"rarely", "too", "least", "unlike", "otherwise", "until", "yet":
		if !(t.norm == "least" && s.norm(i-1) == "at" || t.is("few", "little") && s.norm(i-1) == "a") {
			c.limits++
		}
	}
}

// hasVerb tells whether a finite verb that can be told without a dictionary stands in tokens [from, to).
func (s *statement) hasVerb(from, to int) bool {
	for j := from; j < to; j++ {
		if s.toks[j].is("is", "are", "was", "were", "must", "shall", "should", "may", "can", "cannot", "will", "does", "do", "did", "has", "have", "had") {
			return true
		}
	}
	return false
}

// maxOpening is the length, in tokens, up to which a phrase before the first comma opens the sentence.
const maxOpening = 8

// openingPhrase measures the phrase that says of what the whole sentence speaks: "In this specification, …".
func (s *statement) openingPhrase() int {
	if len(s.toks) == 0 || !s.toks[0].is("for", "in", "with", "on", "under", "at", "by", "during", "of", "from") {
		return 0
	}
	for i := 1; i < min(maxOpening, len(s.toks)); i++ {
		if s.toks[i].is(",") {
			return i
		}
	}
	for i := 1; i < min(maxOpening/2, len(s.toks)); i++ {
		if s.toks[i].kind == nameToken {
			return i + 1
		}
	}
	return 0
}
