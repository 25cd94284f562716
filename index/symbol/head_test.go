package symbol

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzReadHead: a head that is read quickly is what JSON says.
func FuzzReadHead(f *testing.F) {
	for _, names := range []string{"", "Path Path.read_text", `a\"b`, "é", "a\tb", `</script>`} {
		f.Add("os.path", "", "p", "os/path.py", names)
		f.Add("net/http", "http", `p"\`, "a b.go", names)
	}
	f.Fuzz(func(t *testing.T, module, pkg, project, path, names string) {
		want := head{Module: module, Package: pkg, Project: project, Path: path, Language: "go", Digest: "0f", Names: names}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(want); err != nil {
			t.Fatal(err)
		}
		want = head{} // bytes that are no UTF-8 are kept otherwise
		if err := json.Unmarshal(b.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		line := append(bytes.TrimSuffix(b.Bytes(), []byte("}\n")), `,"doc":"x"}`...)
		got, err := readHead(line)
		if whole := want.Module != "" && want.Project != "" && want.Path != ""; (err == nil) != whole || whole && got != want {
			t.Errorf("%q: %+v %v, want %+v", line, got, err, want)
		}
	})
}
