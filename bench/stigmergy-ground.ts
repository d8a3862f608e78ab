// Why: a project of a hundred thousand entries is made through the one door, many commands an append, so that what is measured afterwards stands on the real rules and a real ledger.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sender } from "../src/core/protocol.ts";
import { isRefusal } from "../src/core/refusal.ts";
import type { Refusal } from "../src/core/refusal.ts";
import { open } from "../src/open.ts";
import type { System } from "../src/runtime/system.ts";

export const ana: Sender = { kind: "person", name: "ana" };

export const must = <T>(answer: T | Refusal): T => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};

export const action = (n: number) => ({
  type: "RecordAction",
  data: {
    agent: "james",
    signal: "STORY_NOTE",
    summary: `Step ${n}: wrote the next part of the catalogue and its test, and mended what the last run of the suite showed.`,
    files: [`src/catalogue/part-${n % 97}.ts`, `test/catalogue/part-${n % 97}.test.ts`],
  },
});

export type Project = { readonly system: System; readonly run: string; readonly root: string; readonly file: string };

/** Commands of one append while it is made. */
const together = 250;

/** A repository with a project whose history has so many entries, its files written. */
export const project = async (folder: string, entries: number): Promise<Project> => {
  const root = join(folder, `shop-${entries}`);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "README.md"), "hello\n");
  const git = (...args: readonly string[]): void => void spawnSync("git", args, { cwd: root });
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "-qm", "begin");
  const system = await open({ cwd: root, env: { PATH: process.env["PATH"] } });
  const { run } = must(await system.start("stigmergy", { goal: "Sell rare houseplants", name: "Seed shop" }, ana));
  for (let n = 1; n < entries; n += together) {
    const commands = Array.from({ length: Math.min(together, entries - n) }, (_, index) => action(n + index));
    must(await system.send(run, commands, ana));
  }
  await system.settle();
  return { system, run, root, file: join(root, ".ai/state.json") };
};
