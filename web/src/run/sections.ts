// Sections of a run's nodes: waves, batches and epics, and stretches of nodes in none.
import type { UnitState } from "../../../src/core/words/states.ts";
import type { ShownNode } from "../../../src/http/answers.ts";

/** `name` null: ungrouped nodes, which aren't folded. `key`: stable while nodes are added. */
export type Section = {
  readonly key: string;
  readonly name: string | null;
  readonly nodes: readonly ShownNode[];
};

/** Up to this number of nodes a run is small: all is open initially, with every dependency. */
export const smallMost = 40;
/** Nodes per chunk. */
const stretch = 25;

/** `N-0426 to 0450`: states the common prefix once. */
const nameOf = (first: string, last: string): string => {
  const shared = /^\D+(?=\d+$)/u.exec(first)?.[0] ?? "";
  return first === last
    ? first
    : `${first} to ${last.startsWith(shared) ? last.slice(shared.length) : last}`;
};

const stretches = (section: Section): readonly Section[] => {
  const { name, nodes } = section;
  if (name !== null || nodes.length <= stretch) return [section];
  const parts = Math.ceil(nodes.length / stretch);
  return Array.from({ length: parts }, (_, index) => {
    const own = nodes.slice(index * stretch, (index + 1) * stretch);
    const first = own[0]?.id ?? "";
    return { key: `from ${first}`, name: nameOf(first, own.at(-1)?.id ?? first), nodes: own };
  });
};

/** Each group at its first node's position. In a large run a single node isn't grouped. */
export const sectionsOf = (nodes: readonly ShownNode[]): readonly Section[] => {
  const large = nodes.length > smallMost;
  const sizes = new Map<string, number>();
  for (const { group } of nodes)
    if (group !== undefined) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const sections: { key: string; name: string | null; nodes: ShownNode[] }[] = [];
  const named = new Map<string, { key: string; name: string | null; nodes: ShownNode[] }>();
  for (const node of nodes) {
    const name =
      node.group === undefined || (large && sizes.get(node.group) === 1) ? null : node.group;
    const at = name === null ? sections.at(-1) : named.get(name);
    if (at !== undefined && at.name === name) at.nodes.push(node);
    else {
      const section = {
        key: name === null ? `alone ${node.id}` : `group ${name}`,
        name,
        nodes: [node],
      };
      sections.push(section);
      if (name !== null) named.set(name, section);
    }
  }
  return large ? sections.flatMap(stretches) : sections;
};

/** States that need a person: targets of "next failed", and decisive for a tile's colour. */
const troubles: readonly UnitState[] = ["asks", "doubt", "failed", "returned"];
export const isTrouble = ({ state }: Pick<ShownNode, "state">): boolean => troubles.includes(state);

/** The next one after a node, cyclically. undefined: none. */
export const nextTrouble = (
  nodes: readonly ShownNode[],
  from: string | null,
): ShownNode | undefined => {
  const at = nodes.findIndex(({ id }) => id === from) + 1;
  return [...nodes.slice(at), ...nodes.slice(0, at)].find(isTrouble);
};

/** By urgency. */
const pressing: readonly UnitState[] = [...troubles, "running", "ready", "waiting", "open"];
/** The most important one; undefined: none. */
export const foremost = (nodes: readonly ShownNode[]): ShownNode | undefined => {
  for (const state of pressing) {
    const found = nodes.find((node) => node.state === state);
    if (found !== undefined) return found;
  }
  return nodes[0];
};

/** One state for all: the most urgent one; done only if all are. */
export const stateOf = (nodes: readonly Pick<ShownNode, "state">[]): UnitState => {
  const states = new Set(nodes.map(({ state }) => state));
  const active = [...troubles, "running" as const].find((state) => states.has(state));
  if (active !== undefined) return active;
  const [only] = states;
  if (states.size === 1 && only !== undefined) return only;
  const settled: readonly UnitState[] = ["proved", "done", "waived", "reported"];
  if ([...states].every((state) => settled.includes(state)))
    return states.has("reported") ? "reported" : "done";
  return states.has("ready") ? "ready" : states.has("waiting") ? "waiting" : "open";
};

const isActive = ({ state }: Pick<ShownNode, "state">): boolean =>
  state === "running" || troubles.includes(state);

/** Sections open by default: with running or failed nodes, else with the next ones. */
export const openAtFirst = (sections: readonly Section[]): ReadonlySet<string> => {
  const all = sections.flatMap(({ nodes }) => nodes);
  if (all.length <= smallMost) return new Set(sections.map(({ key }) => key));
  const active = sections.filter(({ nodes }) => nodes.some(isActive));
  if (active.length > 0) return new Set(active.map(({ key }) => key));
  const next = all.find(({ state }) => state === "ready");
  const own = next === undefined ? undefined : sections.find(({ nodes }) => nodes.includes(next));
  return new Set(own === undefined ? [] : [own.key]);
};

const countOf = (
  nodes: readonly Pick<ShownNode, "status">[],
  status: ShownNode["status"],
): number => nodes.filter((node) => node.status === status).length;

/** `3 of 5 done, 1 failed`. */
export const doneWords = (nodes: readonly Pick<ShownNode, "status">[]): string =>
  [
    `${countOf(nodes, "done")} of ${nodes.length} done`,
    ...(["running", "failed"] as const).flatMap((status) =>
      countOf(nodes, status) === 0 ? [] : [`${countOf(nodes, status)} ${status}`],
    ),
  ].join(", ");
