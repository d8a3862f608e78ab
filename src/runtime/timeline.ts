// The attempts at a run's jobs, of every protocol alike: who worked on what, when, how long, and how it ended.
import type { AttemptEnd, Ends } from "../core/attempt-end.ts";
import { doerName } from "../core/doer.ts";
import type { Protocol, Sender } from "../core/protocol.ts";
import type { Recorded, Time } from "../core/row.ts";
import type { Job } from "../core/job.ts";
import { lookedAt, tellEnds } from "./attempt-ends.ts";

/** One lease of a job, as its events tell of it. */
export type Attempt = {
  readonly job: string;
  /** Grows with each grant in a run. */
  readonly fence: number;
  /** What it was about; null: its rules didn't know the job when it began. */
  readonly role: string | null;
  readonly kind: Job["kind"] | null;
  readonly subject: string | null;
  /** Who did it, as claimed: `worker/codex`; null: nobody said. */
  readonly by: string | null;
  /** Of its first event and its last one so far. */
  readonly from: Time;
  readonly to: Time;
  readonly versions: readonly [first: number, last: number];
  /** It said how it ended, or its lease is no more; else it is under way, or nobody knows. */
  readonly over: boolean;
  /** How it ended, and what became of its work since, each by the event that says so: it was reported, then proved, then it landed. */
  readonly ends: readonly AttemptEndAt[];
  /** It left work, whatever became of that. */
  readonly work: boolean;
};
export type AttemptEndAt = AttemptEnd & { readonly version: number };
/** A log read as far as `version`, which can be gone on with. */
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
  /** Jobs as they were due some events ago: what a key stands for never changes, and working them out costs most. */
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

/** What began and didn't say how it ended, and whose lease isn't there any more: given back, taken over, handed in from outside. `held`: fences of leases that were not ended. */
export const overWithout = (
  attempts: readonly Attempt[],
  held: ReadonlySet<number>,
): readonly Attempt[] =>
  attempts.map((one) => (one.over || held.has(one.fence) ? one : { ...one, over: true }));
