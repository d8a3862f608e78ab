// Two clones of one shop with a ledger and a remote that they share, and agents that need no model: each machine's own folders lie beside its clone.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { gitIn } from "../contract/workspace-folder.ts";
import { passing } from "../fixtures/ultrawork-verdict.ts";
import { calls, type Desk, deskIn } from "./desk.ts";
import type { Steps } from "./places-shop.ts";

/** `origin`: a bare repository. */
export type Shared = {
  readonly one: Desk;
  readonly two: Desk;
  readonly origin: string;
  readonly folder: string;
};

/** Moves the remote out of reach, or back. */
export const away = ({ origin }: Pick<Shared, "origin">, is: boolean): void =>
  is ? renameSync(origin, `${origin}.away`) : renameSync(`${origin}.away`, origin);

/** The remote refuses references whose name has this in it; null: it takes all. */
export const refusing = ({ origin }: Pick<Shared, "origin">, names: string | null): void => {
  const hook = join(origin, "hooks", "update");
  if (names === null) rmSync(hook);
  else
    writeFileSync(
      hook,
      `#!/bin/sh\ncase "$1" in *${names}*) echo "not for you" >&2; exit 1;; esac\n`,
      { mode: 0o755 },
    );
};

/** `remote`: what `git.remote` says; `workers`: what each task's worker does. */
export const sharedShop = (
  t: TestContext,
  url: string,
  workers: Readonly<Record<string, Steps>>,
  tasks: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[],
  remote: string | null = "origin",
): Shared => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-machines-")));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  const origin = join(folder, "origin.git");
  execFileSync("git", ["init", "--quiet", "--bare", "-b", "main", origin]);
  const script = join(folder, "script.mjs");
  const scenes = JSON.stringify({
    ...workers,
    verify: [{ report: passing(tasks.map(({ id }) => id)) }],
  });
  writeFileSync(
    script,
    `const scenes = ${scenes};\nexport const steps = ({ unit, job }) => scenes[job.startsWith("mend-") ? "mend" : unit];\n`,
  );
  const verify = { success_criteria: [{ criteria: "all hold", command: "test -e README.md" }] };
  const config = {
    agents: { scripted: { driver: "scripted", argv: [script] } },
    roles: { "*": "scripted" },
    fence: "off",
    ...(remote === null ? {} : { git: { remote } }),
  };
  const files = {
    "README.md": "a shop\n",
    ".gitignore": ".sessions/\n",
    "plan.json": JSON.stringify({ tasks, verify }),
    "cairn.config.json": JSON.stringify(config),
  };
  const made = (name: string): Desk => {
    const at = join(folder, name);
    mkdirSync(at);
    gitIn(at, "clone", "--quiet", origin, "shop");
    const root = join(at, "shop");
    gitIn(root, "config", "user.name", name);
    gitIn(root, "config", "user.email", `${name}@example.invalid`);
    if (name === "one") {
      for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
      gitIn(root, "add", "--all");
      gitIn(root, "commit", "--quiet", "-m", "a shop");
      gitIn(root, "push", "--quiet", "origin", "HEAD:main");
    }
    const given = deskIn(at);
    const env = { CAIRN_ULTRAWORK_HOME: ".sessions", CAIRN_LEDGER: url };
    return {
      ...given,
      ...calls((line, typed = {}) =>
        given.cairn(line, { ...typed, env: { ...env, ...typed.env } }),
      ),
    };
  };
  const before = process.env["CAIRN_PLACES"];
  process.env["CAIRN_PLACES"] = join(folder, "places");
  t.after(() => {
    if (before === undefined) delete process.env["CAIRN_PLACES"];
    else process.env["CAIRN_PLACES"] = before;
  });
  return { one: made("one"), two: made("two"), origin, folder };
};
