// Package symbols judges whether the names of an API in an answer are real.
//
// Pieces cuts a draft into what may name a symbol: code blocks, code spans and names in prose that only code has
// (form.go tells what a name looks like, and what only looks like one: a path, a host, a version). A Registry follows
// the names to where the sources declare them. Check turns what it says into findings: known, unknown, misused, or
// out of scope where nobody can tell. Gate decides by them, and Inventing lists the sentences that have to go.
package symbols
