package resolve

import (
	"slices"
	"strings"

	"ibid/index/symbol"
	"ibid/index/symbol/code"
	"ibid/index/symbol/decl"
)

// declared is the value that a declaration gives, under the name by which it was reached. Of a member, self is what it was read from.
func (e *eval) declared(entry symbol.Entry, name string, self *value) *value {
	if e.tongue.name == pythonName {
		if v, ok := typingValue(entry.Origin); ok {
			return v
		}
	}
	s := entry.Symbol
	switch kind := entry.Kind(); {
	case kind == decl.Module:
		return &value{form: module, entry: entry, name: name}
	case isType(kind):
		if e.tongue.name != pythonName && s.Value != "" {
			return e.aliased(entry, name)
		}
		return &value{form: named, typ: true, entry: entry, name: name}
	case kind == decl.Function, kind == decl.Method:
		return &value{form: function, entry: entry, name: name, self: self}
	case kind == decl.EnumMember:
		return (&value{form: named, typ: true, entry: ownerEntry(entry), name: ownerEntry(entry).Name}).instance()
	}
	return e.variable(entry, name, self)
}

// aliased is the type that a Go alias stands for. Reports call it by the alias.
func (e *eval) aliased(entry symbol.Entry, name string) *value {
	v := e.text(e.scope(entry, nil), entry.Symbol.Value, true)
	if v == nil {
		return nil
	}
	w := *v
	if w.form == named {
		w.name = name
	}
	return &w
}

// variable is the value of a variable, a constant, a field or an attribute: of the type that is written, else of what it is set to.
func (e *eval) variable(entry symbol.Entry, name string, self *value) *value {
	s := entry.Symbol
	if s.Kind == decl.Flag || !e.step() {
		return nil
	}
	if e.tongue.name == scriptName && len(s.Members) > 0 { // an object that is written out
		return &value{form: named, entry: entry, name: name}
	}
	e.depth++
	defer func() { e.depth-- }()
	f := e.scope(entry, self)
	var v *value
	if s.Type != "" {
		v = e.text(f, s.Type, true).instance().orSubclass()
		if v == nil && len(s.Members) > 0 {
			v = e.unnamed(f, s)
		}
	} else if s.Value != "" {
		v = e.assigned(f, s)
	}
	if v == nil {
		return nil
	}
	w := *v
	switch {
	case w.form == named && !w.typ:
		w.via = name
	case w.form == named && w.typ:
		w.name = name // an alias of a class
	case w.form == function && w.self == nil:
		w.name = name
	}
	return &w
}

// assigned is the value of what an attribute or a variable is set to.
func (e *eval) assigned(f *frame, s *decl.Symbol) *value {
	x := e.tongue.written(s.Value, false)
	if x == nil || x.Op == code.Name && x.Name == s.Name {
		return nil
	}
	return e.quietValue(f, x)
}

// unnamed is a value of a Go struct type without a name.
func (e *eval) unnamed(f *frame, s *decl.Symbol) *value {
	c := newClass("", f)
	for i := range s.Members {
		c.members[s.Members[i].Name] = e.text(f, s.Members[i].Type, true).instance()
	}
	return &value{form: own, class: c}
}

// text is the value of a piece of a declaration.
func (e *eval) text(f *frame, text string, typ bool) *value {
	x := e.tongue.written(text, typ)
	if x == nil {
		return nil
	}
	return e.quietValue(f, x)
}

func (e *eval) quietValue(f *frame, x *code.Expr) *value {
	if e.quiet {
		return e.value(f, x)
	}
	q := e.silent()
	return q.value(f, x)
}

// scope is the frame in which the text of a declaration is read. Self is what the declared member was read from.
func (e *eval) scope(entry symbol.Entry, self *value) *frame {
	at := &place{file: entry.File}
	if entry.Outer != nil {
		owner := ownerEntry(entry)
		at.owner = &owner
	}
	f := newFrame(nil)
	f.decl = at
	if self == nil {
		return f
	}
	if e.tongue.name != pythonName {
		if entry.Outer != nil && self.entry.Symbol == entry.Outer {
			for i, p := range entry.Outer.TypeParams {
				f.names[typeName(p)] = &binding{value: self.part(i).typeOf()}
			}
		} else if entry.Outer != nil {
			for _, p := range entry.Outer.TypeParams {
				f.names[typeName(p)] = &binding{}
			}
		}
		if e.tongue.name == scriptName {
			f.names["this"] = &binding{value: self}
		}
		return f
	}
	instance, class := self, self
	if self.typ {
		instance = self.instance()
	} else {
		class = self.typeOf()
	}
	f.names["self"] = &binding{value: instance}
	f.names["cls"] = &binding{value: class}
	return f
}

