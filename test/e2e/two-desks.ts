// Two desks that share a ledger: clone, home and sessions of each machine.
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { gitIn } from "../contract/workspace-folder.ts";
import { calls, type Desk, deskIn } from "./desk.ts";

/** From the root of each, since tests of one process have one home. */
export const sessions = ".sessions";

export const sharedDesks = (
  t: TestContext,
  url: string,
  files: Readonly<Record<string, string>>,
): { readonly one: Desk; readonly two: Desk; readonly alone: Desk } => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-shared-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const first = join(folder, "one");
  execFileSync("git", ["init", "--quiet", join(first, "shop")]);
  for (const [path, text] of Object.entries({ ".gitignore": `${sessions}/\n`, ...files }))
    writeFileSync(join(first, "shop", path), text);
  gitIn(join(first, "shop"), "add", "-A");
  gitIn(join(first, "shop"), "commit", "-q", "-m", "first");
  const made = (name: string, ledger?: string): Desk => {
    const at = join(folder, name);
    if (at !== first)
      execFileSync("git", ["clone", "--quiet", join(first, "shop"), join(at, "shop")]);
    const given = deskIn(at);
    const env = {
      CAIRN_ULTRAWORK_HOME: sessions,
      ...(ledger === undefined ? {} : { CAIRN_LEDGER: ledger }),
    };
    return {
      ...given,
      ...calls((line, typed = {}) =>
        given.cairn(line, { ...typed, env: { ...env, ...typed.env } }),
      ),
    };
  };
  return { one: made("one", url), two: made("two", url), alone: made("alone") };
};
