// Variables by which known agent programs log in: model providers' keys, and those of clouds where a program is told to use one.
import type { Keys } from "./agent.ts";

const aws = [
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_BEARER_TOKEN_BEDROCK",
];
const google = "GOOGLE_APPLICATION_CREDENTIALS";
/** A proxy with a login. */
const proxies: Keys = {
  names: ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
};

/** From each program's documentation of its environment. */
export const claudeKeys: readonly Keys[] = [
  {
    names: [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "ANTHROPIC_BASE_URL",
      "ANTHROPIC_CUSTOM_HEADERS",
      "CLAUDE_CODE_OAUTH_TOKEN",
    ],
  },
  { where: "CLAUDE_CODE_USE_BEDROCK", names: aws },
  { where: "CLAUDE_CODE_USE_VERTEX", names: [google] },
  { where: "CLAUDE_CODE_USE_FOUNDRY", names: ["ANTHROPIC_FOUNDRY_API_KEY"] },
  proxies,
];
export const codexKeys: readonly Keys[] = [
  { names: ["OPENAI_API_KEY", "CODEX_API_KEY", "OPENAI_BASE_URL"] },
  proxies,
];
export const geminiKeys: readonly Keys[] = [
  { names: ["GEMINI_API_KEY", "GOOGLE_API_KEY"] },
  { where: "GOOGLE_GENAI_USE_VERTEXAI", names: [google] },
  proxies,
];
export const qwenKeys: readonly Keys[] = [
  {
    names: [
      "OPENAI_API_KEY",
      "OPENAI_BASE_URL",
      "DASHSCOPE_API_KEY",
      "BAILIAN_CODING_PLAN_API_KEY",
      "ANTHROPIC_API_KEY",
      "GEMINI_API_KEY",
      "GOOGLE_API_KEY",
    ],
  },
  proxies,
];
/** Which of some dozens of providers it uses stands in its settings: others are named by `passes`. */
export const opencodeKeys: readonly Keys[] = [
  {
    names: [
      "OPENCODE_API_KEY",
      "ANTHROPIC_API_KEY",
      "OPENAI_API_KEY",
      "GEMINI_API_KEY",
      "GOOGLE_GENERATIVE_AI_API_KEY",
      "OPENROUTER_API_KEY",
    ],
  },
  proxies,
];
