package python

import (
	"slices"
	"strings"

	"ibid/index/symbol/decl"
)

// What is said of a command line that is not known whole.
const (
	computedOption = "takes an option whose name it works out"
	passedOptions  = "takes options that it does not declare"
	otherOptions   = "makes its options in a way that is not read"
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
		switch s.src[toks[i].start:toks[i].end] {
		case "add_argument", "add_option", "option", "Option":
			if s.is(toks, i+1, "(") {
				i = s.declaresOption(toks, i+1)
			}
		case "getopt", "gnu_getopt":
			if s.is(toks, i+1, "(") {
				i = s.getopt(toks, i+1)
			}
		case "parse_known_args", "parse_known_intermixed_args", "ignore_unknown_options":
			s.open(&s.file.FlagsOpen, passedOptions)
		case "argv":
			if s.is(toks, i-2, "sys") && s.is(toks, i-3, "in") && !s.is(toks, 0, "for") {
				s.open(&s.file.FlagsOpen, otherOptions)
			}
		}
	}
}

// declaresOption reads the arguments of a call that declares an option; open is its bracket. It returns the last token that it read.
func (s *scanner) declaresOption(toks []token, open int) int {
	if s.is(toks, open-2, "def") {
		return open
	}
	shut := s.match(toks, open)
	args := slices.Collect(s.split(toks[open+1 : shut]))
	if len(args) == 0 {
		return open
	}
	doc, both := "", false
	var flags []string
	for i, part := range args {
		if len(part) > 2 && part[0].kind == name && s.is(part, 1, "=") {
			if text, ok := s.constant(part[2:]); ok && s.is(part, 0, "help") {
				doc = text
			}
			both = both || s.is(part, 0, "action") && s.is(part, len(part)-1, "BooleanOptionalAction")
			continue
		}
		if len(part) > 1 && s.is(part, 0, "[") { // of click.Option
			for item := range s.split(part[1 : len(part)-1]) {
				flags = s.flags(flags, item)
			}
			continue
		}
		if _, ok := s.constant(part); !ok && i == 0 && (s.is(toks, open-2, ".") || s.is(toks, open-2, "@")) {
			s.open(&s.file.FlagsOpen, computedOption)
		}
		flags = s.flags(flags, part)
	}
	for _, flag := range flags {
		sym := decl.Symbol{Name: flag, Kind: decl.Flag, Start: toks[open-1].line, End: s.lastLine, Doc: doc}
		s.option(sym)
		if rest, ok := strings.CutPrefix(flag, "--"); ok && both {
			sym.Name = "--no-" + rest
			s.option(sym)
		}
	}
	return shut - 1
}

// flags adds the options that a text names: "--shout/--no-shout" is two.
func (s *scanner) flags(flags []string, part []token) []string {
	text, ok := s.constant(part)
	if !ok {
		return flags
	}
	for flag := range strings.SplitSeq(text, "/") {
		if flag = strings.TrimSpace(flag); len(flag) > 1 && flag[0] == '-' && !strings.ContainsAny(flag, " \t\n=") {
			flags = append(flags, flag)
		}
	}
	return flags
}

// getopt reads the long options that a call of getopt lists. It returns the last token that it read.
func (s *scanner) getopt(toks []token, open int) int {
	shut := s.match(toks, open)
	args := slices.Collect(s.split(toks[open+1 : shut]))
	if len(args) < 3 {
		return shut - 1 // short ones alone
	}
	list := args[2]
	names := s.names(list)
	if len(names) == 0 && !s.is(list, 1, "]") {
		s.open(&s.file.FlagsOpen, computedOption)
	}
	for _, id := range names {
		if id = strings.TrimSuffix(strings.TrimSuffix(id, "?"), "="); id != "" {
			s.option(decl.Symbol{Name: "--" + id, Kind: decl.Flag, Start: list[0].line, End: s.lastLine})
		}
	}
	return shut - 1
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
