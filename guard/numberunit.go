package guard

// dimension is what a unit measures.
type dimension uint8

const (
	noDimension dimension = iota
	information           // bits
	duration              // seconds
	frequency             // hertz
	distance              // metres
	mass                  // grams
	celsius
	kelvin
	fraction // per cent
	voltage
	energy
	electronVolt
	pressure
	power
	dataRate // bits per second
	angle
	basePairs
	money
	calendar // a date: days since year 0, months counted as 31 days
)

// unit is a unit of measurement.
type unit struct {
	dim    dimension
	factor float64
	other  float64 // the second reading of units like KB, 1024-based; 0 where there is one only
}

const (
	kilo, mega, giga, tera, peta = 1e3, 1e6, 1e9, 1e12, 1e15
	kibi, mebi, gibi, tebi, pebi = 1 << 10, 1 << 20, 1 << 30, 1 << 40, 1 << 50
	minute, hour, day            = 60, 3600, 86400
	month, year                  = 365.2425 * day / 12, 365.2425 * day
)

// unitOf returns the unit that a word names. Case counts only where it tells units apart: "Mb" and "MB", "s" and "S".
func unitOf(word string) (unit, bool) {
	u, ok := symbolUnit(word)
	if !ok {
		u, ok = wordUnit(word)
	}
	return u, ok
}

func isUnit(word string) bool {
	_, ok := unitOf(word)
	return ok
}

func symbolUnit(s string) (unit, bool) {
	switch s {
	case "B":
		return unit{information, 8, 0}, true
	case "kB", "KB":
		return unit{information, 8 * kilo, 8 * kibi}, true
	case "MB":
		return unit{information, 8 * mega, 8 * mebi}, true
	case "GB":
		return unit{information, 8 * giga, 8 * gibi}, true
	case "TB":
		return unit{information, 8 * tera, 8 * tebi}, true
	case "PB":
		return unit{information, 8 * peta, 8 * pebi}, true
	case "KiB", "Ki":
		return unit{information, 8 * kibi, 0}, true
	case "MiB":
		return unit{information, 8 * mebi, 0}, true
	case "GiB":
		return unit{information, 8 * gibi, 0}, true
	case "TiB":
		return unit{information, 8 * tebi, 0}, true
	case "PiB":
		return unit{information, 8 * pebi, 0}, true
	case "kb", "Kb", "kbit", "Kbit":
		return unit{information, kilo, 0}, true
	case "Mb", "Mbit":
		return unit{information, mega, 0}, true
	case "Gb", "Gbit":
		return unit{information, giga, 0}, true
	case "fs":
		return unit{duration, 1e-15, 0}, true
	case "ps":
		return unit{duration, 1e-12, 0}, true
	case "ns":
		return unit{duration, 1e-9, 0}, true
	case "µs", "μs", "us":
		return unit{duration, 1e-6, 0}, true
	case "ms":
		return unit{duration, 1e-3, 0}, true
	case "s", "sec":
		return unit{duration, 1, 0}, true
	case "min":
		return unit{duration, minute, 0}, true
	case "h", "hr":
		return unit{duration, hour, 0}, true
	case "Hz":
		return unit{frequency, 1, 0}, true
	case "kHz":
		return unit{frequency, kilo, 0}, true
	case "MHz":
		return unit{frequency, mega, 0}, true
	case "GHz":
		return unit{frequency, giga, 0}, true
	case "nm":
		return unit{distance, 1e-9, 0}, true
	case "Å":
		return unit{distance, 1e-10, 0}, true
	case "µm", "μm":
		return unit{distance, 1e-6, 0}, true
	case "mm":
		return unit{distance, 1e-3, 0}, true
	case "cm":
		return unit{distance, 1e-2, 0}, true
	case "m":
		return unit{distance, 1, 0}, true
	case "km":
		return unit{distance, kilo, 0}, true
	case "mg":
		return unit{mass, 1e-3, 0}, true
	case "g":
		return unit{mass, 1, 0}, true
	case "kg":
		return unit{mass, kilo, 0}, true
	case "°C", "C":
		return unit{celsius, 1, 0}, true
	case "K":
		return unit{kelvin, 1, 0}, true
	case "%":
		return unit{fraction, 0.01, 0}, true
	case "mV":
		return unit{voltage, 1e-3, 0}, true
	case "V":
		return unit{voltage, 1, 0}, true
	case "kV":
		return unit{voltage, kilo, 0}, true
	case "J":
		return unit{energy, 1, 0}, true
	case "kJ":
		return unit{energy, kilo, 0}, true
	case "meV":
		return unit{electronVolt, 1e-3, 0}, true
	case "eV":
		return unit{electronVolt, 1, 0}, true
	case "keV":
		return unit{electronVolt, kilo, 0}, true
	case "MeV":
		return unit{electronVolt, mega, 0}, true
	case "GeV":
		return unit{electronVolt, giga, 0}, true
	case "Pa":
		return unit{pressure, 1, 0}, true
	case "kPa":
		return unit{pressure, kilo, 0}, true
	case "MPa":
		return unit{pressure, mega, 0}, true
	case "bar":
		return unit{pressure, 1e5, 0}, true
	case "mW":
		return unit{power, 1e-3, 0}, true
	case "W":
		return unit{power, 1, 0}, true
	case "kW":
		return unit{power, kilo, 0}, true
	case "MW":
		return unit{power, mega, 0}, true
	case "bps", "bit/s":
		return unit{dataRate, 1, 0}, true
	case "kbps", "Kbps", "kbit/s":
		return unit{dataRate, kilo, 0}, true
	case "Mbps", "Mbit/s", "Mb/s":
		return unit{dataRate, mega, 0}, true
	case "Gbps", "Gbit/s", "Gb/s":
		return unit{dataRate, giga, 0}, true
	case "kB/s", "KB/s":
		return unit{dataRate, 8 * kilo, 8 * kibi}, true
	case "MB/s":
		return unit{dataRate, 8 * mega, 8 * mebi}, true
	case "GB/s":
		return unit{dataRate, 8 * giga, 8 * gibi}, true
	case "°":
		return unit{angle, 1, 0}, true
	case "bp":
		return unit{basePairs, 1, 0}, true
	}
	return unit{}, false
}

