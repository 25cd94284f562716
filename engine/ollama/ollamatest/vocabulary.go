package ollamatest

import (
	"fmt"
	"strings"
)

// The kinds of tokens, as GGUF numbers them.
const (
	normalToken  = 1
	unknownToken = 2
	controlToken = 3
	byteToken    = 6
)

// boundary is what a token begins with that begins a word.
const boundary = "▁"

// words are those that a chat model says, and that an embedding model knows as wholes.
const words = `the a an of to in is are was be has have it its that this which and or not no with for from by on at as if
when then than each every one two three must may can should will does do only more less after before between over under
value number table figure section page document standard method system data record frame header field byte bytes bit bits
key keys size length time hour day second seconds minute minutes level water tide gauge sensor reading readings window mean
error code reason message request reply server client host port file line name text word answer question evidence citation
claim source result test limit range default unit class type order state start end first last next previous high low long
short maximum minimum greater smaller equal least most same other new old free full empty open closed sent received stored
removed kept read written measured computed computes returns sends reads writes keeps holds contains gives takes uses needs
0 1 2 3 4 5 6 7 8 9 10 12 16 21 24 30 32 60 64 120 128 180 256 400 512 768 1024 1088 1184 7148 mm cm m s ms kB MB Hz`

// citations are what a chat model says where an answer cites.
const citations = `[c1] [c2] [c3] [c4] [c5] [c9] [c12]`

// How loudly a chat model says a token: the width of its logits. The loudest of many is said.
const (
	wordLoudness = 8
	citeLoudness = 10
	stopLoudness = 12
	endLoudness  = 12
)

// vocabulary is the tokens of a model, each once.
type vocabulary struct {
	tokens []string
	types  []int32
	said   []float32 // how loudly a chat model says each; 0: only if a format leaves it nothing else
	known  map[string]int
}

// add appends a token unless it is there. It is said at least as loudly as it says.
func (v *vocabulary) add(token string, kind int32, said float32) {
	if i, ok := v.known[token]; ok {
		v.said[i] = max(v.said[i], said)
		return
	}
	if v.known == nil {
		v.known = map[string]int{}
	}
	v.known[token] = len(v.tokens)
	v.tokens, v.types, v.said = append(v.tokens, token), append(v.types, kind), append(v.said, said)
}

// index is the place of a token that is there.
func (v *vocabulary) index(token string) int {
	i, ok := v.known[token]
	if !ok {
		panic("no token " + token)
	}
	return i
}

// chatVocabulary is that of a chat model, in SentencePiece's way: bytes, for what is nothing else; characters; and
// words with all their beginnings, since the tokenizer gets to a word by adding one character after the other.
func chatVocabulary() *vocabulary {
	v := &vocabulary{}
	v.add("<unk>", unknownToken, 0)
	v.add("<s>", controlToken, 0)
	v.add("</s>", controlToken, endLoudness)
	for b := range 256 {
		v.add(fmt.Sprintf("<0x%02X>", b), byteToken, 0)
	}
	v.add(boundary, normalToken, 0)
	for c := '!'; c <= '~'; c++ {
		v.add(string(c), normalToken, 0)
	}
	v.add(".", normalToken, stopLoudness)
	for _, word := range strings.Fields(words) {
		v.addWord(boundary+word, wordLoudness)
	}
	for _, citation := range strings.Fields(citations) {
		v.addWord(boundary+citation, citeLoudness)
	}
	return v
}

// addWord adds a word and its beginnings.
func (v *vocabulary) addWord(word string, said float32) {
	for i := range word {
		if i > 0 {
			v.add(word[:i], normalToken, 0)
		}
	}
	v.add(word, normalToken, said)
}

// embedVocabulary is that of an embedding model, in WordPiece's way: words and the characters that others are made of,
// each as the beginning of a word and within one.
func embedVocabulary() *vocabulary {
	v := &vocabulary{}
	v.add("[PAD]", controlToken, 0)
	v.add("[UNK]", unknownToken, 0)
	v.add("[CLS]", controlToken, 0)
	v.add("[SEP]", controlToken, 0)
	for c := '!'; c <= '~'; c++ {
		v.add(boundary+strings.ToLower(string(c)), normalToken, 0)
		v.add(strings.ToLower(string(c)), normalToken, 0)
	}
	for _, word := range strings.Fields(strings.ToLower(words)) {
		v.add(boundary+word, normalToken, 0)
	}
	return v
}
