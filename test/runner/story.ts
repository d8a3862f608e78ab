// Why: the runner's tests say what happens to a run in the same few words.
import assert from "node:assert/strict";
import { isRefusal } from "../../src/core/refusal.ts";
import type { Progress, RunResult } from "../../src/runtime/system.ts";
import { drive } from "../../src/runtime/runner/drive.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { toy } from "./toy.ts";
import type { World } from "./world.ts";

export const ana = { kind: "person", name: "ana" } as const;
export const run = "r1";

export const say = async (parts: DriveParts, type: string, data: unknown = {}): Promise<void> => {
  const birth = type === "Start" ? { birth: { protocol: toy, root: ".", origin: null } } : {};
  const sent = await parts.door({ run, said: [{ command: { type, data }, by: ana }], ...birth });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
};
export const begun = async (
  world: World,
  tasks: readonly string[],
  config: Parameters<World["runner"]>[0] = {},
): Promise<DriveParts & { readonly pid: number }> => {
  const parts = world.runner(config);
  await say(parts, "Start", { tasks });
  return parts;
};
export const go = async (
  parts: DriveParts,
  more: { readonly hand?: boolean; readonly signal?: AbortSignal; readonly progress?: (progress: Progress) => void } = {},
): Promise<RunResult> => {
  const result = await drive(parts, run, { hand: false, ...more });
  assert.ok(!isRefusal(result), JSON.stringify(result));
  return result;
};
export const history = async (world: World): Promise<readonly string[]> =>
  (await world.ledger.read({ run })).map((row) => `${row.type} ${/"task":"(\w+)"/u.exec(row.data)?.[1] ?? ""}`.trim());
export const count = (events: readonly string[], event: string): number => events.filter((one) => one === event).length;
export const settledWorld = async (world: World): Promise<void> => {
  assert.equal(world.folders.size, 0, "no spool is left");
  assert.deepEqual(await world.ledger.leases(run), [], "no lease is left");
};
export const soon = (what: () => boolean | Promise<boolean>): Promise<void> =>
  new Promise((resolve) => {
    const look = async (): Promise<void> => ((await what()) ? resolve() : void setTimeout(() => void look(), 5));
    void look();
  });
