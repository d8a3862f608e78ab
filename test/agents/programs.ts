// List of agent programs used in stories.
import type { Program } from "./program.ts";
import { spokenPrograms } from "./programs/acp.ts";
import { claudeCode } from "./programs/claude-code.ts";
import { codex } from "./programs/codex.ts";
import { gemini } from "./programs/gemini.ts";
import { opencode } from "./programs/opencode.ts";
import { qwen } from "./programs/qwen.ts";

export const programs: readonly Program[] = [
  codex,
  claudeCode,
  gemini,
  opencode,
  qwen,
  ...spokenPrograms,
];
