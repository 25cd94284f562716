// Package javascript reads JavaScript and TypeScript, but for JSX, and runs none of it: whole files for what
// they declare, and pieces of code, as a person or a model writes them, for what they do with names.
//
//	file := javascript.Scan(src, typescript) // decl.File
//	snippet := javascript.Read(text)         // code.Snippet
//
// The lexer cuts the source into tokens and matches the brackets, of type arguments too, so that
// everything behind it may pass over what a bracket holds at no cost. Over the tokens stands one grammar (syntax): it
// says where the parts of a statement, of a head and of an item of a list stand, and where an expression (token) or a
// type (token_type) ends. A node is made when somebody asks for it, and says of expressions and blocks where they
// start: no tree of a file is kept.
//
// Two visitors ask. The scanner (scan) declares names, and never looks into an expression that declares none. The
// reader (read) goes into every block, and parses expressions and types by itself, by recursive descent (expression,
// type), since nobody else needs what is in them. A source is code that somebody ran, an answer need not be: what the
// reader leaves of an expression makes the piece broken, and is read as the statement that follows.
//
// Everything takes time linear in the source but for nesting, which is bounded.
package javascript
