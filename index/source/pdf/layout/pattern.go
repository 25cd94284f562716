package layout

import "regexp"

// What lines of technical documents look like. The patterns see a line's text with single spaces.
var (
	captionStart   = regexp.MustCompile(`^(Table|Figure|Fig\.|Exhibit|Listing) +([A-Z]?[0-9]+|[A-Z])([.\-–][0-9]+)*([.:—–]?)(?: +(\S.*))?$`)
	listingTitle   = regexp.MustCompile(`^(?:Algorithm|Listing|Procedure|Protocol|Pseudocode|Program) +(?:[A-Z][.\-]?)?[0-9]+(?:[.\-][0-9]+)*[a-z]?[:.]?(?: +(\S+).*)?$`)
	stepNumber     = regexp.MustCompile(`^[0-9]{1,3}[:.]?$`)
	stepStart      = regexp.MustCompile(`^[0-9]{1,3}:( |$)`)
	headingNumber  = regexp.MustCompile(`^([0-9]{1,2}(?:\.[0-9]{1,3})*|[A-Z](?:\.[0-9]{1,3})+)\.? +\S`)
	appendixNumber = regexp.MustCompile(`^(?:Appendix|Annex|APPENDIX|ANNEX) +([A-Z0-9](?:\.[0-9]{1,3})*)\b`)
	itemMarker     = regexp.MustCompile(`^([•●○◦▪■□‣⁃·*∗➢➤✓–—-]|\(?[0-9]{1,2}[.)]|\([a-z]{1,4}\)|[a-z][.)]|\(?[ivx]{1,4}[.)]|\[[0-9A-Za-z+\-]{1,16}\])$`)
	bulletMarker   = regexp.MustCompile(`^[•●○◦▪■□‣⁃·∗➢➤✓]`)
	dotLeader      = regexp.MustCompile(` ?(?:\. ?){4,}|…(?: ?…)+`)
	leaderEnd      = regexp.MustCompile(` \.(?: ?\.)* +([0-9ivxlc]+)$`)
	pageAtEnd      = regexp.MustCompile(`\S +([0-9]{1,4}|[ivxlc]{1,6})$`)
	equationNumber = regexp.MustCompile(`^\([A-Z]?\.?[0-9]+(\.[0-9]+)*[a-z]?\)$`)
	romanNumber    = regexp.MustCompile(`^[ivxlcdm]+$`)
	threeLetters   = regexp.MustCompile(`\pL{3}`)
	digitRun       = regexp.MustCompile(`[0-9]+`)
)
