// Report after an interruption: safe, remaining and unknown work, before a run continues.
import type { Job } from "../../core/job.ts";
import { isOver } from "../../core/over.ts";
import type { Refusal } from "../../core/refusal.ts";
import { unknownRun } from "../find.ts";
import type { Forecast, Ending } from "./foretell.ts";
import { judge, type Scene } from "./judge.ts";
import type { RunnerParts } from "../runner-parts.ts";
import type { Doubt, OpenJob, ResumeReport } from "./report.ts";
import { unheard } from "../jobs/unseen.ts";

/** `gone`: the process that began it no longer exists. */
type Told = { readonly gone: boolean } & ({ readonly left: OpenJob } | { readonly doubt: Doubt });
/** Called only if needed: it costs more than the rest of a status. */
type Foretelling = (untold: Omit<Ending, "run">) => Promise<Forecast>;

const tell = async (run: string, job: Job, seen: Scene, foretell: Foretelling): Promise<Told> => {
  const of = { job: job.key, unit: job.subject };
  if (job.kind === "decision")
    return {
      gone: false,
      left: { ...of, is: "decision", next: `you are asked: \`cairn decide ${run} ${job.key}\`` },
    };
  const judged = judge(seen, job);
  if (judged.is === "left") return { gone: judged.gone, left: { ...of, ...judged.left } };
  if (judged.is === "ended") {
    const { next } = await foretell({ job, lease: judged.entry.job.lease, entry: judged.entry });
    return {
      gone: judged.gone,
      left: { ...of, is: "ended", next: `it ended; its result is read, ${next}` },
    };
  }
  const { reason, why, entry, lease } = judged;
  const end = { ...unheard, exit: null, reason, report: null, found: "none" } as const;
  const { next, then } = await foretell({ job, lease, entry, end });
  return { gone: true, doubt: { ...of, role: job.role, why, policy: job.doubt, next, then } };
};

export const resumeOf = async (
  parts: RunnerParts,
  run: string,
): Promise<ResumeReport | Refusal> => {
  const { engine, folds } = parts;
  const folded = await folds.newest(run);
  if (folded === null) return unknownRun(run);
  const { protocol, state } = folded;
  const { nodes } = protocol.view(state);
  const done = nodes.filter(({ status }) => status === "done").map(({ id }) => id);
  if (isOver(protocol.life(state))) return { interrupted: false, done, notDone: [], inDoubt: [] };
  const [leases, { entries }, now] = [
    await engine.ledger.leases(run),
    await engine.workspace.spool.list(run),
    await engine.ledger.now(),
  ];
  const foretelling: Foretelling = async (untold) =>
    (await import("./foretell.ts")).foretell(parts, folded, { run, ...untold });
  const jobs = protocol.jobs(state);
  const told: Told[] = [];
  for (const job of jobs)
    told.push(await tell(run, job, { engine, leases, entries, now }, foretelling));
  const known = new Set(jobs.map(({ subject }) => subject));
  const units = nodes
    .filter(({ id, status }) => status !== "done" && !known.has(id))
    .map(({ id, status, why, note }): OpenJob => {
      return {
        job: null,
        unit: id,
        is: status === "failed" ? "failed" : "later",
        next: why ?? note ?? "its turn comes",
      };
    });
  return {
    interrupted: told.some(({ gone }) => gone),
    done,
    notDone: [...told.flatMap((one) => ("left" in one ? [one.left] : [])), ...units],
    inDoubt: told.flatMap((one) => ("doubt" in one ? [one.doubt] : [])),
  };
};
