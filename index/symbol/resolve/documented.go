package resolve

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
