package ollamatest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/fs/ggml"
)

const (
	// ChatContext is the longest context of a chat model, in tokens. A token is a word of its vocabulary or a
	// character.
	ChatContext = 16384

	// EmbedContext is the longest text that an embedding model reads, in tokens, two of which frame the text.
	EmbedContext = 512
)

const (
	layers    = 2
	heads     = 2
	chatWidth = 64
	seed      = 1
)

// chatTemplate lays out a conversation for a chat model.
const chatTemplate = "{{ range .Messages }}{{ .Role }}: {{ .Content }}\n{{ end }}assistant:"

// ChatModel makes a model that talks nonsense: words of its vocabulary, citations among them, in an order that
// depends on the prompt. Its weights are drawn at random, the same ones each time. It returns the model's name.
func (s *Server) ChatModel() string {
	s.t.Helper()
	return s.create("ibid-chat", chatModel(random), chatTemplate)
}

// StuckModel makes a chat model that says one word for ever. It returns the model's name.
func (s *Server) StuckModel() string {
	s.t.Helper()
	return s.create("ibid-stuck", chatModel(repeating("the", "the")), chatTemplate)
}

// EndlessModel makes a chat model that says two words in turn, until it has said as many as it may: an answer to be
// cancelled. It returns the model's name.
func (s *Server) EndlessModel() string {
	s.t.Helper()
	return s.create("ibid-endless", chatModel(repeating("the", "same")), chatTemplate)
}

// EmbedModel makes a model that embeds texts: those with words in common are near to each other, and that is all it
// understands. Dimensions are a multiple of 32. It returns the model's name, which holds them.
func (s *Server) EmbedModel(dimensions int) string {
	s.t.Helper()
	if dimensions <= 0 || dimensions%32 != 0 {
		s.t.Fatalf("%d dimensions are not a multiple of 32", dimensions)
	}
	return s.create(fmt.Sprintf("ibid-embed-%d", dimensions), embedModel(dimensions), "")
}

// create gives the server a model under a name; a template makes it one that chats.
func (s *Server) create(name string, m *model, template string) string {
	s.t.Helper()
	f, err := os.Create(filepath.Join(s.t.TempDir(), name+".gguf"))
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	digest, err := m.write(f)
	if err != nil {
		s.t.Fatal(err)
	}
	ctx := context.Background()
	if err := s.Client().CreateBlob(ctx, digest, whole(f)); err != nil {
		s.t.Fatalf("the model %s: %v", name, err)
	}
	req := &api.CreateRequest{
		Model:      name,
		Files:      map[string]string{name + ".gguf": digest},
		Template:   template,
		Parameters: map[string]any{"num_thread": 1},
	}
	if err := s.Client().Create(ctx, req, func(api.ProgressResponse) error { return nil }); err != nil {
		s.t.Fatalf("the model %s: %v", name, err)
	}
	return name
}

// model is what a GGUF file holds.
type model struct {
	config  ggml.KV
	tensors []*ggml.Tensor
}

// write writes the model to a file, and names what the file then holds as Ollama does.
func (m *model) write(f *os.File) (digest string, err error) {
	if err := ggml.WriteGGUF(f, m.config, m.tensors); err != nil {
		return "", err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, whole(f)); err != nil {
		return "", err
	}
	return fmt.Sprintf("sha256:%x", hash.Sum(nil)), nil
}

// whole reads a file from its beginning.
func whole(f *os.File) io.Reader { return io.NewSectionReader(f, 0, math.MaxInt64) }

// matrix adds weights of rows by columns: what they are multiplied with has so many columns.
func (m *model) matrix(name string, rows, columns int, weigh weigher) {
	m.tensors = append(m.tensors, &ggml.Tensor{
		Name:     name + ".weight",
		Kind:     uint32(ggml.TensorTypeF32),
		Shape:    []uint64{uint64(columns), uint64(rows)},
		WriterTo: weigh(name, rows, columns),
	})
}

// norm adds a normalisation that scales nothing, with the bias of zero that some have.
func (m *model) norm(name string, width int, biased bool) {
	w := make(weights, width)
	w.fill(1)
	m.vector(name+".weight", w)
	if biased {
		m.vector(name+".bias", make(weights, width))
	}
}

func (m *model) vector(name string, w weights) {
	m.tensors = append(m.tensors, &ggml.Tensor{Name: name, Kind: uint32(ggml.TensorTypeF32), Shape: []uint64{uint64(len(w))}, WriterTo: w})
}

