// Package question is the only reader of questions.
//
//	q := question.Parse("What is the size of the ML-KEM-768 key?")
//	q.Kind        // Quantity
//	q.Identifiers // ML-KEM-768
//	q.Terms()     // size, ML-KEM-768, key
//
// A question is read once, by rules of English question forms that know no subject, before anything is searched: what
// kind of answer it wants (question.go), how that is worded and what is no answer (answer.go), what it names to the
// letter (name.go), and which of its words carry content (term.go). What the documents know of these names and words
// is added by who has the documents; a Bag, which is the set of index terms of a text, then tells how much of them a
// text holds. Words are compared by the terms of index/lexical, the same as in the index; which words play which role
// stands in guard/words.
//
// Two more things are read here because they take a question apart in the same way. A follow-up is completed from the
// questions before it where that can be done in one way only (followup.go). And a question is worded otherwise:
// without what no document has (without.go), or by a model, whose wording must keep every name, number and negation
// (wording.go).
package question
