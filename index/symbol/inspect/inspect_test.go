package inspect

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index/symbol/decl"
)

func interpreter(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to ask")
	}
	return path
}

func start(t *testing.T, command string) *Inspector {
	t.Helper()
	i, err := Start(command)
	if err != nil {
		t.Fatal(err)
	}
	dir := i.cmd.Dir
	t.Cleanup(func() {
		if err := i.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("its folder is left behind: %v", err)
		}
	})
	return i
}

func TestSignature(t *testing.T) {
	i := start(t, interpreter(t))
	ctx := context.Background()
	s, err := i.Signature(ctx, "json", "loads")
	if err != nil || !s.Exists || !s.Callable {
		t.Fatalf("json.loads: %+v, %v", s, err)
	}
	if p := s.Parameters[0]; p.Name != "s" || p.Kind != decl.Positional || p.Optional {
		t.Errorf("json.loads: first parameter %+v", p)
	}
	if p := s.Parameters[len(s.Parameters)-1]; p.Kind != decl.Keywords {
		t.Errorf("json.loads: last parameter %+v", p)
	}
	if s, err = i.Signature(ctx, "json", "JSONEncoder.encode"); err != nil || !s.Callable || s.Parameters[0].Name != "self" {
		t.Errorf("json.JSONEncoder.encode: %+v, %v", s, err)
	}
	if s, err = i.Signature(ctx, "json", "load_file"); err != nil || s.Exists {
		t.Errorf("json.load_file: %+v, %v", s, err)
	}
	if _, err = i.Signature(ctx, "no_such_module", "x"); err == nil || errors.Is(err, ErrGone) || !strings.Contains(err.Error(), "no_such_module") {
		t.Errorf("a module that is missing: %v", err)
	}
	if s, err = i.Signature(ctx, "string", "digits"); err != nil || !s.Exists || s.Callable {
		t.Errorf("string.digits: %+v, %v", s, err)
	}
}

// What a module prints when it is imported is no reply, and one that hangs is left.
func TestHostileModules(t *testing.T) {
	python := interpreter(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"noisy.py":  "import os\nprint('{}')\nos.write(1, b'{\"exists\": true}\\n')\ndef f(a): pass\n",
		"leaves.py": "import os\nos.write(2, b'goodbye\\n')\nos._exit(3)\n",
		"stuck.py":  "while True: pass\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PYTHONPATH", dir)
	i := start(t, python)
	s, err := i.Signature(context.Background(), "noisy", "f")
	if err != nil || len(s.Parameters) != 1 {
		t.Errorf("noisy.f: %+v, %v", s, err)
	}
	if _, err := i.Signature(context.Background(), "leaves", "f"); !errors.Is(err, ErrGone) {
		t.Errorf("a module that ends the interpreter: %v", err)
	}
	if _, err := i.Signature(context.Background(), "json", "loads"); !errors.Is(err, ErrGone) {
		t.Errorf("afterwards: %v", err)
	}

	i = start(t, python)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := i.Signature(ctx, "stuck", "f"); !errors.Is(err, ErrGone) {
		t.Errorf("a module that hangs: %v", err)
	}
}

func TestStart(t *testing.T) {
	if _, err := Start(filepath.Join(t.TempDir(), "python")); err == nil || !strings.Contains(err.Error(), "inspector.command") {
		t.Errorf("an interpreter that is missing: %v", err)
	}
}
