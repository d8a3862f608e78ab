// Why: agent programs that people have already are proposed by init, each as a plain command that needs nobody at a terminal.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export type Program = { readonly name: string; readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** How each runs without a person: it may edit files and run programs without asking, so its working tree is all the fence there is. */
export const programs: readonly Program[] = [
  { name: "claude", argv: ["claude", "-p", "{brief}", "--permission-mode", "bypassPermissions"], env: {} },
  {
    name: "codex",
    argv: ["codex", "exec", "--skip-git-repo-check", "--sandbox", "workspace-write", "-c", 'approval_policy="never"', "{brief}"],
    env: {},
  },
  // It would start itself anew and its first process ignores being told to stop.
  { name: "gemini", argv: ["gemini", "--approval-mode", "yolo", "-p", "{brief}"], env: { GEMINI_CLI_NO_RELAUNCH: "true" } },
  { name: "opencode", argv: ["opencode", "run", "{brief}"], env: {} },
  { name: "qwen", argv: ["qwen", "--approval-mode", "yolo", "-p", "{brief}"], env: {} },
];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

export const isOnPath = (name: string, env: NodeJS.ProcessEnv): boolean =>
  (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .some((folder) => isProgram(join(folder, name)));

/** Those of `programs` that are on PATH; nothing is started. */
export const found = (env: NodeJS.ProcessEnv): readonly Program[] => programs.filter(({ name }) => isOnPath(name, env));
