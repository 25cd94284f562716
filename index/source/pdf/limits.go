package pdf

// What one file may cost. A file made to exhaust the reader ends as pages with warnings, not as a hang.
const (
	maxStreamBytes = 32 << 20 // one stream, decoded
	maxPages       = 20_000
	maxOperators   = 2_000_000 // operators of one page, forms included
	maxGlyphs      = 400_000   // glyphs of one page
	maxRules       = 20_000    // ruling lines of one page
	maxFormDepth   = 12        // forms drawn inside forms
	maxNesting     = 50        // arrays and dictionaries inside each other in a content stream
	maxStates      = 500       // saved graphics states
	maxOperands    = 64        // operands kept for one operator
	maxTreeNodes   = 50_000    // nodes visited in an outline, name tree or number tree
	maxCodes       = 70_000    // entries of one character map, tokens of one operand
	maxCodeText    = 512       // bytes of UTF-16 that one code of a character map stands for (Adobe technical note 5411)
	maxActualText  = 1 << 16   // bytes of a replacement text
	maxLines       = 1000      // lines of a column in which tables, listings and definitions are looked for
)

// What reading costs in units of the budget.
const (
	operatorWork = 10
	glyphWork    = 20
	charWork     = 20 // of a byte that a glyph stands for
	wordWork     = 100
	objectWork   = 20 // of a byte that objects are made of
	decodeShare  = 2  // bytes decompressed for one unit
	scanShare    = 16 // bytes looked through, or places compared, for one unit
)

// What the object streams of a file may decompress to: objects take ten times the memory of their text.
const (
	objectBytes        = 4 << 20
	objectBytesPerByte = 4
)

// How glyphs become words, lines and blocks. Lengths are in em (the font size) unless said otherwise.
const (
	wordGap      = 0.10 // a gap wider than this separates words: a third of the usual space, wider than kerning
	cellGap      = 0.85 // a gap wider than this may separate cells: justified text stretches to about 0.7
	lineSlack    = 0.25 // baselines closer than this are one line
	scriptSize   = 0.85 // text smaller than this share of its neighbour may be a script
	tightPitch   = 1.50 // baselines further apart than this are not one cell or one definition
	bodyHeading  = 1.08 // a heading without bold type is at least this much larger than the body text
	noteSize     = 0.92 // footnotes are smaller than this share of the body text
	marginZone   = 0.11 // share of the page height in which running headers and footers are looked for
	ruleWidth    = 3.0  // points: thicker strokes and fills are shapes, not ruling lines
	ruleLength   = 8.0  // points: shorter ones are parts of glyphs
	ruleSnap     = 2.5  // points: ruling lines closer than this are one
	minRepeats   = 3    // pages on which a running header must stand
	maxTableCols = 24
)
