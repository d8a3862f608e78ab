// Smallest plan, work and shop for tests of `run`.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { asTyped, at, type Desk, desk } from "./desk.ts";
import { configured } from "./ground.ts";

export type Step = Readonly<Record<string, unknown>>;
export const plan = {
  tasks: [
    {
      id: "1",
      subject: "One",
      success_criteria: [{ criteria: "one.txt is there", command: "test -e one.txt" }],
    },
  ],
  verify: { success_criteria: [{ criteria: "it is still there", command: "test -e one.txt" }] },
};
const judgements = [
  { task: "1", criterion: 1, judgement: "met", note: "" },
  { task: "verify", criterion: 1, judgement: "met", note: "" },
];
/** Does what the plan asks for. */
export const work: readonly Step[] = [
  { write: { path: "one.txt", text: "1\n" } },
  {
    report: {
      status: "done",
      summary: "It is there.",
      evidence: [],
    },
  },
];

/** A repository with a plan and one scripted agent for every role. `worker`: what it does as such, by the desk's own folder. */
export const shop = (
  t: TestContext,
  worker: (folder: string) => readonly Step[] = () => work,
): Desk => {
  const made = desk(t, { "plan.json": JSON.stringify(plan) });
  const script = join(made.folder, "script.json");
  const verdict = { verdict: "PASS", judgements, issues: [], notes: "" };
  writeFileSync(
    script,
    JSON.stringify({
      jobs: [
        { role: "worker", steps: worker(made.folder) },
        { role: "verifier", steps: [{ report: verdict }] },
      ],
    }),
  );
  configured(made, {
    agents: { scripted: { driver: "scripted", argv: [script] } },
    roles: { "*": "scripted" },
    fence: "off",
  });
  return made;
};
/** Its first attempt would take longer than any test; what comes later does its work. `other` does the same. */
export const slowShop = (t: TestContext): Desk => {
  const here = shop(t);
  const path = join(here.folder, "script.json");
  const script: unknown = JSON.parse(readFileSync(path, "utf8"));
  const jobs = at(script, "jobs");
  assert.ok(Array.isArray(jobs));
  writeFileSync(
    path,
    JSON.stringify({
      jobs: [{ role: "worker", job: "task-1-1", steps: [{ sleep: 600_000 }] }, ...jobs],
    }),
  );
  const file = join(here.root, "cairn.config.json");
  const config = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(
    file,
    JSON.stringify({
      ...config,
      agents: { ...config.agents, other: Object.values(config.agents)[0] },
    }),
  );
  return here;
};

/** Plays it from its start to its end. */
export const auto = asTyped`run ultrawork "One file" --plan plan.json --auto --session s`;
