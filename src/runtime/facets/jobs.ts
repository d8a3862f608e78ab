// The jobs of runs: what is due, who could do it, and the ways of whoever takes one by hand.
import type { Job } from "../../core/job.ts";
import type { Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import type { Due } from "../due.ts";
import type { Lack, Lacks } from "../lacks.ts";
import type { AskedDecision } from "../picture.ts";
import type { CheckedAgain, Claimed, Sent } from "../results.ts";
import type { ResumeReport } from "../resume-report.ts";
import type { Timelines } from "../timeline.ts";
import { unassigned } from "../unassigned.ts";
import { known, type Parts } from "./parts.ts";
import type { Views } from "./views.ts";

export type Jobs = Due & {
  /**
   * Makes a place for it where the run's jobs work in places. Fault SETUP_FAILED, and those of places.
   * @param here for work in the user's checkout: what differs there from the run's base is the job's work
   */
  claim(run: string, job: string, by: Sender, here?: boolean): Promise<Claimed | Refusal>;
  /** Here and wherever else a token is given: refusals TOKEN_STALE, and TOKEN_FOREIGN where this process descends from one job and speaks with the token of another hosted one. */
  renew(run: string, token: string): Promise<Lease | Refusal>;
  release(run: string, token: string, reason: string): Promise<Sent | Refusal>;
  /** A hosted job's report waits in its spool for the process's end; one from outside is sent at once and ends the lease. */
  report(run: string, token: string, report: unknown): Promise<Sent | Refusal>;
  /** Who holds this token: the sender that a call with it has. */
  holder(run: string, token: string): Promise<Sender | Refusal>;
  /** What is done, not done and in doubt, with what `run` would do about each. Changes nothing. */
  resume(run: string): Promise<ResumeReport | Refusal>;
  /** Why nobody on this machine can do what the run needs now or later; null: somebody can, somebody is at work already, or nothing is needed. */
  lacks(run: string): Promise<Lack | null | Refusal>;
  /** The same, but only of roles that the configuration gives to nobody: no program is looked for. */
  unassigned(run: string): Promise<Lack | null | Refusal>;
  /** One of them, of this very run, with its context; JOB_UNKNOWN: it doesn't wait now. */
  decision(run: string, key: string): Promise<AskedDecision | Refusal>;
  /** What whoever does the job was told: of a hosted one (`fence`: its lease's) what it was given, else as the run has it now. */
  brief(run: string, job: Job, fence: number | null): Promise<string | Refusal>;
  /** A person mended a stuck unit by hand: its checks run on the state as it is now. Refused: UNIT_UNKNOWN, UNIT_UNSTUCK, CHECK_NONE and what keeps it. */
  checkAgain(run: string, unit: string, by: Sender): Promise<CheckedAgain | Refusal>;
};

export const createJobs = (parts: Parts, due: Due, { timeline }: Pick<Views, "timeline">): Jobs => {
  const { engine, past, clocks, runner } = parts;
  let lacks: Lacks | null = null;
  let attempts: Timelines | null = null;
  /** Roles whose jobs somebody has begun. */
  const worked = async (run: string): Promise<ReadonlySet<string>> => {
    const ends = { ...clocks, ends: false };
    const told = (attempts ??= (await import("../timeline.ts")).attemptsOf(engine, past, ends));
    const found = await known(parts, run, (folded) => told(run, folded));
    return new Set(
      isRefusal(found)
        ? []
        : found.flatMap(({ kind, role }) => (kind === "agent" && role !== null ? [role] : [])),
    );
  };
  const brief: Jobs["brief"] = (run, job, fence) =>
    known(parts, run, async (folded) =>
      (await import("../brief.ts")).briefOf(engine, run, folded, job, fence),
    );
  return {
    ...due,
    resume: async (run) => (await import("../resume.ts")).resumeOf(parts, run),
    lacks: (run) =>
      known(parts, run, async (folded) =>
        (lacks ??= (await import("../lacks.ts")).createLacks(engine))(run, folded),
      ),
    unassigned: (run) =>
      known(parts, run, (folded) => unassigned(engine, run, folded, () => worked(run))),
    decision: (run, key) =>
      known(parts, run, async (folded) => {
        const { askedDecision } = await import("../asked-decision.ts");
        return askedDecision({ engine, ...due, brief }, run, folded, key);
      }),
    brief,
    claim: async (...asked) => (await import("../claims/claim.ts")).claimJob(parts, ...asked),
    renew: async (...asked) => (await import("../claims/token.ts")).renewLease(engine, ...asked),
    release: async (...asked) => (await import("../claims/hand-in.ts")).release(parts, ...asked),
    report: async (...asked) => (await import("../claims/hand-in.ts")).report(parts, ...asked),
    holder: async (...asked) => (await import("../claims/token.ts")).holderOf(engine, ...asked),
    checkAgain: async (...asked) =>
      (await import("../check-again.ts")).stuckUnit(
        { ...due, timeline },
        { ...parts, check: runner.check },
        ...asked,
      ),
  };
};
