// Package weaviatetest runs real Weaviate nodes for tests.
package weaviatetest

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	startTimeout = 2 * time.Minute // that a node may take to answer, on a busy machine
	logTail      = 4 << 10         // bytes of a log that a failed test shows
	version      = "v1.35.2"       // as .ci/weaviate has it
)

// Cluster is some nodes on ports of this machine, that end with the test.
type Cluster struct {
	URLs []string // of the nodes

	t     testing.TB
	nodes []*node
}

type node struct {
	url, data string
	gossip    int // port
	args, env []string
	cmd       *exec.Cmd
}

// Start runs as many nodes, with settings of their own, as in NAME=value. The test is skipped where no server is
// built; where IBID_TEST_WEAVIATE is set it fails then.
func Start(t testing.TB, nodes int, settings ...string) *Cluster {
	t.Helper()
	cache, err := os.UserCacheDir()
	binary := filepath.Join(cache, "ibid-test", "weaviate@"+version, "weaviate")
	if err == nil {
		_, err = os.Stat(binary)
	}
	switch {
	case err == nil:
	case os.Getenv("IBID_TEST_WEAVIATE") != "":
		t.Fatal("there is no Weaviate server: run .ci/weaviate")
	default:
		t.Skip("there is no Weaviate server: run .ci/weaviate")
	}
	c := &Cluster{t: t}
	var gossip, raft []int
	var join []string
	for i := range nodes {
		gossip, raft = append(gossip, freePorts(t)), append(raft, freePorts(t))
		join = append(join, fmt.Sprintf("node%d:%d", i+1, raft[i]))
	}
	for i := range nodes {
		port, other := freePorts(t), freePorts(t)
		n := &node{url: fmt.Sprintf("http://127.0.0.1:%d", port), data: t.TempDir(), args: []string{binary, "--host", "127.0.0.1", "--port", fmt.Sprint(port), "--scheme", "http"}}
		n.env = append(os.Environ(), "AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED=true", "DEFAULT_VECTORIZER_MODULE=none", "DISABLE_TELEMETRY=true", "LOG_LEVEL=warning",
			"PERSISTENCE_DATA_PATH="+n.data, "CLUSTER_IN_LOCALHOST=true", "CLUSTER_ADVERTISE_ADDR=127.0.0.1", fmt.Sprint("CLUSTER_HOSTNAME=node", i+1),
			fmt.Sprint("CLUSTER_GOSSIP_BIND_PORT=", gossip[i]), fmt.Sprint("CLUSTER_DATA_BIND_PORT=", gossip[i]+1),
			fmt.Sprint("RAFT_PORT=", raft[i]), fmt.Sprint("RAFT_INTERNAL_RPC_PORT=", raft[i]+1), fmt.Sprint("RAFT_BOOTSTRAP_EXPECT=", nodes), "RAFT_JOIN="+strings.Join(join, ","),
			fmt.Sprint("GRPC_PORT=", other), fmt.Sprint("GO_PROFILING_PORT=", other+1))
		n.gossip, n.env = gossip[i], append(n.env, settings...)
		c.URLs, c.nodes = append(c.URLs, n.url), append(c.nodes, n)
		c.run(n)
		c.wait(i, "to be joined", func() bool {
			conn, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", n.gossip))
			return err == nil && conn.Close() == nil
		})
	}
	t.Cleanup(func() {
		for i, n := range c.nodes {
			c.Kill(i)
			if log, err := os.ReadFile(n.log()); err == nil && t.Failed() {
				t.Logf("the end of the log of node %d:\n%s", i+1, log[max(0, len(log)-logTail):])
			}
		}
	})
	for i := range c.nodes {
		c.Ready(i)
	}
	return c
}

// freePorts is the first of two ports side by side that nothing listens on at the moment.
func freePorts(t testing.TB) int {
	t.Helper()
	for range 100 {
		first, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		port := first.Addr().(*net.TCPAddr).Port
		second, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port+1))
		first.Close()
		if err == nil {
			second.Close()
			return port
		}
	}
	t.Fatal("no two ports side by side are free")
	return 0
}

func (n *node) log() string { return filepath.Join(n.data, "log") }

func (c *Cluster) run(n *node) {
	c.t.Helper()
	log, err := os.OpenFile(n.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		c.t.Fatal(err)
	}
	defer log.Close() // the node has its own
	n.cmd = exec.Command(n.args[0], n.args[1:]...)
	n.cmd.Env, n.cmd.Stdout, n.cmd.Stderr = n.env, log, log
	for _, other := range c.nodes { // a node that joins nobody is a cluster of its own, one that joins one that is not there ends
		if other != n && other.cmd != nil {
			n.cmd.Env = append(n.env, fmt.Sprint("CLUSTER_JOIN=127.0.0.1:", other.gossip))
			break
		}
	}
	if err := n.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
}

// Ready waits until a node takes requests.
func (c *Cluster) Ready(i int) {
	c.t.Helper()
	c.wait(i, "ready", func() bool {
		resp, err := http.Get(c.nodes[i].url + "/v1/.well-known/ready")
		return err == nil && resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
	})
}

func (c *Cluster) wait(i int, what string, is func() bool) {
	c.t.Helper()
	for start := time.Now(); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Since(start) > startTimeout {
			c.t.Fatalf("node %d does not get %s", i+1, what)
		}
	}
}

// Kill ends a node with SIGKILL, if it runs.
func (c *Cluster) Kill(i int) {
	if n := c.nodes[i]; n.cmd != nil {
		_ = n.cmd.Process.Kill()
		_ = n.cmd.Wait()
		n.cmd = nil
	}
}

// Restart runs a node again that was killed, and waits until it takes requests.
func (c *Cluster) Restart(i int) {
	c.t.Helper()
	c.run(c.nodes[i])
	c.Ready(i)
}

// Usage tells what a node takes of the disk, of memory and of the processor, as far as the system tells it.
func (c *Cluster) Usage(i int) string {
	n := c.nodes[i]
	var size int64
	_ = filepath.WalkDir(n.data, func(_ string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			if info, err := e.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	usage, _ := exec.Command("ps", "-o", "rss=,cputimes=", "-p", fmt.Sprint(n.cmd.Process.Pid)).Output()
	return fmt.Sprintf("%d MB of files; resident kB and seconds of CPU: %s", size>>20, strings.TrimSpace(string(usage)))
}
