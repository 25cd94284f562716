package eval

// Report is what became of a question set.
type Report struct {
	Set       string // name of the set
	SHA256    string // of its files
	Form      Form
	Embedder  string
	Generator string
	Documents int // in the index; 0 for Passages, and where the caller of Run does not say
	Chunks    int // in the index; 0 for Passages
	Under     Conditions
	Rows      []Row
	Summary   Summary
	Warnings  []string
}

// Summary averages rows.
type Summary struct {
	Questions int
	Means     []Mean // in the order of Measures
	Kinds     []Kind // by name; none where the set names no kinds
	Lost      []Lost // in the order of the stages, stages that lost nothing left out
	Search    Latency
	Answer    Latency
}

// Mean is the average of one measure over the rows that have it.
type Mean struct {
	Name  string
	Value float64
	N     int     // rows
	Low   float64 // bounds of the 95% confidence interval: Wilson's where every value is 0 or 1, else by bootstrap over the rows
	High  float64 // both NaN where there is none: too few rows, or all alike
}

// Kind is a summary of the questions of one kind.
type Kind struct {
	Name      string
	Questions int
	Means     []Mean
}

// Lost counts the gold places that one stage lost.
type Lost struct {
	Stage  LossStage
	Places int
}

// Latency is percentiles in milliseconds, 0 where nothing was timed.
type Latency struct{ P50, P90, P99 float64 }

// Info describes a measure.
type Info struct {
	Name  string
	Help  string // one line, without a full stop
	Lower bool   // less is better
	Count bool   // of something in one answer: it may be above 1
}
