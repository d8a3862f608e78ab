// Helpers of doctor tests on leases, hosts and spools in a simulated world.
import assert from "node:assert/strict";
import { usualLeaseMs } from "../../src/core/agents/patience.ts";
import { siteOf } from "../../src/landing/site.ts";
import { doctor } from "../../src/runtime/care/doctor.ts";
import { ensureBase } from "../../src/runtime/landing/begin.ts";
import { agentOf } from "../../src/runtime/runner/agents.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { launch } from "../../src/runtime/runner/launch.ts";
import { createRoom } from "../../src/runtime/runner/agent-limit.ts";
import { run } from "../runner/story.ts";
import type { World } from "../runner/world.ts";

/** These worlds write no files. */
const elsewhere = new Set(["FILE_MISSING", "FILE_OLD"]);

export const look = async (
  parts: DriveParts,
  fix = false,
): Promise<{ readonly left: readonly string[]; readonly fixed: readonly string[] }> => {
  const workspace = { ...parts.engine.workspace, foldersWith: () => Promise.resolve([]) };
  const engine = { ...parts.engine, workspace };
  const found = await doctor({ ...parts, engine }, undefined, fix);
  const names = (list: typeof found.findings): readonly string[] =>
    list
      .filter(({ code }) => !elsewhere.has(code))
      .map(({ code, severity, fixable }) => `${severity} ${code}${fixable ? "" : ", a person's"}`);
  return { left: names(found.findings), fixed: names(found.fixed) };
};

/** Starts the job of a task, and leaves its host to the test. */
export const launched = async (world: World, parts: DriveParts, task = "a"): Promise<string> => {
  world.onStart = (folder) => world.hostUp(folder);
  const nested = (): Promise<never> => Promise.reject(new Error("no run within this one"));
  const driving = {
    ...parts,
    run,
    leaseMs: usualLeaseMs,
    nested,
    room: createRoom(1),
    tell: () => undefined,
    step: () => undefined,
  };
  const begun = await parts.folds.newest(run);
  if (begun !== null && siteOf(begun.state) === null) await ensureBase(driving, begun, false);
  const folded = await parts.folds.newest(run);
  const job = folded?.protocol.jobs(folded.state).find(({ subject }) => subject === task);
  assert.ok(folded !== null && job !== undefined);
  const agent = await agentOf(parts.engine, folded, "worker");
  assert.ok(agent !== "hand" && !("missing" in agent));
  const made = await launch(driving, job, agent);
  assert.ok(made.is === "launched");
  return made.folder;
};
export const hostOf = (world: World, folder: string): number => {
  const host = world.folders.get(folder)?.host;
  assert.ok(host?.is === "host");
  return host.process.pid;
};
export const holder = { name: "x", agent: null, conversation: null };
