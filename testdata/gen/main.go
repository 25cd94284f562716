// Command gen writes the PDF files of testdata. Run it from the top of the repository:
//
//	go run ./testdata/gen
//
// The output is the same to the byte on every run and every machine.
package main

import (
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	data := standard()
	files := []struct {
		path string
		data []byte
	}{
		{"testdata/handbook/sensor-standard.pdf", data},
		{"testdata/broken/truncated.pdf", data[:len(data)/2]},
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.FromSlash(f.path), f.data, 0o644); err != nil {
			log.Fatalf("%v (run it from the top of the repository)", err)
		}
	}
}
