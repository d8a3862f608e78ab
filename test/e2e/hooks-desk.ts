// Helpers of hook tests: input as agent programs send it, and a run with one job to claim.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { at, desk, type Desk, type Printed } from "./desk.ts";

const criterion = { criteria: "one.txt is there", command: "test -e one.txt" };
const plan = JSON.stringify({
  tasks: [{ id: "1", subject: "One", success_criteria: [criterion] }],
  verify: { success_criteria: [criterion] },
});

export const tell = (
  here: Desk,
  event: string,
  told: object,
  env: NodeJS.ProcessEnv = {},
): Promise<Printed> =>
  here.cairn(["setup", "hooks", "run", event], {
    stdin: JSON.stringify({ session_id: "chat", cwd: here.root, ...told }),
    env,
  });
export const silent = ({ exit, out, err }: Printed, what: string): void =>
  assert.deepEqual([exit, out, err], [0, "", ""], what);
/** A run at its work, with one job to claim. */
export const shop = async (t: TestContext): Promise<Desk> => {
  const here = desk(t, { "plan.json": plan });
  const started = await here.cairn([
    "run",
    "--later",
    "ultrawork",
    "Both",
    "--plan",
    "plan.json",
    "--session",
    "s",
  ]);
  assert.equal(started.exit, 0, started.err);
  await here.cairn(["decide", "s", "approve-1", "approve"]);
  return here;
};
/** What the process of a job that was taken has in its environment, and where it works. */
export const claim = async (
  here: Desk,
  job: string,
): Promise<{ readonly own: NodeJS.ProcessEnv; readonly place: string }> => {
  const claimed = await here.cairn(["job", "claim", "s", job, "--as", "bo", "--json"]);
  assert.equal(claimed.exit, 0, claimed.err);
  const of = (key: string): string => String(at(claimed.json(), key));
  return { own: { CAIRN_RUN: of("run"), CAIRN_TOKEN: of("token") }, place: of("place") };
};
