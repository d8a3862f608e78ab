// Order of ready tasks in ultrawork: most dependants first.
import { sharedFile } from "../overlap.ts";
import { isReady, planned } from "../ready.ts";
import type { State, Task, TaskId } from "../state.ts";

const ones = (bits: bigint): number => {
  let count = 0;
  for (const digit of bits.toString(16)) {
    const value = Number.parseInt(digit, 16);
    count += (value & 1) + ((value >> 1) & 1) + ((value >> 2) & 1) + (value >> 3);
  }
  return count;
};

const counted = (state: State): ReadonlyMap<TaskId, number> => {
  const index = new Map(state.order.map((id, at) => [id, 1n << BigInt(at)]));
  const after = new Map<TaskId, TaskId[]>();
  for (const id of state.order) {
    for (const blocker of state.tasks[id]?.blockedBy ?? []) {
      const list = after.get(blocker);
      if (list === undefined) after.set(blocker, [id]);
      else list.push(id);
    }
  }
  const below = new Map<TaskId, bigint>();
  const walk = (id: TaskId, path: ReadonlySet<TaskId>): bigint => {
    const known = below.get(id);
    if (known !== undefined) return known;
    const onward = new Set(path).add(id);
    let bits = 0n;
    for (const next of after.get(id) ?? [])
      bits |= (index.get(next) ?? 0n) | (onward.has(next) ? 0n : walk(next, onward));
    below.set(id, bits);
    return bits;
  };
  return new Map(state.order.map((id) => [id, ones(walk(id, new Set()))]));
};

/** Cached: a view reads it several times, and most events change no task. */
const known = new WeakMap<
  State["tasks"],
  { readonly order: State["order"]; readonly counts: ReadonlyMap<TaskId, number> }
>();

/** Number of tasks that depend on each, directly or indirectly. Each task of an adopted cycle counts once. */
export const dependants = (state: State): ReadonlyMap<TaskId, number> => {
  const before = known.get(state.tasks);
  if (before?.order === state.order) return before.counts;
  const counts = counted(state);
  known.set(state.tasks, { order: state.order, counts });
  return counts;
};

/** Most dependants first, then plan order. */
export const byDependants = (state: State, tasks: readonly Task[]): readonly Task[] => {
  const counts = dependants(state);
  return tasks.toSorted((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0));
};

/** Ready tasks in starting order, each with null or the earlier task whose file it shares, because only one of both may start. */
export const turns = (
  state: State,
  ordered: readonly Task[] = byDependants(state, planned(state)),
): ReadonlyMap<TaskId, string | null> => {
  const first: Task[] = [];
  const found = new Map<TaskId, string | null>();
  for (const task of ordered) {
    if (!isReady(state, task)) continue;
    const before = first.find((earlier) => sharedFile(task.files, earlier.files) !== null);
    if (before === undefined) first.push(task);
    found.set(
      task.id,
      before === undefined
        ? null
        : `shares ${sharedFile(task.files, before.files) ?? "a file"} with ${before.id}, which goes first`,
    );
  }
  return found;
};
