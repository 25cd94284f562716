// Package symbol keeps a registry of what source code declares: modules, classes, functions with their parameters,
// attributes, constants. It comes from the text of the files alone; nothing is imported or executed.
//
// From files to an answer about a name, in this order:
//
//	Detect     what a folder is: its languages, the roots that its modules are named from (project, pythonroot, nodepackage)
//	Collect    the files that may declare something, each with a digest (source)
//	Build      each file by itself, several at once, or taken over from an older registry where the digest is the same (build)
//	assemble   the files of all projects under the names of their modules (registry)
//	Lookup     a qualified name, followed to its declaration (lookup, module, class, value, gotype)
//
// A file is read without a look at any other: that is what makes it worth keeping by its digest, and the result
// independent of the order. Everything that takes several files is worked out when a name is asked for: re-exports
// and stars, inherited members, aliases, the type of a value. Most names are never asked for, and a question knows
// when it has gone too far (maxSteps), which a pass over everything would not.
//
// Two more sources of knowledge stand beside the code: what documents and notebooks show of how its modules are
// imported (alias), and, for those who ask with WithStandard, a table of what Python's standard library declares,
// where no source in scope tells (standard). The table is made from typeshed by a test with the flag -typeshed, and
// holds facts: names, kinds and parameters, of all versions of Python 3 together.
//
// A look-up has four outcomes, decl.Finding. Only what was read in whole can say that a name is absent: a class with
// a __getattr__ that does not list its names, a module that fills its namespace as it runs and a base class outside
// of the sources say so (Open), and the answer is Unread or Foreign.
//
// The packages below it stand in two layers. Those that read text know one file and no registry:
//
//	decl, code   what a file declares, and what a piece of code does with names, in one shape for every language
//	python, golang, javascript
//	             a parser each, with two ways in: Scan for declarations, Read for snippets
//	language     the table of them: who reads whatever language it is asks there
//
// Scan and Read are two visitors of one grammar and not two results of one call, for nearly everybody wants one of
// them. The registry scans files, and nobody asks what most of their functions do: a scan passes over expressions
// unread. Answers are read, and declare nothing for others. The chunker (index/source) reads too: where statements
// begin and end is what it cuts at.
//
// Those that use the registry:
//
//	resolve      follows the names in an answer to declarations, and says which do not exist
//	recipe       documents made from code: cards, recipes from notebooks and tests
package symbol
