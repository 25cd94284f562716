package main

import (
	"os"
	"testing"
)

// TestMemoryLimit reads what the system says of its memory.
func TestMemoryLimit(t *testing.T) {
	const gb = 1 << 30
	for _, c := range []struct {
		name, meminfo, cgroup string
		want                  int64
	}{
		{"unknown", "", "", 4 * gb},
		{"machine", "MemTotal:       25165824 kB\nMemFree: 1 kB\n", "max\n", 12 * gb},
		{"container", "MemTotal:       25165824 kB\n", "6442450944\n", 3 * gb},
		{"small", "MemTotal:       524288 kB\n", "", 1 * gb},
		{"garbage", "x y z", "?", 4 * gb},
	} {
		files := map[string]string{"/proc/meminfo": c.meminfo, "/sys/fs/cgroup/memory.max": c.cgroup}
		got := memoryLimit(func(name string) ([]byte, error) {
			if files[name] == "" {
				return nil, os.ErrNotExist
			}
			return []byte(files[name]), nil
		})
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
