// Template rule: no dependencies within or around a parallel group; a warning about several writers.
import { listed, type Notes, quoted } from "../notes.ts";
import { isWork } from "../template.ts";
import { spotIn, type Subject } from "./subject.ts";

type Members = readonly number[];

const groupsOf = ({
  template,
  graph,
}: Subject): readonly {
  readonly name: string;
  readonly unit: number;
  readonly members: Members;
}[] =>
  graph.units.flatMap((members, unit) => {
    const first = template.nodes[members[0] ?? -1];
    return first === undefined || !isWork(first) || first.group === null
      ? []
      : [{ name: first.group, unit, members }];
  });

/** The first member that depends on another, and that other. */
const linked = ({ earlier }: Subject, members: Members): readonly [number, number] | null => {
  if (earlier === null) return null;
  for (const then of members)
    for (const first of members) if (earlier.leads(first, then)) return [first, then];
  return null;
};

export const groupNotes = (subject: Subject, notes: Notes): void => {
  const { graph, nodes, template, earlier } = subject;
  const spot = (node: number | undefined) => spotIn(nodes[node ?? -1], "parallel_group");
  const id = (node: number | undefined): string => graph.ids[node ?? -1] ?? "";
  const ordered = new Set(graph.unitOrder);
  for (const { name, unit, members } of groupsOf(subject)) {
    const [first, second] = members;
    if (second === undefined)
      notes.warn(
        spot(first),
        "GROUP_SINGLE",
        `${id(first)} stands alone in the group ${quoted(name)}.`,
      );
    const pair = members.length > 1 ? linked(subject, members) : null;
    if (pair !== null)
      notes.error(
        spot(pair[1]),
        "GROUP_LINKED",
        `${id(pair[1])} waits for ${id(pair[0])}, and both stand in the group ${quoted(name)}.`,
        "Members of a group start together: take one out, or the edges between them.",
      );
    else if (
      second !== undefined &&
      earlier !== null &&
      !ordered.has(unit) &&
      crosses(subject, unit)
    )
      notes.error(
        spot(first),
        "GROUP_CROSSED",
        `The group ${quoted(name)} (${listed(members.map(id))}) waits, as a whole, for what waits for it.`,
        "What lies between two groups goes behind one of them.",
      );
    const writers = members.filter((member) => isWriter(template.nodes[member]));
    if (writers.length > 1)
      notes.warn(
        spot(writers[1]),
        "GROUP_WRITING",
        `${listed(writers.map(id))} write at the same time in one tree.`,
        "Let them write different files, or one after the other.",
      );
  }
};

const isWriter = (node: Subject["template"]["nodes"][number] | undefined): boolean =>
  node !== undefined && isWork(node) && node.type === "cli" && node.cliMode === "write";

/** Is the unit itself on a cycle? Units that only follow a cycle are not. */
const crosses = ({ graph }: Subject, unit: number): boolean => {
  const seen = new Set<number>();
  const queue = [...(graph.unitSuccs[unit] ?? [])];
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
    if (one === unit) return true;
    if (seen.has(one)) continue;
    seen.add(one);
    queue.push(...(graph.unitSuccs[one] ?? []));
  }
  return false;
};
