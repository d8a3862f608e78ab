// Judgement of a job after an interruption, by state, lease and spool.
import type { Job } from "../../core/job.ts";
import { isSilent } from "../../core/agents/patience.ts";
import type { Lease, Time } from "../../core/row.ts";
import { span } from "../../core/words/spans.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { granterOf } from "../runner/granter.ts";
import { hostingOf } from "../runner/look.ts";
import type { OpenJob } from "./report.ts";

/** `unseen`: why it is in doubt, and how that is reported. `gone`: the process that began it no longer exists. */
export type JobVerdict =
  | { readonly is: "left"; readonly left: Omit<OpenJob, "job" | "unit">; readonly gone: boolean }
  | { readonly is: "ended"; readonly entry: SpoolEntry; readonly gone: boolean }
  | {
      readonly is: "unseen";
      readonly why: string;
      readonly reason: "lost" | "lapsed" | "timeout";
      readonly entry: SpoolEntry | null;
      readonly lease: Lease | null;
    };

export type Scene = {
  readonly engine: Engine;
  readonly leases: readonly Lease[];
  readonly entries: readonly SpoolEntry[];
  /** By the clock of leases. */
  readonly now: Time;
};

const left = (is: OpenJob["is"], next: string, gone = false): JobVerdict => ({
  is: "left",
  left: { is, next },
  gone,
});

/** A note for work on another machine that may have died. */
const silence = ({ now }: Scene, { until }: Pick<Lease, "until">): string => {
  const leftMs = Date.parse(until) - Date.parse(now);
  return isSilent(leftMs) ? `; that machine is silent, and its lease ends in ${span(leftMs)}` : "";
};

const judgeHosted = (seen: Scene, entry: SpoolEntry, begun: boolean): JobVerdict => {
  const { engine, leases, now } = seen;
  const { processes } = engine.workspace;
  const { lease } = entry.job;
  const lost = (why: string): JobVerdict => ({ is: "unseen", reason: "lost", why, entry, lease });
  const { machine } = granterOf(lease);
  const gone = !processes.alive(entry.job.runner);
  if (entry.exit === null && !engine.isHere(machine)) {
    const held = leases.find(({ fence, until }) => fence === entry.fence && until > now);
    if (held !== undefined)
      return left(
        "running",
        `it still runs on ${machine}, and is waited for${silence(seen, held)}`,
      );
    return lost(`it was hosted on ${machine}, and its lease is not renewed`);
  }
  const at = Date.parse(engine.now());
  const hosting = hostingOf({ engine }, entry, at, at);
  if (hosting === "finished") return { is: "ended", entry, gone };
  if (hosting === "live" || hosting === "coming")
    return left("running", "it still runs, and is followed again", gone);
  if (hosting === "void")
    return left(
      "unstarted",
      begun ? "nothing was launched: it is given back, and begun again" : "it begins",
      true,
    );
  return lost("its host died before it could say how it ended");
};

const onAnother = (engine: Engine, lease: Lease): string => {
  const { machine } = granterOf(lease);
  return engine.isHere(machine) ? "" : ` on ${machine}`;
};

const judgeUnhosted = (seen: Scene, job: Job, lease: Lease | undefined): JobVerdict => {
  const { engine, now } = seen;
  const unseen = (reason: "lost" | "lapsed" | "timeout", why: string): JobVerdict => {
    return { is: "unseen", reason, why, entry: null, lease: lease ?? null };
  };
  if (job.child !== undefined && job.begun) return left("running", "its own run is resumed");
  if (lease !== undefined && lease.until > now) {
    const { process, machine } = granterOf(lease);
    if (process === null)
      return left("held", `${lease.holder.name} has it until ${lease.until}: it is waited for`);
    if (!engine.isHere(machine))
      return left("running", `a runner on ${machine} has it in hand${silence(seen, lease)}`);
    if (engine.workspace.processes.alive(process))
      return left("running", "another runner has it in hand");
    return job.begun
      ? unseen("lost", "the process that began it died before its host was up")
      : left("unstarted", "it begins", true);
  }
  if (!job.begun) {
    const isLate = job.notBefore !== undefined && job.notBefore > engine.now();
    const why = job.why ?? (isLate ? `not before ${job.notBefore}` : null);
    if (why !== null) return left("waiting", why);
    return left(
      "due",
      job.outside === true ? "it waits for an external worker: `cairn job claim`" : "it begins",
    );
  }
  if (lease !== undefined)
    return unseen(
      "lapsed",
      `the lease of ${lease.holder.name}${onAnother(engine, lease)} ran out at ${lease.until}`,
    );
  if (job.outside !== true) return unseen("lost", "it began, and nobody holds it");
  if (job.deadline !== undefined && job.deadline <= engine.now())
    return unseen("timeout", `its time was over at ${job.deadline}`);
  if (job.expires !== undefined && job.expires <= engine.now())
    return unseen("lapsed", `nobody held it by ${job.expires}`);
  return left("held", "an external worker has it: waiting for that");
};

/** Its spool entry takes precedence over its lease. */
export const judge = (seen: Scene, job: Job): JobVerdict => {
  const entry = seen.entries.findLast((one) => one.job.job.key === job.key);
  if (entry !== undefined) return judgeHosted(seen, entry, job.begun);
  const lease = seen.leases.find((one) => one.job === job.key);
  return judgeUnhosted(seen, job, lease);
};
