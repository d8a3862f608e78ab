// Agent programs driven by the Agent Client Protocol, in stories.
import type { Program } from "../program.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import { qwen } from "./qwen.ts";

const spoken = (
  program: Program,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program => ({
  ...program,
  name: `acp-${program.driver}`,
  driver: "acp",
  words,
  env: (url) => ({ ...program.env(url), ...env }),
  proposed: false,
});

const impatient = {
  security: { auth: { selectedType: "gemini-api-key" } },
  model: { name: "gemini-2.5-pro" },
  general: { maxAttempts: 2 },
};

/** As for its own driver, which sees to trust and memory by itself. */
const patient = {
  model: { generationConfig: { maxRetries: 0 } },
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
};

export const spokenPrograms: readonly Program[] = [
  // A folder that nobody has vouched for gets no servers. What it tries again it tells only when it gives up, so that is soon.
  {
    ...spoken(gemini, ["--acp"], {
      GEMINI_CLI_NO_RELAUNCH: "true",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    }),
    home: (url) => ({ ...gemini.home(url), ".gemini/settings.json": JSON.stringify(impatient) }),
    // Its sessions are files by id and minute, and loading one in the minute in which it began writes over it.
    resumes: null,
  },
  spoken(opencode, ["acp", "--print-logs", "--log-level", "ERROR"]),
  // Its servers start only in a folder that is trusted, and after its first question; their tools it hides behind a search, and what it would ask, a second model decides.
  {
    ...spoken(
      qwen,
      ["--acp", "--approval-mode", "default", "--exclude-tools", "tool_search", "tool_call"],
      {
        QWEN_CODE_LEGACY_MCP_BLOCKING: "1",
      },
    ),
    home: () => ({ ".qwen/settings.json": JSON.stringify(patient) }),
  },
];
