// Time that the tasks of a running run may take yet: a range from those that it has finished, or nothing.
import { isWork } from "../../../../src/core/work-nodes.ts";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { type Attempt, spent } from "../../attempts.ts";
import { count, span, sumOf } from "../../words.ts";

type Nodes = RunAnswer["nodes"];
type Node = Nodes[number];
/** In ms. */
type Range = { readonly low: number; readonly high: number };

/** Of fewer finished tasks of a kind nothing follows for the others. */
const LEAST = 3;
const MINUTE = 60_000;

const isDone = ({ status }: Node): boolean => status === "done";
/** What failed is a person's to decide on. */
const leftOf = (nodes: Nodes): Nodes =>
  nodes.filter((node) => isWork(node) && !isDone(node) && node.status !== "failed");

/** Whether it is worth reading the attempts. */
export const mayTell = (nodes: Nodes): boolean =>
  leftOf(nodes).length > 0 && nodes.filter((node) => isWork(node) && isDone(node)).length >= LEAST;

/** The middle half: a quarter took less, a quarter more. */
const middle = (lengths: readonly number[]): Range | null => {
  const sorted = lengths.toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  const [low, high] = [sorted[Math.floor(last / 4)], sorted[Math.ceil((3 * last) / 4)]];
  return sorted.length < LEAST || low === undefined || high === undefined ? null : { low, high };
};

/** How many were under way at once, on average over the time in which any was. */
const abreast = (attempts: readonly Attempt[], now: number): number => {
  let [covered, end] = [0, Number.NEGATIVE_INFINITY];
  for (const one of attempts.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const from = Date.parse(one.from);
    const to = from + spent(one, now);
    covered += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return covered === 0 ? 1 : sumOf(attempts, (one) => spent(one, now)) / covered;
};

/** The longest way through what waits for one another. */
const longest = (left: Nodes, lengthOf: (node: Node) => number): number => {
  const known = new Map<string, number>();
  const nodes = new Map(left.map((node) => [node.id, node]));
  const upTo = (node: Node): number => {
    const before = known.get(node.id);
    if (before !== undefined) return before;
    // A circle ends here.
    known.set(node.id, 0);
    const waits = node.after.flatMap((id) => nodes.get(id) ?? []).map(upTo);
    const all = Math.max(0, ...waits) + lengthOf(node);
    known.set(node.id, all);
    return all;
  };
  return Math.max(0, ...left.map(upTo));
};

const timeLeft = (nodes: Nodes, attempts: readonly Attempt[], now: number): Range | null => {
  const left = leftOf(nodes);
  const about = Map.groupBy(attempts, ({ subject }) => subject);
  const used = ({ id }: Node): number => sumOf(about.get(id) ?? [], (one) => spent(one, now));
  const done = nodes.filter((node) => isWork(node) && isDone(node) && used(node) > 0);
  const kinds = new Map(
    left.map(({ kind }) => [kind, middle(done.filter((one) => one.kind === kind).map(used))]),
  );
  if (left.length === 0 || [...kinds.values()].includes(null)) return null;
  const many = abreast(
    nodes.filter(isWork).flatMap(({ id }) => about.get(id) ?? []),
    now,
  );
  const upTo = (end: keyof Range): number => {
    const lengthOf = (node: Node): number =>
      Math.max(
        0,
        (kinds.get(node.kind)?.[end] ?? 0) - (node.status === "running" ? used(node) : 0),
      );
    return Math.max(longest(left, lengthOf), sumOf(left, lengthOf) / many);
  };
  const high = upTo("high");
  return high === 0 ? null : { low: upTo("low"), high };
};

/** `4 min to 9 min for 5 tasks`, `up to 3 min for 1 task`; empty if too few of a kind are finished. */
export const timeLeftWords = (nodes: Nodes, attempts: readonly Attempt[], now: number): string => {
  const range = timeLeft(nodes, attempts, now);
  if (range === null) return "";
  const left = leftOf(nodes);
  const [kind = "task", ...others] = new Set(left.map((node) => node.kind));
  const [low, high] = [Math.floor(range.low / MINUTE), Math.ceil(range.high / MINUTE)];
  const upTo = span(high * MINUTE);
  const words =
    low === 0 ? `up to ${upTo}` : low === high ? upTo : `${span(low * MINUTE)} to ${upTo}`;
  return `${words} for ${count(left.length, others.length === 0 ? kind : "task")}`;
};
