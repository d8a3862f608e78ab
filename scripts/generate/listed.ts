// Lists the files that git tracks or would add: input of generators and of the rules' tests.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Paths from `top`, sorted by code unit: tracked ones and new ones that nothing ignores, without those deleted on disk. */
export const listed = (top: string): readonly string[] =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: top,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  })
    .split("\0")
    .filter(
      (path, index, all) =>
        path !== "" && all.indexOf(path) === index && existsSync(join(top, path)),
    )
    .sort();
