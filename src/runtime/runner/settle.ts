// Settlement of an ended job: its outcome takes effect exactly once, however often that is tried, and is never lost.
import type { Outcome } from "../../core/job.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { type Folded, jobIn } from "../fold.ts";
import { handOver } from "../jobs/handover.ts";
import { leaveSpot, sayTaken, takeOut } from "../landing/take-out.ts";
import { noteTranscript } from "../output/keep.ts";
import { missedOf } from "../landing/untracked.ts";
import { readOutcome } from "../jobs/outcome.ts";
import type { Sent } from "../results.ts";
import { countEnded } from "./budget.ts";
import { causeOf, type Driving } from "./driving.ts";
import { retake, takenOverWords } from "./taken-over.ts";
import { warn } from "../run-options.ts";
import { endLease } from "../jobs/leases.ts";

/** left: refused, its spool stays for `doctor`; gone: the run no longer exists. */
export type Settled = {
  readonly is: "settled" | "left" | "gone";
  readonly outcome: Outcome | null;
  /** Whether the protocol used it. */
  readonly counted: boolean;
  /** For `left`: the reason. */
  readonly refused?: string;
  /** Its lease was over and its outcome ignored: who has the work now. */
  readonly stale?: string;
};

export const letGo = async ({ engine, step }: Driving, lease: Lease): Promise<void> => {
  await endLease(engine, lease);
  await step("lease ended");
};

/** The next attempt continues the conversation. If a finished program reported none, the known one is dropped: it may be the cause. */
const noteThread = async (
  { engine, run }: Driving,
  { exit, job: { job, agent } }: SpoolEntry,
  outcome: Outcome,
): Promise<void> => {
  if (
    agent === null ||
    job.thread === undefined ||
    (exit?.unstarted ?? null) !== null ||
    (outcome.is !== "ended" && outcome.is !== "unstarted")
  )
    return;
  const { conversation } = outcome;
  const drops = outcome.is === "unstarted" && outcome.forgotten === true;
  if (outcome.is === "unstarted" && conversation === undefined && !drops) return;
  await engine.workspace.noteConversation(run, agent.name, job.thread, conversation ?? null);
};

/** For display only. */
const noteUsage = async (
  { engine, run }: Driving,
  { fence, job: { job, agent } }: SpoolEntry,
  outcome: Outcome,
): Promise<void> => {
  if (agent === null || outcome.is !== "ended" || outcome.usage === undefined) return;
  const { conversation = null, usage } = outcome;
  await engine.workspace.noteUsed(run, {
    fence,
    job: job.key,
    subject: job.subject,
    agent: agent.name,
    conversation,
    usage,
  });
};

/** Has a report or proofs that may still be of interest. */
export const worthKeeping = (outcome: Outcome): boolean =>
  outcome.is === "checked" || (outcome.is === "ended" && outcome.found !== "none");

/** Its runner died before it began. */
const isVoid = ({ exit, host, job: { job } }: SpoolEntry, folded: Folded): boolean =>
  exit === null && host?.is === "void" && jobIn(folded, job.key)?.begun !== true;

type Out = Awaited<ReturnType<typeof takeOut>>;

/** The job's outcome, with notes for display. */
const outcomeOf = async (
  driving: Driving,
  entry: SpoolEntry,
  out: Out | null,
): Promise<Outcome> => {
  const { engine, step } = driving;
  const read = await readOutcome(engine, entry);
  const tree = out?.tree ?? read.tree;
  const documents = out?.documents ?? [];
  const missed = await missedOf(engine.workspace, entry, read);
  const outcome = {
    ...read,
    tree: documents.length === 0 ? tree : { ...tree, documents },
    ...missed,
  };
  await noteThread(driving, entry, outcome);
  await noteUsage(driving, entry, outcome);
  await noteTranscript(engine, entry, outcome);
  await countEnded(driving, entry, outcome);
  await step("outcome read");
  return outcome;
};

/** Under the job's lease; if that is over, under another one while the job is still due. */
const send = async (
  driving: Driving,
  { protocol }: Folded,
  entry: SpoolEntry,
  outcome: Outcome,
  out: Out | null,
): Promise<Sent | Refusal> => {
  const { door, run, step } = driving;
  const { job, lease } = entry.job;
  let unsaid = out === null || out.untold === null ? null : out.taken;
  const handIn = async (under: Lease): Promise<Sent | Refusal> => {
    const id = causeOf(under, "ended");
    try {
      const untaken = unsaid === null ? null : await sayTaken(driving, unsaid, under);
      if (untaken !== null) return untaken;
      unsaid = null;
      return await handOver(door, { run, protocol, job, lease: under, outcome, id });
    } catch (error) {
      // A foreign job.json with valid form but unknown values must not stop all others.
      if (!(error instanceof TypeError)) throw error;
      return refuse(
        "SPOOL_BROKEN",
        `its job.json can't be read by ${protocol.name}: ${error.message}`,
      );
    }
  };
  const sent = await handIn(lease);
  await step("outcome sent");
  const retaken =
    isRefusal(sent) && sent.code === "TOKEN_STALE" ? await retake(driving, entry) : null;
  if (retaken === null) return sent;
  await step("lease retaken");
  const again = await handIn(retaken);
  await letGo(driving, retaken);
  return again;
};

const remove = async (driving: Driving, entry: SpoolEntry): Promise<void> => {
  const { engine, folds, run, step } = driving;
  const now = await folds.newest(run);
  if (now !== null) await leaveSpot(driving, entry.job, now);
  await letGo(driving, entry.job.lease);
  await engine.workspace.spool.remove(entry.folder);
  await step("spool removed");
};

/** A refused outcome of interest stays in the spool. */
const settleRefused = async (
  driving: Driving,
  entry: SpoolEntry,
  outcome: Outcome,
  { code, text }: Refusal,
): Promise<Settled> => {
  const { tell } = driving;
  const { job, lease } = entry.job;
  const over = code === "TOKEN_STALE" ? { stale: await takenOverWords(driving, entry) } : {};
  if (!worthKeeping(outcome)) {
    await remove(driving, entry);
    return { is: "settled", outcome, counted: false, ...over };
  }
  await letGo(driving, lease);
  const refused = `${code}: ${text}`;
  tell({ is: "job", key: job.key, what: "refused", note: refused });
  const since = over.stale === undefined ? "" : `: ${over.stale}`;
  warn(tell, `what ${job.key} came to was refused (${code})${since}; it stays in ${entry.folder}`);
  return { is: "left", outcome, counted: false, refused, ...over };
};

/** Settles a finished, void or lost spool entry in this order: read files, send outcome with fence, end lease, remove spool. */
export const settle = async (driving: Driving, entry: SpoolEntry): Promise<Settled> => {
  const { folds, run } = driving;
  const before = await folds.newest(run);
  const out =
    before === null || isVoid(entry, before) ? null : await takeOut(driving, entry.job, before);
  if (entry.job.agent !== null) driving.meetsAgent?.();
  await driving.scan(run);
  const folded = await folds.newest(run);
  if (folded === null) return { is: "gone", outcome: null, counted: false };
  if (isVoid(entry, folded)) {
    // There is nothing to release.
    await remove(driving, entry);
    return { is: "settled", outcome: null, counted: false };
  }
  const outcome = await outcomeOf(driving, entry, out);
  const sent = await send(driving, folded, entry, outcome, out);
  if (isRefusal(sent)) return settleRefused(driving, entry, outcome, sent);
  await remove(driving, entry);
  return { is: "settled", outcome, counted: sent.events.length > 0 };
};
