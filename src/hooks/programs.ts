// Table of agent programs with hooks: settings files and names of moments (docs/guide/hooks.md).
import { homedir } from "node:os";
import { join } from "node:path";
import { editing } from "./call.ts";
import type { Env } from "./caller.ts";

export type HookEvent = { readonly event: string; readonly matcher: string | null };
export type Program = {
  readonly name: string;
  /** The command name. */
  readonly bin: string;
  /** Its settings folder, and the variable that overrides it. */
  readonly folder: { readonly name: string; readonly variable: string | null };
  readonly file: string;
  readonly hooks: readonly HookEvent[];
  /** The program's own timeout in its own unit; longer than a hook ever takes. */
  readonly timeout: number;
  /** Manual steps that remain for a person; null: none. */
  readonly besides: string | null;
};

const any = (...tools: readonly string[]): string => tools.join("|");

export const programs: readonly Program[] = [
  {
    name: "claude-code",
    bin: "claude",
    folder: { name: ".claude", variable: "CLAUDE_CONFIG_DIR" },
    file: "settings.json",
    hooks: [
      { event: "SessionStart", matcher: null },
      { event: "PreToolUse", matcher: any(...editing.claude) },
      { event: "Stop", matcher: null },
    ],
    timeout: 3,
    besides: null,
  },
  {
    name: "codex",
    bin: "codex",
    folder: { name: ".codex", variable: "CODEX_HOME" },
    file: "hooks.json",
    hooks: [
      { event: "SessionStart", matcher: null },
      { event: "PreToolUse", matcher: any(...editing.codex) },
      { event: "Stop", matcher: null },
    ],
    timeout: 3,
    besides:
      "codex silently skips hooks that are not trusted: type /hooks in codex once, and again whenever they change",
  },
  {
    name: "gemini",
    bin: "gemini",
    folder: { name: ".gemini", variable: null },
    file: "settings.json",
    hooks: [
      { event: "SessionStart", matcher: null },
      { event: "BeforeTool", matcher: any(...editing.gemini) },
      { event: "AfterAgent", matcher: null },
    ],
    timeout: 3_000,
    besides: "gemini runs hooks of a project only where the folder is trusted",
  },
  {
    name: "qwen",
    bin: "qwen",
    folder: { name: ".qwen", variable: null },
    file: "settings.json",
    hooks: [
      { event: "SessionStart", matcher: null },
      { event: "PreToolUse", matcher: any(...editing.qwen) },
      { event: "Stop", matcher: null },
    ],
    timeout: 3,
    besides: null,
  },
];

/** `root` null: the user-level settings, which apply everywhere. */
export const settingsFile = ({ folder, file }: Program, root: string | null, env: Env): string => {
  if (root !== null) return join(root, folder.name, file);
  const named = folder.variable === null ? "" : (env[folder.variable] ?? "");
  return named === "" ? join(env["HOME"] ?? homedir(), folder.name, file) : join(named, file);
};
