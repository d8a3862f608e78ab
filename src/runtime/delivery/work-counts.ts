// Line counts of each unit's landed or waiting work, and of all landed work; cached per pair of commits.
import { keepLast } from "../../core/keep-last.ts";
import type { Recorded } from "../../core/row.ts";
import { isWorkEvent } from "../../landing/events.ts";
import type { LineSum, Span } from "../../workspace/workspace.ts";
import type { Stand } from "./part.ts";

/** `waiting`: not landed yet. */
export type UnitLines = LineSum & { readonly is: "landed" | "waiting" };
/** `all`: of landed work; null: none, or not countable here. */
export type WorkCounts = {
  readonly units: Readonly<Record<string, UnitLines>>;
  readonly all: LineSum | null;
};

/** Maximum of cached sums for commit pairs of all runs, which never change. */
const spansMost = 10_000;
const known = new Map<string, LineSum>();
const forks = new Map<string, string>();
const keyOf = ({ from, to }: Span): string => `${from} ${to}`;

/** By unit: the commits around its last landing that the head still contains. */
export const landedSpans = (log: readonly Recorded[], base: string): ReadonlyMap<string, Span> => {
  let landings: (Span & { readonly unit: string })[] = [];
  let head = base;
  for (const event of log) {
    if (!isWorkEvent(event)) continue;
    if (event.type === "HeadMoved") {
      head = event.data.to.commit;
      const back = landings.findLastIndex(({ to }) => to === head);
      if (back >= 0 || head === base) landings = landings.slice(0, back + 1);
    }
    if (event.type !== "WorkLanded") continue;
    const { unit, landed } = event.data;
    landings.push({ unit, from: head, to: landed.commit });
    head = landed.commit;
  }
  return new Map(landings.map(({ unit, from, to }) => [unit, { from, to }]));
};

const forkOf = async ({ at, places, site }: Stand, to: string): Promise<string> => {
  const key = `${at.run} ${to}`;
  const from = forks.get(key) ?? (await places.fork(at, site.head.commit, to));
  keepLast(forks, key, from, spansMost);
  return from;
};

export const countsOf = async (stand: Stand, log: readonly Recorded[]): Promise<WorkCounts> => {
  const { site, at, places } = stand;
  const spans = new Map<string, Span & Pick<UnitLines, "is">>();
  for (const [unit, span] of landedSpans(log, site.base.commit))
    spans.set(unit, { ...span, is: "landed" });
  for (const { unit, work } of Object.values(site.candidates))
    spans.set(unit, { from: await forkOf(stand, work.commit), to: work.commit, is: "waiting" });
  const whole = { from: site.base.commit, to: site.head.commit };
  const missing = [
    ...new Map([whole, ...spans.values()].map((span) => [keyOf(span), span])).values(),
  ].filter((span) => !known.has(keyOf(span)));
  const counted = await places.lineSums(at, missing);
  const fresh = new Map<string, LineSum>();
  for (const [index, sum] of counted.entries())
    if (sum !== null && missing[index] !== undefined) fresh.set(keyOf(missing[index]), sum);
  const sumOf = (span: Span): LineSum | null =>
    known.get(keyOf(span)) ?? fresh.get(keyOf(span)) ?? null;
  const units = [...spans].flatMap(([unit, { is, ...span }]) => {
    const sum = sumOf(span);
    return sum === null ? [] : [[unit, { ...sum, is }] as const];
  });
  const all = site.landed === 0 ? null : sumOf(whole);
  for (const [key, sum] of fresh) keepLast(known, key, sum, spansMost);
  return { units: Object.fromEntries(units), all };
};
