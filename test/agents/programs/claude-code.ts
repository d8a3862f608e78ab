// Claude Code in stories: set-up for a model server other than Anthropic's.
import type { Program } from "../program.ts";

export const claudeCode: Program = {
  driver: "claude-code",
  npm: { name: "@anthropic-ai/claude-code", version: "2.1.332" },
  bin: "claude",
  home: () => ({ ".claude/settings.json": "{}" }),
  // As root it lets nobody do without questions, unless it is told that it is in a sandbox.
  env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "any", IS_SANDBOX: "1" }),
  resumes: true,
  confined: false,
  keeps: {
    login: ".claude/.credentials.json",
    settings: ".claude/settings.json",
    conversations: ".claude/projects",
    comeBack: true,
  },
};
