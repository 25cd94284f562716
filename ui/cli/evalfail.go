package cli

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ibid/engine/eval"
	"ibid/ui/config/keyfile"
)

// boundSlack is what rounding may make of a mean that meets its bound.
const boundSlack = 1e-9

// errMissed ends an evaluation that missed a bound; which ones has been printed.
var errMissed = fmt.Errorf("a measure misses its bound: %w", errRefused)

// bound is the worst mean of a measure that will do: the least, or the greatest where less is better.
type bound struct {
	eval.Info
	set   string // the sets' names end so; "" for all that have the measure
	value float64
}

type bounds []bound

// miss is a mean that misses a bound.
type miss struct {
	bound        bound
	set, measure string
	value        float64
	lower        bool
}

// String is a line for a person.
func (m miss) String() string {
	side := "under"
	if m.lower {
		side = "over"
	}
	return fmt.Sprintf("%s: %s is %.4f, %s %s", m.set, m.measure, m.value, side, strconv.FormatFloat(m.bound.value, 'g', -1, 64))
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
		b.set, name = setName(name[:at]), name[at+1:]
	}
	value, err := strconv.ParseFloat(text[eq+1:], 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return b, fmt.Errorf("%q is not a number", text[eq+1:])
	}
	b.value = value
	var names []string
	for _, m := range eval.Measures() {
		if m.Name == name {
			b.Info = m
			return b, nil
		}
		names = append(names, m.Name)
	}
	if near := keyfile.Nearest(name, names); near != "" {
		return b, fmt.Errorf("no such measure: %q; did you mean %s?", name, near)
	}
	return b, fmt.Errorf("no such measure: %q; `ibid eval --help` lists all", name)
}

// setName is the name of a set without what a person may leave out.
func setName(path string) string {
	return strings.TrimSuffix(strings.TrimRight(path, "/"+string(filepath.Separator)), eval.RowsEnding)
}

// on tells whether the bound is one of a set.
func (b *bound) on(set string) bool { return strings.HasSuffix(setName(set), b.set) }

// fit is an error where a bound names a set that there is not.
func (bs bounds) fit(sets []*eval.Set) error {
	for i := range bs {
		found := false
		var names []string
		for _, s := range sets {
			found = found || bs[i].on(s.Name)
			names = append(names, s.Name)
		}
		if !found {
			return usageError{fmt.Errorf("--fail-under: no set ends in %s; there is %s", bs[i].set, strings.Join(names, ", "))}
		}
	}
	return nil
}

// missed are the bounds that the means miss, in the order of the bounds. A measure that no set has is an error: a bound that
// cannot be missed guards nothing.
func (bs bounds) missed(reports []*eval.Report) ([]miss, error) {
	var out []miss
	for i := range bs {
		b := &bs[i]
		measured := false
		for _, r := range reports {
			mean, ok := r.Summary.Mean(b.Name)
			if !ok || !b.on(r.Set) {
				continue
			}
			measured = true
			short := b.value - mean.Value
			if b.Lower {
				short = -short
			}
			if short > boundSlack {
				out = append(out, miss{*b, r.Set, b.Name, mean.Value, b.Lower})
			}
		}
		if !measured {
			return nil, usageError{fmt.Errorf("--fail-under: %s is measured on none of the sets; its questions lack what it is measured against", b.Name)}
		}
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
