package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ibid/index"
)

// Only what is answered to the point is suggested.
func TestQuestions(t *testing.T) {
	docs := t.TempDir()
	text := `# Manual

## STILLING WELL

A stilling well is a pipe that stands in the water and keeps waves from the gauge.

## Overview

The overview of the shore is fine.

## How do I clean the filter?

Clean the filter with fresh water once a month, and dry it in the shade.

## Limpets

Limpets are probes that are fixed to a pier below the low water mark.

## CRC

Each frame ends with a cyclic redundancy check (CRC).
`
	if err := os.WriteFile(filepath.Join(docs, "manual.md"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	l := libraryOver(t, docs)
	if got := l.Questions(context.Background()); got != nil {
		t.Errorf("before the documents are open: %q", got)
	}
	if _, err := l.With(context.Background(), func(index.Step) {}, func(*index.Index) error {
		if got := l.Questions(context.Background()); got != nil {
			t.Errorf("while somebody reads them: %q", got)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if got, want := l.Questions(context.Background()), []string{"What is a stilling well?", "How do I clean the filter?", "What are limpets?"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
