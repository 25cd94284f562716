package cli

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// build is what is known of the build of this program: what `ibid --version --json` prints.
type build struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`  // of a release its tag, between two the pseudo-version of its commit, else (devel)
	Commit   string `json:"commit"`   // "" where it was built without git
	Date     string `json:"date"`     // of the commit, RFC 3339; "" likewise
	Modified bool   `json:"modified"` // it was not the commit alone that was built
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// thisBuild reads what Go wrote into the program.
func thisBuild() build {
	b := build{Schema: "ibid.version/1", Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func (b build) String() string {
	if b.Commit == "" {
		return b.Version + " (built without its commit)"
	}
	changed := ""
	if b.Modified {
		changed = ", with changes"
	}
	return fmt.Sprintf("%s (commit %s%s, %s)", b.Version, b.Commit, changed, b.Date)
}

// describeVersion lets --version print one JSON object with --json.
func describeVersion(root *cobra.Command) {
	object, err := json.Marshal(thisBuild())
	if err != nil { // strings and a bool: it cannot
		panic(err)
	}
	root.Annotations = map[string]string{"build": string(object)}
	root.Flags().Bool("json", false, "with --version, print one object")
	root.SetVersionTemplate(`{{if .Flags.GetBool "json"}}{{index .Annotations "build"}}{{else}}ibid version {{.Version}}{{end}}
`)
}
