package guard

// modality is how binding or how certain a clause is.
type modality uint8

const (
	factual  modality = iota // no modal word
	canDo                    // can, is able to
	mayDo                    // may, might, could, is allowed
	shouldDo                 // should, is recommended
	mustDo                   // must, shall, has to, is required
)

// forbidding is what remains of m in a denied clause: only "should not" is weaker than the rest.
func (m modality) forbidding() modality {
	if m == canDo || m == mayDo {
		return mustDo
	}
	return m
}

func (m modality) String() string {
	return [...]string{"is", "can", "may", "should", "must"}[m]
}

// modalityAt returns the modality that the word at token i expresses.
func (s *statement) modalityAt(i int) modality {
	t := &s.toks[i]
	switch t.norm {
	case "must", "shall":
		return mustDo
	case "should", "ought", "recommended", "recommends", "recommend", "advised", "advisable":
		return shouldDo
	case "may":
		if t.proper {
			return factual // the month
		}
		return mayDo
	case "might", "could", "perhaps", "possibly", "optionally", "optional":
		return mayDo
	case "permitted", "allowed", "free":
		if t.norm != "free" && s.norm(i-1) != "the" || s.norm(i+1) == "to" {
			return mayDo
		}
	case "can":
		return canDo
	case "have", "has", "need", "needs", "required", "obliged", "had":
		if s.norm(i+1) == "to" {
			return mustDo
		}
	case "mandatory", "obligatory", "compulsory":
		return mustDo
	}
	return factual
}
