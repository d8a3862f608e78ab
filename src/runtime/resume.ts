// Why: after an interruption people want to know what is safe, what is left and what nobody knows, before they say `run`; it is read from state, leases and spool as a runner would.
import type { Job } from "../core/job.ts";
import { isOver } from "../core/over.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Lease, Time } from "../core/row.ts";
import type { SpoolEntry } from "../workspace/workspace.ts";
import { unknownRun } from "./find.ts";
import type { Foretold, Untold } from "./foretell.ts";
import { granterOf } from "./runner/granter.ts";
import { hostingOf } from "./runner/look.ts";
import type { RunnerParts } from "./runner-parts.ts";
import type { Doubt, Left, ResumeReport } from "./system.ts";
import { unheard } from "./unseen.ts";

/** `unseen`: why it is in doubt, and as what it is told. `gone`: whoever began it is no longer there. */
type Judged =
  | { readonly is: "left"; readonly left: Omit<Left, "job" | "unit">; readonly gone: boolean }
  | { readonly is: "ended"; readonly entry: SpoolEntry; readonly gone: boolean }
  | { readonly is: "unseen"; readonly why: string; readonly reason: "lost" | "lapsed" | "timeout"; readonly entry: SpoolEntry | null };

type Seen = Pick<RunnerParts, "engine"> & {
  readonly leases: readonly Lease[];
  readonly entries: readonly SpoolEntry[];
  /** By the clock that leases lapse by. */
  readonly now: Time;
};

const left = (is: Left["is"], next: string, gone = false): Judged => ({ is: "left", left: { is, next }, gone });

const judgeHosted = ({ engine, leases, now }: Seen, entry: SpoolEntry, begun: boolean): Judged => {
  const { processes } = engine.workspace;
  const { machine } = granterOf(entry.job.lease);
  const gone = !processes.alive(entry.job.runner);
  if (entry.exit === null && machine !== engine.machine) {
    const held = leases.some(({ fence, until }) => fence === entry.fence && until > now);
    if (held) return left("running", `it goes on on ${machine}, and is waited for`);
    return { is: "unseen", reason: "lost", entry, why: `it was hosted on ${machine}, and its lease is not renewed` };
  }
  const at = Date.parse(engine.now());
  const hosting = hostingOf({ engine }, entry, at, at);
  if (hosting === "finished") return { is: "ended", entry, gone };
  if (hosting === "live" || hosting === "coming") return left("running", "its process goes on by itself: it is taken up again", gone);
  if (hosting === "void") return left("unstarted", begun ? "nothing was launched: it is given back, and begun again" : "it is begun", true);
  return { is: "unseen", reason: "lost", entry, why: "its host died before it could say how it ended" };
};

const judgeUnhosted = ({ engine, now }: Seen, job: Job, lease: Lease | undefined): Judged => {
  const unseen = (reason: "lost" | "lapsed" | "timeout", why: string): Judged => ({ is: "unseen", reason, entry: null, why });
  if (job.child !== undefined && job.begun) return left("running", "its own run is gone on with");
  if (lease !== undefined && lease.until > now) {
    const { process, machine } = granterOf(lease);
    if (process === null) return left("held", `${lease.holder.name} has it until ${lease.until}: it is waited for`);
    if (machine !== engine.machine || engine.workspace.processes.alive(process)) return left("running", "another runner has it in hand");
    return job.begun ? unseen("lost", "whoever began it died before its host came up") : left("unstarted", "it is begun", true);
  }
  if (!job.begun) {
    const late = job.notBefore !== undefined && job.notBefore > engine.now() ? `not before ${job.notBefore}` : null;
    const why = job.why ?? late;
    if (why !== null) return left("waiting", why);
    return left("due", job.outside === true ? "it waits for somebody outside: `cairn claim`" : "it is begun");
  }
  if (lease !== undefined) return unseen("lapsed", `the lease of ${lease.holder.name} ran out at ${lease.until}`);
  if (job.outside !== true) return unseen("lost", "it began, and nobody holds it");
  if (job.deadline !== undefined && job.deadline <= engine.now()) return unseen("timeout", `its time was over at ${job.deadline}`);
  if (job.expires !== undefined && job.expires <= engine.now()) return unseen("lapsed", `nobody held it by ${job.expires}`);
  return left("held", "somebody outside has it: it is waited for");
};

export const resumeOf = async (parts: RunnerParts, run: string): Promise<ResumeReport | Refusal> => {
  const { engine, folds } = parts;
  const folded = await folds.newest(run);
  if (folded === null) return unknownRun(run);
  const { protocol, state } = folded;
  const { nodes } = protocol.view(state);
  const done = nodes.filter(({ status }) => status === "done").map(({ id }) => id);
  if (isOver(protocol.life(state))) return { interrupted: false, done, notDone: [], inDoubt: [] };
  const [leases, { entries }, now] = [await engine.ledger.leases(run), await engine.workspace.spool.list(run), await engine.ledger.now()];
  const seen: Seen = { engine, leases, entries, now };
  const notDone: Left[] = [];
  const inDoubt: Doubt[] = [];
  let interrupted = false;
  const jobs = protocol.jobs(state);
  /** Read only where something is to be foretold: it takes more than all the rest of a status. */
  const follows = async (untold: Omit<Untold, "run">): Promise<Foretold> =>
    (await import("./foretell.ts")).foretell(parts, folded, { run, ...untold });
  for (const job of jobs) {
    const of = { job: job.key, unit: job.subject };
    if (job.kind === "decision") {
      notDone.push({ ...of, is: "decision", next: `you are asked: \`cairn decide ${run} ${job.key}\`` });
      continue;
    }
    const entry = entries.findLast((one) => one.job.job.key === job.key);
    const lease = leases.find((one) => one.job === job.key);
    const judged = entry === undefined ? judgeUnhosted(seen, job, lease) : judgeHosted(seen, entry, job.begun);
    if (judged.is === "left") {
      interrupted ||= judged.gone;
      notDone.push({ ...of, ...judged.left });
    } else if (judged.is === "ended") {
      interrupted ||= judged.gone;
      const { next } = await follows({ job, lease: judged.entry.job.lease, entry: judged.entry });
      notDone.push({ ...of, is: "ended", next: `it ended: what it came to is read, ${next}` });
    } else {
      interrupted = true;
      const { reason, why } = judged;
      const end = { ...unheard, exit: null, reason, report: null, found: "none" } as const;
      const { next, then } = await follows({ job, lease: judged.entry?.job.lease ?? lease ?? null, entry: judged.entry, end });
      inDoubt.push({ ...of, role: job.role, why, policy: job.doubt, next, then });
    }
  }
  const told = new Set(jobs.map(({ subject }) => subject));
  for (const { id, status, why, note } of nodes)
    if (status !== "done" && !told.has(id))
      notDone.push({ job: null, unit: id, is: status === "failed" ? "failed" : "later", next: why ?? note ?? "its turn comes" });
  return { interrupted, done, notDone, inDoubt };
};
