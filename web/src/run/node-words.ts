// Why: what a node is up to is said in the same few words in the graph, in the list and in its panel.
import type { Shown, ShownNode } from "../../../src/http/answers.ts";

type Job = Shown["jobs"][number];

/** Jobs about a node that somebody is at, and those of which nobody knows how they ended. */
export type AtWork = { readonly running: readonly Job[]; readonly doubts: readonly Job[] };
const nobody: AtWork = { running: [], doubts: [] };

const sameJob = (one: Job | undefined, other: Job): boolean =>
  one !== undefined &&
  one.key === other.key &&
  one.by === other.by &&
  one.since === other.since &&
  one.fence === other.fence &&
  one.on?.machine === other.on?.machine &&
  one.on?.silent === other.on?.silent &&
  one.why === other.why;
const sameJobs = (one: readonly Job[], other: readonly Job[]): boolean =>
  one.length === other.length && other.every((job, index) => sameJob(one[index], job));

/** By node; entries that say the same as `before` are the same values, so that nothing is drawn anew for them. */
export const atWork = (jobs: readonly Job[], before: ReadonlyMap<string, AtWork> | null = null): ReadonlyMap<string, AtWork> => {
  const found = new Map<string, AtWork>();
  for (const [subject, about] of Map.groupBy(jobs, (job) => job.subject)) {
    const now = { running: about.filter(({ is }) => is === "running"), doubts: about.filter(({ is }) => is === "doubt") };
    if (now.running.length + now.doubts.length === 0) continue;
    const old = before?.get(subject);
    found.set(subject, old !== undefined && sameJobs(old.running, now.running) && sameJobs(old.doubts, now.doubts) ? old : now);
  }
  return found;
};
export const workOf = (work: ReadonlyMap<string, AtWork>, id: string): AtWork => work.get(id) ?? nobody;

/** `worker/codex`, or the role where nobody said a name. */
export const nameOf = ({ by, role }: Pick<Job, "by" | "role">): string => by ?? role;

/** Who takes what is still to be begun; null: it isn't said. */
export const taker = ({ by, role }: ShownNode): string | null =>
  by === undefined ? null : by === null ? `nobody has the role ${role ?? ""} yet`.replace("  ", " ") : `by ${by}`;

/** `2/4`; null where nothing is counted. */
export const counted = ({ done, of }: ShownNode): string | null => (of === 0 ? null : `${done}/${of}`);

/** What there is to say besides status and workers: why it waits before what was tried last. */
export const remarkOf = (node: ShownNode): string | null =>
  node.why ?? node.note ?? (node.status === "ready" ? (taker(node) ?? "ready to begin") : null);

export type Section = { readonly name: string | null; readonly nodes: readonly ShownNode[] };
/** Nodes of no group that stand together before they are told in parts, and how many a part has. */
const aloneMost = 150;
const part = 100;

const parted = (section: Section): readonly Section[] => {
  const { name, nodes } = section;
  if (name !== null || nodes.length <= aloneMost) return [section];
  return Array.from({ length: Math.ceil(nodes.length / part) }, (_, index) => {
    const own = nodes.slice(index * part, (index + 1) * part);
    return { name: `${own[0]?.id ?? ""} to ${own.at(-1)?.id ?? ""}`, nodes: own };
  });
};

/** Nodes in their groups, each group where its first node stands; those without stand in sections of their own, in order. */
export const sectionsOf = (nodes: readonly ShownNode[]): readonly Section[] => {
  const sections: { name: string | null; nodes: ShownNode[] }[] = [];
  const named = new Map<string, { name: string | null; nodes: ShownNode[] }>();
  for (const node of nodes) {
    const at = node.group === undefined ? sections.at(-1) : named.get(node.group);
    if (at !== undefined && at.name === (node.group ?? null)) at.nodes.push(node);
    else {
      const section = { name: node.group ?? null, nodes: [node] };
      sections.push(section);
      if (node.group !== undefined) named.set(node.group, section);
    }
  }
  return sections.flatMap(parted);
};

/** Nothing goes on there, or went wrong: it is all done, or all not begun. */
export const isQuiet = (nodes: readonly Pick<ShownNode, "status">[]): boolean => {
  const statuses = new Set(nodes.map(({ status }) => status));
  return statuses.size === 0 || (!statuses.has("running") && !statuses.has("failed") && !(statuses.has("done") && statuses.size > 1));
};

/** `3 of 5 done`. */
export const doneOf = (nodes: readonly Pick<ShownNode, "status">[]): string =>
  `${nodes.filter(({ status }) => status === "done").length} of ${nodes.length} done`;

/** `3 of 5 done, 1 failed`. */
export const doneWords = (nodes: readonly Pick<ShownNode, "status">[]): string => {
  const how = (status: ShownNode["status"]): number => nodes.filter((node) => node.status === status).length;
  const parts = [
    doneOf(nodes),
    ...(["running", "failed"] as const).flatMap((status) => (how(status) === 0 ? [] : [`${how(status)} ${status}`])),
  ];
  return parts.join(", ");
};
