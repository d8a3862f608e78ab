// Helpers of hook tests: input as agent programs send it, and a run with one job to claim.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Kin } from "../../src/workspace/workspace.ts";
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
  kin: readonly Kin[] = [],
): Promise<Printed> =>
  here.cairn(["setup", "hooks", "run", event], {
    stdin: JSON.stringify({ session_id: "chat", cwd: here.root, ...told }),
    env,
    kin,
  });
export const silent = ({ exit, out, err }: Printed, what: string): void =>
  assert.deepEqual([exit, out, err], [0, "", ""], what);
export const bash = (command: string, stdout = ""): object => ({
  tool_name: "Bash",
  tool_input: { command },
  tool_response: { stdout, stderr: "", interrupted: false },
});

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
export const claim = async (
  here: Desk,
  job: string,
): Promise<{ readonly token: string; readonly place: string }> => {
  const claimed = await here.cairn(["job", "claim", "s", job, "--as", "bo", "--json"]);
  assert.equal(claimed.exit, 0, claimed.err);
  silent(
    await tell(here, "PostToolUse", bash(`cairn job claim s ${job} --as bo --json`, claimed.out)),
    "the claim",
  );
  return { token: String(at(claimed.json(), "token")), place: String(at(claimed.json(), "place")) };
};
