package symbol

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/decl"
)

// goRegistry is the registry of Go's standard library; the test is skipped where its sources are absent, and where it must be short.
func goRegistry(t testing.TB) *Registry {
	if testing.Short() {
		t.Skip("reads the whole standard library")
	}
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("go does not say where its sources are: %v", err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	if _, err := os.Stat(filepath.Join(root, "fmt", "print.go")); err != nil {
		t.Skip("no sources of Go")
	}
	return build(t, "go", root)
}

func build(t testing.TB, name, root string) *Registry {
	p, err := Detect(name, root)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := Collect(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Build(t.Context(), []Project{p}, sources, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// presentInGo are names that code uses, and where they are declared.
var presentInGo = [][2]string{
	{"archive/zip.Reader.Open", "archive/zip.Reader.Open"},
	{"archive/zip.ReadCloser.File", "archive/zip.Reader.File"},
	{"bufio.ReadWriter.Peek", "bufio.Reader.Peek"},
	{"bufio.ReadWriter.Flush", "bufio.Writer.Flush"},
	{"bytes.Buffer.Reset", "bytes.Buffer.Reset"},
	{"context.Context.Done", "context.Context.Done"},
	{"crypto/sha256.Sum256", "crypto/sha256.Sum256"},
	{"encoding/json.Decoder.DisallowUnknownFields", "encoding/json.Decoder.DisallowUnknownFields"},
	{"errors.Is", "errors.Is"},
	{"fmt.Stringer.String", "fmt.Stringer.String"},
	{"go/ast.File.Decls", "go/ast.File.Decls"},
	{"image.RGBA.At", "image.RGBA.At"},
	{"io.ReadCloser.Close", "io.Closer.Close"},
	{"io.ReadWriteSeeker.Seek", "io.Seeker.Seek"},
	{"io/fs.DirEntry.IsDir", "io/fs.DirEntry.IsDir"},
	{"log/slog.Logger.Info", "log/slog.Logger.Info"},
	{"maps.Keys", "maps.Keys"},
	{"math/rand/v2.IntN", "math/rand/v2.IntN"},
	{"net.TCPConn.SetDeadline", "net.conn.SetDeadline"},
	{"net.TCPConn.Read", "net.conn.Read"},
	{"net/http.DefaultClient.Do", "net/http.Client.Do"},
	{"net/http.Request.URL.Query", "net/url.URL.Query"},
	{"net/http.Server.Addr", "net/http.Server.Addr"},
	{"net/http.Server.Shutdown", "net/http.Server.Shutdown"},
	{"net/http/httptest.Server.Client", "net/http/httptest.Server.Client"},
	{"os.ErrNotExist", "os.ErrNotExist"},
	{"os.File.Close", "os.File.Close"},
	{"os.FileInfo.Size", "io/fs.FileInfo.Size"},
	{"os.FileMode", "io/fs.FileMode"},
	{"os.FileMode.IsDir", "io/fs.FileMode.IsDir"},
	{"os.PathError.Op", "io/fs.PathError.Op"},
	{"os.Stdin.Read", "os.File.Read"},
	{"os/exec.Cmd.CombinedOutput", "os/exec.Cmd.CombinedOutput"},
	{"reflect.Type.NumField", "reflect.Type.NumField"},
	{"regexp.Regexp.FindAllString", "regexp.Regexp.FindAllString"},
	{"slices.SortFunc", "slices.SortFunc"},
	{"sync.WaitGroup.Go", "sync.WaitGroup.Go"},
	{"sync/atomic.Int64.Add", "sync/atomic.Int64.Add"},
	{"testing.B.Errorf", "testing.common.Errorf"},
	{"testing.T.Errorf", "testing.common.Errorf"},
	{"testing.T.TempDir", "testing.common.TempDir"},
	{"text/template.Template.Execute", "text/template.Template.Execute"},
	{"time.Duration.Seconds", "time.Duration.Seconds"},
	{"time.UTC", "time.UTC"},
	{"net/http", "net/http"},
}

// absentInGo are names that Go's standard library does not have, though it might.
const absentInGo = `bufio.Scanner.Lines bytes.Buffer.Clear context.WithRetry crypto/sha256.HashFile database/sql.DB.QueryMaps
	encoding/json.UnmarshalStrict errors.Wrap html/template.MustParse io/ioutil.ReadLines log/slog.Fatal maps.Merge
	math/rand/v2.Choice net/http.GetJSON net/http.Server.MaxConnections net/url.URL.AddQuery os.CopyFile os/exec.Cmd.SetTimeout
	os/signal.WaitFor path/filepath.Exists regexp.Regexp.ReplaceFirst slices.Filter strconv.ParseIntOr strings.Reverse sync.Map.Len
	sync/atomic.Int64.Increment testing.T.AssertEqual time.ParseISO8601 bufio.ReadWriter.Lines net/nothing.Get
	os.FileMode.Executable`

func TestGoStandardLibrary(t *testing.T) {
	r := goRegistry(t)
	for _, c := range presentInGo {
		if e, finding, why := r.Lookup(c[0]); finding != decl.Found || e.Origin != c[1] || e.Name != c[0] {
			t.Errorf("%s: %v, %q from %q, want %q: %s", c[0], finding, e.Name, e.Origin, c[1], why)
		}
	}
	for _, name := range strings.Fields(absentInGo) {
		if e, finding, why := r.Lookup(name); finding != decl.Absent {
			t.Errorf("%s: %v from %q: %s", name, finding, e.Origin, why)
		}
	}
	for _, name := range []string{"github.com/a/b.Get", "golang.org/x/net/html.Parse", "nothing.Get"} {
		if _, finding, why := r.Lookup(name); finding != decl.Foreign {
			t.Errorf("%s: %v (%s), though it is nobody's here", name, finding, why)
		}
	}
	for word, want := range map[string]string{
		"http": "net/http", "rand": "math/rand crypto/rand math/rand/v2", "template": "html/template text/template", "nothing": "",
	} {
		if got := strings.Join(r.Package(word), " "); got != want && !strings.HasPrefix(got, want+" ") {
			t.Errorf("package %s: %s, want %s", word, got, want)
		}
	}
}

// Whatever is declared is found under its name.
func TestEverythingOfGoIsFound(t *testing.T) {
	r := goRegistry(t)
	const every = 7
	total := 0
	for e := range r.All {
		if total++; total%every != 0 || e.File.BestEffort {
			continue
		}
		if got, finding, why := r.Lookup(e.Name); finding != decl.Found || got.Name != e.Name {
			t.Errorf("%s, declared in %s: %v %s", e.Name, e.File.Path, finding, why)
		}
	}
	if total < 50_000 {
		t.Errorf("only %d names", total)
	}
}
