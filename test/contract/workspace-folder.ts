// Temporary folders and git repositories for tests, on paths without symbolic links.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";

export const ownFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "cairn-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
};

export const put = (folder: string, path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

const settings = [
  "user.name=Ana",
  "user.email=ana@example.invalid",
  "init.defaultBranch=main",
  "protocol.file.allow=always",
  "commit.gpgsign=false",
];
/** Git as a test uses it: with a name, and nothing of the machine's settings. */
export const gitIn = (folder: string, ...words: readonly string[]): string =>
  execFileSync("git", [...settings.flatMap((setting) => ["-c", setting]), ...words], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
    },
  }).trim();

export const repositoryIn = (
  folder: string,
  files: Readonly<Record<string, string>> = { "a.txt": "a\n" },
): string => {
  mkdirSync(folder, { recursive: true });
  gitIn(folder, "init", "-q");
  for (const [path, text] of Object.entries(files)) put(folder, path, text);
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-q", "--allow-empty", "-m", "first");
  return folder;
};
