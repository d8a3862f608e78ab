// Child runs of a run: started by their origin, driven beside it, and their ends submitted like any other outcome.
import { parentOf } from "../../core/origin.ts";
import { Fault, isRefusal, type Refusal } from "../../core/refusal.ts";
import { isAway } from "../carry/remote.ts";
import type { RunResult } from "../run-options.ts";
import { type Driving, engineHolder } from "./driving.ts";
import type { Job } from "../../core/job.ts";
import { isOver } from "../../core/over.ts";
import type { Ended } from "../../core/view.ts";
import { assignedBy } from "../config.ts";
import { followDown, asParent } from "../send/children.ts";
import type { Engine } from "../engine.ts";
import { handOver } from "../jobs/handover.ts";
import { startRun } from "../start/start.ts";
import { unhosted } from "../jobs/default-outcomes.ts";
import type { Look } from "./look.ts";
import { takeChild } from "../landing/take-out.ts";

/** `result` null: in progress. `version`: the child's version when driven. */
type Drive = { result: RunResult | Refusal | Fault | null; readonly version: number };

const waitingOf = ([child, { result }]: readonly [string, Drive]): RunResult["waiting"] =>
  result === null || result instanceof Fault || isRefusal(result) || result.status === "ended"
    ? []
    : result.waiting.map(({ key, what }) => ({ key: `${child} ${key}`, what }));

const createChildDrives = (nested: Driving["nested"]) => {
  const drives = new Map<string, Drive>();
  return {
    /** In the background; again if the child changed since it came to rest. */
    drive(child: string, version: number): void {
      const known = drives.get(child);
      if (known !== undefined && (known.result === null || known.version === version)) return;
      const made: Drive = { result: null, version };
      drives.set(child, made);
      nested(child).then(
        (result) => void (made.result = result),
        (error: unknown) =>
          void (made.result =
            error instanceof Fault
              ? error
              : new Fault("CHILD_UNDRIVEN", String(error), "run the child by itself")),
      );
    },
    /** null: in progress; undefined: not driven here. */
    resultOf: (child: string) => drives.get(child)?.result,
    /** Throws a drive's fault. */
    raise(): void {
      for (const [child, { result }] of drives) {
        if (!(result instanceof Fault)) continue;
        // A drive that only waits for a remote is repeated.
        if (isAway(result)) drives.delete(child);
        throw result;
      }
    },
    isBusy: (): boolean => [...drives.values()].some(({ result }) => result === null),
    /** What children wait for. */
    waiting: (): RunResult["waiting"] => [...drives].flatMap(waitingOf),
  };
};

/** A job that is a run of its own. */
type ChildJob = { readonly job: Job; readonly child: NonNullable<Job["child"]> };

const childJobs = ({ jobs }: Look): readonly ChildJob[] =>
  jobs.flatMap((job) => (job.child === undefined ? [] : [{ job, child: job.child }]));

/**
 * True: something changed.
 * @param child the run; null: it could not be started
 * @param ended null: it begins
 */
const handInChild = async (
  { door, run, tell }: Driving,
  { folded }: Look,
  { job, child: { origin } }: ChildJob,
  child: string | null,
  ended: Ended | null,
): Promise<boolean> => {
  const outcome = { ...unhosted(engineHolder, { is: "child", run: child, ended }), hosted: true };
  const id = `${origin}/${ended === null ? "begun" : "ended"}`;
  const handover = { run, protocol: folded.protocol, job, lease: null, outcome, id };
  const sent = await handOver(door, handover, false);
  if (!isRefusal(sent)) return sent.events.length > 0;
  tell({ is: "job", key: job.key, what: "refused", note: `${sent.code}: ${sent.text}` });
  return false;
};

const unstartable = ({ code, text }: Refusal): Ended => ({
  good: false,
  summary: `it could not be started: ${code}: ${text}`,
  output: null,
  artifacts: [],
});

