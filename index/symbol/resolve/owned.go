package resolve

import (
	"ibid/index/symbol"
	"ibid/index/symbol/code"
)

// ofOwn reads a member of a class that the answer defines. What the answer gives it is known without a report. What it inherits
// is a member of the first base that is declared; where all bases are, and none has it, it is absent from that one.
func (e *eval) ofOwn(v *value, name string) hit {
	c := v.class
	if c == nil || c.busy {
		return hit{}
	}
	if !v.bases {
		if m, ok := c.members[name]; ok {
			if v.typ && (m == nil || m.form != ownFunc) && e.ownEnum(c) {
				return hit{value: v.instance()}
			}
			return hit{value: m}
		}
	}
	if e.tongue.name != goName && e.ground.set[name] {
		return hit{}
	}
	c.busy = true
	defer func() { c.busy = false }()
	var first hit
	for _, x := range c.bases {
		base := e.quietValue(c.frame, x)
		if base == nil {
			return hit{}
		}
		switch {
		case base.form == named && isMarker(base.entry.Origin), base.form == builtin && e.tongue.name == pythonName && base.name == "object":
			continue
		}
		inner := base
		if !v.typ {
			inner = base.instance()
		}
		var h hit
		if inner != nil && inner.form == named {
			h = e.inNamed(inner, name)
		} else {
			h = e.member(inner, name)
		}
		switch {
		case h.finding == symbol.Found && h.name != "", h.name == "" && h.value != nil:
			return h
		case h.name == "" && !e.ownRoot(base):
			return hit{} // nobody can tell
		case h.name != "" && h.finding != symbol.Absent:
			return h
		case h.finding == symbol.Absent && base.form == named && e.tongue.inSubclass(base.entry, name):
			return hit{} // what the base asks of those that inherit from it
		case h.name != "" && first.name == "":
			first = h
		}
	}
	if e.ground.dynamic || e.tongue.name == goName && !c.embeds() || e.tongue.name != goName && (isDunder(name) || e.ground.defines(name) || c.makesNames()) {
		return hit{}
	}
	return first
}

// defines tells whether any class of the answer has a member: one that inherits from another may give it what that needs.
func (g *ground) defines(name string) bool {
	for _, c := range g.classes {
		if c.defines(name) {
			return true
		}
	}
	return false
}

// makesNames tells whether a class of the answer gives its members by code.
func (c *class) makesNames() bool { return c.defines("__getattr__") || c.defines("__getattribute__") }

// ownRoot tells whether a base is a class of the answer that inherits from nothing.
func (e *eval) ownRoot(base *value) bool {
	return base.form == own && base.class != nil && len(base.class.bases) == 0
}

// ownEnum tells whether a class of the answer is an enumeration.
func (e *eval) ownEnum(c *class) bool {
	if c == nil || c.busy {
		return false
	}
	c.busy = true
	defer func() { c.busy = false }()
	for _, x := range c.bases {
		base := e.quietValue(c.frame, x)
		if base != nil && (base.form == named && e.isEnum(base) || base.form == foreign && isEnumName(base.name) || base.form == own && e.ownEnum(base.class)) {
			return true
		}
	}
	return false
}

// isEnum tells whether a class of Python has enumeration members.
func (e *eval) isEnum(v *value) bool {
	return v.form == named && e.inheritsEnum(v.entry, maxInherited)
}

// isEnumName lists the classes that make enumerations of what inherits from them.
func isEnumName(name string) bool {
	switch name {
	case "enum.Enum", "enum.Flag", "enum.IntEnum", "enum.IntFlag", "enum.StrEnum":
		return true
	}
	return false
}

// inheritsEnum tells whether a class of the registry is an enumeration.
func (e *eval) inheritsEnum(c symbol.Entry, depth int) bool {
	if isEnumName(c.Origin) {
		return true
	}
	if c.Symbol == nil || depth == 0 || !e.step() {
		return false
	}
	if known, ok := e.enums[c.Symbol]; ok {
		return known
	}
	e.enums[c.Symbol] = false
	for _, text := range c.Symbol.Bases {
		x := e.tongue.written(text, false)
		if x == nil || x.Op != code.Name && x.Op != code.Attr {
			continue
		}
		f := newFrame(nil)
		f.decl = &place{file: c.File}
		base := e.quietValue(f, x)
		switch {
		case base == nil:
		case base.form == foreign && isEnumName(base.name), base.form == named && base.typ && e.inheritsEnum(base.entry, depth-1):
			e.enums[c.Symbol] = true
			return true
		}
	}
	return false
}

// baseEntry is a class that another one inherits from.
func (e *eval) baseEntry(c symbol.Entry, text string) (symbol.Entry, bool) {
	f := newFrame(nil)
	f.decl = &place{file: c.File}
	base := e.text(f, text, false)
	if base == nil || base.form != named || !base.typ {
		return symbol.Entry{}, false
	}
	return base.entry, true
}
