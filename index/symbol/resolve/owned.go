package resolve

import (
	"ibid/index/symbol"
	"ibid/index/symbol/decl"
	"ibid/index/symbol/language"
	"slices"
)

// ofOwn reads a member of a class that the answer defines. What the answer gives it is known without a report. What
// it inherits is a member of the first base that is declared; where all bases are, and none has it, it is absent from
// that one.
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
	if e.language.Family != language.Go && e.ground.set[name] {
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
		case base.form == named && isMarker(base.entry.Origin), base.form == builtin && e.language.Family == language.Python && base.name == "object":
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
		case h.finding == decl.Found && h.name != "", h.name == "" && h.value != nil:
			return h
		case h.name == "" && !e.ownRoot(base):
			return hit{} // nobody can tell
		case h.name != "" && h.finding != decl.Absent:
			return h
		case h.finding == decl.Absent && base.form == named && e.language.inSubclass(base.entry, name):
			return hit{} // what the base asks of those that inherit from it
		case h.name != "" && first.name == "":
			first = h
		}
	}
	if e.ground.dynamic || e.language.Family == language.Go && !c.embeds() || e.language.Family != language.Go && (symbol.IsDunder(name) || e.ground.defines(name) || c.makesNames()) {
		return hit{}
	}
	return first
}

// defines tells whether any class of the answer has a member: one that inherits from another may give it what that
// needs.
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
	if v.form != named {
		return false
	}
	classes, builtins := e.language.all.Ancestors(v.entry)
	return slices.ContainsFunc(builtins, isEnumName) || slices.ContainsFunc(classes, func(c *symbol.Entry) bool { return isEnumName(c.Origin) })
}

// isEnumName lists the classes that make enumerations of what inherits from them.
func isEnumName(name string) bool {
	switch name {
	case "enum.Enum", "enum.Flag", "enum.IntEnum", "enum.IntFlag", "enum.StrEnum":
		return true
	}
	return false
}