/** True: something changed. */
const beginChild = async (
  driving: Driving,
  seen: Look,
  { job, child }: ChildJob,
): Promise<boolean> => {
  const { engine, door, run, step, tell } = driving;
  const { root, state } = seen.folded;
  const protocol = await engine.protocol(child.protocol);
  if (protocol === undefined) return false;
  const started = await startRun(engine, door, {
    protocol,
    data: child.start.data,
    by: asParent(run),
    origin: child.origin,
    root,
    dry: false,
    then: assignedBy(state),
  });
  await step("child started");
  if (!isRefusal(started))
    tell({ is: "job", key: job.key, what: "started", note: `run ${started.run}` });
  // Another runner was first: the next look finds it by its origin.
  if (!isRefusal(started) || started.code === "RUN_EXISTS") return true;
  return handInChild(driving, seen, { job, child }, null, unstartable(started));
};

/** Ended by a runner that died before it settled the last jobs. */
const isUnsettled = async ({ workspace, ledger }: Engine, child: string): Promise<boolean> =>
  (await workspace.spool.list(child)).entries.length > 0 || (await ledger.leases(child)).length > 0;

/** Ended child runs without a runner whose remaining jobs no other runner would settle. */
const unsettledChildren = async (
  { workspace, ledger }: Engine,
  run: string,
): Promise<readonly string[]> => {
  const left = [...(await workspace.spool.list()).entries, ...(await ledger.leases())];
  const found: string[] = [];
  for (const other of new Set(left.map((one) => one.run))) {
    const card = other === run ? undefined : (await ledger.runs({ run: other }))[0];
    if (card !== undefined && isOver(card.life) && parentOf(card.origin) === run) found.push(other);
  }
  return found;
};

type Nested = {
  /** A phrase per action for children. */
  readonly changed: readonly string[];
  /** Whether a child is being driven. */
  readonly busy: boolean;
  /** What children wait for. */
  readonly waiting: RunResult["waiting"];
};
type Tender = (seen: Look) => Promise<Nested>;

export const createTender = (driving: Driving): Tender => {
  const { engine, folds, run, nested } = driving;
  const drives = createChildDrives(nested);
  let followed = "";

  /** True: something changed. */
  const tend = async (seen: Look, one: ChildJob): Promise<boolean> => {
    const { job, child } = one;
    const card = (await engine.ledger.runs({ origin: child.origin }))[0];
    if (card === undefined) {
      const may = seen.life === "live" && (job.begun || job.why === null);
      return may && beginChild(driving, seen, one);
    }
    if (!job.begun) return job.why === null && handInChild(driving, seen, one, card.run, null);
    const folded = await folds.newest(card.run);
    const ended = folded?.protocol.ended(folded.state) ?? null;
    const result = drives.resultOf(card.run);
    const rests = result === undefined ? !(await isUnsettled(engine, card.run)) : result !== null;
    if (ended === null || !rests) {
      drives.drive(card.run, card.version);
      return false;
    }
    // A dead runner may have left files, whose content becomes the node's output.
    await driving.scan(card.run, true);
    if (folded !== null) await takeChild(driving, seen.folded, job, { run: card.run, folded });
    return handInChild(driving, seen, one, card.run, ended);
  };

  /** Pauses, resumes and ends children with their parent, once per life state and set of jobs. */
  const followParent = async (seen: Look, jobs: readonly ChildJob[]): Promise<void> => {
    const now = `${seen.life} ${jobs.map(({ child }) => child.origin).join(" ")}`;
    if (seen.folded.protocol.nests !== true || now === followed) return;
    for (const ended of await followDown(driving, run)) drives.drive(ended, -1);
    for (const ended of await unsettledChildren(engine, run)) drives.drive(ended, -1);
    followed = now;
  };

  return async (seen) => {
    const jobs = childJobs(seen);
    await followParent(seen, jobs);
    const changed: string[] = [];
    for (const one of jobs)
      if (await tend(seen, one)) changed.push(`the run of ${one.job.key} was tended`);
    drives.raise();
    return { changed, busy: drives.isBusy(), waiting: drives.waiting() };
  };
};