// wordUnit knows the units that are written out, by their lower-case names.
func wordUnit(s string) (unit, bool) {
	switch s {
	case "bit", "bits":
		return unit{information, 1, 0}, true
	case "byte", "bytes", "octet", "octets":
		return unit{information, 8, 0}, true
	case "kilobyte", "kilobytes":
		return unit{information, 8 * kilo, 8 * kibi}, true
	case "megabyte", "megabytes":
		return unit{information, 8 * mega, 8 * mebi}, true
	case "gigabyte", "gigabytes":
		return unit{information, 8 * giga, 8 * gibi}, true
	case "terabyte", "terabytes":
		return unit{information, 8 * tera, 8 * tebi}, true
	case "kibibyte", "kibibytes":
		return unit{information, 8 * kibi, 0}, true
	case "mebibyte", "mebibytes":
		return unit{information, 8 * mebi, 0}, true
	case "gibibyte", "gibibytes":
		return unit{information, 8 * gibi, 0}, true
	case "kilobit", "kilobits":
		return unit{information, kilo, 0}, true
	case "megabit", "megabits":
		return unit{information, mega, 0}, true
	case "gigabit", "gigabits":
		return unit{information, giga, 0}, true
	case "femtosecond", "femtoseconds":
		return unit{duration, 1e-15, 0}, true
	case "picosecond", "picoseconds":
		return unit{duration, 1e-12, 0}, true
	case "nanosecond", "nanoseconds":
		return unit{duration, 1e-9, 0}, true
	case "microsecond", "microseconds":
		return unit{duration, 1e-6, 0}, true
	case "millisecond", "milliseconds":
		return unit{duration, 1e-3, 0}, true
	case "second", "seconds", "secs":
		return unit{duration, 1, 0}, true
	case "minute", "minutes", "mins":
		return unit{duration, minute, 0}, true
	case "hour", "hours", "hrs":
		return unit{duration, hour, 0}, true
	case "day", "days":
		return unit{duration, day, 0}, true
	case "week", "weeks":
		return unit{duration, 7 * day, 0}, true
	case "fortnight":
		return unit{duration, 14 * day, 0}, true
	case "month", "months":
		return unit{duration, month, 0}, true
	case "year", "years":
		return unit{duration, year, 0}, true
	case "decade", "decades":
		return unit{duration, 10 * year, 0}, true
	case "century", "centuries":
		return unit{duration, 100 * year, 0}, true
	case "hertz":
		return unit{frequency, 1, 0}, true
	case "kilohertz":
		return unit{frequency, kilo, 0}, true
	case "megahertz":
		return unit{frequency, mega, 0}, true
	case "gigahertz":
		return unit{frequency, giga, 0}, true
	case "nanometre", "nanometres", "nanometer", "nanometers":
		return unit{distance, 1e-9, 0}, true
	case "angstrom", "angstroms", "ångström", "ångströms":
		return unit{distance, 1e-10, 0}, true
	case "micrometre", "micrometres", "micrometer", "micrometers", "micron", "microns":
		return unit{distance, 1e-6, 0}, true
	case "millimetre", "millimetres", "millimeter", "millimeters":
		return unit{distance, 1e-3, 0}, true
	case "centimetre", "centimetres", "centimeter", "centimeters":
		return unit{distance, 1e-2, 0}, true
	case "metre", "metres", "meter", "meters":
		return unit{distance, 1, 0}, true
	case "kilometre", "kilometres", "kilometer", "kilometers":
		return unit{distance, kilo, 0}, true
	case "gram", "grams":
		return unit{mass, 1, 0}, true
	case "kilogram", "kilograms":
		return unit{mass, kilo, 0}, true
	case "kelvin", "kelvins":
		return unit{kelvin, 1, 0}, true
	case "percent", "per-cent":
		return unit{fraction, 0.01, 0}, true
	case "volt", "volts":
		return unit{voltage, 1, 0}, true
	case "joule", "joules":
		return unit{energy, 1, 0}, true
	case "kilojoule", "kilojoules":
		return unit{energy, kilo, 0}, true
	case "watt", "watts":
		return unit{power, 1, 0}, true
	case "kilowatt", "kilowatts":
		return unit{power, kilo, 0}, true
	case "megawatt", "megawatts":
		return unit{power, mega, 0}, true
	case "pascal", "pascals":
		return unit{pressure, 1, 0}, true
	case "degree", "degrees":
		return unit{angle, 1, 0}, true
	case "dollar", "dollars", "euro", "euros":
		return unit{money, 1, 0}, true
	}
	return unit{}, false
}

// adverbUnit knows the adverbs that name a period: "hourly" is once an hour.
func adverbUnit(s string) (unit, bool) {
	switch s {
	case "hourly":
		return unit{duration, hour, 0}, true
	case "daily":
		return unit{duration, day, 0}, true
	case "weekly":
		return unit{duration, 7 * day, 0}, true
	case "monthly":
		return unit{duration, month, 0}, true
	case "yearly", "annually", "annual":
		return unit{duration, year, 0}, true
	}
	return unit{}, false
}
