package ollama

import (
	"regexp"

	"ibid/guard"
)

// thin is what a template token is broken with: a thin space, which a reader sees, and which no tokenizer takes for
// nothing.
const thin = "\u2009"

// templateTokens are the openings of texts that the templates of chat models use to end a turn, to begin one or to speak as
// someone else; a server takes them for that wherever they stand in a message. [img-0] is Ollama's own, for a picture.
var templateTokens = regexp.MustCompile(`(?i)` +
	`<[|｜]` + // <|im_end|>, <|eot_id|>, <|channel|>, and DeepSeek's wide bars
	`|\[\|` + // [|endofturn|]
	`|</?(?:s|sys|bos|eos|unk|pad|sep|cls|mask|eot|eom|eod|think|thinking|thought|tool_calls?|tool_response|tools?|` +
	`start_of_\w+|end_of_\w+|begin_of_\w+|image_soft_token|extra_id_\w+|unused\w+|reserved\w*|fim_\w+|0x[0-9a-f]{2})>` +
	`|\[/?(?:inst|system_prompt|available_tools|tool_calls|tool_results|tool_content|args|call_id|think|model_settings|` +
	`img|img_break|img_end|img-\d+|prefix|middle|suffix|gmask|smask|mask|cls|sep|pad|unk|bos|eos)\]`)

// neutral makes text that is not ours fit for a message: sanitised, and every template token broken after its first
// character, "< |im_end|>". It is done after sanitising, which may join what an invisible character kept apart, and
// changes nothing when it is done again.
func neutral(s string) string {
	return templateTokens.ReplaceAllStringFunc(guard.Sanitize(s), func(token string) string {
		return token[:1] + thin + token[1:]
	})
}
