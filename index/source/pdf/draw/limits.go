package draw

// What one file may cost. A file made to exhaust the reader ends as pages with warnings, not as a hang.
const (
	MaxStreamBytes = 32 << 20  // one stream, decoded
	maxOperators   = 2_000_000 // operators of one page, forms included
	maxGlyphs      = 400_000   // glyphs of one page
	maxRules       = 20_000    // ruling lines of one page
	maxFormDepth   = 12        // forms drawn inside forms
	MaxNesting     = 50        // arrays and dictionaries inside each other in a content stream
	maxStates      = 500       // saved graphics states
	maxOperands    = 64        // operands kept for one operator
	MaxCodes       = 70_000    // entries of one character map, tokens of one operand
	maxCodeText    = 512       // bytes of UTF-16 that one code of a character map stands for (Adobe technical note 5411)
	maxActualText  = 1 << 16   // bytes of a replacement text
)

// What reading costs in units of the budget.
const (
	operatorWork = 10
	glyphWork    = 20
	charWork     = 20 // of a byte that a glyph stands for
	wordWork     = 100
	decodeShare  = 2 // bytes decompressed for one unit
)

// How glyphs become words, lines and blocks. Lengths are in em (the font size) unless said otherwise.
const (
	WordGap    = 0.10 // a gap wider than this separates words: a third of the usual space, wider than kerning
	RuleWidth  = 3.0  // points: thicker strokes and fills are shapes, not ruling lines
	ruleLength = 8.0  // points: shorter ones are parts of glyphs
	imageShare = 0.5  // of a page: an image that takes more may be all of its text
)
