// Time that the work of a running run may take yet: a range from what it has finished, or nothing.
import { howMany, span } from "./how-many.ts";
import type { Time } from "../row.ts";
import type { RunState } from "./states.ts";
import type { ViewNode } from "../view.ts";
import { isWork } from "./work-nodes.ts";

type Nodes = readonly ViewNode[];
type Shown = { readonly state: RunState; readonly nodes: Nodes };
type Lasted = { readonly from: Time; readonly to: Time; readonly over: boolean };
type Attempt = Lasted & { readonly subject: string | null };
/** In ms. */
type Range = { readonly low: number; readonly high: number };

/** Fewer finished units of a kind say nothing about the others. */
const LEAST = 3;
const MINUTE = 60_000;

/** From its first to its last event; of a running one to `now`. */
const spent = ({ from, to, over }: Attempt, now: number): number =>
  Math.max(0, (over ? Date.parse(to) : now) - Date.parse(from));
/** The summed time of attempts, in ms. */
export const spentOn = (attempts: readonly Attempt[], now: number): number =>
  attempts.reduce((sum, one) => sum + spent(one, now), 0);

const isDone = ({ status }: ViewNode): boolean => status === "done";
/** What failed is a person's to decide on. */
const leftOf = (nodes: Nodes): Nodes =>
  nodes.filter((node) => isWork(node) && !isDone(node) && node.status !== "failed");

/** Whether it is worth reading the attempts. */
export const mayTell = ({ state, nodes }: Shown): boolean =>
  state === "running" &&
  leftOf(nodes).length > 0 &&
  nodes.filter((node) => isWork(node) && isDone(node)).length >= LEAST;

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
  return covered === 0 ? 1 : spentOn(attempts, now) / covered;
};

/** The longest way through what waits for one another. */
const longest = (left: Nodes, lengthOf: (node: ViewNode) => number): number => {
  const known = new Map<string, number>();
  const nodes = new Map(left.map((node) => [node.id, node]));
  const upTo = (node: ViewNode): number => {
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

const rangeOf = (nodes: Nodes, attempts: readonly Attempt[], now: number): Range | null => {
  const left = leftOf(nodes);
  const about = Map.groupBy(attempts, ({ subject }) => subject);
  const used = ({ id }: ViewNode): number => spentOn(about.get(id) ?? [], now);
  const done = nodes.filter((node) => isWork(node) && isDone(node) && used(node) > 0);
  const kinds = new Map(
    left.map(({ kind }) => [kind, middle(done.filter((one) => one.kind === kind).map(used))]),
  );
  if ([...kinds.values()].includes(null)) return null;
  const running = left.filter(({ status }) => status === "running");
  const over = running.filter((node) => used(node) > (kinds.get(node.kind)?.high ?? 0));
  // Where most take longer than those before, nothing follows from those.
  if (2 * over.length > running.length) return null;
  const many = abreast(
    nodes.filter(isWork).flatMap(({ id }) => about.get(id) ?? []),
    now,
  );
  const upTo = (end: keyof Range): number => {
    const lengthOf = (node: ViewNode): number =>
      Math.max(
        0,
        (kinds.get(node.kind)?.[end] ?? 0) - (node.status === "running" ? used(node) : 0),
      );
    const sum = left.reduce((all, node) => all + lengthOf(node), 0);
    return Math.max(longest(left, lengthOf), sum / many);
  };
  const high = upTo("high");
  return high === 0 ? null : { low: upTo("low"), high };
};

/** `4 min to 9 min left for 5 tasks`, `up to 3 min left for 1 task`; empty if unknown. */
export const timeLeftWords = (nodes: Nodes, attempts: readonly Attempt[], now: number): string => {
  const range = rangeOf(nodes, attempts, now);
  if (range === null) return "";
  const left = leftOf(nodes);
  const [kind = "task", ...others] = new Set(left.map((node) => node.kind));
  const [low, high] = [Math.floor(range.low / MINUTE), Math.ceil(range.high / MINUTE)];
  const upTo = span(high * MINUTE);
  const words =
    low === 0 ? `up to ${upTo}` : low === high ? upTo : `${span(low * MINUTE)} to ${upTo}`;
  return `${words} left for ${howMany(left.length, others.length === 0 ? kind : "task")}`;
};
