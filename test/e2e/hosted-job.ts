// A run with one hosted job, as the hooks of its agent's program find it: lease, spool folder and environment, without a process.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { SpoolJob } from "../../src/workspace/workspace.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { spoolJob } from "../contract/workspace-spool-job.ts";
import { at, desk, type Desk } from "./desk.ts";

const criterion = { criteria: "one.txt is there", command: "test -e one.txt" };
const plan = JSON.stringify({
  tasks: [{ id: "1", subject: "One", success_criteria: [criterion] }],
  verify: { success_criteria: [criterion] },
});

export type Hosted = {
  readonly here: Desk;
  /** Of its process. */
  readonly own: { readonly CAIRN_RUN: string; readonly CAIRN_TOKEN: string };
};

/** @param role of a planned task, or of the run's plan */
export const hosted = async (
  t: TestContext,
  role: "worker" | "planner" = "worker",
  fence?: SpoolJob["fence"],
): Promise<Hosted> => {
  const here = desk(t, { "plan.json": plan });
  const words = role === "worker" ? ["--plan", "plan.json"] : ["--explorers", "0"];
  const start = ["run", "--later", "ultrawork", "Both", "--session", "s", ...words];
  await here.ends(0, start);
  if (role === "worker") await here.cairn(["decide", "s", "approve-1", "approve"]);
  const next = (await here.cairn("status --next s --json")).json();
  const job = role === "worker" ? "1" : String(at(next, "jobs", 0, "key"));
  const claimed = (await here.cairn(["job", "claim", "s", job, "--as", "bo", "--json"])).json();
  const [run, token] = [String(at(claimed, "run")), String(at(claimed, "token"))];
  const fenceOf = Number(token.split(".")[0]);
  assert.ok(fenceOf > 0, token);
  const { spool } = await openWorkspace({ home: join(here.root, ".git/cairn") });
  const ground = { root: here.root, place: null, ignores: [] };
  const spooled = { ...spoolJob(run, fenceOf), ground };
  await spool.make(fence === undefined ? spooled : { ...spooled, fence }, "Make one.txt.");
  return { here, own: { CAIRN_RUN: run, CAIRN_TOKEN: token } };
};
