// Package words is the vocabulary: what ibid knows of English, as data. Which words carry structure only, which are
// numbers, months and units, after which a full stop ends no sentence, what means the same, what denies what, and the
// stems under which words are compared.
//
// The words stand in text files, one a subject, that are embedded and read when something first asks for them;
// nothing is changed after that. A file has sections, "[name]" on a line of its own, and "#" opens a comment. To
// teach ibid a word is to write it into one of them. What is done with a word is no concern of this package, which
// imports nothing of ibid.
package words
