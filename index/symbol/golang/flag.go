package golang

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"ibid/index/symbol/decl"
)

// hasFlags tells whether a file can declare options of a command line in a way that is known here.
func hasFlags(imports []decl.Import) bool {
	for _, imp := range imports {
		if imp.Module == "flag" || strings.HasSuffix(imp.Module, "/pflag") || strings.HasSuffix(imp.Module, "/cobra") {
			return true
		}
	}
	return false
}

// makesOptions tells whether a file uses a package that makes options of what is not read here.
func makesOptions(imports []decl.Import) bool {
	for _, imp := range imports {
		for _, path := range [...]string{"urfave/cli", "alecthomas/kong", "alecthomas/kingpin", "gopkg.in/alecthomas/kingpin", "jessevdk/go-flags",
			"alexflint/go-arg", "docopt/docopt", "peterbourgon/ff", "mitchellh/cli", "ogier/pflag", "akamensky/argparse", "mkideal/cli"} {
			if strings.Contains(imp.Module, path) {
				return true
			}
		}
	}
	return false
}

// flags adds the options that calls of flag and pflag declare, as cobra uses them: a best effort that goes by the
// name of the method, the number of arguments, and a constant name.
func (s *scan) flags(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && (key.Name == "DisableFlagParsing" || key.Name == "UnknownFlags") {
				s.open(decl.PassedOptions)
			}
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		fun, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if shape, ok := flagShape(fun.Sel.Name, len(call.Args)); ok {
			s.flag(call, fun.X, shape)
			return true
		}
		switch fun.Sel.Name {
		case "AddFlag", "AddFlagSet", "AddFlags", "AddGoFlag", "AddGoFlagSet", "BindFlags":
			s.open(decl.PassedOptions)
		}
		return true
	})
}

// open notes why the command line may take more options than are declared. The first reason is kept.
func (s *scan) open(reason string) {
	if s.flagsOpen == "" {
		s.flagsOpen = reason
	}
}

// isFlagSet tells whether an expression is what options are declared on, by its name.
func isFlagSet(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		switch strings.ToLower(e.Name) {
		case "flag", "pflag", "flags", "fs", "flagset", "f", "fl", "persistent":
			return true
		}
	case *ast.CallExpr:
		if fun, ok := e.Fun.(*ast.SelectorExpr); ok {
			return strings.HasSuffix(fun.Sel.Name, "Flags")
		}
	case *ast.SelectorExpr:
		return strings.HasSuffix(e.Sel.Name, "Flag") || e.Sel.Name == "CommandLine"
	}
	return false
}

func (s *scan) flag(call *ast.CallExpr, set ast.Expr, shape flagCall) {
	name := flagName(call.Args[shape.name])
	if name == "" && isFlagSet(set) {
		s.open(decl.ComputedOption)
	}
	if name == "" || !s.room() {
		return
	}
	symbol := decl.Symbol{
		Name: "--" + name, Kind: decl.Flag, Start: s.line(call.Pos()), End: s.last(call.End()),
		Signature: s.value(call), Doc: constant(call.Args[shape.usage]),
	}
	if symbol.Doc != "" {
		symbol.DocStart = s.line(call.Args[shape.usage].Pos())
	}
	s.symbols = append(s.symbols, symbol)
	if shape.short > 0 {
		if short := flagName(call.Args[shape.short]); len(short) == 1 && s.room() {
			symbol.Name = "-" + short
			s.symbols = append(s.symbols, symbol)
		}
	}
}

// flagCall says which arguments of a call are the name, the one-letter name (0 for none) and the usage.
type flagCall struct{ name, short, usage int }

// flagShape tells whether method, called with n arguments, declares an option.
func flagShape(method string, n int) (flagCall, bool) {
	if method == "VarPF" {
		method = "VarP" // it gives the option that it makes
	}
	base, short := strings.CutSuffix(method, "P")
	if !short {
		base = method
	}
	typ, variable := strings.CutSuffix(base, "Var")
	var shape flagCall
	want := 0
	switch {
	case base == "Var": // value, name, [short,] usage
		shape, want = flagCall{name: 1, usage: 2}, 3
	case base == "TextVar": // p, name, value, usage
		shape, want = flagCall{name: 1, usage: 3}, 4
	case base == "Func" || base == "BoolFunc": // name, [short,] usage, fn
		shape, want = flagCall{usage: 1}, 3
	case typ == "Count" && variable: // p, name, [short,] usage
		shape, want = flagCall{name: 1, usage: 2}, 3
	case typ == "Count": // name, [short,] usage
		shape, want = flagCall{usage: 1}, 2
	case isFlagType(typ) && variable: // p, name, [short,] value, usage
		shape, want = flagCall{name: 1, usage: 3}, 4
	case isFlagType(typ): // name, [short,] value, usage
		shape, want = flagCall{usage: 2}, 3
	default:
		return flagCall{}, false
	}
	if short {
		shape.short = shape.name + 1
		shape.usage++
		want++
	}
	return shape, n == want
}

func isFlagType(name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "Slice"), "Array")
	switch name {
	case "Bool", "String", "Int", "Int8", "Int16", "Int32", "Int64", "Uint", "Uint8", "Uint16", "Uint32", "Uint64",
		"Float32", "Float64", "Duration", "IP", "IPMask", "IPNet", "BytesHex", "BytesBase64",
		"StringToString", "StringToInt", "StringToInt64":
		return true
	}
	return false
}

// flagName is the constant e where it can name an option, "" otherwise.
func flagName(e ast.Expr) string {
	name := constant(e)
	if name == "" || name[0] == '-' || strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '_' && r != '.' && !('0' <= r && r <= '9') && !('A' <= r && r <= 'Z') && !('a' <= r && r <= 'z')
	}) {
		return ""
	}
	return name
}

// constant is the string that e is made of, where that is written out.
func constant(e ast.Expr) string {
	text, ok := appendConstant(nil, e)
	if !ok {
		return ""
	}
	return string(text)
}

func appendConstant(dst []byte, e ast.Expr) ([]byte, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return append(dst, text...), true
		}
	case *ast.ParenExpr:
		return appendConstant(dst, e.X)
	case *ast.BinaryExpr:
		dst, ok := appendConstant(dst, e.X)
		if !ok || e.Op != token.ADD {
			return dst, false
		}
		return appendConstant(dst, e.Y)
	}
	return dst, false
}
