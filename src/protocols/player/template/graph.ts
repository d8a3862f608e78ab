// Graph of a template's nodes by number: edges, units and order of play, at a cost near its size.
import { heap } from "./heap.ts";
import { isWork, type Template } from "./template.ts";

export type Graph = {
  /** Node ids by node number; from here on nodes are numbers, in template order. */
  readonly ids: readonly string[];
  /** The first node with this id. */
  readonly at: ReadonlyMap<string, number>;
  /** Edges whose ends exist and differ, without duplicates. */
  readonly preds: readonly (readonly number[])[];
  readonly succs: readonly (readonly number[])[];
  /** Parallel groups and single nodes; members in template order. */
  readonly units: readonly (readonly number[])[];
  readonly unitOf: readonly number[];
  readonly unitSuccs: readonly ReadonlySet<number>[];
  /** Execution order; units in or after a cycle are missing. */
  readonly unitOrder: readonly number[];
  /** Nearest work nodes backwards along the edges, through checkpoints, in execution order. */
  before(node: number): readonly number[];
};

type Parts = Pick<Template, "nodes" | "edges">;

const unitsOf = ({
  nodes,
}: Parts): {
  readonly units: readonly (readonly number[])[];
  readonly unitOf: readonly number[];
} => {
  const units: number[][] = [];
  const groups = new Map<string, number>();
  const unitOf = nodes.map((node, index) => {
    const group = isWork(node) ? node.group : null;
    const known = group === null ? undefined : groups.get(group);
    if (known !== undefined) {
      units[known]?.push(index);
      return known;
    }
    if (group !== null) groups.set(group, units.length);
    return units.push([index]) - 1;
  });
  return { units, unitOf };
};

/** Kahn's algorithm over `n` items; always takes the ready item with the lowest number. */
export const kahn = (succs: readonly Iterable<number>[]): readonly number[] => {
  const waits = succs.map(() => 0);
  for (const nexts of succs) for (const next of nexts) waits[next] = (waits[next] ?? 0) + 1;
  const ready = heap();
  waits.forEach((count, index) => {
    if (count === 0) ready.push(index);
  });
  const order: number[] = [];
  for (let one = ready.pop(); one !== null; one = ready.pop()) {
    order.push(one);
    for (const next of succs[one] ?? []) {
      const left = (waits[next] ?? 0) - 1;
      waits[next] = left;
      if (left === 0) ready.push(next);
    }
  }
  return order;
};

export const graphOf = (template: Parts): Graph => {
  const ids = template.nodes.map(({ id }) => id);
  const at = new Map<string, number>();
  ids.forEach((id, index) => {
    if (!at.has(id)) at.set(id, index);
  });
  const succSets = ids.map(() => new Set<number>());
  const preds: number[][] = ids.map(() => []);
  for (const edge of template.edges) {
    const [from, to] = [at.get(edge.from), at.get(edge.to)];
    if (from === undefined || to === undefined || from === to || succSets[from]?.has(to) === true)
      continue;
    succSets[from]?.add(to);
    preds[to]?.push(from);
  }
  const { units, unitOf } = unitsOf(template);
  const unitSuccs = units.map((members, unit) => {
    const nexts = members.flatMap((member) =>
      [...(succSets[member] ?? [])].map((next) => unitOf[next] ?? unit),
    );
    return new Set(nexts.filter((next) => next !== unit));
  });
  const unitOrder = kahn(unitSuccs);
  const rank = new Map(unitOrder.map((unit, index) => [unit, index]));
  const place = (node: number): number => rank.get(unitOf[node] ?? -1) ?? unitOrder.length;
  const before = (node: number): readonly number[] => {
    const found = new Set<number>();
    const seen = new Set<number>([node]);
    const queue = [...(preds[node] ?? [])];
    for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      const what = template.nodes[one];
      if (what !== undefined && isWork(what)) found.add(one);
      else queue.push(...(preds[one] ?? []));
    }
    return [...found].sort((a, b) => place(a) - place(b) || a - b);
  };
  return {
    ids,
    at,
    preds,
    succs: succSets.map((nexts) => [...nexts]),
    units,
    unitOf,
    unitSuccs,
    unitOrder,
    before,
  };
};
