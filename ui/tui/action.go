package tui

// Action is what a key does. Its name is what `[keys]` in the settings and the palette use.
type Action string

// The actions.
const (
	NextPane         Action = "next_pane"
	PreviousPane     Action = "previous_pane"
	Write            Action = "write_question"
	Palette          Action = "palette"
	Sessions         Action = "sessions"
	Export           Action = "export_session"
	Themes           Action = "theme"
	Questions        Action = "questions"
	NewSession       Action = "new_session"
	Back             Action = "back"
	Interrupt        Action = "interrupt"
	Help             Action = "help"
	Why              Action = "why"
	PreviousQuestion Action = "previous_question"
	NextQuestion     Action = "next_question"
	AskAgain         Action = "ask_again"
	Down             Action = "down"
	Up               Action = "up"
	HalfDown         Action = "half_page_down"
	HalfUp           Action = "half_page_up"
	Top              Action = "top"
	Bottom           Action = "bottom"
	Enter            Action = "choose"
	CopyAnswer       Action = "copy_answer"
	CopyQuote        Action = "copy_quote"
	CopyBibTeX       Action = "copy_bibtex"
	CopyCSL          Action = "copy_csl"
	CopyCode         Action = "copy_code"
	OpenSource       Action = "open_source"
	Filter           Action = "filter"
	Select           Action = "select_text"
	PreviousEvidence Action = "previous_evidence"
	NextEvidence     Action = "next_evidence"
	PreviousChunk    Action = "previous_chunk"
	NextChunk        Action = "next_chunk"
	Unread           Action = "unread"
	Quit             Action = "quit"
)

// where a binding works.
type where int

const (
	anywhere where = iota // also while a question is written
	reading               // in the answer, the evidence and the why sheet
	inPanes               // in the answer and the evidence
	inText                // in the evidence
	onlyFromPalette
)

// binding ties keys to an action.
type binding struct {
	action Action
	keys   []string // as Bubble Tea names them
	where  where
	help   string
}

// bindings are the default keys, in the order of the help.
func bindings() []binding {
	return []binding{
		{NextPane, []string{"tab"}, anywhere, "next pane"},
		{PreviousPane, []string{"shift+tab"}, anywhere, "previous pane"},
		{Back, []string{"esc"}, anywhere, "back, or cancel the answer being made"},
		{Interrupt, []string{"ctrl+c"}, anywhere, "cancel, then clear, then quit"},
		{Help, []string{"?", "f1"}, anywhere, "help"},
		{Palette, []string{"ctrl+p"}, anywhere, "every action"},
		{Sessions, []string{"ctrl+s"}, anywhere, "sessions"},
		{Export, []string{"ctrl+e"}, anywhere, "export the session as Markdown"},
		{Themes, []string{"ctrl+t"}, anywhere, "theme"},
		{PreviousQuestion, []string{"alt+up"}, anywhere, "previous question"},
		{NextQuestion, []string{"alt+down"}, anywhere, "next question"},
		{Write, []string{"i"}, reading, "write a question"},
		{Down, []string{"j", "down"}, reading, "down: a sentence, or a line of evidence"},
		{Up, []string{"k", "up"}, reading, "up"},
		{HalfDown, []string{"ctrl+d", "pgdown"}, reading, "half a page down"},
		{HalfUp, []string{"ctrl+u", "pgup"}, reading, "half a page up"},
		{Top, []string{"g", "home"}, reading, "to the top"},
		{Bottom, []string{"G", "end"}, reading, "to the bottom"},
		{Enter, []string{"enter"}, reading, "show the evidence of the sentence; ask about the selection"},
		{Why, []string{"w"}, reading, "why this answer, or this refusal"},
		{AskAgain, []string{"r"}, reading, "ask again; after a refusal without what the documents lack"},
		{CopyAnswer, []string{"y"}, reading, "copy the answer with its references"},
		{CopyQuote, []string{"Y"}, reading, "copy the quoted evidence"},
		{CopyBibTeX, []string{"b"}, reading, "copy the reference as BibTeX"},
		{CopyCode, []string{"c"}, inPanes, "copy a code block, unless it holds an unknown or misused symbol"},
		{OpenSource, []string{"o"}, inPanes, "open the source at the place"},
		{NextEvidence, []string{"]", "J"}, inPanes, "next evidence"},
		{PreviousEvidence, []string{"[", "K"}, inPanes, "previous evidence"},
		{NextChunk, []string{"n"}, inPanes, "the text after this one"},
		{PreviousChunk, []string{"p"}, inPanes, "the text before this one"},
		{Filter, []string{"/"}, inPanes, "filter the evidence"},
		{Select, []string{"v"}, inPanes, "select text of the evidence to ask about"},
		{Questions, nil, onlyFromPalette, "the questions of this session"},
		{NewSession, nil, onlyFromPalette, "start a new session"},
		{CopyCSL, nil, onlyFromPalette, "copy the reference as CSL-JSON"},
		{Unread, nil, onlyFromPalette, "what was not read, and why"},
		{Quit, nil, onlyFromPalette, "quit"},
	}
}
