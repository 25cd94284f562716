package symbol

import (
	"ibid/index/symbol/decl"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// pythonRegistry is the registry of Python's standard library; the test is skipped where there is none of version 3.11.
func pythonRegistry(t testing.TB) *Registry {
	if testing.Short() {
		t.Skip("reads the whole standard library")
	}
	return build(t, "python", pythonRoot(t))
}

func pythonRoot(t testing.TB) string {
	for _, name := range []string{"python3.11", "python3"} {
		out, err := exec.Command(name, "-c", "import sys, os; print(sys.version_info[:2] == (3, 11), os.path.dirname(os.__file__))").Output()
		if root, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "True "); err == nil && ok {
			return filepath.Clean(root)
		}
	}
	t.Skip("no Python 3.11")
	return ""
}

// presentInPython are names that code uses, and where they are declared.
var presentInPython = [][2]string{
	{"abc.ABC", "abc.ABC"},
	{"argparse.ArgumentParser.add_argument", "argparse._ActionsContainer.add_argument"},
	{"ast.NodeVisitor.visit", "ast.NodeVisitor.visit"},
	{"asyncio.Queue.get", "asyncio.queues.Queue.get"},
	{"asyncio.Task.cancelled", "asyncio.futures.Future.cancelled"},
	{"asyncio.TaskGroup.create_task", "asyncio.taskgroups.TaskGroup.create_task"},
	{"asyncio.gather", "asyncio.tasks.gather"},
	{"asyncio.run", "asyncio.runners.run"},
	{"asyncio.subprocess.PIPE", "asyncio.subprocess.PIPE"},
	{"collections.ChainMap.new_child", "collections.ChainMap.new_child"},
	{"collections.Counter.items", "dict.items"},
	{"collections.Counter.most_common", "collections.Counter.most_common"},
	{"collections.UserDict.get", "_collections_abc.Mapping.get"},
	{"collections.abc.Mapping", "_collections_abc.Mapping"},
	{"collections.abc.MutableMapping.get", "_collections_abc.Mapping.get"},
	{"concurrent.futures.Future.result", "concurrent.futures._base.Future.result"},
	{"concurrent.futures.ThreadPoolExecutor.map", "concurrent.futures._base.Executor.map"},
	{"concurrent.futures.ThreadPoolExecutor.submit", "concurrent.futures.thread.ThreadPoolExecutor.submit"},
	{"configparser.ConfigParser.getint", "configparser.RawConfigParser.getint"},
	{"contextlib.ExitStack.enter_context", "contextlib._BaseExitStack.enter_context"},
	{"csv.DictReader.fieldnames", "csv.DictReader.fieldnames"},
	{"dataclasses.field", "dataclasses.field"},
	{"datetime.datetime.isoformat", "datetime.datetime.isoformat"},
	{"datetime.datetime.weekday", "datetime.date.weekday"},
	{"decimal.Decimal.quantize", "_pydecimal.Decimal.quantize"},
	{"email.message.EmailMessage.add_header", "email.message.Message.add_header"},
	{"email.message.EmailMessage.set_content", "email.message.EmailMessage.set_content"},
	{"enum.Enum.value", "enum.Enum.value"},
	{"enum.Enum.__members__", "enum.EnumType.__members__"},
	{"fractions.Fraction.limit_denominator", "fractions.Fraction.limit_denominator"},
	{"functools.lru_cache", "functools.lru_cache"},
	{"glob.glob", "glob.glob"},
	{"hashlib.sha256", "hashlib.sha256"},
	{"html.parser.HTMLParser.feed", "html.parser.HTMLParser.feed"},
	{"http.HTTPStatus.NOT_FOUND", "http.HTTPStatus.NOT_FOUND"},
	{"http.client.HTTPResponse.getheader", "http.client.HTTPResponse.getheader"},
	{"http.server.HTTPServer.serve_forever", "socketserver.BaseServer.serve_forever"},
	{"importlib.import_module", "importlib.import_module"},
	{"importlib.resources.files", "importlib.resources._common.files"},
	{"inspect.Signature.parameters", "inspect.Signature.parameters"},
	{"json.JSONDecodeError.lineno", "json.decoder.JSONDecodeError.lineno"},
	{"json.load", "json.load"},
	{"logging.Logger.warning", "logging.Logger.warning"},
	{"logging.StreamHandler.setFormatter", "logging.Handler.setFormatter"},
	{"logging.handlers.RotatingFileHandler.setLevel", "logging.Handler.setLevel"},
	{"multiprocessing.pool.ThreadPool.imap", "multiprocessing.pool.Pool.imap"},
	{"os.makedirs", "os.makedirs"},
	{"os.path.join", "posixpath.join"},
	{"os.path.exists", "genericpath.exists"},
	{"pathlib.Path.parent", "pathlib.PurePath.parent"},
	{"pathlib.Path.read_text", "pathlib.Path.read_text"},
	{"random.choice", "random.Random.choice"},
	{"re.IGNORECASE", "re.IGNORECASE"},
	{"selectors.DefaultSelector.register", "selectors.KqueueSelector.register"},
	{"shelve.DbfilenameShelf.close", "shelve.Shelf.close"},
	{"socketserver.ThreadingTCPServer.shutdown", "socketserver.BaseServer.shutdown"},
	{"statistics.NormalDist.mean", "statistics.NormalDist.mean"},
	{"subprocess.CalledProcessError.returncode", "subprocess.CalledProcessError.returncode"},
	{"threading.Thread.daemon", "threading.Thread.daemon"},
	{"tkinter.Button.pack", "tkinter.Pack.pack_configure"},
	{"tomllib.loads", "tomllib._parser.loads"},
	{"typing.Any", "typing.Any"},
	{"unittest.IsolatedAsyncioTestCase.assertRaises", "unittest.case.TestCase.assertRaises"},
	{"unittest.TestCase.assertEqual", "unittest.case.TestCase.assertEqual"},
	{"unittest.mock.MagicMock.assert_called_once", "unittest.mock.NonCallableMock.assert_called_once"},
	{"urllib.parse.SplitResult.hostname", "urllib.parse._NetlocResultMixinBase.hostname"},
	{"xml.dom.minidom.Document.toxml", "xml.dom.minidom.Node.toxml"},
	{"xml.etree.ElementTree.Element.findall", "xml.etree.ElementTree.Element.findall"},
	{"xml.etree.ElementTree.parse", "xml.etree.ElementTree.parse"},
	{"zipfile.ZipFile.writestr", "zipfile.ZipFile.writestr"},
}

