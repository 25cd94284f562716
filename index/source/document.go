// Package source turns files into text that can be cited.
//
//	doc, err := source.Read(ctx, "guide/install.md", data)
//	for _, c := range source.Chunks(doc, "install") { … }
//
// Read extracts one file, whatever its format, into a Document: its text and the blocks that text is made of,
// each with the page or the lines it came from. Chunks cuts a Document along those blocks. Nothing here touches
// the disk, and nothing in a file is ever executed.
//
// Every reader renders inline markup the same way: emphasis and links become their text, inline code keeps its
// backticks, and a line break inside a paragraph stays where the source has it, so that a line of the text can be
// traced to a line of the file. Headings are one line without any markup.
package source

// BlockKind is the role of a block of text.
type BlockKind uint8

// The roles. Code, Table and Item blocks are kept whole by the chunker where they fit.
const (
	Paragraph BlockKind = iota
	Heading
	Item  // one list item, marker included
	Table // one row a line, cells separated by " | ", the same number of cells in each row; the header first, empty cells where there is none
	Code  // line breaks and indentation as in the source; also the numbered steps of an algorithm listing
)

// Kind says what sort of document a chunk comes from.
type Kind string

// The kinds of documents.
const (
	Docs     Kind = "docs"     // prose: PDF, Markdown, HTML, text
	Notebook Kind = "notebook" // Jupyter
	Source   Kind = "code"     // source code
	Test     Kind = "test"     // source code of tests
)

// The kinds of what is made from documents. Their lines are those of the document that they were made from.
const (
	SymbolCard     Kind = "symbol_card"     // one symbol: its signature, its documentation, where it is used
	Recipe         Kind = "recipe"          // code that uses an API, with what it needs to run: a test, an example, a cell
	RecipeSection  Kind = "recipe_section"  // the cells under one heading of a notebook
	TutorialRecipe Kind = "tutorial_recipe" // the outline of a notebook
	RecipeCard     Kind = "recipe_card"     // a summary that a model wrote; no source
)

// Document is one file, extracted.
type Document struct {
	Title    string   // from the file's metadata or first heading; never empty: at worst the file name
	Kind     Kind     //
	Text     string   // valid UTF-8, "\n" line ends, no control characters but "\n" and "\t"; blocks in reading order
	Blocks   []Block  // in order, not overlapping; text between two blocks is white space only
	Pages    int      // physical pages; 0 where the format has none
	Labels   []string // the label printed on each physical page ("iv", "19"); nil where there are none
	Warnings []string // what was lost and why, one line each: "page 7: damaged content stream"
}

// Block is a run of a Document's text that has one role.
type Block struct {
	Kind      BlockKind
	Start     int      // byte offsets into Document.Text, Start < End
	End       int      //
	Page      int      // physical page counted from 1, 0 where the format has none
	Turn      int      `json:",omitzero"` // where its last sentence goes on on the next page, counted as Start is; 0 where none does
	StartLine int      // lines of the source file counted from 1, both ends included; 0 where the format has none
	EndLine   int      //
	Section   []string // the headings above, outermost first; a Heading block includes itself
	Symbol    string   // the declaration that the block belongs to, for source code: "Client.Get"
	Lang      string   // the language of a Code block where it is known, lower case: "go"; Output for what code printed
}

// Output is the Lang of a Code block that holds what a notebook cell printed.
const Output = "output"

// Text returns the text of a file as Read takes it: valid UTF-8 with "\n" line ends, each line where the file has it.
// The error is ErrBinary or says why it cannot be decoded.
func Text(name string, data []byte) (string, error) {
	f, _ := formatOf(name)
	text, _, err := decode(data, declaredEncoding(f, data))
	return text, err
}
