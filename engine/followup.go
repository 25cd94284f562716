package engine

// Standalone completes a question from the turns before it.
func Standalone(question string, earlier []Exchange) (string, bool) { return question, false }