// absentInPython are names that Python 3.11 does not have, though it might.
const absentInPython = `argparse.ArgumentParser.add_flag asyncio.Queue.clear asyncio.run_in_thread collections.OrderedCounter
	collections.Counter.top configparser.ConfigParser.getlist contextlib.timeout csv.read_rows dataclasses.to_json
	datetime.datetime.from_iso decimal.Decimal.round_to functools.memoize hashlib.hash_file heapq.heapclear html.parser.HTMLParser.parse
	http.client.get inspect.get_arguments json.load_file json.JSONDecodeError.column logging.Logger.warning_once
	logging.set_level operator.compose os.path.ensure_dir pathlib.Path.read_lines pathlib.Path.walk queue.Queue.clear random.choose
	re.find_first shutil.copydir string.slugify subprocess.run_output threading.RWLock threading.Thread.stop typing.override
	unittest.TestCase.assertNotRaises urllib.parse.SplitResult.domain xml.etree.ElementTree.parse_string zipfile.ZipFile.extract_all
	xml.nothing nowhere.else.at.all`

func TestPythonStandardLibrary(t *testing.T) {
	r := pythonRegistry(t)
	for _, c := range presentInPython {
		if e, finding, why := r.Lookup(c[0]); finding != decl.Found || e.Origin != c[1] || e.Name != c[0] {
			t.Errorf("%s: %v, %q from %q, want %q: %s", c[0], finding, e.Name, e.Origin, c[1], why)
		}
	}
	for _, name := range strings.Fields(absentInPython) {
		want := decl.Absent
		if strings.HasPrefix(name, "nowhere") {
			want = decl.Foreign
		}
		if e, finding, why := r.Lookup(name); finding != want {
			t.Errorf("%s: %v from %q: %s", name, finding, e.Origin, why)
		}
	}
	for _, name := range []string{"itertools.batched", "os.remove", "socket.AF_INET", "sqlite3.Connection.execute"} { // written in C
		if _, finding, _ := r.Lookup(name); finding != decl.Foreign && finding != decl.Unread {
			t.Errorf("%s: %v, though nobody can tell", name, finding)
		}
	}
}

