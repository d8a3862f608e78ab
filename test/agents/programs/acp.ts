// Why: the same programs are driven by the protocol of editors, too; each of them stands for one way to speak it.
import type { Program } from "../program.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import { qwen } from "./qwen.ts";

const spoken = (program: Program, words: readonly string[], env: Readonly<Record<string, string>> = {}): Program => ({
  ...program,
  name: `acp-${program.driver}`,
  driver: "acp",
  words,
  env: (url) => ({ ...program.env(url), ...env }),
  proposed: false,
});

export const spokenPrograms: readonly Program[] = [
  // A folder that nobody has vouched for gets no servers.
  spoken(gemini, ["--acp"], { GEMINI_CLI_NO_RELAUNCH: "true", GEMINI_CLI_TRUST_WORKSPACE: "true" }),
  spoken(opencode, ["acp", "--print-logs", "--log-level", "ERROR"]),
  spoken(qwen, ["--acp"]),
];
