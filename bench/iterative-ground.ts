// Setup of the iterative benchmarks: many nights of passes by the real rules over a simulated tree.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command, Sender } from "../src/core/protocol.ts";
import { isRefusal } from "../src/core/refusal.ts";
import type { Refusal } from "../src/core/refusal.ts";
import { openSqlite } from "../src/ledger/sqlite.ts";
import { open } from "../src/open.ts";
import { iterative } from "../src/protocols/iterative/index.ts";
import { clock } from "../src/runtime/clock.ts";
import { createFolds } from "../src/runtime/fold.ts";
import { createDoor } from "../src/runtime/send.ts";
import type { System } from "../src/runtime/system.ts";
import type { Workspace } from "../src/workspace/workspace.ts";
import { testEngine, untouched } from "../test/fixtures/engine.ts";
import { openWorld } from "../test/fixtures/iterative-world.ts";

const ana: Sender = { kind: "person", name: "ana" };
export const engine: Sender = { kind: "engine", name: "engine" };
export const slug = "add-login";
const branch = "feat/x";
/** A unit's passes may be a hundred; one more of each stays free. */
const passesEach = 99;

export const must = <T>(answer: T | Refusal): T => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};

/** An agent that says when it began, and ends. Nothing is in between but the shell. */
export const stampAgent = (stamp: string): object => ({
  agents: {
    bot: {
      driver: "command",
      argv: [
        "/bin/sh",
        "-c",
        'test -e "$0" || { date +%s%N > "$0.new"; mv "$0.new" "$0"; }',
        stamp,
      ],
    },
  },
  roles: { "*": "bot" },
  fence: { writes: [dirname(stamp)] },
});
/** In a folder that the agent may write from within its fence. */
export const stampOf = (root: string): string => {
  const folder = `${root}.stamp`;
  mkdirSync(folder, { recursive: true });
  return join(folder, "began");
};

/** A repository with one commit, on the branch that the passes are said to be on. */
export const repository = (root: string, config: object): void => {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "README.md"), "hello\n");
  writeFileSync(join(root, "cairn.config.json"), `${JSON.stringify(config)}\n`);
  const git = (...args: readonly string[]): void => void spawnSync("git", args, { cwd: root });
  git("init", "-q", "-b", branch);
  git("add", ".");
  git("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "-qm", "begin");
};

const unit = (n: number) => ({
  id: `T${n}`,
  title: `Part ${n} of the login`,
  criteria: [`part ${n} answers 200 for a known user`],
  files: [`src/t${n}.ts`],
  max: 100,
});
const report = (id: string, n: number) => ({
  unit: id,
  status: "continue",
  did: `pass ${n}: wrote the next part of the handler and its test, and mended what the last run of the suite showed`,
  remaining: "the error path, and the message that people see where the token has run out",
});

/** `entries` passes that each left an entry. They are sent through the door of a second program whose tree changes with each. */
const passes = async (ledgerPath: string, run: string, entries: number): Promise<void> => {
  const ledger = await openSqlite({ path: ledgerPath });
  const world = openWorld();
  const workspace: Workspace = {
    ...untouched<Workspace>("workspace"),
    facts: (_ground, ask, at) => Promise.resolve(world.facts(ask, at)),
  };
  const parts = {
    ...testEngine(iterative, { ledger, workspace }),
    now: clock(),
    chance: () => Math.random().toString(36).slice(2),
  };
  const door = createDoor(parts, createFolds(parts), () => undefined);
  for (let n = 0; n < entries; n += 1) {
    const id = `T${Math.floor(n / passesEach) + 1}`;
    const pass = (n % passesEach) + 1;
    const send = async (command: Command): Promise<void> =>
      void must(await door({ run, said: [{ command, by: engine }] }));
    await send({ type: "BeginPass", data: { unit: id, pass, holder: `bot-${n}` } });
    world.edit({ [`src/${id.toLowerCase()}.ts`]: `made in pass ${n}` });
    const heard = {
      hosted: true,
      reason: "exit",
      exit: 0,
      fault: null,
      found: "one",
      report: report(id, pass),
      message: "",
      output: null,
    };
    await send({ type: "EndPass", data: { unit: id, pass, heard, after: world.moment() } });
  }
  await ledger.close();
};

export type Night = {
  readonly system: System;
  readonly run: string;
  readonly root: string;
  readonly progress: string;
};

/** An approved run whose progress.md has so many entries, opened as every surface opens it. */
export const night = async (folder: string, entries: number): Promise<Night> => {
  const root = join(folder, `repo-${entries}`);
  repository(root, stampAgent(stampOf(root)));
  const first = await open({ cwd: root, root, env: {} });
  const brief = { outcome: "people log in", done_when: ["a known user gets 200"] };
  const settings = { test_pass: "off", planner: "hand" };
  const { run } = must(
    await first.start("iterative", { request: "Add login", slug, brief, settings }, ana),
  );
  const units = Array.from({ length: Math.floor(10_000 / passesEach) + 2 }, (_, n) => unit(n + 1));
  must(
    await first.send(
      run,
      [
        { type: "ProposePlan", data: { units } },
        { type: "ApprovePlan", data: { rev: 1 } },
      ],
      ana,
    ),
  );
  await first.close();
  const ledger = join(root, ".git/cairn/ledger.db");
  await passes(ledger, run, entries);
  const system = await open({ cwd: root, root, env: {} });
  await system.scan(run);
  return { system, run, root, progress: join(root, `.claude/iterative/${slug}/progress.md`) };
};
