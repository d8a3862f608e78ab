// What the code makes of a run's state and of its newest event, by the names that expectations use.
import { digest } from "../../../src/core/hash.ts";
import { isRecord } from "../../../src/core/record.ts";
import type { Job, Outcome, Result } from "../../../src/core/job.ts";
import type { Facts, Protocol } from "../../../src/core/protocol.ts";
import type { Recorded } from "../../../src/core/row.ts";

/** `files/session.json` → its text, `view` → the view. */
export type Readings = Readonly<Record<string, unknown>>;

const facts: Facts = {
  at: "2026-01-14T12:00:00.000Z",
  root: "/top",
  folder: "/top/run",
  repo: "shop",
  branch: "main",
  head: "c0ffee",
  tree: "tree",
  changed: [],
  files: {},
  outputs: {},
  commits: {},
};

const outcome = (result: Result): Outcome => ({
  holder: { name: "codex", agent: "codex", conversation: "talk" },
  hosted: true,
  done: "report",
  tree: { before: "tree", after: "tree", changed: [], commits: [] },
  files: {},
  ...result,
});
const silent: Result = {
  is: "ended",
  exit: 0,
  reason: "exit",
  report: undefined,
  found: "none",
  message: "",
  fault: null,
  output: null,
};

/** A due job with its brief, and the commands that its outcomes come to. */
const jobReading = (protocol: Protocol, state: unknown, job: Job): Readings => {
  const commands = (result: Result): unknown => protocol.report(job, outcome(result));
  const answers = (job.decision?.options ?? []).map(({ id, fields }) =>
    // Data that doesn't fit is the caller's mistake, not the option's.
    fields === undefined
      ? [id, commands({ is: "decided", option: id, note: "so", data: null })]
      : [id],
  );
  const outcomes = job.kind === "agent" ? [{ is: "granted" } as const, silent].map(commands) : [];
  return {
    [`jobs/${job.key}`]: job,
    // A check has no brief.
    ...(job.kind === "check" ? {} : { [`briefs/${job.key}`]: protocol.brief(state, job, facts) }),
    [`asks/${job.key}`]: protocol.ask(state, job),
    [`commands/${job.key}`]: [answers, outcomes],
  };
};

export const stateReadings = (
  protocol: Protocol,
  state: unknown,
  log: readonly Recorded[],
): Readings => ({
  ...Object.fromEntries(
    Object.entries(protocol.write(state, log)).map(([path, text]) => [`files/${path}`, text]),
  ),
  view: protocol.view(state),
  evidence: protocol.evidence(state, log),
  rechecks: protocol.rechecks(state),
  ...Object.assign({}, ...protocol.jobs(state).map((job) => jobReading(protocol, state, job))),
  life: protocol.life(state),
  phase: protocol.phase(state),
  ended: protocol.ended(state),
  place: [protocol.place(state), protocol.folders?.(state) ?? [], protocol.ignores(state)],
  documents: protocol.documents?.(state) ?? {},
});

/** What an event doesn't say is left out. */
export const eventReadings = (protocol: Protocol, state: unknown, event: Recorded): Readings => {
  const refers = protocol.refers?.of(event) ?? {};
  const all = {
    line: protocol.eventLine?.(event) ?? "",
    doer: protocol.doer?.(event) ?? null,
    news: protocol.news?.(event, state) ?? null,
    refers: Object.keys(refers).length === 0 ? null : refers,
    marks: protocol.marks?.(event) ?? null,
    worked: protocol.worked?.(event) ?? null,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
};

const ordered = (_key: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Of texts their bytes, of anything else its JSON with keys in order: the first 8 digits of the sha256. A word stands for itself. */
export const digestOf = (value: unknown): string =>
  typeof value === "string" && /^[\w-]{0,16}$/u.test(value)
    ? value
    : digest(typeof value === "string" ? value : (JSON.stringify(value, ordered) ?? "")).slice(
        0,
        8,
      );
