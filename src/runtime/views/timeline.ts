// Attempts at a run's jobs, for any protocol: worker, subject, times and result.
import type { Ends } from "../../core/reports/attempt-end.ts";
import { doerName } from "../../core/agents/doer.ts";
import { keepLast } from "../../core/keep-last.ts";
import type { Protocol, Sender } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import type { Job } from "../../core/job.ts";
import { lookedAt, tellEnds } from "./attempt-ends.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { type Later, sleepBy } from "../later.ts";
import type { Past } from "../fold/past.ts";
import type { Attempt } from "../picture/attempts.ts";

/** A log read up to `version`, ready to continue. */
export type Timeline = {
  readonly state: unknown;
  readonly version: number;
  readonly attempts: readonly Attempt[];
};
export const noTimeline: Timeline = { state: null, version: 0, attempts: [] };

const noEnds: Ends = { ends: () => [] };

const nameOf = (by: Sender): string | null => (by.kind === "agent" ? doerName(by) : null);

/** @param ends of the protocol */
export const timelineOn = (
  protocol: Protocol,
  from: Timeline,
  events: readonly Recorded[],
  ends: Ends = noEnds,
): Timeline => {
  const attempts = [...from.attempts];
  let { state, version } = from;
  /** Due jobs of earlier events: the meaning of a key never changes, and computing them is the main cost. */
  let due: ReadonlyMap<string, Job> = new Map();
  const dueNow = (key: string): Job | undefined => {
    if (!due.has(key) && state !== null)
      due = new Map(protocol.jobs(state).map((one) => [one.key, one]));
    return due.get(key);
  };
  for (const event of events) {
    const { job, fence } = event.by;
    if (job !== undefined && fence !== undefined) {
      const at = attempts.findLastIndex(
        (one, index) => one.fence === fence || index < attempts.length - lookedAt,
      );
      const known = attempts[at];
      const by = nameOf(event.by) ?? protocol.doer?.(event) ?? null;
      const over = ["ended", "ended.again", "given up"].some((end) =>
        event.cause.endsWith(`/${fence}/${end}`),
      );
      if (known !== undefined && known.fence === fence) {
        attempts[at] = {
          ...known,
          by: known.by ?? by,
          to: event.at,
          versions: [known.versions[0], event.version],
          over: known.over || over,
        };
      } else {
        const { role = null, kind = null, subject = null } = dueNow(job) ?? {};
        const what = { role, kind, subject };
        attempts.push({
          job,
          fence,
          ...what,
          by,
          from: event.at,
          to: event.at,
          versions: [event.version, event.version],
          over,
          ends: [],
          work: false,
        });
      }
    }
    state = protocol.evolve(state, event);
    ({ version } = event);
    tellEnds(attempts, { protocol, ends }, event, state);
  }
  return { state, version, attempts };
};

/** Attempts without a recorded end whose lease is gone: released, taken over, or submitted externally. `held`: fences of leases that haven't ended. */
export const overWithout = (
  attempts: readonly Attempt[],
  held: ReadonlySet<number>,
): readonly Attempt[] =>
  attempts.map((one) => (one.over || held.has(one.fence) ? one : { ...one, over: true }));

/** Events of a timeline per chunk. */
const piece = 500;
/** Number of runs with a cached timeline. */
const most = 16;

export type Timelines = (run: string, folded: Folded) => Promise<readonly Attempt[]>;

export const attemptsOf = (
  { ledger }: Engine,
  past: Pick<Past, "log">,
  later: Later,
): Timelines => {
  const known = new Map<string, Timeline>();
  return async (run, folded) => {
    let timeline = known.get(run) ?? noTimeline;
    const [log, ends] = [await past.log(run, folded), await folded.protocol.ends?.()];
    // In chunks, so that a server stays responsive.
    for (let next = timeline.version; next < log.length; next = timeline.version) {
      timeline = timelineOn(folded.protocol, timeline, log.slice(next, next + piece), ends);
      await sleepBy(later, 0);
    }
    keepLast(known, run, timeline, most);
    return overWithout(
      timeline.attempts,
      new Set((await ledger.leases(run)).map(({ fence }) => fence)),
    );
  };
};
