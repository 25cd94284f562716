// Package python reads Python without running it: whole files for what they declare, and pieces of code, as a person,
// a model or a cell of a notebook writes them, for what they do with names.
//
//	file := python.Scan(src)      // decl.File: modules, classes, functions
//	snippet := python.Read(text)  // code.Snippet: imports, bindings and uses, in order
//
// Both are one pass of one parser. The lexer cuts the source into tokens; a stream hands them out logical line by
// logical line; the reader is a parser by recursive descent over statements (read_statement, read_block, read_scope,
// read_import, read_pattern) and expressions. It never gives up: what it cannot read fails, which ends every loop,
// and recover goes on behind it.
//
// A snippet is what the reader emits as it reads: each expression becomes a code.Expr, each assignment a code.Bind.
//
// For declarations the reader has a scanner that listens to it, and that keeps it from reading what declares nothing:
// the whole logical line is taken first (survey), and an expression, a condition, a default or a value is passed
// unread unless a word in it may matter. That makes a scan twice as fast as a read. What is passed is kept as
// written, since declarations quote the source, and read later where it turns out to say something: the value of
// __all__, a call that makes a class. The scanner knows which block it is in; names are declared when their block
// ends, when all of it is known, by the rules for redeclarations in scan_scope. Code that makes names as it runs
// (globals(), setattr) is recognised by its words alone: it is noted as a reason why a module or a class is open.
//
// Lines is the lexer alone, for those who cut source into pieces. Everything takes time linear in the source,
// whatever the source.
package python
