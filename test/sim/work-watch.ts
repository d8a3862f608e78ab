// Watch over a run of the model of work: nothing begins twice or after it was done, and what is done was shown.
import type { Job } from "../../src/core/job.ts";
import type { Event } from "../../src/core/protocol.ts";
import type { Recorded } from "../../src/core/row.ts";
import { jobBegun } from "../../src/work/events/jobs.ts";
import { runCompleted } from "../../src/work/events/run.ts";
import { unitDone, unitReopened } from "../../src/work/events/units.ts";
import { isShown } from "../../src/work/unit.ts";
import { find, type Work } from "../../src/work/work.ts";
import {
  causeOf,
  makeRunWatch,
  type Moment,
  notLost,
  type RunWatch,
  type Watched,
} from "./run-watch.ts";
import { insist } from "./watch.ts";
import type { ByHand, Hands } from "./world.ts";

export type WorkWatch = RunWatch<Work> & {
  readonly log: readonly Recorded[];
};

/** @param kind of the units whose tries are limited */
const judging = (kind: string): ((moment: Moment<Work, Event>) => void) => {
  const begun = new Set<string>();
  const done = new Set<string>();
  return ({ event, after, around }) => {
    if (jobBegun.is(event)) {
      const { unit, job, stage } = event.data;
      if (stage === "work")
        insist(!done.has(unit), () => `${unit} was begun again after it was done`);
      insist(!begun.has(job), () => `${job} began twice`);
      begun.add(job);
    }
    if (Object(event.data).kind === "lost") notLost(around, causeOf(event).job);
    if (unitReopened.is(event)) done.delete(event.data.unit);
    if (event.type === "PlanReturned" || event.type === "RoundOpened") done.clear();
    if (unitDone.is(event)) {
      const unit = find(after, event.data.unit);
      done.add(event.data.unit);
      const open = (unit?.criteria ?? []).filter(
        (one) => !isShown(one) && !(unit?.begun === 0 && one.before?.passed === true),
      );
      insist(
        open.length === 0,
        () => `${unit?.id} was done without proof of: ${open.map(({ text }) => text).join(", ")}`,
      );
    }
    const most = after.options.max_attempts;
    for (const { id, kind: of, tries } of after.units)
      insist(of !== kind || tries <= most, () => `${id} has ${tries} tries of ${most}`);
  };
};

export type WatchedWork = Pick<Watched<Work, Event>, "protocol" | "laws"> & {
  /** Of the units whose tries are limited. */
  readonly kind: string;
};
export const makeWorkWatch = (
  { kind, ...rules }: WatchedWork,
  note: (text: string) => void,
): WorkWatch => {
  const log: Recorded[] = [];
  const isOwn = (event: Recorded): event is Recorded<Event> => event.type !== "";
  const watched = { ...rules, isOwn, judge: () => judging(kind) };
  const watch = makeRunWatch(watched, note, (event) => void log.push(event));
  return { ...watch, log };
};

/** The tree on which a run that is complete was sealed; null: it isn't complete. */
export const sealedTree = ({ log }: WorkWatch, { end }: Work): string | null => {
  const [sealed] = log.toReversed().flatMap((event) => (runCompleted.is(event) ? event : []));
  return end?.is === "complete" ? (sealed?.data.tree ?? "") : null;
};

/** A unit's work by somebody outside. */
export const workByHand = ({ role, key }: Job, isDone: boolean): ByHand | null => {
  const unit = /^(?:task|pass)-(.+)-\d+$/u.exec(key)?.[1] ?? "";
  return role === "worker"
    ? {
        files: { [`src/${unit}.ts`]: `good ${unit}` },
        report: { status: isDone ? "done" : "failed", summary: "by hand" },
      }
    : null;
};
export const lateWork = (unit: string): Hands["late"] => ({
  report: { status: "done", summary: "late" },
  command: { type: "ReportDone", data: { unit, summary: "late" } },
});
