package engine

// Thresholds on what the reader says, in log-odds where nothing else is said: 0 is "as likely as that nothing does".
// Those of ranking are in index/rerank.go and index/fuse.go, each with its sweep. The sets are the eight corpora, each
// left out of what the rest was fitted on.
const (
	// DefaultAnswered is the least probability that a question is answered. fittedOdds are moved so that below it are .07
	// of the answerable questions of corpora that were left out; then .375 of the others are answered.
	DefaultAnswered = 0.5

	// Behind is how much less likely than the first a further statement may be. It was not swept with these weights.
	Behind = 2.0

	// A statement answers very likely, perhaps or hardly. Of the likeliest ones of a question, near misses among them, .80
	// of those above 3 answer (on three corpora more all 12), .41 and .33 of those down to -2, .07 and .14 below.
	veryLikely = 3.0
	perhaps    = -2.0

	// minNearest is the least at which a claim is about a statement: where the reader was trained to tell it from "about
	// none". It was not swept.
	minNearest = 0.0
)
