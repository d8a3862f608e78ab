// Repositories of so many files, for benches of places.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** So many files differ between the commits of two jobs that follow each other. */
export const changed = 10;

export const gitIn = (root: string, ...words: readonly string[]): string =>
  execFileSync(
    "git",
    [
      "-c",
      "user.name=bench",
      "-c",
      "user.email=bench@example.invalid",
      "-c",
      "gc.auto=0",
      ...words,
    ],
    {
      cwd: root,
      encoding: "utf8",
    },
  ).trim();

/** A repository of so many files in folders of a hundred, and a commit on it that changes a few of them. */
export const repository = (
  root: string,
  files: number,
): readonly [first: string, second: string] => {
  const path = (n: number): string => join(root, `d${Math.floor(n / 100)}`, `f${n}.txt`);
  for (let n = 0; n < files; n += 100) mkdirSync(join(root, `d${n / 100}`), { recursive: true });
  for (let n = 0; n < files; n += 1) writeFileSync(path(n), `file ${n}\n${"x".repeat(400)}\n`);
  gitIn(root, "init", "-q");
  gitIn(root, "add", "--all");
  gitIn(root, "commit", "-qm", "first");
  const first = gitIn(root, "rev-parse", "HEAD");
  for (let n = 0; n < changed; n += 1) writeFileSync(path(n), "changed\n");
  gitIn(root, "commit", "-qam", "second");
  return [first, gitIn(root, "rev-parse", "HEAD")];
};
