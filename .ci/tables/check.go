// Command check reads PDFs of tables by ibid's reader and compares them with the truth beside them.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"ibid/index/source"
)

type truth struct {
	Engine    string
	Options   map[string]any
	Header    []string
	HeadLines [][]string `json:"head_lines"`
	Rows      [][]string
	KeyColumn int `json:"key_column"`
	Total     []string
	Caption   string
	Title     string
	Section   string
	Running   []string
	Continued []string
	Before    []string
	After     []string
	Cross     struct {
		Pages int
		Rows  [][]any
	}
}

type counts struct {
	docs, rows, found, bad, lost, invented, twice, disorder, again                     int
	headOK, headMissing, headWrong, parts, oneTable, runTable, runText, prose, noTable int
	gen                                                                                int
	kinds                                                                              map[string]int
	perfect, clean, beyond                                                             int
}

func (c *counts) add(d counts) {
	c.docs += d.docs
	c.rows += d.rows
	c.found += d.found
	c.bad += d.bad
	c.lost += d.lost
	c.invented += d.invented
	c.twice += d.twice
	c.disorder += d.disorder
	c.again += d.again
	c.headOK += d.headOK
	c.headMissing += d.headMissing
	c.headWrong += d.headWrong
	c.parts += d.parts
	c.oneTable += d.oneTable
	c.runTable += d.runTable
	c.runText += d.runText
	c.prose += d.prose
	c.noTable += d.noTable
	c.gen += d.gen
	c.perfect += d.perfect
	c.clean += d.clean
	c.beyond += d.beyond
	if c.kinds == nil {
		c.kinds = map[string]int{}
	}
	for k, n := range d.kinds {
		c.kinds[k] += n
	}
}

func (c counts) String() string {
	var ks []string
	for k := range c.kinds {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool {
		return c.kinds[ks[i]] > c.kinds[ks[j]] || c.kinds[ks[i]] == c.kinds[ks[j]] && ks[i] < ks[j]
	})
	for i, k := range ks {
		ks[i] = fmt.Sprintf("%s %d", k, c.kinds[k])
	}
	return fmt.Sprintf("rows %d: found %d, not proper %d, lost %d; invented %d, twice %d, out of order %d, head again %d; parts %d (%d beyond pages); running in table %d, in text %d%s",
		c.rows, c.found, c.bad, c.lost, c.invented, c.twice, c.disorder, c.again, c.parts, c.beyond, c.runTable, c.runText,
		map[bool]string{true: "   {" + strings.Join(ks, ", ") + "}", false: ""}[len(ks) > 0])
}

var plain = strings.NewReplacer("\u2212", "-", "\u2010", "-", "\u2011", "-", "\u00ad", "", "\u2019", "'", "\u2018", "'", "\u201c", `"`, "\u201d", `"`)

func tidy(s string) string {
	return strings.Join(strings.Fields(plain.Replace(norm.NFKC.String(s))), " ")
}

func join(cells []string) string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = tidy(c)
	}
	return strings.Join(out, "|")
}

func split(line string) []string {
	cells := strings.Split(" "+line+" ", " | ")
	for i := range cells {
		cells[i] = tidy(cells[i])
	}
	return cells
}

func words(cells []string) []string { return strings.Fields(strings.Join(cells, " ")) }

// keyIn tells whether a key stands in a text as a word of its own.
func keyIn(text, key string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], key)
		if i < 0 {
			return false
		}
		i += from
		j := i + len(key)
		word := func(b byte) bool { return b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' }
		if (i == 0 || !word(text[i-1])) && (j == len(text) || !word(text[j]) && !(text[j] == '.' && j+1 < len(text) && word(text[j+1]))) {
			return true
		}
		from = i + 1
	}
}

func running(parts []string) *regexp.Regexp {
	var alts []string
	for _, p := range parts {
		q := regexp.QuoteMeta(tidy(p))
		q = strings.NewReplacer(`\{p\}`, `\d+`, `\{n\}`, `\d+`).Replace(q)
		alts = append(alts, q)
	}
	if len(alts) == 0 {
		return nil
	}
	return regexp.MustCompile(`^(?:(?:` + strings.Join(alts, "|") + `)\s*\|?\s*)+$`)
}

type line struct {
	cells []string
	page  int
	first bool
	part  int
}

func subset(a, b []string) bool { // a multiset in b
	n := map[string]int{}
	for _, x := range b {
		n[x]++
	}
	for _, x := range a {
		if n[x]--; n[x] < 0 {
			return false
		}
	}
	return true
}