// declaredName is what a name means in the text of a declaration.
func (e *eval) declaredName(at *place, local bool, name string) *value {
	if at.owner != nil && !local && e.tongue.name == pythonName {
		if entry, finding, _ := e.tongue.member(*at.owner, name); finding == symbol.Found {
			return e.declared(entry, entry.Origin, nil)
		}
	}
	if at.owner != nil && e.tongue.name == scriptName { // a namespace, whose types its functions see
		if entry, finding, _ := e.tongue.member(*at.owner, name); finding == symbol.Found && isType(entry.Kind()) {
			return e.declared(entry, e.public(entry), nil)
		}
	}
	if at.file != nil {
		entry, finding, _ := e.tongue.topLevel(at.file, name)
		switch finding {
		case symbol.Found:
			if v := e.languageName(name); v != nil && entry.File != at.file && e.tongue.name == pythonName {
				return v // the file says int, and so does a module whose names it takes
			}
			return e.declared(entry, e.public(entry), nil)
		case symbol.Foreign:
			if v := e.languageName(name); v != nil {
				return v
			}
			return e.foreignName(at.file, name)
		}
	}
	if v := e.languageName(name); v != nil || at.file != nil {
		return v
	}
	if entry, finding, _ := e.tongue.lookup(name); finding == symbol.Found {
		return e.declared(entry, name, nil)
	}
	return nil
}

// foreignName is what a file imports under a name from a module that is not among the sources.
func (e *eval) foreignName(f *decl.File, name string) *value {
	if e.tongue.name != pythonName {
		return nil
	}
	for _, imp := range f.Imports {
		switch {
		case imp.As != name:
		case imp.Name == "" && imp.As == imp.Module[:max(0, strings.IndexByte(imp.Module+".", '.'))]:
			return foreignValue(imp.As)
		case imp.Name == "":
			return foreignValue(imp.Module)
		default:
			return foreignValue(imp.Module + "." + imp.Name)
		}
	}
	return nil
}

// public is the name by which code outside is meant to know what a file says: a package that passes a name of its modules
// on stands for them.
func (e *eval) public(entry symbol.Entry) string {
	if e.tongue.name == scriptName {
		return e.publicScript(entry)
	}
	if e.tongue.name != pythonName || entry.Symbol == nil || entry.Outer != nil {
		return entry.Name
	}
	last := entry.Origin[strings.LastIndexByte(entry.Origin, '.')+1:]
	parts := strings.Split(entry.Origin, ".")
	for n := 1; n < len(parts)-1; n++ {
		outer := strings.Join(parts[:n], ".") + "." + last
		if found, finding, _ := e.tongue.lookup(outer); finding == symbol.Found && found.Origin == entry.Origin {
			return outer
		}
	}
	return entry.Origin
}

// decorated tells whether a decorator may change what a function takes or gives.
func decorated(s *decl.Symbol) bool {
	return slices.ContainsFunc(s.Decorators, func(d string) bool {
		return !keepsSignature(lastName(d))
	})
}

// lastName is the last part of a decorator, without its arguments.
func lastName(d string) string {
	if i := strings.IndexByte(d, '('); i >= 0 {
		d = d[:i]
	}
	d = strings.TrimSpace(d)
	return d[strings.LastIndexByte(d, '.')+1:]
}

// keepsSignature lists the decorators that leave alone how a function is called and what it gives.
func keepsSignature(name string) bool {
	switch name {
	case "staticmethod", "classmethod", "abstractmethod", "lru_cache", "cache", "final", "override", "property", "cached_property",
		"contextmanager", "asynccontextmanager", "coroutine", "setter", "getter", "deprecated", "wraps", "total_ordering":
		return true
	}
	return false
}

// has tells whether a function has a decorator.
func has(s *decl.Symbol, name string) bool {
	return slices.ContainsFunc(s.Decorators, func(d string) bool { return lastName(d) == name })
}

