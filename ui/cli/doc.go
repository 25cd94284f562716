// Package cli is ibid's command line. A command parses and prints; what it prints comes from ui/app, the engine and
// the index.
//
// Run builds the tree of commands, each in the file of its name, and executes one. A command states what it takes
// (its help, the groups of settings that are flags of it, whether it has --json) and what it does, and App.command
// completes it: the settings are read from flags, environment and files, and the work gets a call, which is all that
// one run needs to know.
//
// There is one way out for each thing. What a command found goes through call.show: one object for --json, else a
// page of text that fits the terminal, plain where that is asked for. What a person should know beside it goes
// through call.note to standard error, and nowhere where a program reads JSON. Long work reports its steps to
// call.progress, which clears its line before anything else is printed. An error is returned, and App.report alone
// turns it into an exit code, a message and a next step; what a command refuses, or finds wrong, is printed as its
// result and returned as errRefused.
//
// Standard output holds the result and nothing else. What came from a document, a path or a model is sanitised before
// it is printed, or escaped in JSON.
//
// Without a command there is a conversation: on the screen of ui/tui where there is a terminal for it (screen.go),
// else line by line (converse.go).
package cli
