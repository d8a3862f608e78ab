// Wordings of agent programs by which the same conversation would fail again: its history is too long, or refused.

/** Beside each: the program's version where it was told, and the public thread or source file. */
const told = {
  claude: [
    "prompt is too long", // 2.1.143, anthropics/claude-code#59689
    "input length and `max_tokens` exceed context limit", // 0.2.29, anthropics/claude-code#408
    "`tool_use` ids were found without `tool_result` blocks", // 1.0.19, anthropics/claude-code#1969
    "image dimensions exceed max allowed size", // anthropics/claude-code#16173
    "exceeds the dimension limit for many-image requests", // anthropics/claude-code#34120
    "image exceeds [\\d.]+ MB maximum", // anthropics/claude-code#2939
    "image cannot be empty", // 2.1.69, anthropics/claude-code#36712
    "Could not process image", // 1.0.17, anthropics/claude-code#1747
    "request_too_large", // anthropics/claude-code#9269
  ],
  codex: [
    "ran out of room in the model's context window", // 0.133.0, openai/codex#24247
    "Image poisoning", // codex-rs/protocol/src/error.rs
  ],
  gemini: [
    "input token count \\(\\d+\\) exceeds the maximum number of tokens", // 0.9.0, google-gemini/gemini-cli#11248
  ],
  opencode: [
    "prompt is too long: \\d+ tokens", // 1.1.21, anomalyco/opencode#8726
  ],
  qwen: [
    "Range of input length should be", // 0.11.0, QwenLM/qwen-code#2068
    "maximum context length is \\d+ tokens", // 0.19.2, QwenLM/qwen-code#5950
  ],
} as const;

const anyOf = (words: readonly string[]): RegExp => new RegExp(words.join("|"), "iu");

/** ACP reaches any of these programs. */
export const spent = {
  claude: anyOf(told.claude),
  codex: anyOf(told.codex),
  gemini: anyOf(told.gemini),
  opencode: anyOf(told.opencode),
  qwen: anyOf(told.qwen),
  acp: anyOf(Object.values(told).flat()),
} as const;
