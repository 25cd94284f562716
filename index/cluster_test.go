package index

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/index/weaviate"
	"ibid/index/weaviate/weaviatetest"
)

// goSources fills a folder with as many bytes of Go's own sources, as texts.
func goSources(t testing.TB, dir string, size int64) {
	t.Helper()
	n := 0
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSpace(string(out))
	err = filepath.WalkDir(filepath.Join(root, "src"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if size -= int64(len(data)); size < 0 {
			return filepath.SkipAll
		}
		n++
		name := strings.ReplaceAll(strings.TrimPrefix(path, root), string(filepath.Separator), "-")
		return os.WriteFile(filepath.Join(dir, name+".txt"), data, 0o600)
	})
	if err != nil || size >= 0 {
		t.Fatalf("%d sources, %d bytes are missing, %v", n, size, err)
	}
}

// mustFindAlike compares the first ten hits of two indexes over the first words of a hundred chunks, of which many are the same notice of
// copyright. It tells how many searches of the second one had a warning.
func mustFindAlike(t *testing.T, moment string, here, there *Index, wanted float64) (warned int) {
	t.Helper()
	const queries = 100
	shared, all, different := 0, 0, 0
	ids := idsOf(t, here.lexical)
	for i := range queries {
		r, err := here.Chunk(ids[i*len(ids)/queries])
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(r.Text)
		query := Query{Text: strings.Join(words[min(3, len(words)-1):min(12, len(words))], " "), K: 10}
		res, err := there.Search(context.Background(), query)
		if err != nil {
			t.Fatalf("%s: %q: %v", moment, query.Text, err)
		}
		if len(res.Warnings) > 0 {
			if warned++; warned == 1 {
				t.Logf("%s: %q", moment, res.Warnings)
			}
		}
		same := 0
		for _, h := range searched(t, here, query) {
			all++
			if slices.ContainsFunc(res.Hits, func(o Hit) bool { return o.ID == h.ID }) {
				same++
			}
		}
		if shared += same; same < len(res.Hits) {
			if different++; different <= 3 {
				t.Logf("%s: %q: %d of %d are the same", moment, query.Text, same, len(res.Hits))
			}
		}
	}
	share := float64(shared) / float64(max(1, all))
	t.Logf("%s: %.4f of the first ten are those of an index in a folder, %d searches with a warning", moment, share, warned)
	if share < wanted {
		t.Errorf("%s: too little is found that an index in a folder finds", moment)
	}
	return warned
}

