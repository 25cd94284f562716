package guard

import "testing"

func TestIsRefusal(t *testing.T) {
	for _, draft := range []string{
		NotFoundText,
		"Not found in provided docs.",
		NotInSelection,
		NotDocumentedPrefix + "no grounded API reads a file",
		"NOT_DOCUMENTED:",
		"I could not find this in the documents.",
		"I couldn’t find any information about Wi-Fi 9 in the provided documents.",
		"I'm sorry, but I cannot answer this question based on the provided context.",
		"Sorry. I was not able to find that.",
		"We do not have enough information to answer.",
		"I don't know.",
		"The documents do not mention Wi-Fi 9.",
		"**The provided documents do not explicitly mention Wi-Fi 9.**",
		"The text provided doesn't say.",
		"Based on the provided evidence, the documents do not specify a key size.",
		"Unfortunately, the context does not contain the answer. Please provide more details.",
		"None of the passages mention it.",
		"There is no information about this in the evidence.",
		"There is not enough information in the provided text to answer the question.",
		"No relevant information was found.",
		"The answer is not found in the provided documents.",
		"This is not mentioned in the documents.",
		"The requested information is not available.",
		"Insufficient evidence.",
		"Unknown",
		"# Answer\n\nThe documents do not cover this. If you need more, consult the standard.",
		"- The documents do not mention A.\n- The documents do not mention B.",
	} {
		if !IsRefusal(Parse(draft)) {
			t.Errorf("%q is a refusal", draft)
		}
	}
	for _, draft := range []string{
		"",
		"ML-KEM-768 has a key of 1184 bytes [c1].",
		"ML-KEM-768 has a key of 1184 bytes.",
		"The documents do not mention Wi-Fi 9 [c1].",
		"I could not find the size. The key has 1184 bytes [c1].",
		"I could not find the size. The key has 1184 bytes.",
		"The server does not accept trailing commas.",
		"The key is not included in the ciphertext.",
		"There is no limit on the number of keys.",
		"Documents are not signed.",
		"Unknown keys are rejected.",
		"You may use any key.",
		"Sorry.",
		"I could not find it:\n```\nls\n```",
		"No key is stored in the file.",
		"The function returns not found in that case.",
	} {
		if IsRefusal(Parse(draft)) {
			t.Errorf("%q is no refusal", draft)
		}
	}
}