// documented is what some functions and properties of Python's standard library give, by the qualified name where they are
// declared, as the library's manual says. They are those in common use whose source does not tell, because they make their
// result step by step or in C. Self is the class that they are called on. A list stands for anything that gives its items one by one.
func documented(origin string) string {
	switch origin {
	case "pathlib.Path.absolute", "pathlib.Path.expanduser", "pathlib.Path.readlink", "pathlib.Path.rename", "pathlib.Path.replace",
		"pathlib.Path.resolve", "pathlib.PurePath.joinpath", "pathlib.PurePath.parent", "pathlib.PurePath.relative_to",
		"pathlib.PurePath.with_name", "pathlib.PurePath.with_stem", "pathlib.PurePath.with_suffix",
		"datetime.datetime.astimezone", "datetime.datetime.combine", "datetime.datetime.fromtimestamp", "datetime.datetime.now",
		"datetime.datetime.strptime", "datetime.datetime.utcfromtimestamp", "datetime.datetime.utcnow":
		return "Self"
	case "pathlib.Path.glob", "pathlib.Path.iterdir", "pathlib.Path.rglob", "pathlib.PurePath.parents":
		return "list[Self]"
	case "logging.getLogger", "logging.Logger.getChild":
		return "logging.Logger"
	case "xml.etree.ElementTree.ElementTree.find", "xml.etree.ElementTree.ElementTree.getroot", "xml.etree.ElementTree.Element.__getitem__",
		"xml.etree.ElementTree.Element.find", "xml.etree.ElementTree.SubElement", "xml.etree.ElementTree.XML", "xml.etree.ElementTree.fromstring":
		return "xml.etree.ElementTree.Element"
	case "xml.etree.ElementTree.ElementTree.findall", "xml.etree.ElementTree.ElementTree.iter", "xml.etree.ElementTree.ElementTree.iterfind",
		"xml.etree.ElementTree.Element.findall", "xml.etree.ElementTree.Element.iter", "xml.etree.ElementTree.Element.iterfind":
		return "list[xml.etree.ElementTree.Element]"
	case "concurrent.futures._base.as_completed":
		return "list[concurrent.futures.Future]"
	case "asyncio.tasks.create_task", "asyncio.taskgroups.TaskGroup.create_task":
		return "asyncio.Task"
	case "asyncio.events.get_event_loop", "asyncio.events.get_running_loop", "asyncio.events.new_event_loop":
		return "asyncio.AbstractEventLoop"
	case "asyncio.streams.open_connection":
		return "tuple[asyncio.StreamReader, asyncio.StreamWriter]"
	case "asyncio.subprocess.create_subprocess_exec", "asyncio.subprocess.create_subprocess_shell":
		return "asyncio.subprocess.Process"
	case "argparse.ArgumentParser.add_subparsers":
		return "argparse._SubParsersAction"
	case "argparse._SubParsersAction.add_parser":
		return "argparse.ArgumentParser"
	case "threading.current_thread", "threading.main_thread":
		return "threading.Thread"
	case "threading.enumerate":
		return "list[threading.Thread]"
	case "decimal.getcontext", "_pydecimal.getcontext":
		return "decimal.Context"
	case "inspect.signature":
		return "inspect.Signature"
	case "inspect.Signature.parameters":
		return "dict[str, inspect.Parameter]"
	case "tarfile.TarFile.open":
		return "tarfile.TarFile"
	case "tarfile.TarFile.getmember", "tarfile.TarFile.gettarinfo", "tarfile.TarFile.next":
		return "tarfile.TarInfo"
	case "tarfile.TarFile.__iter__", "tarfile.TarFile.getmembers":
		return "list[tarfile.TarInfo]"
	case "urllib.parse.urlparse":
		return "urllib.parse.ParseResult"
	case "urllib.parse.urlsplit":
		return "urllib.parse.SplitResult"
	case "zipfile.ZipFile.getinfo":
		return "zipfile.ZipInfo"
	case "zipfile.ZipFile.infolist":
		return "list[zipfile.ZipInfo]"
	case "importlib.metadata.distribution":
		return "importlib.metadata.Distribution"
	case "tokenize.generate_tokens", "tokenize.tokenize":
		return "list[tokenize.TokenInfo]"
	case "traceback.extract_stack", "traceback.extract_tb":
		return "traceback.StackSummary"
	case "traceback.StackSummary.__iter__":
		return "list[traceback.FrameSummary]"
	}
	return ""
}

// wellKnown is what some functions give that no declaration says, for they give what they are given.
func (e *eval) wellKnown(fn *value, args []*value) (*value, bool) {
	if e.tongue.name != pythonName || len(args) == 0 {
		return nil, false
	}
	switch fn.entry.Origin {
	case "copy.copy", "copy.deepcopy", "dataclasses.replace":
		return args[0], true
	case "typing.cast":
		return args[0].instance(), true
	}
	return nil, false
}
