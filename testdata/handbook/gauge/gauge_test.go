package gauge

import (
	"errors"
	"strings"
	"testing"
	"time"
)

const sample = `#twd 2
#station SKRW
#class A
#datum LAT
#interval 180
time,level_mm,sigma_mm,flag,temperature_c
2026-03-01T00:00:00Z,2314,12,0,7.4
2026-03-01T00:03:00Z,2359,14,0,7.4
2026-03-01T00:06:00Z,,,9,
#end records=3 crc16=DAAA
`

func TestParse(t *testing.T) {
	segment, err := Parse(strings.NewReader(sample))
	if err != nil {
		t.Fatal(err)
	}
	if segment.Station != "SKRW" || segment.Interval != 3*time.Minute {
		t.Errorf("header: got %q, %v", segment.Station, segment.Interval)
	}
	if mean, err := segment.Mean(); err != nil || mean != 2336.5 {
		t.Errorf("Mean() = %v, %v; want 2336.5", mean, err)
	}
	if high, err := segment.HighWater(); err != nil || high.Level != 2359 {
		t.Errorf("HighWater() = %v, %v; want level 2359", high, err)
	}
	if gaps := segment.Gaps(segment.Interval); gaps != nil {
		t.Errorf("Gaps() = %v, want none", gaps)
	}
}

func TestParseRefusesDamage(t *testing.T) {
	for name, text := range map[string]string{
		"no closing line": strings.Split(sample, "#end")[0],
		"changed level":   strings.Replace(sample, "2359", "2395", 1),
		"lost record":     strings.Replace(sample, "2026-03-01T00:06:00Z,,,9,\n", "", 1),
	} {
		if _, err := Parse(strings.NewReader(text)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: got %v, want ErrDamaged", name, err)
		}
	}
}

func TestEmptySeries(t *testing.T) {
	if _, err := new(Series).Mean(); !errors.Is(err, ErrEmpty) {
		t.Errorf("got %v, want ErrEmpty", err)
	}
}