func check(doc source.Document, t truth, fault func(page int, kind, what string)) (c counts) {
	c = counts{docs: 1, rows: len(t.Rows), kinds: map[string]int{}}
	note := func(page int, kind, what string) {
		c.kinds[kind]++
		fault(page, kind, what)
	}
	gen := map[int]bool{}
	for _, r := range t.Cross.Rows {
		gen[int(r[0].(float64))] = true
	}
	rows := map[string]int{}
	keys := map[string]int{}
	for i, r := range t.Rows {
		rows[join(r)] = i
		keys[tidy(r[t.KeyColumn])] = i
	}
	run := running(t.Running)
	head := join(t.Header)
	var heads [][]string // acceptable lines of a head that is printed again
	if t.Header != nil {
		heads = append(heads, t.Header)
		top, low := make([]string, len(t.HeadLines)), make([]string, len(t.HeadLines))
		for i, h := range t.HeadLines {
			top[i] = h[0]
			if len(h) > 1 {
				low[i] = h[1]
			}
		}
		heads = append(heads, top, low)
	}
	headWords := words(t.Header)

	var lines []line
	var proses []line
	for _, b := range doc.Blocks {
		text := doc.Text[b.Start:b.End]
		if b.Kind == source.Table {
			// A table of another text than ours (two lines of a head, say) is a part all the same.
			for i, l := range strings.Split(text, "\n") {
				lines = append(lines, line{split(l), b.Page, i == 0, c.parts})
			}
			c.parts++
			continue
		}
		for _, l := range strings.Split(text, "\n") {
			proses = append(proses, line{[]string{tidy(l)}, b.Page, false, -1 - int(b.Kind)})
		}
	}
	if c.parts == 1 {
		c.oneTable = 1
	}
	on := map[int]bool{}
	for _, l := range lines {
		on[l.page] = true
	}
	c.beyond = c.parts - len(on)
	if c.parts == 0 {
		c.noTable = 1
	}
	found := make([]int, len(t.Rows))
	last := -1
	headState := "missing"
	isEmpty := func(cells []string) bool { return strings.Join(cells, "") == "" }
	lineOf := map[int][]line{} // the faulty lines of each row, by its key
	for n, l := range lines {
		j := strings.Join(l.cells, "|")
		flat := tidy(strings.Join(l.cells, " "))
		if l.first {
			state := "wrong"
			switch {
			case t.Header == nil && isEmpty(l.cells):
				state = "right"
			case t.Header != nil && j == head:
				state = "right"
			case isEmpty(l.cells):
				state = "missing"
			}
			if n == 0 {
				headState = state
				if state != "right" {
					note(l.page, "head "+state, fmt.Sprintf("%q want %q", j, head))
				}
			} else if t.Header != nil && state == "wrong" {
				if _, ok := rows[j]; ok {
					note(l.page, "later part's head is a row", j)
				} else {
					note(l.page, "later part's head wrong", j)
				}
			}
			if state == "right" || isEmpty(l.cells) {
				continue
			}
		}
		if i, ok := rows[j]; ok {
			if l.first { // a row taken for a head
				if n == 0 {
					note(l.page, "row as head", j)
				}
			}
			found[i]++
			if found[i] > 1 {
				c.twice++
				note(l.page, "row twice", j)
			} else {
				if i < last {
					c.disorder++
					note(l.page, "out of order", j)
				}
				last = i
			}
			continue
		}
		if isEmpty(l.cells) {
			continue
		}
		again := false
		for _, h := range heads {
			if again = strings.EqualFold(j, join(h)); again {
				break
			}
		}
		if !again && t.Header != nil && subset(strings.Fields(flat), headWords) && len(strings.Fields(flat)) > 0 {
			again = true
		}
		if again {
			if !l.first {
				c.again++
				note(l.page, "head among rows", j)
			}
			continue
		}
		if t.Total != nil && (j == join(t.Total) || strings.HasPrefix(flat, "Total")) {
			if j != join(t.Total) {
				note(l.page, "total wrong", j)
			}
			continue
		}
		if flat == tidy(t.Caption) {
			note(l.page, "caption in table", j)
			continue
		}
		cont := false
		for _, x := range t.Continued {
			cont = cont || flat == tidy(x)
		}
		if cont {
			c.invented++
			note(l.page, "continued line in table", j)
			continue
		}
		if run != nil && run.MatchString(flat) {
			c.runTable++
			c.invented++
			note(l.page, "running head in table", j)
			continue
		}
		var ks []int
		for _, cell := range l.cells {
			for k := range keys {
				if keyIn(cell, k) {
					ks = append(ks, keys[k])
				}
			}
		}
		slices.Sort(ks)
		ks = slices.Compact(ks)
		if len(ks) > 0 {
			for _, k := range ks {
				lineOf[k] = append(lineOf[k], l)
			}
			continue
		}
		// A line without a key: the rest of a row, or words from elsewhere.
		w := strings.Fields(flat)
		kind := "invented row"
		for _, r := range t.Rows {
			if subset(w, strings.Fields(tidy(strings.Join(r, " ")))) {
				kind = "rest of a row as a row"
				break
			}
		}
		if kind == "invented row" {
			for _, p := range slices.Concat(t.Before, t.After, []string{t.Title, t.Section, t.Caption}) {
				if len(w) > 0 && subset(w, strings.Fields(tidy(p))) {
					kind = "prose in table"
				}
			}
		}
		c.invented++
		note(l.page, kind, j)
	}
	switch headState {
	case "right":
		c.headOK++
	case "missing":
		c.headMissing++
	default:
		c.headWrong++
	}
	text := tidy(doc.Text)
	for i, r := range t.Rows {
		if found[i] > 0 {
			c.found++
			continue
		}
		if gen[i] {
			c.gen++
			c.rows--
			continue
		}
		key := tidy(r[t.KeyColumn])
		if !keyIn(text, key) {
			c.lost++
			note(0, "lost", join(r))
			continue
		}
		c.bad++
		ls := lineOf[i]
		if len(ls) == 0 {
			page := 0
			what, kind := key, "row in prose"
			for _, p := range proses {
				if keyIn(p.cells[0], key) {
					page, what = p.page, p.cells[0]
					kind = "row in " + []string{"a paragraph", "a heading", "a list item", "", "code"}[-1-p.part]
					break
				}
			}
			note(page, kind, what)
			continue
		}
		l := ls[0]
		have, want := strings.Fields(strings.Join(l.cells, " ")), words(strings.Split(tidy(strings.Join(r, " ")), " "))
		others := 0
		for k := range keys {
			if k != key && keyIn(strings.Join(l.cells, " "), k) {
				others++
			}
		}
		slices.Sort(have)
		slices.Sort(want)
		kind := "words differ"
		switch {
		case len(ls) > 1:
			kind = "key in several rows"
		case others > 0:
			kind = "rows merged"
		case slices.Equal(have, want) && len(l.cells) > len(r) && strings.ReplaceAll(strings.Join(l.cells, "|"), "|", "") == strings.ReplaceAll(join(r), "|", ""):
			kind = "too many columns"
		case slices.Equal(have, want) && len(l.cells) < len(r):
			kind = "cells merged"
		case slices.Equal(have, want):
			kind = "wrong columns"
		case subset(have, want):
			kind = "words missing"
		case subset(want, have):
			kind = "words added"
		case strings.Join(strings.Fields(strings.Join(l.cells, "")), "") == strings.ReplaceAll(strings.Join(r, ""), " ", ""):
			kind = "spaces differ"
		}
		note(l.page, kind, fmt.Sprintf("%s   want %s", strings.Join(l.cells, "|"), join(r)))
	}
	// Running heads and page numbers that stand in the text; the title and the section may stand there once.
	legit := map[string]int{tidy(t.Title): 1, tidy(t.Section): 1}
	cont := map[string]bool{}
	for _, x := range t.Continued {
		cont[tidy(x)] = true
	}
	for _, p := range proses {
		s := strings.TrimLeft(p.cells[0], "# ")
		if cont[s] {
			note(p.page, "continued line in text", s)
		}
		if run == nil || s == "" || !run.MatchString(s) {
			continue
		}
		if legit[s] > 0 {
			legit[s]--
			continue
		}
		c.runText++
		note(p.page, "running head in text", s)
	}
	for _, p := range slices.Concat(t.Before, t.After) {
		if s := tidy(p); !strings.Contains(text, s) && len(strings.Fields(s)) > 0 {
			f := strings.Fields(s)
			if !strings.Contains(text, strings.Join(f[:min(3, len(f))], " ")) {
				c.prose++
				note(0, "paragraph lost", s)
			} else {
				note(0, "paragraph broken", s)
			}
		}
	}
	if c.found == c.rows && c.invented+c.twice+c.disorder+c.again+c.runTable+c.runText == 0 && headState == "right" && c.beyond == 0 && len(c.kinds) == 0 {
		c.clean = 1
		c.perfect = c.oneTable
	}
	return c
}

