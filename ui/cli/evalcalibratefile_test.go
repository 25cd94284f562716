package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCalibrateMendsItsFile holds that a damaged file stops no command, is told of, and is made anew.
func TestCalibrateMendsItsFile(t *testing.T) {
	env := home(t)
	docs, set := pumpQuestions(t, 12)
	dir := filepath.Join(strings.TrimPrefix(env[0], "HOME="), ".config", "ibid")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "calibrated.toml"), []byte("[[calibrated]]\ncorpus = '\x1b[31m"), 0o600); err != nil {
		t.Fatal(err)
	}
	const told = "`ibid eval calibrate --write` makes the file anew"
	for _, command := range []string{"config", "search"} {
		args := []string{command, "--docs", docs}
		if command == "search" {
			args = append(args, "pumps")
		}
		r := ibid(t, env, args...)
		if r.code != exitAnswered || !strings.HasPrefix(r.err, "note: "+dir) || !strings.Contains(r.err, "calibrated.toml:2:") || !strings.Contains(r.err, told) || strings.Contains(r.err, "\x1b") {
			t.Errorf("%s: exit %d: %q", command, r.code, r.err)
		}
	}
	if r := ibid(t, env, "config", "--json"); r.err != "" || !strings.Contains(r.out, told) {
		t.Errorf("%s%s", r.out, r.err)
	}
	if r := ibid(t, env, "doctor", "--docs", docs); !strings.Contains(strings.Join(strings.Fields(r.out), " "), told) {
		t.Errorf("%s%s", r.out, r.err)
	}
	calibrated(t, env, "--docs", docs, "--write", set)
	if r := ibid(t, env, "config", "--docs", docs); r.err != "" || !strings.Contains(r.out, "calibrated.toml for "+docs+" with vectors of builtin") {
		t.Errorf("%s%s", r.out, r.err)
	}
}

// TestCalibrateCannotWrite holds that nobody learns after the last question that the thresholds cannot be kept.
func TestCalibrateCannotWrite(t *testing.T) {
	docs, set := pumpQuestions(t, 12)
	env := append(home(t), "XDG_CONFIG_HOME="+set)
	if r := ibid(t, env, "eval", "calibrate", "--docs", docs, "--write", set); r.code != exitUsage || r.out != "" || !strings.Contains(r.err, "cannot be ") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
}
