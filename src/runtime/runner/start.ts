// Start of due jobs while there is room; what holds one back, and jobs of other runners, are reported.
import type { Job } from "../../core/job.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { spentElsewhere } from "../jobs/budget.ts";
import { isEarlier } from "../claims/claimable.ts";
import { createOlderText } from "../agents/tried.ts";
import type { Adopter } from "./adopt.ts";
import { type Agent, agentOf, findAgents } from "./agents.ts";
import type { Driving } from "./driving.ts";
import { launch } from "./launch.ts";
import type { Look } from "./look.ts";
import type { Refusals } from "./refusals.ts";
import { configOfRun } from "../config.ts";
import type { RunOptions } from "../run-options.ts";
import { servingOf } from "./serving.ts";

/** waits: no room, or another job must end first. later: at a certain time. moved: the run has advanced, so look again. */
type Tried =
  | { readonly is: "begun" | "waits" }
  | { readonly is: "later"; readonly ms: number }
  | { readonly is: "refused"; readonly why: string }
  | { readonly is: "moved"; readonly did: string };

/** `now`: by this machine's clock. */
type Moment = {
  readonly seen: Look;
  readonly live: readonly SpoolEntry[];
  readonly now: string;
};
type BeginJob = (moment: Moment, job: Job, agent: Agent | null) => Promise<Tried>;

const waits: Tried = { is: "waits" };

/** Agents of jobs that are no longer due may change the tree until they are stopped. */
const hasUnwanted = ({ seen, live }: Moment): boolean =>
  live.some(
    ({ job: { agent, job } }) => agent !== null && !seen.jobs.some(({ key }) => key === job.key),
  );

const createBeginJob = (
  driving: Driving,
  { started, restOf, heldBack }: Pick<Adopter, "started" | "restOf" | "heldBack">,
  refusals: Refusals,
): BeginJob => {
  const { engine, folds, room, run, tell } = driving;
  const olderText = createOlderText(engine);
  const told = (job: Job, what: "refused" | "started", note: string): void =>
    tell({ is: "job", key: job.key, what, note });

  const msLeft = async ({ now }: Moment, job: Job, agent: Agent | null): Promise<number> =>
    job.notBefore !== undefined && job.notBefore > now
      ? Date.parse(job.notBefore) - Date.parse(now)
      : agent === null
        ? 0
        : restOf(agent.name);

  /** null: an agent may begin the job. */
  const keptBack = async (
    { seen, live }: Moment,
    job: Job,
    agent: Agent,
  ): Promise<Tried | null> => {
    const spent = await spentElsewhere(driving);
    if (spent !== null)
      return (await folds.newest(run))?.version === seen.folded.version
        ? { is: "refused", why: spent.text }
        : { is: "moved", did: "what the project used today was told" };
    if (live.some((entry) => isEarlier(entry.job, job)) || !room.take(run)) return waits;
    const older = await olderText(agent);
    if (older !== null) tell({ is: "warning", text: older });
    return null;
  };

  const begin = async (job: Job, agent: Agent | null, version: number): Promise<Tried> => {
    const launched = await launch(driving, job, agent);
    if (launched.is !== "launched" && agent !== null) room.giveBack(run);
    if (launched.is === "busy") return waits;
    if (launched.is === "launched") {
      started(launched.folder);
      told(job, "started", agent === null ? "check" : `agent ${agent.name}`);
      return { is: "begun" };
    }
    const { why } = launched;
    refusals.refuse(job.key, version, why);
    told(job, "refused", why);
    return { is: "refused", why };
  };

  return async (moment, job, agent) => {
    const held = agent === null ? null : heldBack(agent.name);
    if (held !== null) return { is: "refused", why: held };
    const ms = await msLeft(moment, job, agent);
    if (ms > 0) return { is: "later", ms };
    const { version } = moment.seen.folded;
    const why = refusals.at(job.key, version);
    if (why !== null) return { is: "refused", why };
    const kept =
      agent === null ? (hasUnwanted(moment) ? waits : null) : await keptBack(moment, job, agent);
    return kept ?? begin(job, agent, version);
  };
};

type Started = {
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
type Starter = (
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
