package resolve

import (
	"ibid/index/symbol"
)

// operation is what an operator of Python gives.
func (e *eval) operation(sign string, parts []*value) *value {
	switch sign {
	case "or", "and":
		return oneOf(parts)
	case "if":
		if len(parts) == 3 {
			return oneOf(parts[:2])
		}
	case "|", "":
		types := len(parts) > 0
		for _, p := range parts {
			types = types && (p == nil || p.typ || p.form == nothing)
		}
		if types && parts[0] != nil {
			return &value{form: builtin, typ: true, name: "|", shape: either, parts: parts}
		}
	}
	if len(parts) == 0 || parts[0] == nil {
		return nil
	}
	left := parts[0]
	method := operatorMethod(sign)
	if method == "" || left.typ {
		return nil
	}
	if left.form == builtin {
		if len(parts) == 2 && parts[1] != nil && parts[1].form == builtin && parts[1].name == left.name {
			return left
		}
		if left.name == "str" {
			return left
		}
		return nil
	}
	if left.form != named {
		return nil
	}
	if r := e.method(left, method); r != nil {
		return r
	}
	if _, finding, _ := e.tongue.member(left.entry, method); finding == symbol.Found && sign == "/" {
		return left
	}
	return nil
}

// operatorMethod is the method by which a class defines an operator.
func operatorMethod(sign string) string {
	switch sign {
	case "/":
		return "__truediv__"
	case "+":
		return "__add__"
	case "-":
		return "__sub__"
	case "*":
		return "__mul__"
	case "%":
		return "__mod__"
	case "|":
		return "__or__"
	case "&":
		return "__and__"
	}
	return ""
}
