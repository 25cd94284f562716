package python

import (
	"strings"

	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// makesOptions lists the modules that make options of what is not read here: of parameters, of texts.
func makesOptions(module string) bool {
	first, _, _ := strings.Cut(module, ".")
	switch first {
	case "typer", "fire", "docopt", "docopt_ng", "absl", "plac", "tap", "cyclopts", "simple_parsing", "jsonargparse", "configargparse",
		"tyro", "cleo", "cement", "invoke", "hydra", "gflags", "clize", "defopt", "typed_argparse", "pydantic_settings", "datargs":
		return true
	}
	return false
}

// commandLine lists the options that a statement declares for the command line: add_argument of argparse, add_option of optparse, option
// and Option of click, getopt.
func (s *scanner) commandLine(toks []token) {
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != name {
			continue
		}
		called := s.is(toks, i+1, "(") && !s.is(toks, i-1, "def")
		switch s.src[toks[i].start:toks[i].end] {
		case "add_argument", "add_option", "option", "Option":
			if called {
				args, next := s.arguments(toks, i+1)
				s.declaresOption(toks[i], s.is(toks, i-1, ".") || s.is(toks, i-1, "@"), args)
				i = next
			}
		case "getopt", "gnu_getopt":
			if called {
				args, next := s.arguments(toks, i+1)
				s.getopt(args)
				i = next
			}
		case "parse_known_args", "parse_known_intermixed_args", "ignore_unknown_options":
			s.open(&s.file.FlagsOpen, decl.PassedOptions)
		case "argv":
			if s.is(toks, i-2, "sys") && s.is(toks, i-3, "in") && !s.is(toks, 0, "for") {
				s.open(&s.file.FlagsOpen, decl.OtherOptions)
			}
		}
	}
}

// arguments reads those of the call whose bracket is at index open, and returns the index of the last token in them.
func (s *scanner) arguments(toks []token, open int) ([]code.Arg, int) {
	p := part(s.src, toks[open].end, toks[len(toks)-1].end)
	p.bare = true
	return p.arguments(), s.match(toks, open) - 1
}

// declaresOption reads the arguments of a call that declares an option. Method says that it is one of something.
func (s *scanner) declaresOption(call token, method bool, args []code.Arg) {
	doc, both := "", false
	var flags []string
	for i, arg := range args {
		text, constant := s.constant(arg.Value)
		switch {
		case arg.Name == "help":
			doc = text
		case arg.Name == "action":
			both = arg.Value.Name == "BooleanOptionalAction"
		case arg.Name != "":
		case arg.Value.Op == code.Literal && arg.Value.Name == "list": // of click.Option
			for _, item := range arg.Value.Parts {
				text, _ := s.constant(item)
				flags = append(flags, flagsIn(text)...)
			}
		default:
			if !constant && i == 0 && method {
				s.open(&s.file.FlagsOpen, decl.ComputedOption)
			}
			flags = append(flags, flagsIn(text)...)
		}
	}
	for _, flag := range flags {
		sym := decl.Symbol{Name: flag, Kind: decl.Flag, Start: call.line, End: s.lastLine, Doc: doc}
		s.option(sym)
		if rest, ok := strings.CutPrefix(flag, "--"); ok && both {
			sym.Name = "--no-" + rest
			s.option(sym)
		}
	}
}

// flagsIn lists the options that a text names: "--shout/--no-shout" is two.
func flagsIn(text string) []string {
	var flags []string
	for flag := range strings.SplitSeq(text, "/") {
		if flag = strings.TrimSpace(flag); len(flag) > 1 && flag[0] == '-' && !strings.ContainsAny(flag, " \t\n=") {
			flags = append(flags, flag)
		}
	}
	return flags
}

// getopt reads the long options that a call of getopt lists.
func (s *scanner) getopt(args []code.Arg) {
	if len(args) < 3 {
		return // short ones alone
	}
	list := args[2].Value
	names := s.names(list)
	if len(names) == 0 && (!isSequence(list) || len(list.Parts) > 0) {
		s.open(&s.file.FlagsOpen, decl.ComputedOption)
	}
	for _, id := range names {
		if id = strings.TrimSuffix(strings.TrimSuffix(id, "?"), "="); id != "" {
			s.option(decl.Symbol{Name: "--" + id, Kind: decl.Flag, Start: s.p.lineOf(list.Span.Start), End: s.lastLine})
		}
	}
}

// option lists an option once: several commands of one program may share it.
func (s *scanner) option(sym decl.Symbol) {
	if s.options[sym.Name] {
		return
	}
	if s.options == nil {
		s.options = map[string]bool{}
	}
	s.options[sym.Name] = true
	s.declare(&s.module, sym, 0, false)
}
