// Part of the System: runs' jobs: due ones, available workers, and claims by external ones.
import type { Job } from "../../core/job.ts";
import type { Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import type { Due } from "../jobs/due.ts";
import type { Lack, Lacks } from "../agents/lacks.ts";
import type { AskedDecision } from "../picture/shape.ts";
import type { CheckedAgain, Claimed, Sent } from "../results.ts";
import { unassigned } from "../agents/unassigned.ts";
import { withFolded, type Parts } from "./parts.ts";
import type { Views } from "./views.ts";

export type Jobs = Due & {
  /**
   * Creates its place. Fault SETUP_FAILED, and those of places.
   * @param here for work in the user's checkout: its differences from the run's base are the job's work
   */
  claim(run: string, job: string, by: Sender, here?: boolean): Promise<Claimed | Refusal>;
  /** As with every token: refusals TOKEN_STALE, and TOKEN_FOREIGN if this process descends from one hosted job and uses another's token. */
  renew(run: string, token: string): Promise<Lease | Refusal>;
  release(run: string, token: string, reason: string): Promise<Sent | Refusal>;
  /** A hosted job's report waits in its spool until the process ends; an external one is sent at once and ends the lease. */
  report(run: string, token: string, report: unknown): Promise<Sent | Refusal>;
  /** The sender of a call with this token. */
  holder(run: string, token: string): Promise<Sender | Refusal>;
  /** Why no agent on this machine can do what the run needs now or later; null: one can, one is at work, or nothing is needed. */
  lacks(run: string): Promise<Lack | null | Refusal>;
  /** The same for unassigned roles only, without looking for programs. */
  unassigned(run: string): Promise<Lack | null | Refusal>;
  /** One decision of this run, with its context; JOB_UNKNOWN: it isn't open now. */
  decision(run: string, key: string): Promise<AskedDecision | Refusal>;
  /** The brief of a job: as given to a hosted job (`fence`: its lease's), otherwise in the run's current state. */
  brief(run: string, job: Job, fence: number | null): Promise<string | Refusal>;
  /** After a person fixed a stuck unit by hand, runs its checks on the current state. Refused: UNIT_UNKNOWN, UNIT_UNSTUCK, CHECK_NONE and obstacles. */
  checkAgain(run: string, unit: string, by: Sender): Promise<CheckedAgain | Refusal>;
};

export const createJobs = (parts: Parts, due: Due, { timeline }: Pick<Views, "timeline">): Jobs => {
  const { engine } = parts;
  let lacks: Lacks | null = null;
  /** Roles whose jobs have begun. */
  const worked = async (run: string): Promise<ReadonlySet<string>> => {
    const found = await timeline(run);
    return new Set(
      isRefusal(found)
        ? []
        : found.flatMap(({ kind, role }) => (kind === "agent" && role !== null ? [role] : [])),
    );
  };
  const brief: Jobs["brief"] = (run, job, fence) =>
    withFolded(parts, run, async (folded) =>
      (await import("../jobs/brief.ts")).briefOf(engine, run, folded, job, fence),
    );
  return {
    ...due,
    lacks: (run) =>
      withFolded(parts, run, async (folded) =>
        (lacks ??= (await import("../agents/lacks.ts")).createLacks(engine))(run, folded),
      ),
    unassigned: (run) =>
      withFolded(parts, run, (folded) => unassigned(engine, run, folded, () => worked(run))),
    decision: (run, key) =>
      withFolded(parts, run, async (folded) => {
        const { askedDecision } = await import("../views/asked-decision.ts");
        return askedDecision({ engine, ...due, brief }, run, folded, key);
      }),
    brief,
    claim: async (...asked) => (await import("../claims/claim.ts")).claimJob(parts, ...asked),
    renew: async (...asked) => (await import("../claims/token.ts")).renewLease(engine, ...asked),
    release: async (...asked) => (await import("../claims/hand-in.ts")).release(parts, ...asked),
    report: async (...asked) => (await import("../claims/hand-in.ts")).report(parts, ...asked),
    holder: async (...asked) => (await import("../claims/token.ts")).holderOf(engine, ...asked),
    checkAgain: async (...asked) =>
      (await import("../checks/check-again.ts")).stuckUnit({ ...due, timeline }, parts, ...asked),
  };
};
