package engine

// Thresholds on what the reader says, in log-odds where nothing else is said: 0 is "as likely as that nothing does".
// Those of ranking are in index/rerank.go and index/fuse.go, each with its sweep. The sets are the eight corpora, each
// left out of what the rest was fitted on.
const (
	// DefaultAnswered is the least probability that a question is answered. fittedOdds are moved so that below it are .07
	// of the answerable questions of corpora that were left out; then .375 of the others are answered.
	DefaultAnswered = 0.5

	// Behind is how much less likely than the first a further statement may be. With 1, 2 and 3 an answer holds .70, .71
	// and .71 of the facts, and .55, .51 and .47 of its sentences answer.
	Behind = 2.0

	// surely is by how much the literal wording of a question must be answered better than the one that was completed
	// from earlier turns. It was set by the 24 dialogues of TestFollowUps: from .5 to 2 none changes.
	surely = 1.0

	// A statement answers very likely, perhaps or hardly. Of the likeliest ones of a question, near misses among them, .80
	// of those above 3 answer (on three corpora more all 12), .41 and .33 of those down to -2, .07 and .14 below.
	veryLikely = 3.0
	perhaps    = -2.0

	// minNearest is the least at which a claim is about a statement. At 0 the reader was trained to tell that from
	// "about none"; drafts.jsonl and drafts-corpora.jsonl keep as many of their facts from -1 to 1.
	minNearest = 0.0
)
