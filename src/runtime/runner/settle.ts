// Why: what a job came to is handed in exactly once in effect, however often it is tried, and never thrown away unheard.
import type { Job, Outcome } from "../../core/job.ts";
import { isRefusal, refuse } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { countUse, holderName } from "../budget.ts";
import type { Folded } from "../fold.ts";
import { handOver } from "../handover.ts";
import { leaveSpot, sayTaken, takeLeft, takeOut } from "../landing/take-out.ts";
import { noteTranscript } from "../output/keep.ts";
import { readOutcome } from "../outcome.ts";
import { unheard, unhosted } from "../unseen.ts";
import { countEnded } from "./budget.ts";
import { causeOf, type Driving } from "./driving.ts";
import { retake } from "./retake.ts";
import { takenOverWords } from "./taken-over.ts";

/** left: refused, its spool stays for `doctor`; gone: there is no such run any more. */
export type Settled = {
  readonly is: "settled" | "left" | "gone";
  readonly outcome: Outcome | null;
  /** The protocol made something of it. */
  readonly counted: boolean;
  /** Of what was left: why. */
  readonly refused?: string;
  /** Its lease was over, and nobody hears it: who has the work now. */
  readonly stale?: string;
};

const endLease = async ({ engine, step }: Driving, lease: Lease): Promise<void> => {
  await engine.ledger.lease({ do: "end", run: lease.run, token: lease.token });
  await step("lease ended");
};

/** The next attempt goes on with it. Where a program that ended told none, what was known is forgotten: perhaps it is what failed. */
const noteThread = async (
  { engine, run }: Driving,
  { job: { job, agent } }: SpoolEntry,
  outcome: Outcome,
): Promise<void> => {
  if (
    agent === null ||
    job.thread === undefined ||
    (outcome.is !== "ended" && outcome.is !== "unstarted")
  )
    return;
  const { conversation } = outcome;
  if (outcome.is === "unstarted" && conversation === undefined) return;
  await engine.workspace.noteConversation(run, agent.name, job.thread, conversation ?? null);
};

/** Told to people, decides nothing. */
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

/** Has a report, or proofs, that somebody may still want to see. */
export const worthKeeping = (outcome: Outcome): boolean =>
  outcome.is === "checked" || (outcome.is === "ended" && outcome.found !== "none");

