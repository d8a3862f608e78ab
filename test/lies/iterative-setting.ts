// A setting of an iterative run for lies: one approved unit that nobody has worked on, in a repository with a gate.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { System } from "../../src/runtime/system.ts";
import { ana, must } from "./setting.ts";

export const iterativeSetting = "unit due";
export type IterativeSetting = typeof iterativeSetting;

const gates = [{ name: "tests", argv: ["grep", "-q", "two", "a.txt"] }];
const config = { iterative: { test_pass: "off", interviewer: "hand", planner: "hand", gates } };

export const begin = async (system: System, root: string): Promise<string> => {
  const git = (...words: readonly string[]): void => void execFileSync("git", words, { cwd: root });
  writeFileSync(join(root, "a.txt"), "none\n");
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(config));
  for (const [name, value] of [
    ["user.name", "Ana"],
    ["user.email", "ana@example.org"],
    ["commit.gpgsign", "false"],
  ] as const)
    git("config", name, value);
  git("add", ".");
  git("commit", "-qm", "begin");
  const asked = {
    request: "Add login",
    slug: "add-login",
    brief: { outcome: "a login", done_when: ["a.txt says two"] },
    settings: config.iterative,
  };
  const { run } = must(await system.start("iterative", asked, ana));
  const units = [
    { id: "T1", title: "Write T1", criteria: ["a.txt says two"], files: ["a.txt"], max: 2 },
  ];
  must(await system.send(run, [{ type: "ProposePlan", data: { units } }], ana));
  must(await system.send(run, [{ type: "ApprovePlan", data: { rev: 1 } }], ana));
  return run;
};
