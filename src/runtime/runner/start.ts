// Start of due jobs while there is room; jobs of other runners are reported.
import type { Job } from "../../core/job.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { configOfRun } from "../config.ts";
import type { RunOptions } from "../run-options.ts";
import type { Adopter } from "./adopt.ts";
import { agentOf, findAgents } from "./agents.ts";
import { createBeginJob, type Tried } from "./begin-job.ts";
import type { Driving } from "./driving.ts";
import type { Look } from "./look.ts";
import type { Refusals } from "./refusals.ts";
import { servingOf } from "./serving.ts";

export type Started = {
  /** A phrase per started job. */
  readonly changed: readonly string[];
  readonly outside: readonly Job[];
  /** Milliseconds until the next scheduled job may start; null: none. */
  readonly soonest: number | null;
  /** Due jobs wait for room or for another process. */
  readonly waiting: boolean;
  /** Jobs that may not begin at this version of the run, with reasons. */
  readonly refused: ReadonlyMap<string, string>;
};
/**
 * @param taken keys of jobs that have a lease or a spool
 * @param begins false: nothing may begin yet
 */
export type Starter = (
  seen: Look,
  live: readonly SpoolEntry[],
  taken: ReadonlySet<string>,
  begins: boolean,
) => Promise<Started>;

/** Checks with a network may open ports or use a database: of one run they go one at a time. */
const runsAlone = ({ kind, checks = [] }: Job, network: boolean): boolean =>
  kind === "check" && checks.some((one) => "argv" in one && (network || one.parallel === false));

export const createStarter = (
  driving: Driving,
  { hand, ...options }: RunOptions,
  adopter: Pick<Adopter, "started" | "restOf" | "heldBack">,
  refusals: Refusals,
): Starter => {
  const { engine, tell } = driving;
  const left = new Set<string>();
  const looked = new Set<string>();
  const beginJob = createBeginJob(driving, adopter, refusals);

  /** Jobs that this runner may begin; reports those of other runners once. */
  const ours = (ready: readonly Job[], notHere: (job: Job) => string | null): readonly Job[] =>
    ready.filter((job) => {
      const why = notHere(job);
      if (why !== null && !left.has(why)) {
        left.add(why);
        tell({ is: "job", key: job.key, what: "left", note: why });
      }
      return why === null;
    });

  return async (seen, live, taken, begins) => {
    const { folded } = seen;
    const { name } = folded.protocol;
    const { notHere, serves } = servingOf(configOfRun(engine.config, folded.state), options);
    const now = engine.now();
    const open = seen.jobs.filter(
      (job) => job.kind !== "decision" && job.child === undefined && !taken.has(job.key),
    );
    const ready = open.filter((job) => job.why === null && !job.begun);
    const due = ours(ready, (job) => notHere(name, job));
    const outside = open.filter((job) => job.begun && job.outside === true);
    await findAgents(engine, folded, due, looked, hand, (role) => serves(name, role));

    const refused = new Map<string, string>();
    const changed: string[] = [];
    let soonest: number | null = null;
    // Jobs of other runners are waited for.
    let waiting = due.length < ready.length;
    const note = (job: Job, tried: Tried): void => {
      if (tried.is === "refused") refused.set(job.key, tried.why);
      else if (tried.is === "later") soonest = Math.min(soonest ?? tried.ms, tried.ms);
      else if (tried.is === "waits") waiting = true;
      else changed.push(tried.is === "moved" ? tried.did : `${job.key} was started`);
    };
    if (due.length > 0 && !begins) return { changed, outside, soonest, waiting: true, refused };
    const isLone = (job: Job): boolean => runsAlone(job, engine.config.fence.network);
    let lone = live.some(({ job: { job } }) => isLone(job));
    for (const job of due) {
      if (lone && isLone(job)) {
        waiting = true;
        continue;
      }
      const byHand = job.kind !== "check" && (hand || job.outside === true);
      const agent =
        job.kind === "check" ? null : byHand ? "hand" : await agentOf(engine, folded, job.role);
      // findAgents has already reported a missing one as a fault.
      if (agent !== null && agent !== "hand" && "missing" in agent) continue;
      if (agent === "hand") outside.push(job);
      else {
        const tried = await beginJob({ seen, live, now }, job, agent);
        note(job, tried);
        lone ||= tried.is === "begun" && isLone(job);
        if (tried.is === "moved") break;
      }
    }
    return { changed, outside, soonest, waiting, refused };
  };
};