/** A spool entry that is finished, void or lost: files read, outcome sent with the fence, lease ended, spool removed, in this order. */
export const settle = async (driving: Driving, entry: SpoolEntry): Promise<Settled> => {
  const { engine, door, folds, run, step, tell } = driving;
  const { workspace } = engine;
  const { job, lease } = entry.job;
  const remove = async (): Promise<void> => {
    const now = await folds.newest(run);
    if (now !== null) await leaveSpot(driving, entry.job, now);
    await endLease(driving, lease);
    await workspace.spool.remove(entry.folder);
    await step("spool removed");
  };
  /** Its runner died before it was begun. */
  const isVoid = ({ protocol, state }: Folded): boolean =>
    entry.exit === null &&
    entry.host?.is === "void" &&
    !protocol.jobs(state).some((one) => one.key === job.key && one.begun);
  const before = await folds.newest(run);
  const out = before === null || isVoid(before) ? null : await takeOut(driving, entry.job, before);
  let said = out !== null && out.untold === null;
  await driving.scan(run);
  const folded = await folds.newest(run);
  if (folded === null) return { is: "gone", outcome: null, counted: false };
  if (isVoid(folded)) {
    // There is nothing to take back.
    await remove();
    return { is: "settled", outcome: null, counted: false };
  }
  const read = await readOutcome(
    { workspace, driver: (name) => engine.driver(name), now: () => engine.now() },
    entry,
  );
  const tree = out?.tree ?? read.tree;
  const outcome = {
    ...read,
    tree: out === null || out.documents.length === 0 ? tree : { ...tree, documents: out.documents },
  };
  await noteThread(driving, entry, outcome);
  await noteUsage(driving, entry, outcome);
  await noteTranscript(engine, entry, outcome);
  await countEnded(driving, entry, outcome);
  await step("outcome read");
  const handIn = async (under: Lease): ReturnType<typeof handOver> => {
    try {
      const untaken =
        said || out === null || out.taken === null
          ? null
          : await sayTaken(driving, out.taken, under);
      if (untaken !== null) return untaken;
      said = true;
      return await handOver(door, {
        run,
        protocol: folded.protocol,
        job,
        lease: under,
        outcome,
        id: causeOf(under, "ended"),
      });
    } catch (error) {
      // Somebody else's job.json, of the right form and of no meaning here, must not stop all the others.
      if (!(error instanceof TypeError)) throw error;
      return refuse(
        "SPOOL_BROKEN",
        `its job.json can't be read by ${folded.protocol.name}: ${error.message}`,
      );
    }
  };
  let sent = await handIn(lease);
  await step("outcome sent");
  const retaken =
    isRefusal(sent) && sent.code === "TOKEN_STALE" ? await retake(driving, entry) : null;
  if (retaken !== null) {
    await step("lease retaken");
    sent = await handIn(retaken);
    await endLease(driving, retaken);
  }
  if (!isRefusal(sent)) {
    await remove();
    return { is: "settled", outcome, counted: sent.events.length > 0 };
  }
  const over = sent.code === "TOKEN_STALE" ? { stale: await takenOverWords(driving, entry) } : {};
  if (!worthKeeping(outcome)) {
    await remove();
    return { is: "settled", outcome, counted: false, ...over };
  }
  await endLease(driving, lease);
  tell({ is: "job", key: job.key, what: "refused", note: `${sent.code}: ${sent.text}` });
  const since = over.stale === undefined ? "" : `: ${over.stale}`;
  tell({
    is: "warning",
    text: `what ${job.key} came to was refused (${sent.code})${since}; it stays in ${entry.folder}`,
  });
  return { is: "left", outcome, counted: false, refused: `${sent.code}: ${sent.text}`, ...over };
};

const notes = {
  lost: () => "it began, and nobody holds it",
  lapsed: (name: string) => `${name} let its lease run out`,
  timeout: () => "its time is over, and nobody told how it ended",
} as const;

/** A job that began and that nobody holds, or whose holder from outside let the lease or its time run out; true: that was news. A lease that outlives the time stays. */
export const settleUnheld = async (
  driving: Driving,
  job: Job,
  lease: Lease,
  held: Lease | null,
  reason: keyof typeof notes,
): Promise<boolean> => {
  const { door, engine, folds, run } = driving;
  const folded = await folds.newest(run);
  let news = false;
  const still = folded?.protocol.jobs(folded.state).find((one) => one.key === job.key);
  if (folded !== null && still?.begun === true) {
    const claim = (await (await engine.workspace.claims()).of(run)).findLast(
      (one) => one.lease.job === job.key,
    );
    if (claim === undefined) await takeLeft(driving, folded, still, (held ?? lease).holder);
    else if (claim.spot !== undefined) {
      const { untold } = await takeOut(driving, claim, folded);
      if (untold !== null)
        driving.tell({
          is: "warning",
          text: `what ${job.key} left wasn't taken: ${untold.code}: ${untold.text}`,
        });
    }
    const outcome = unhosted((held ?? lease).holder, {
      ...unheard,
      exit: null,
      reason,
      report: null,
      found: "none",
    });
    const sent = await handOver(door, {
      run,
      protocol: folded.protocol,
      job: still,
      lease: held,
      outcome,
      id: causeOf(lease, "given up"),
    });
    news = !isRefusal(sent) && sent.events.length > 0;
    const { holder } = outcome;
    if (news)
      await countUse(driving, {
        job: still,
        fence: lease.fence,
        agent: holderName(holder, still),
        ms: null,
        unstarted: false,
      });
    if (isRefusal(sent))
      driving.tell({
        is: "warning",
        text: `${job.key} is ${reason}, and saying so was refused: ${sent.code}: ${sent.text}`,
      });
    else
      driving.tell({
        is: "job",
        key: job.key,
        what: "lost",
        note: notes[reason](outcome.holder.name),
      });
  }
  if (reason !== "timeout" || held === null) await endLease(driving, lease);
  return news;
};