// chatModel is a small Llama whose matrices are weighed so.
func chatModel(weigh weigher) *model {
	const (
		keyHeads = heads / 2
		inner    = 2 * chatWidth
	)
	v := chatVocabulary()
	m := &model{config: ggml.KV{
		"general.architecture":             "llama",
		"general.name":                     "ibid chat",
		"block_count":                      uint32(layers),
		"context_length":                   uint32(ChatContext),
		"embedding_length":                 uint32(chatWidth),
		"feed_forward_length":              uint32(inner),
		"attention.head_count":             uint32(heads),
		"attention.head_count_kv":          uint32(keyHeads),
		"attention.layer_norm_rms_epsilon": float32(1e-5),
		"rope.dimension_count":             uint32(chatWidth / heads),
		"vocab_size":                       uint32(len(v.tokens)),
		"tokenizer.ggml.model":             "llama",
		"tokenizer.ggml.tokens":            v.tokens,
		"tokenizer.ggml.scores":            make([]float32, len(v.tokens)),
		"tokenizer.ggml.token_type":        v.types,
		"tokenizer.ggml.unknown_token_id":  uint32(v.index("<unk>")),
		"tokenizer.ggml.bos_token_id":      uint32(v.index("<s>")),
		"tokenizer.ggml.eos_token_id":      uint32(v.index("</s>")),
	}}
	m.matrix("token_embd", len(v.tokens), chatWidth, weigh)
	for i := range layers {
		block := fmt.Sprintf("blk.%d.", i)
		m.norm(block+"attn_norm", chatWidth, false)
		m.matrix(block+"attn_q", chatWidth, chatWidth, weigh)
		m.matrix(block+"attn_k", chatWidth*keyHeads/heads, chatWidth, weigh)
		m.matrix(block+"attn_v", chatWidth*keyHeads/heads, chatWidth, weigh)
		m.matrix(block+"attn_output", chatWidth, chatWidth, weigh)
		m.norm(block+"ffn_norm", chatWidth, false)
		m.matrix(block+"ffn_gate", inner, chatWidth, weigh)
		m.matrix(block+"ffn_up", inner, chatWidth, weigh)
		m.matrix(block+"ffn_down", chatWidth, inner, weigh)
	}
	m.norm("output_norm", chatWidth, false)
	m.matrix("output", len(v.tokens), chatWidth, func(name string, rows, columns int) weights {
		w := weigh(name, rows, columns)
		for i, said := range v.said {
			w[i*columns : (i+1)*columns].scale(said)
		}
		return w
	})
	return m
}

// embedModel is a small BERT that mostly adds up the tokens of a text.
func embedModel(width int) *model {
	const mixed = 0.1 // of what the layers make of a token, beside the token itself
	v := embedVocabulary()
	m := &model{config: ggml.KV{
		"general.architecture":              "bert",
		"general.name":                      fmt.Sprintf("ibid embed %d", width),
		"block_count":                       uint32(layers),
		"context_length":                    uint32(EmbedContext),
		"embedding_length":                  uint32(width),
		"feed_forward_length":               uint32(2 * width),
		"attention.head_count":              uint32(heads),
		"attention.causal":                  false,
		"attention.layer_norm_epsilon":      float32(1e-12),
		"pooling_type":                      uint32(1), // the mean over the tokens
		"vocab_size":                        uint32(len(v.tokens)),
		"tokenizer.ggml.model":              "bert",
		"tokenizer.ggml.tokens":             v.tokens,
		"tokenizer.ggml.token_type":         v.types,
		"tokenizer.ggml.token_type_count":   uint32(2),
		"tokenizer.ggml.unknown_token_id":   uint32(v.index("[UNK]")),
		"tokenizer.ggml.cls_token_id":       uint32(v.index("[CLS]")),
		"tokenizer.ggml.bos_token_id":       uint32(v.index("[CLS]")),
		"tokenizer.ggml.seperator_token_id": uint32(v.index("[SEP]")), // so it is written everywhere
		"tokenizer.ggml.eos_token_id":       uint32(v.index("[SEP]")),
		"tokenizer.ggml.padding_token_id":   uint32(v.index("[PAD]")),
	}}
	little := func(name string, rows, columns int) weights {
		w := random(name, rows, columns)
		w.scale(mixed)
		return w
	}
	m.matrix("token_embd", len(v.tokens), width, random)
	m.matrix("token_types", 2, width, little)
	m.matrix("position_embd", EmbedContext, width, little)
	m.norm("token_embd_norm", width, true)
	for i := range layers {
		block := fmt.Sprintf("blk.%d.", i)
		for _, name := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
			m.matrix(block+name, width, width, little)
		}
		m.norm(block+"attn_output_norm", width, true)
		m.matrix(block+"ffn_up", 2*width, width, little)
		m.matrix(block+"ffn_down", width, 2*width, little)
		m.norm(block+"layer_output_norm", width, true)
	}
	return m
}

// weigher makes the weights of the matrix of a name.
type weigher func(name string, rows, columns int) weights

// random draws weights that keep the size of what they are multiplied with. The name decides which.
func random(name string, rows, columns int) weights {
	h := fnv.New64a()
	h.Write([]byte(name))
	rng := rand.New(rand.NewPCG(seed, h.Sum64()))
	limit := float32(math.Sqrt(3 / float64(columns)))
	w := make(weights, rows*columns)
	for i := range w {
		w[i] = limit * (2*rng.Float32() - 1)
	}
	return w
}

// repeating weighs a chat model whose layers add nothing to a token, so that the token alone decides which is next: the
// second word after the first, and the first after everything else.
func repeating(first, second string) weigher {
	v := chatVocabulary()
	a, b := v.index(boundary+first), v.index(boundary+second)
	return func(name string, rows, columns int) weights {
		w := make(weights, rows*columns)
		left := func(row int) weights { return w[row*columns : row*columns+columns/2] }
		right := func(row int) weights { return w[row*columns+columns/2 : (row+1)*columns] }
		switch name {
		case "token_embd":
			for row := range rows {
				if row == a {
					left(row).fill(1)
				} else {
					right(row).fill(1)
				}
			}
		case "output":
			right(a).fill(1)
			left(b).fill(1)
		}
		return w
	}
}

// weights are the numbers of a tensor, row by row.
type weights []float32

func (w weights) fill(x float32) {
	for i := range w {
		w[i] = x
	}
}

func (w weights) scale(x float32) {
	for i := range w {
		w[i] *= x
	}
}

// WriteTo writes the numbers as a GGUF file holds them.
func (w weights) WriteTo(to io.Writer) (int64, error) {
	return int64(4 * len(w)), binary.Write(to, binary.LittleEndian, []float32(w))
}