// Whatever is declared is found under its name, as the declaration that it is or one that hides it.
func TestEverythingIsFound(t *testing.T) {
	r := pythonRegistry(t)
	total, lost := 0, 0
	for e := range r.All {
		total++
		if e.File.BestEffort {
			continue
		}
		if got, finding, why := r.Lookup(e.Name); finding != decl.Found {
			if lost++; lost <= 10 {
				t.Errorf("%s, declared in %s line %d: %v %s", e.Name, e.File.Path, e.Symbol.Start, finding, why)
			}
		} else if got.Name != e.Name {
			t.Errorf("%s was found as %s", e.Name, got.Name)
		}
	}
	t.Logf("%d names, %d lost", total, lost)
}

// listing prints the public names of modules and of their classes, as Python itself has them.
const listing = `
import importlib, sys, warnings
warnings.simplefilter("ignore")
for m in sys.argv[1:]:
    module = importlib.import_module(m)
    for k, v in vars(module).items():
        if not k.startswith("_"):
            print(m + "." + k)
            if isinstance(v, type):
                for a in dir(v):
                    if not a.startswith("_"):
                        print(m + "." + k + "." + a)
`

// What Python has is never said to be absent, but for what is made in ways that no text shows.
func TestNothingRealIsAbsent(t *testing.T) {
	r := pythonRegistry(t)
	modules := strings.Fields(`abc argparse ast asyncio base64 bdb bisect calendar cmd code codeop collections collections.abc compileall
		concurrent.futures configparser contextlib copy csv ctypes dataclasses datetime decimal difflib dis email email.policy enum
		fileinput fnmatch fractions ftplib functools getpass gettext glob gzip hashlib heapq hmac html html.parser http http.client http.cookies
		http.server imaplib importlib importlib.metadata importlib.resources inspect io ipaddress json json.decoder keyword linecache
		logging logging.config logging.handlers lzma mailbox mimetypes multiprocessing numbers operator optparse os os.path pathlib pdb pickle
		pkgutil platform plistlib pprint profile queue random re reprlib sched secrets selectors shelve shlex shutil signal
		smtplib socket socketserver sqlite3 ssl stat statistics string struct subprocess symtable sysconfig tarfile tempfile
		textwrap threading timeit token tomllib trace traceback types typing unittest unittest.mock urllib.error urllib.parse
		urllib.request uuid venv warnings wave weakref webbrowser wsgiref.simple_server xml.etree.ElementTree xmlrpc.client zipapp zipfile zoneinfo`)
	python := "python3.11"
	if _, err := exec.LookPath(python); err != nil {
		python = "python3"
	}
	out, err := exec.Command(python, append([]string{"-c", listing}, modules...)...).Output()
	if err != nil {
		t.Skipf("Python lacks one of the modules: %v", err)
	}
	var total, known int
	var lost []string
	for _, name := range strings.Fields(string(out)) {
		total++
		switch _, finding, _ := r.Lookup(name); finding {
		case decl.Found:
			known++
		case decl.Absent:
			lost = append(lost, name)
		}
	}
	t.Logf("%d names, %d found, %d wrongly absent: %q", total, known, len(lost), lost)
	if total < 10_000 || known*4 < total*3 || len(lost)*1000 > total {
		t.Errorf("of %d names %d were found, and %d were said to be absent", total, known, len(lost))
	}
}
