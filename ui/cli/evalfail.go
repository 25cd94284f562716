package cli

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/index/keyfile"
)

// boundSlack is what rounding may make of a mean that meets its bound.
const boundSlack = 1e-9

// decimal is how a bound is written: without a sign or an exponent.
var decimal = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?|\.[0-9]+)$`)

// errMissed ends an evaluation that missed a bound; which ones has been printed.
var errMissed = fmt.Errorf("a measure misses its bound: %w", errRefused)

// bound is the worst mean of a measure that will do: the least, or the greatest where less is better.
type bound struct {
	eval.Info
	set   string // the last elements of the sets' paths, without the ending; "" for all that have the measure
	value float64
}

type bounds []bound

// miss is a mean that misses a bound.
type miss struct {
	bound
	of   string // name of the set
	mean float64
}

// String is a line for a person.
func (m miss) String() string {
	side := "under"
	if m.Lower {
		side = "over"
	}
	return fmt.Sprintf("%s: %s is %.4f, %s %s", m.of, m.Name, m.mean, side, strconv.FormatFloat(m.value, 'f', -1, 64))
}

// parseBounds reads what was given with --fail-under.
func parseBounds(given []string) (bounds, error) {
	var out bounds
	for _, list := range given {
		for _, text := range strings.Split(list, ",") {
			b, err := parseBound(strings.TrimSpace(text))
			if err != nil {
				return nil, usageError{fmt.Errorf("--fail-under %s: %w", text, err)}
			}
			out = append(out, b)
		}
	}
	return out, nil
}

func parseBound(text string) (bound, error) {
	eq := strings.LastIndexByte(text, '=')
	if eq < 0 {
		return bound{}, fmt.Errorf("a bound is MEASURE=NUMBER or SET:MEASURE=NUMBER")
	}
	var b bound
	name := text[:eq]
	if at := strings.LastIndexByte(name, ':'); at >= 0 {
		if b.set, name = setName(name[:at]), name[at+1:]; b.set == "" {
			return b, fmt.Errorf("no set before the colon; leave it out for all sets that have the measure")
		}
	}
	var names []string
	for _, m := range eval.Measures() {
		if m.Name == name {
			b.Info = m
			return b, b.parse(text[eq+1:])
		}
		names = append(names, m.Name)
	}
	if near := keyfile.Nearest(name, names); near != "" {
		return b, fmt.Errorf("no such measure: %q; did you mean %s?", name, near)
	}
	return b, fmt.Errorf("no such measure: %q; `ibid eval --help` lists all", name)
}

// parse reads the number of a bound. Measures are shares, but for counts.
func (b *bound) parse(text string) error {
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case !decimal.MatchString(text) || err != nil:
		return fmt.Errorf("%q is not a number like 0.8", text)
	case value > 1 && !b.Count:
		return fmt.Errorf("%s is not from 0 to 1, as %s is", text, b.Name)
	}
	b.value = value
	return nil
}

// setName is the name of a set without what a person may leave out.
func setName(path string) string {
	path = strings.TrimRight(filepath.ToSlash(path), "/")
	return strings.TrimSuffix(strings.TrimPrefix(path, "./"), eval.RowsEnding)
}

// on tells whether the bound is one of a set: whole elements of its path are named.
func (b *bound) on(set string) bool {
	set = setName(set)
	return b.set == "" || set == b.set || strings.HasSuffix(set, "/"+b.set)
}

// fit is an error where a bound guards nothing: it names a set that there is not, or a measure that no set it is on
// can have.
func (bs bounds) fit(sets []*eval.Set, opt eval.Options) error {
	for i := range bs {
		b := &bs[i]
		on, possible := false, false
		var names, why []string
		for _, s := range sets {
			names = append(names, s.Name)
			if !b.on(s.Name) {
				continue
			}
			on = true
			reason := unmeasurable(b.Name, s.Form, opt)
			possible = possible || reason == ""
			why = append(why, s.Name+": "+reason)
		}
		switch {
		case !on:
			return usageError{fmt.Errorf("--fail-under: no set is named %s; there is %s", b.set, strings.Join(names, ", "))}
		case !possible:
			return usageError{fmt.Errorf("--fail-under: %s cannot be measured; %s", b.Name, strings.Join(why, "; "))}
		}
	}
	return nil
}

// unmeasurable says why no question of a form can have a measure, "" where one can.
func unmeasurable(measure string, form eval.Form, opt eval.Options) string {
	ranks := strings.Contains(measure, "@")
	switch {
	case ranks && form == eval.Passages:
		return "its questions bring their passages along, so nothing is searched for"
	case ranks:
		return ""
	case opt.RetrievalOnly:
		return "--retrieval-only asks for no answers"
	case form == eval.Documents && slices.Contains([]string{"f1", "exact", "holds_answer"}, measure):
		return "only questions with their passages are compared with the texts of answers"
	}
	return ""
}

// missed are the bounds that the means miss, in the order of the bounds. The error tells of those whose measure no
// set turned out to have: a bound that cannot be missed guards nothing.
func (bs bounds) missed(reports []*eval.Report) ([]miss, error) {
	var out []miss
	var absent []string
	for i := range bs {
		b := &bs[i]
		measured := false
		for _, r := range reports {
			mean, ok := r.Mean(b.Name)
			if !ok || !b.on(r.Set) {
				continue
			}
			measured = true
			short := b.value - float64(mean.Value)
			if b.Lower {
				short = -short
			}
			if short > boundSlack {
				out = append(out, miss{*b, r.Set, float64(mean.Value)})
			}
		}
		if !measured && !slices.Contains(absent, b.Name) {
			absent = append(absent, b.Name)
		}
	}
	if len(absent) > 0 {
		return out, usageError{fmt.Errorf("--fail-under guards nothing: no question had %s; the rows lack what it is measured against, or nothing was answered", strings.Join(absent, ", "))}
	}
	return out, nil
}

// completeBounds completes the last bound of a list by the name of its measure.
func completeBounds(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	start := strings.LastIndexAny(typed, ",:") + 1
	var out []string
	for _, m := range eval.Measures() {
		if strings.HasPrefix(m.Name, typed[start:]) {
			out = append(out, typed[:start]+m.Name+"=\t"+m.Help)
		}
	}
	return out, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
