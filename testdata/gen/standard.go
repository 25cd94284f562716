package main

// standard returns the Tidewater Sensor Standard as a PDF of four pages.
func standard() []byte {
	s := &sheet{header: [2]string{"Tidewater Sensor Standard TW-7", "Revision 3"}}
	s.title = "Tidewater Sensor Standard TW-7"
	s.author = "The Tidewater Project"
	// The front page is "i"; the pages after it count from 1.
	s.labels = "<< /Nums [ 0 << /S /r >> 1 << /S /D /St 1 >> ] >>"
	frontPage(s)
	classesPage(s)
	linkPage(s)
	qualityPage(s)
	if s.outside {
		panic("the text does not fit on its pages")
	}
	return s.bytes()
}

func frontPage(s *sheet) {
	s.newPage("i", false)
	s.down(90)
	s.centred(sansBold, 12, "TW-7")
	s.down(14)
	s.centred(sansBold, 22, "Tidewater Sensor Standard")
	s.down(4)
	s.centred(italic, 13, "Requirements for level probes and their frames")
	s.down(16)
	s.centred(roman, 11, "Revision 3, March 2026")
	s.centred(roman, 11, "The Tidewater Project")
	s.down(50)
	s.centred(bold, 11, "Abstract")
	s.down(2)
	s.paragraph(`This standard says what a level probe must do so that a Tidewater logger can use it. It sorts probes ` +
		`into three sensor classes by their accuracy, sets limits for each class, defines the serial frames in which a ` +
		`probe delivers its readings, and gives the two algorithms that every implementation must share: one that ` +
		`finds a frame in a noisy stream of bytes, and one that removes spikes from a series of levels. It closes with the ` +
		`conformance test by which a probe is admitted to a class.`)
	s.down(8)
	s.paragraph(`Keywords: air gap; checksum; conformance; frame; radar; sea level; spike; tide gauge.`)
	s.down(30)
	s.centred(bold, 11, "Status of this document")
	s.down(2)
	s.paragraph(`Revision 3 replaces Revision 2 of June 2024. It lowers the drift that a Class A probe may show from 4~mm to ` +
		`2~mm per year, and it adds the second pass to Algorithm 2. Frames have not changed since Revision 1: a probe that ` +
		`was built in 2021 can still be polled by a logger of today. In this document "shall" expresses a requirement, ` +
		`"should" a recommendation, and "may" a permission.`)
}

func classesPage(s *sheet) {
	s.newPage("1", true)
	s.heading(1, "1 Scope")
	s.paragraph(`This standard applies to probes that measure the level of the sea at a fixed place and deliver it over a ` +
		`serial cable. It does not apply to buoys, to satellites, or to the connection between a logger and its hub, ` +
		`which the Tidewater Wire Protocol defines.`)
	s.heading(1, "2 Definitions")
	s.definition("air gap", `The vertical distance from the reference plane of a probe down to the surface of the water.`)
	s.definition("drift", `The change of the error of a probe over one year in which neither the probe nor its bracket has been touched.`)
	s.definition("frame", `The unit in which bytes travel between probe and logger, from sync byte to checksum.`)
	s.definition("reading", `A single measurement by a probe, identified by a sequence number that increases by one.`)
	s.definition("reference plane", `The plane, marked on the housing of a probe, from which its distances count.`)
	s.definition("robust sigma", `The median absolute deviation of a set of values, multiplied by 1.4826.`)
	s.definition("spike", `A reading that departs from its neighbours by more than the water can have moved.`)
	s.heading(1, "3 Sensor classes")
	s.heading(2, "3.1 Limits")
	s.paragraph(`A probe belongs to the best class whose limits in Table~1 it meets in every column. The maximum error ` +
		`applies throughout the measuring range and over all temperatures of Section~3.2. The longest interval is ` +
		`that between two readings; a logger may poll more often.`)
	s.table("Table 1. Limits of the sensor classes", []float64{63, 76, 76, 76, 76, 76},
		[]string{"Sensor class", "Resolution\n(mm)", "Maximum\nerror (mm)", "Drift\n(mm per year)", "Longest\ninterval (s)", "Longest\ncable (m)"},
		[][]string{
			{"Class A", "1", "3", "2", "6", "120"},
			{"Class B", "1", "10", "6", "10", "300"},
			{"Class C", "5", "25", "15", "15", "60"},
		})
	s.paragraph(`The cable of a Class C probe is short because such a probe is powered by the signal wires and has no ` +
		`driver of its own. A Class B probe has the longest cable of all, since it lies on the bottom.`)
	s.heading(2, "3.2 Environment")
	s.paragraph(`Probes of Class A and Class B shall work from –20~°C to +55~°C, probes of Class C from –10~°C to +50~°C. ` +
		`A probe of Class A or Class C shall survive 72 hours at a depth of 2~m, a probe of Class B at a depth of 30~m. ` +
		`After power has been applied a probe may take up to 90 seconds to warm up; until then it shall set the bit WARM in ` +
		`its STATUS frame, and the logger shall discard its readings.`)
	s.heading(1, "4 Serial link")
	s.heading(2, "4.1 Cable and timing")
	s.paragraph(`Probe and logger shall be connected by a twisted pair with RS-485 levels, 19,200 bits per second, eight ` +
		`data bits, no parity and one stop bit. The pair shall be terminated by 120 ohms at both ends. A probe speaks only ` +
		`when it has been polled, and its answer shall begin within 250~ms. Within a frame no more than 20~ms may pass ` +
		`between two bytes.`)
}

