// Helper of runner tests: the shared vocabulary of a run's steps.
import assert from "node:assert/strict";
import { isRefusal } from "../../src/core/refusal.ts";
import type { Progress, RunResult } from "../../src/runtime/system.ts";
import { drive } from "../../src/runtime/runner/drive.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { toy } from "./toy.ts";
import { landing, type World } from "./world.ts";

export const ana = { kind: "person", name: "ana" } as const;
export const run = "r1";

export const say = async (parts: DriveParts, type: string, data: unknown = {}): Promise<void> => {
  const birth =
    type === "Start" ? { birth: { protocol: landing(toy), root: ".", origin: null } } : {};
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
  more: {
    readonly hand?: boolean;
    readonly signal?: AbortSignal;
    readonly progress?: (progress: Progress) => void;
  } = {},
): Promise<RunResult> => {
  const result = await drive(parts, run, { hand: false, ...more });
  assert.ok(!isRefusal(result), JSON.stringify(result));
  return result;
};
/** Drives a run until a runner's step `point`, at which it dies; `at`: that step's name, or "the end" where it never came so far. */
export const endedAt = async (
  world: World,
  first: DriveParts & { readonly pid: number },
  point: number,
): Promise<{ readonly at: string; readonly killed: boolean }> => {
  let steps = 0;
  let killed = false;
  // What is asleep in the killed runner never wakes up to do anything.
  const asleep = new AbortController();
  const at = await new Promise<string>((resolve) => {
    const step = (name: string): Promise<void> | undefined => {
      steps += 1;
      if (steps <= point) return undefined;
      if (!killed) world.die(first.pid);
      killed = true;
      asleep.abort();
      resolve(name);
      return new Promise(() => undefined);
    };
    void drive({ ...first, step }, run, { hand: false, signal: asleep.signal }).then(() =>
      resolve("the end"),
    );
  });
  return { at, killed };
};
/** Without the base, from which each run begins. */
export const history = async (world: World): Promise<readonly string[]> =>
  (await world.ledger.read({ run }))
    .filter(({ type }) => type !== "BaseSet")
    .map((row) => `${row.type} ${/"task":"(\w+)"/u.exec(row.data)?.[1] ?? ""}`.trim());
export const count = (events: readonly string[], event: string): number =>
  events.filter((one) => one === event).length;
export const settledWorld = async (world: World): Promise<void> => {
  assert.equal(world.folders.size, 0, "no spool is left");
  assert.deepEqual(await world.ledger.leases(run), [], "no lease is left");
};
export const soon = (what: () => boolean | Promise<boolean>): Promise<void> =>
  new Promise((resolve) => {
    const look = async (): Promise<void> =>
      (await what()) ? resolve() : void setTimeout(() => void look(), 5);
    void look();
  });
