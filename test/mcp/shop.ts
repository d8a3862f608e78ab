// Helper of MCP tests: a run with an approved plan and two claimable jobs.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { at, desk, type Desk } from "../e2e/desk.ts";

const criterion = (file: string): object => ({
  criteria: `${file} is there`,
  command: `test -e ${file}`,
});
const plan = {
  tasks: [
    { id: "1", subject: "One", success_criteria: [criterion("one.txt")] },
    { id: "2", subject: "Two", success_criteria: [criterion("two.txt")] },
  ],
  verify: { success_criteria: [criterion("two.txt")] },
};

export type Shop = Desk & { readonly run: string };

/** `session`: another run of the same desk. */
export const approved = async (of: Desk, session: string): Promise<string> => {
  const started = await of.cairn([
    "run",
    "--later",
    "ultrawork",
    "Both",
    "--plan",
    "plan.json",
    "--session",
    session,
    "--json",
  ]);
  assert.equal(started.exit, 0, started.err);
  const run = String(at(started.json(), "run"));
  const decided = await of.cairn(["decide", run, "approve-1", "approve", "--as", "ana"]);
  assert.equal(decided.exit, 0, decided.err);
  return run;
};

export const shop = async (t: TestContext): Promise<Shop> => {
  const made = desk(t, { "plan.json": JSON.stringify(plan) });
  return { ...made, run: await approved(made, "both") };
};

/** A line `name: value` of an answer. */
export const field = (text: string, name: string): string => {
  const found = new RegExp(`^${name}: (.*)$`, "mu").exec(text)?.[1];
  assert.ok(found !== undefined, `no ${name} in ${text.slice(0, 400)}`);
  return found;
};
