package symbol

// ctagsExtensions are the files that universal-ctags is asked about.
var ctagsExtensions = [...]string{}
