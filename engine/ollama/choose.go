package ollama

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Sizes of chat models, in billions of parameters, that decide before the family does. Smaller ones lose the citation
// rules; of larger ones an answer takes minutes without a graphics card.
const (
	smallChat = 2
	largeChat = 16
)

// The models to install where none fits: each the smallest that keeps to the rules.
const (
	chatAdvice  = "`ollama pull llama3.2` installs one that writes answers (2.0 GB)"
	embedAdvice = "`ollama pull nomic-embed-text` installs one for embeddings (270 MB)"
)

// chatFamilies are the beginnings of the names of models that follow instructions, the preferred first. A name that has
// several beginnings counts as the longest. Any other chat model comes after them.
func chatFamilies() []string {
	return []string{"qwen3", "gemma3", "llama3.3", "llama3.2", "llama3.1", "mistral-small", "mistral-nemo", "phi4", "granite4",
		"qwen2.5", "granite3", "gemma2", "command-r", "llama3", "mistral", "phi3", "olmo2", "exaone3.5"}
}

// narrowModels are parts of the names of models that are made for something else than answering from a text: programs, images,
// moderation, reasoning that cannot be switched off. They come last.
func narrowModels() []string {
	return []string{"code", "math", "guard", "shield", "vision", "llava", "moondream", "-vl", "-ocr", "translate",
		"deepseek-r1", "qwq", "thinking", "-base", "-text"}
}

// embedFamilies are the beginnings of the names of embedding models, the preferred first: those that retrieve best in
// English by their authors' figures, and are quick without a graphics card, before the others.
func embedFamilies() []string {
	return []string{"snowflake-arctic-embed2", "mxbai-embed-large", "embeddinggemma", "nomic-embed-text", "snowflake-arctic-embed",
		"bge-large", "bge-m3", "qwen3-embedding", "granite-embedding", "all-minilm", "paraphrase-multilingual"}
}

// ChooseChat picks the model that writes answers: the configured one, or else the best that is installed. First come
// models made for answering, then those between 2 and 16 billion parameters, larger ones, smaller ones; then
// the families in the order of chatFamilies, then the larger model, then the name. An error is an *Error; it wraps ErrNoModel
// where none is configured and none fits.
func (s *Server) ChooseChat(configured string) (Model, error) {
	if configured != "" {
		return s.configured(configured, "write answers", "--model", func(m Model) bool { return m.Chat })
	}
	return s.best("write answers", chatAdvice, func(m Model) bool { return m.Chat }, func(a, b Model) int {
		return cmp.Or(
			order(narrow(a), narrow(b)),
			cmp.Compare(sizeClass(a.Billions), sizeClass(b.Billions)),
			cmp.Compare(rank(a, chatFamilies()), rank(b, chatFamilies())),
			cmp.Compare(b.Billions, a.Billions),
		)
	})
}

// ChooseEmbed picks the model that makes vectors: the configured one, or else the first of embedFamilies that is
// installed, the larger of two, then by name. Errors are those of ChooseChat.
func (s *Server) ChooseEmbed(configured string) (Model, error) {
	if configured != "" {
		return s.configured(configured, "make embeddings", "--embed-model", func(m Model) bool { return m.Embed })
	}
	return s.best("make embeddings", embedAdvice, func(m Model) bool { return m.Embed && !m.Chat }, func(a, b Model) int {
		return cmp.Or(cmp.Compare(rank(a, embedFamilies()), rank(b, embedFamilies())), cmp.Compare(b.Billions, a.Billions))
	})
}

// configured finds a model by its name, ":latest" understood.
func (s *Server) configured(name, what, flag string, able func(Model) bool) (Model, error) {
	for _, m := range s.Models {
		switch {
		case m.Name != name && m.Name != name+":latest":
			continue
		case m.Remote != "" && !s.allowRemote:
			return Model{}, runsElsewhere(m.Name, m.Remote)
		case !able(m):
			return Model{}, misconfigured("name another with "+flag+"; `ollama show` tells what a model can do", "the Ollama model %q does not %s", m.Name, what)
		}
		return m, nil
	}
	return Model{}, &Error{
		Message: fmt.Sprintf("Ollama at %s has no model %q", s.host.Host, name),
		Hint:    "get it with `ollama pull " + name + "`, or name another with " + flag + "; `ollama list` shows those that are there",
	}
}

// best picks the first by an order that the name makes total.
func (s *Server) best(what, advice string, able func(Model) bool, compare func(a, b Model) int) (Model, error) {
	var fit []Model
	for _, m := range s.Models {
		if able(m) && (m.Remote == "" || s.allowRemote) {
			fit = append(fit, m)
		}
	}
	if len(fit) == 0 {
		return Model{}, &Error{Message: fmt.Sprintf("Ollama at %s cannot %s", s.host.Host, what), Hint: advice, Err: ErrNoModel}
	}
	return slices.MinFunc(fit, func(a, b Model) int {
		return cmp.Or(order(a.Remote != "", b.Remote != ""), compare(a, b), cmp.Compare(a.Name, b.Name))
	}), nil
}

// baseName is a model's name without the namespace and the tag, in lower case: "hf.co/x/Qwen3-8B:q4" is "qwen3-8b".
func baseName(name string) string {
	name, _, _ = strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ":")
	return strings.ToLower(name)
}

// rank is the place of a model among families: of the longest that its name begins with, or the end.
func rank(m Model, families []string) int {
	name, at, longest := baseName(m.Name), len(families), 0
	for i, f := range families {
		if strings.HasPrefix(name, f) && len(f) > longest {
			at, longest = i, len(f)
		}
	}
	return at
}

func narrow(m Model) bool { return containsAny(strings.ToLower(m.Name), narrowModels()) }

// sizeClass is 0 for the sizes that are preferred, and for those that are not told.
func sizeClass(billions float64) int {
	switch {
	case billions > largeChat:
		return 1
	case billions > 0 && billions < smallChat:
		return 2
	}
	return 0
}

// order puts what is not before what is.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