// counted is how many objects of a class a node counts.
func counted(t testing.TB, url, class string) int {
	t.Helper()
	resp, err := http.Post(url+"/v1/graphql", "application/json", strings.NewReader(`{"query":"{Aggregate{`+class+`{meta{count}}}}"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		Data struct {
			Aggregate map[string][]struct{ Meta struct{ Count int } }
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || len(answer.Data.Aggregate[class]) == 0 {
		return -1
	}
	return answer.Data.Aggregate[class][0].Meta.Count
}

// mustHoldAll compares what a class lists with what is to be there of an index in a folder, both ways.
func mustHoldAll(t testing.TB, class *weaviate.Class, ix *Index) {
	t.Helper()
	if there, here, same := holdsAll(t, class, ix); !same {
		t.Fatalf("%d objects on the server, %d here", there, here)
	}
}

// holdsAll counts what a server and an index hold, and tells whether it is the same.
func holdsAll(t testing.TB, class *weaviate.Class, ix *Index) (there, here int, same bool) {
	t.Helper()
	listed, err := class.List(context.Background())
	must(t, err)
	shared, err := ix.manifest.shared(nil)
	must(t, err)
	p, err := ix.publication(shared)
	must(t, err)
	same = len(listed) == len(p.objects)
	for id := range listed {
		same = same && p.objects[id] != nil
	}
	return len(listed), len(p.objects), same
}

const (
	clusterChunks = 20_000
	catchUp       = 10 * time.Minute // that a node may take to fetch what it has missed
	alike         = .99              // share of the first ten that are the same: neighbours are found by HNSW
)

// Three nodes keep 20,000 chunks three times. The node that is asked is killed while they are sent: no chunk is lost and none doubled,
// searches go on, and the node fetches what it has missed. Without two of the nodes nothing is found, and ibid says so.
func TestWeaviateCluster(t *testing.T) {
	if os.Getenv("IBID_TEST_WEAVIATE") == "" {
		t.Skip("it takes minutes: set IBID_TEST_WEAVIATE to have it run")
	}
	c := weaviatetest.Start(t, 3)
	opt := weaviate.Options{URLs: c.URLs, Class: "Cluster", Replicas: 3, Consistency: "QUORUM", Patience: time.Minute} // four programs share a machine
	class := serverOf(t, c, opt)
	docs := t.TempDir()
	goSources(t, docs, 27<<20)
	killed := 0
	began := time.Now()
	writer := Options{Roots: []string{docs}, Dir: filepath.Join(t.TempDir(), "index"), Server: class}
	r, err := Refresh(context.Background(), writer, func(s Step) {
		if s.Stage == StageSend && killed == 0 {
			began = time.Now()
		}
		if s.Stage == StageSend && killed == 0 && s.Done >= 7000 {
			killed = s.Done
			c.Kill(0)
		}
	})
	if err != nil || killed == 0 || r.Chunks < clusterChunks {
		t.Fatalf("%d chunks, killed after %d: %v", r.Chunks, killed, err)
	}
	t.Logf("%d chunks sent in %v; node 1 was killed after %d", r.Chunks, time.Since(began).Round(time.Second), killed)
	here := open(t, writer)
	mustHoldAll(t, class, here)
	head, err := class.Head(context.Background())
	must(t, err)
	all := head.Count
	if n := counted(t, c.URLs[1], "Cluster"); n != all || n < r.Chunks {
		t.Errorf("%d objects of %d", n, all)
	}
	// at is the index of somebody who only asks, at some nodes.
	reader := Options{Dir: filepath.Join(t.TempDir(), "reader")}
	at := func(urls ...string) *Index {
		t.Helper()
		opt := reader
		opt.Server = serverOf(t, &weaviatetest.Cluster{URLs: urls}, weaviate.Options{Class: "Cluster", Replicas: 3, Consistency: "QUORUM", ReadOnly: true, Patience: time.Minute})
		refresh(t, opt)
		return open(t, opt)
	}
	if n := mustFindAlike(t, "one node gone, just sent", here, at(c.URLs...), .5); n == 0 {
		t.Error("nothing says that not all may be found yet")
	}
	time.Sleep(weaviate.WrittenAfter)
	mustFindAlike(t, "one node gone", here, at(c.URLs...), alike)
	mustFindAlike(t, "one node gone, the third one asked", here, at(c.URLs[2]), alike)
	for i := range 2 { // what the help page on scale counts with
		t.Logf("node %d: %s", i+2, c.Usage(i+1))
	}

	c.Restart(0)
	began = time.Now()
	// What the node lacks is not left out in silence, and is looked for at the others.
	if n := counted(t, c.URLs[0], "Cluster"); n < all {
		res, err := at(c.URLs[0]).Search(context.Background(), Query{Text: "read a file"})
		if err != nil || len(res.Warnings) == 0 && counted(t, c.URLs[0], "Cluster") < all {
			t.Errorf("the node has %d of %d objects: %q, %v", n, all, res.Warnings, err)
		}
		t.Logf("node 1 with %d objects: %q", n, res.Warnings)
	}
	mustFindAlike(t, "the node is back", here, at(c.URLs...), alike) // it has not written down all, and so it is said
	alone := serverOf(t, &weaviatetest.Cluster{URLs: c.URLs[:1]}, weaviate.Options{Class: "Cluster", Replicas: 3, Consistency: "ONE", Patience: time.Minute})
	for behind := at(c.URLs[0]); ; time.Sleep(5 * time.Second) {
		res, err := behind.Search(context.Background(), Query{Text: "read a file"})
		if err == nil && !slices.ContainsFunc(res.Warnings, func(w string) bool { return strings.Contains(w, "caught up") }) {
			break
		}
		if time.Since(began) < catchUp {
			continue
		}
		t.Logf("node 1 counts %d of %d objects after %v: %q, %v", counted(t, c.URLs[0], "Cluster"), all, catchUp, res.Warnings, err)
		again := writer
		again.Rebuild = true // as the warning says
		if _, err := Refresh(context.Background(), again, nil); err != nil {
			t.Fatal(err)
		}
		here = open(t, again)
		for sent := time.Now(); ; time.Sleep(5 * time.Second) { // two of three nodes are enough for a write; this one may come last
			there, all, same := holdsAll(t, alone, here)
			if same {
				break
			}
			if time.Since(sent) > catchUp {
				t.Fatalf("node 1 holds %d of %d objects %v after all were sent again", there, all, catchUp)
			}
		}
		time.Sleep(weaviate.WrittenAfter) // all is new
	}
	t.Logf("node 1 had fetched what it missed %v after its start", time.Since(began).Round(time.Second))
	for i, url := range c.URLs {
		wanted := alike
		if i == 0 {
			wanted = .9 // it keeps words in memory that the others have written, and cannot say so: it counts whole chunks
		}
		mustFindAlike(t, fmt.Sprintf("all are level, node %d", i+1), here, at(url), wanted)
	}
	time.Sleep(weaviate.WrittenAfter)
	for i, url := range c.URLs {
		moment := fmt.Sprintf("all is written, node %d", i+1)
		if n := mustFindAlike(t, moment, here, at(url), alike); n > 0 {
			t.Errorf("%s: %d searches with a warning", moment, n)
		}
	}
	c.Kill(1)
	c.Kill(2)
	mustHoldAll(t, alone, here) // it is the only one that can say so

	reader.Server = serverOf(t, c, weaviate.Options{Class: "Cluster", Replicas: 3, Consistency: "QUORUM", ReadOnly: true})
	began = time.Now()
	_, err = open(t, reader).Search(context.Background(), Query{Text: "read a file"})
	if away := (*weaviate.Error)(nil); !errors.As(err, &away) || away.Misconfigured || away.Hint == "" {
		t.Errorf("two of three nodes are gone: %v", err)
	}
	t.Logf("two of three nodes gone: %v, after %v", err, time.Since(began).Round(100*time.Millisecond))
	binary := filepath.Join(t.TempDir(), "ibid")
	if out, err := exec.Command("go", "build", "-o", binary, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command(binary, "ask", "--docs", docs, "--index-dir", t.TempDir(), "What reads a file?")
	cmd.Env = []string{"HOME=" + t.TempDir(), "IBID_WEAVIATE_URL=" + strings.Join(c.URLs, ","), "IBID_WEAVIATE_CLASS=Cluster", "IBID_WEAVIATE_READ_ONLY=true", "OLLAMA_HOST=127.0.0.1:1"}
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 4 || !bytes.Contains(out, []byte("Weaviate")) || !bytes.Contains(out, []byte("weaviate.consistency")) {
		t.Errorf("exit %d: %s %v", code, out, err)
	}
}