func main() {
	verbose := flag.Bool("v", false, "print the first faults of each kind in each document")
	most := flag.Int("n", 3, "faults of a kind printed with -v")
	only := flag.String("only", "", "read only files whose name contains this")
	dump := flag.Bool("dump", false, "print the text of each document read")
	by := flag.String("by", "", "print totals by this option as well: style, wrap, repeat_head, flavour, kinds ...")
	js := flag.Bool("faulty", false, "print only documents with a fault")
	flag.Parse()
	names, _ := filepath.Glob(filepath.Join(flag.Arg(0), "*.pdf"))
	sort.Strings(names)
	total := map[string]*counts{}
	examples := map[string][]string{}
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".pdf")
		if !strings.Contains(base, *only) {
			continue
		}
		var t truth
		js1, err := os.ReadFile(strings.TrimSuffix(name, ".pdf") + ".json")
		if err == nil {
			err = json.Unmarshal(js1, &t)
		}
		data, err2 := os.ReadFile(name)
		if err != nil || err2 != nil {
			fmt.Println(base, "cannot be read:", err, err2)
			continue
		}
		start := time.Now()
		doc, err := source.Read(context.Background(), filepath.Base(name), data)
		took := time.Since(start)
		if err != nil {
			fmt.Println(base, "ERROR", err)
		}
		if *dump {
			for _, b := range doc.Blocks {
				fmt.Printf("[%s page %d]\n%s\n", []string{"paragraph", "heading", "item", "TABLE", "code"}[b.Kind], b.Page, doc.Text[b.Start:b.End])
			}
		}
		seen := map[string]int{}
		var out []string
		c := check(doc, t, func(page int, kind, what string) {
			if seen[kind]++; seen[kind] <= *most {
				out = append(out, fmt.Sprintf("      p%d %s: %s", page, kind, what))
			}
		})
		for k := range seen {
			examples[k] = append(examples[k], base)
		}
		groups := []string{t.Engine, "all"}
		if v := t.Options[*by]; *by != "" {
			if list, ok := v.([]any); ok {
				for _, x := range list {
					if g := fmt.Sprint(*by, " ", x); !slices.Contains(groups, g) {
						groups = append(groups, g)
					}
				}
			} else {
				groups = append(groups, fmt.Sprint(*by, " ", v))
			}
		}
		for _, e := range groups {
			if total[e] == nil {
				total[e] = &counts{}
			}
			total[e].add(c)
		}
		hs := map[bool]string{true: "right", false: "WRONG"}[c.headOK > 0]
		if c.headMissing > 0 {
			hs = "MISSING"
		}
		if !*js || c.clean == 0 {
			fmt.Printf("%s (%dp, %s %v) %s; head %s; %dms\n", base, doc.Pages, t.Options["style"], t.Options["page"], c, hs, took.Milliseconds())
			if len(doc.Warnings) > 0 {
				fmt.Println("      warnings:", strings.Join(doc.Warnings, "; "))
			}
			if *verbose {
				for _, l := range out {
					if len(l) > 260 {
						l = l[:260] + "…"
					}
					fmt.Println(l)
				}
			}
		}
	}
	fmt.Println("\nTOTALS")
	for _, e := range []string{"latex", "typst", "libreoffice", "reportlab", "all"} {
		if c := total[e]; c != nil {
			fmt.Printf("%-12s %d documents, %d perfect, %d clean, %d read in one table, %d in none; head right %d, missing %d, wrong %d\n             %s; generator faults left out %d\n",
				e, c.docs, c.perfect, c.clean, c.oneTable, c.noTable, c.headOK, c.headMissing, c.headWrong, *c, c.gen)
		}
	}
	for _, e := range slices.Sorted(maps.Keys(total)) {
		if c := total[e]; *by != "" && strings.HasPrefix(e, *by+" ") {
			fmt.Printf("%-28s %2d documents, %2d clean; head right %2d; rows %5d found %5d (%3d%%) not proper %4d lost %4d invented %4d parts beyond pages %3d running %3d\n", e, c.docs, c.clean, c.headOK,
				c.rows, c.found, 100*c.found/max(1, c.rows), c.bad, c.lost, c.invented, c.beyond, c.runTable+c.runText)
		}
	}
	fmt.Println("\nKINDS OF FAULT (count, documents, first ones)")
	c := total["all"]
	if c == nil {
		return
	}
	var ks []string
	for k := range c.kinds {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return c.kinds[ks[i]] > c.kinds[ks[j]] })
	for _, k := range ks {
		fmt.Printf("%6d  %-28s %2d  %s\n", c.kinds[k], k, len(examples[k]), strings.Join(examples[k][:min(6, len(examples[k]))], " "))
	}
}