func linkPage(s *sheet) {
	s.newPage("2", true)
	s.heading(2, "4.2 Layout of a frame")
	s.paragraph(`A frame consists of five fields in this order:`)
	s.item("a)", `the sync byte, which is 0x7E;`)
	s.item("b)", `the length of the payload in one byte, from 0 to 64;`)
	s.item("c)", `the type of the frame in one byte, from Table~2;`)
	s.item("d)", `the payload, with its numbers in big-endian order;`)
	s.item("e)", `a checksum of two bytes over the fields b), c) and d): the 16-bit cyclic redundancy check with the `+
		`polynomial 0x1021 and the initial value 0xFFFF.`)
	s.down(3)
	s.paragraph(`A frame is therefore five bytes longer than its payload, and the longest frame has 69 bytes. The sync byte ` +
		`is not escaped where it occurs inside a frame. The receiver needs no escaping, because the length and the checksum ` +
		`together tell a frame from noise: a random match passes both tests once in 260,000 trials.`)
	s.table("Table 2. Types of frames and the sizes of their payloads", []float64{83, 60, 70, 230},
		[]string{"Type", "Code", "Sender", "Payload (bytes)"},
		[][]string{
			{"READING", "0x01", "probe", "12 for Class A, 16 for Class B, 8 for Class C"},
			{"STATUS", "0x02", "probe", "6"},
			{"IDENT", "0x03", "probe", "24"},
			{"POLL", "0x10", "logger", "0"},
			{"SET_CLOCK", "0x11", "logger", "8"},
			{"NAK", "0x7F", "probe", "1"},
		})
	s.heading(2, "4.3 Reading a frame")
	s.paragraph(`Algorithm~1 shall be used by loggers and by probes. ReadByte and ReadBytes return the error TIMEOUT when ` +
		`their time limit has passed, and the algorithm then returns that error.`)
	s.algorithm("Algorithm 1 ReadFrame(port, t)", "Reads one frame and discards the noise before it.",
		[]string{
			"Input: an open serial port, and the time limit t in milliseconds.",
			"Output: the type and the payload of the frame, or an error.",
		},
		[]string{
			"skipped := 0",
			"b := ReadByte(port, t)",
			"while b != 0x7E do",
			"\tskipped := skipped + 1",
			"\tif skipped > 128 then return error NOISE",
			"\tb := ReadByte(port, t)",
			"end while",
			"n := ReadByte(port, 20)",
			"if n > 64 then return error LENGTH",
			"type := ReadByte(port, 20)",
			"payload := ReadBytes(port, n, 20)",
			"c := ReadBytes(port, 2, 20)",
			"if c != CRC16(n, type, payload) then return error CHECKSUM",
			"return (type, payload)",
		})
}

func qualityPage(s *sheet) {
	s.newPage("3", true)
	s.heading(1, "5 Quality control")
	s.heading(2, "5.1 Spikes")
	s.paragraph(`Algorithm~2 compares each level with the median of its neighbours. The median is used rather than the ` +
		`mean because one spike displaces a mean but hardly a median. The second pass is needed because several large ` +
		`spikes in one window raise the robust sigma, so that a smaller spike between them stays hidden until they are gone. ` +
		`Loggers shall use w = 21 and k = 3.5 unless their configuration says otherwise.`)
	s.algorithm("Algorithm 2 Despike(x, w, k)", "Flags the levels that depart from a running median.",
		[]string{
			"Input: levels x[1] to x[N] in mm, an odd window w, a threshold k.",
			"Output: flags f[1] to f[N], each GOOD or SPIKE.",
		},
		[]string{
			"h := (w - 1) / 2",
			"for i := 1 to N do f[i] := GOOD",
			"for pass := 1 to 2 do",
			"\tfor i := 1 to N do",
			"\t\tW := all x[j] with |j - i| <= h and f[j] = GOOD",
			"\t\tif W is empty then continue with the next i",
			"\t\tm := median(W)",
			"\t\ts := 1.4826 × median of |v - m| over all v in W",
			"\t\tif |x[i] - m| > k × max(s, 1 mm) then mark i",
			"\tend for",
			"\tfor each marked i do f[i] := SPIKE",
			"end for",
			"return f",
		})
	s.heading(2, "5.2 Other checks")
	s.paragraph(`A logger shall raise the flag FROZEN after 20 consecutive identical readings, and OUT_OF_RANGE when a level ` +
		`lies outside the limits that have been configured for the station. It should not try to repair a reading. A ` +
		`reading that fails a check is kept and flagged, so that a person may overrule the machine.`)
	s.heading(1, "6 Conformance")
	s.heading(2, "6.1 The test")
	s.paragraph(`A probe is admitted to a class by a test of 72 hours beside a tide staff. The test proceeds as follows:`)
	s.item("1)", `Mount the probe within 3 m of the staff and let it warm up.`)
	s.item("2)", `Record readings at the longest interval of the class for 72 hours.`)
	s.item("3)", `Read the staff at least 50 times, no fewer than 20 of them at night.`)
	s.item("4)", `Subtract from each staff reading the mean of the readings within one minute of it.`)
	s.item("5)", `Remove the mean of the differences, which belongs to the datum and not to the probe.`)
	s.item("6)", `Count the differences that are within the maximum error of the class.`)
	s.down(3)
	s.paragraph(`The probe passes if at least 95 percent of the differences are within the maximum error. A probe that fails ` +
		`may be tested again once, after its cause of failure has been found and written down.`)
	s.heading(2, "6.2 The certificate")
	s.paragraph(`A certificate names the probe, the class, the place and the two people who read the staff. It is valid for ` +
		`five years. It ends early if the firmware of the probe changes in any way that affects a reading.`)
}
