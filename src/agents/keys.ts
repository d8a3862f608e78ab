// Variables by which known agent programs log in: model providers' keys, and those of clouds where a program is told to use one.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Driver, Keys } from "./agent.ts";

type Named = NonNullable<Driver["settingsKeys"]>;
/** @param folder below the user's home, unless the variable names it, or with `within` the one around it */
const namesIn =
  (
    pattern: RegExp,
    files: readonly string[],
    folder: string,
    variable: string,
    within = "",
  ): Named =>
  (env) => {
    const named = env[variable] ?? "";
    const at = isAbsolute(named) ? join(named, within) : join(env["HOME"] ?? homedir(), folder);
    return files.flatMap((file) => {
      try {
        const text = readFileSync(join(at, file), "utf8");
        return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
      } catch {
        return [];
      }
    });
  };
/** Keys of providers that a user has added. */
export const codexSettings = namesIn(
  /^[^#\n]*\b(?:env_key|bearer_token_env_var)\s*=\s*"(\w+)"/gmu,
  ["config.toml"],
  ".codex",
  "CODEX_HOME",
);
export const qwenSettings = namesIn(
  /"envKey"\s*:\s*"(\w+)"/gu,
  ["settings.json"],
  ".qwen",
  "QWEN_HOME",
);
export const opencodeSettings = namesIn(
  /\{env:(\w+)\}/gu,
  ["opencode.json", "opencode.jsonc", "config.json"],
  ".config/opencode",
  "XDG_CONFIG_HOME",
  "opencode",
);

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
