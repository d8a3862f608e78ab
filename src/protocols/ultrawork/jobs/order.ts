// Why: what most others wait for goes first, so that waves widen as early as they can.
import type { State, Task, TaskId } from "../state.ts";

const ones = (bits: bigint): number => {
  let count = 0;
  for (const digit of bits.toString(16)) {
    const value = Number.parseInt(digit, 16);
    count += (value & 1) + ((value >> 1) & 1) + ((value >> 2) & 1) + (value >> 3);
  }
  return count;
};

/** How many tasks wait for each, directly or through others. Adopted cycles count every task of the ring once. */
export const dependants = (state: State): ReadonlyMap<TaskId, number> => {
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
    for (const next of after.get(id) ?? []) bits |= (index.get(next) ?? 0n) | (onward.has(next) ? 0n : walk(next, onward));
    below.set(id, bits);
    return bits;
  };
  return new Map(state.order.map((id) => [id, ones(walk(id, new Set()))]));
};

/** Most dependants first, then plan order. */
export const byDependants = (state: State, tasks: readonly Task[]): readonly Task[] => {
  const counts = dependants(state);
  return tasks.toSorted((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0));
};
