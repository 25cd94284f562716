// Package gauge reads the segment files of a Tidewater logger.
//
//	segment, err := gauge.Parse(file)
//	if err != nil { … }
//	fmt.Println(segment.Station, segment.Mean())
package gauge

import (
	"errors"
	"time"
)

// ErrDamaged is returned for a segment whose closing line is missing or does not match its records.
var ErrDamaged = errors.New("gauge: damaged segment")

// ErrEmpty is returned where a value was asked of a series that has no usable record.
var ErrEmpty = errors.New("gauge: no usable record")

// Flag is the quality of a record.
type Flag uint8

// The flags of format version 2. There is no flag 6, 7 or 8.
const (
	Good         Flag = 0
	Interpolated Flag = 1
	Spike        Flag = 2
	Frozen       Flag = 3
	OutOfRange   Flag = 4
	Maintenance  Flag = 5
	Missing      Flag = 9
)

// Usable reports whether a record with this flag may be used for products.
func (f Flag) Usable() bool { return f <= Interpolated }

// Record is one line of a segment.
type Record struct {
	Time  time.Time // centre of the averaging window, in UTC
	Level int       // millimetres above the datum; meaningless unless the flag is usable
	Sigma int       // millimetres
	Flag  Flag
}

// Series is a run of records in the order of their times.
type Series struct {
	Records []Record
}

// Mean returns the mean level of the usable records in millimetres, or ErrEmpty.
func (s *Series) Mean() (float64, error) {
	sum, n := 0, 0
	for _, r := range s.Records {
		if r.Flag.Usable() {
			sum += r.Level
			n++
		}
	}
	if n == 0 {
		return 0, ErrEmpty
	}
	return float64(sum) / float64(n), nil
}

// HighWater returns the highest usable record, the earliest of them if there are several, or ErrEmpty.
func (s *Series) HighWater() (Record, error) {
	var high Record
	found := false
	for _, r := range s.Records {
		if r.Flag.Usable() && (!found || r.Level > high.Level) {
			high, found = r, true
		}
	}
	if !found {
		return Record{}, ErrEmpty
	}
	return high, nil
}

// Gaps returns the times after which a record is overdue: the next one is more than interval later.
func (s *Series) Gaps(interval time.Duration) []time.Time {
	var gaps []time.Time
	for i := 1; i < len(s.Records); i++ {
		if s.Records[i].Time.Sub(s.Records[i-1].Time) > interval {
			gaps = append(gaps, s.Records[i-1].Time)
		}
	}
	return gaps
}

// Segment is the content of one segment file. It embeds the series, so Mean, HighWater and Gaps
// can be called on it directly.
type Segment struct {
	Series
	Station  string        // four capital letters
	Class    string        // sensor class: "A", "B" or "C"
	Datum    string        // "LAT", "MSL" or "TGZ"
	Interval time.Duration // between two records
}
