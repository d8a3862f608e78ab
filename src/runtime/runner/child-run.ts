// Child runs of a run: started by their origin, and their ends submitted like any other outcome.
import type { Job } from "../../core/job.ts";
import { isOver } from "../../core/over.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Ended } from "../../core/view.ts";
import { assignedBy } from "../config.ts";
import { parentOf } from "../children.ts";
import type { Engine } from "../engine.ts";
import { handOver } from "../handover.ts";
import { startRun } from "../start.ts";
import { unhosted } from "../unseen.ts";
import { type Driving, engineHolder } from "./driving.ts";
import type { Look } from "./look.ts";

/** A job that is a run of its own. */
export type ChildJob = { readonly job: Job; readonly child: NonNullable<Job["child"]> };

export const childJobs = ({ jobs }: Look): readonly ChildJob[] =>
  jobs.flatMap((job) => (job.child === undefined ? [] : [{ job, child: job.child }]));

/**
 * True: something changed.
 * @param child the run; null: it could not be started
 * @param ended null: it begins
 */
export const handInChild = async (
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
export const beginChild = async (
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
    by: parentOf(run),
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
export const isUnsettled = async ({ workspace, ledger }: Engine, child: string): Promise<boolean> =>
  (await workspace.spool.list(child)).entries.length > 0 || (await ledger.leases(child)).length > 0;

/** Ended child runs without a runner whose remaining jobs no other runner would settle. */
export const unsettledChildren = async (
  { workspace, ledger }: Engine,
  run: string,
): Promise<readonly string[]> => {
  const left = [...(await workspace.spool.list()).entries, ...(await ledger.leases())];
  const found: string[] = [];
  for (const other of new Set(left.map((one) => one.run))) {
    const card = other === run ? undefined : (await ledger.runs({ run: other }))[0];
    if (card !== undefined && isOver(card.life) && card.origin?.startsWith(`${run}/`) === true)
      found.push(other);
  }
  return found;
};
