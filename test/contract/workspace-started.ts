// Names of git's commands that are started meanwhile.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";

export const started = async (
  t: TestContext,
  folder: string,
  act: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const trace = join(folder, "trace");
  writeFileSync(trace, "");
  process.env["GIT_TRACE"] = trace;
  t.after(() => delete process.env["GIT_TRACE"]);
  await act();
  delete process.env["GIT_TRACE"];
  return [...readFileSync(trace, "utf8").matchAll(/built-in: git (\S+)/gu)]
    .map(([, name = ""]) => name)
    .sort();
};
