// Why: what is due is started while there is room, and what isn't ours to start is named for those whose it is.
import type { Job } from "../../core/job.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { configOfRun } from "../assigned.ts";
import { spentElsewhere } from "../budget.ts";
import type { RunOptions } from "../run-options.ts";
import { isEarlier } from "../claimable.ts";
import { olderText } from "../tried.ts";
import type { Adopter } from "./adopt.ts";
import { agentOf, findAgents } from "./agents.ts";
import type { Driving } from "./driving.ts";
import { launch } from "./launch.ts";
import type { Look } from "./look.ts";
import { servingOf } from "./serving.ts";

export type Started = {
  /** What was begun, a phrase each. */
  readonly changed: readonly string[];
  readonly outside: readonly Job[];
  /** Milliseconds till the next job may start by the clock; null: none waits for it. */
  readonly soonest: number | null;
  /** Due, but there is no room or somebody else has it. */
  readonly waiting: boolean;
  /** Jobs that may not begin at this version of the run, and why. */
  readonly refused: ReadonlyMap<string, string>;
};
export type Starter = (
  seen: Look,
  live: readonly SpoolEntry[],
  taken: ReadonlySet<string>,
  begins: boolean,
) => Promise<Started>;

/** `taken`: keys of jobs that have a lease or a spool. `begins` false: nothing may begin yet. */
export const createStarter = (
  driving: Driving,
  { hand, ...options }: RunOptions,
  { started, refusedAt, restOf }: Pick<Adopter, "started" | "refusedAt" | "restOf">,
): Starter => {
  const { engine, room, run, tell } = driving;
  const left = new Set<string>();
  const looked = new Set<string>();
  const aged = new Set<string>();
  const besides = new Map<string, string>();
  const refusals = new Map<string, { readonly version: number; readonly why: string }>();

  return async (seen, live, taken, begins) => {
    const { folded } = seen;
    const { notHere, serves } = servingOf(configOfRun(engine.config, folded.state), options);
    const now = engine.now();
    const open = seen.jobs.filter(
      (job) => job.kind !== "decision" && job.child === undefined && !taken.has(job.key),
    );
    const { name } = folded.protocol;
    const ready = open.filter((job) => job.why === null && !job.begun);
    const due = ready.filter((job) => notHere(name, job) === null);
    for (const job of ready) {
      const why = notHere(name, job);
      if (why === null || left.has(why)) continue;
      left.add(why);
      tell({ is: "job", key: job.key, what: "left", note: why });
    }
    const outside = open.filter((job) => job.begun && job.outside === true);
    const refused = new Map<string, string>();
    await findAgents(engine, folded, due, looked, hand, (role) => serves(name, role));

    let soonest: number | null = null;
    const changed: string[] = [];
    // Other runners begin what isn't ours: it is waited for.
    let waiting = due.length < ready.length;
    if (due.length > 0 && !begins)
      return { changed, outside, soonest: null, waiting: true, refused };
    for (const job of due) {
      const agent =
        job.kind === "check"
          ? null
          : hand || job.outside === true
            ? "hand"
            : await agentOf(engine, folded, job.role);
      if (agent === "hand") {
        outside.push(job);
        continue;
      }
      // findAgents told it already, as a fault.
      if (agent !== null && "missing" in agent) continue;
      if (job.notBefore !== undefined && job.notBefore > now) {
        const ms = Date.parse(job.notBefore) - Date.parse(now);
        soonest = Math.min(soonest ?? ms, ms);
        continue;
      }
      const rest = agent === null ? 0 : restOf(agent.name);
      if (rest > 0) {
        soonest = Math.min(soonest ?? rest, rest);
        continue;
      }
      const before = refusals.get(job.key);
      const why =
        before?.version === folded.version ? before.why : refusedAt(job.key, folded.version);
      if (why !== null) {
        refused.set(job.key, why);
        continue;
      }
      // What nobody wants any more may still move the tree, until it is stopped.
      if (
        agent === null &&
        live.some(
          ({ job: { agent: hosted, job: one } }) =>
            hosted !== null && !seen.jobs.some(({ key }) => key === one.key),
        )
      ) {
        waiting = true;
        continue;
      }
      const spent = agent === null ? null : await spentElsewhere(driving);
      if (spent !== null) {
        const told = (await driving.folds.newest(run))?.version !== folded.version;
        if (told)
          return {
            changed: [...changed, "what the project used today was told"],
            outside,
            soonest,
            waiting,
            refused,
          };
        refused.set(job.key, spent.text);
        continue;
      }
      const earlier = agent !== null && live.some((entry) => isEarlier(entry.job, job));
      if (earlier || (agent !== null && !room.take(run))) {
        waiting = true;
        continue;
      }
      if (agent !== null && !aged.has(agent.name)) {
        aged.add(agent.name);
        const older = await olderText(engine, agent);
        if (older !== null) tell({ is: "warning", text: older });
      }
      const launched = await launch(driving, job, agent);
      if (launched.is !== "launched" && agent !== null) room.giveBack(run);
      if (launched.is === "busy") waiting = true;
      else if (launched.is === "beside") {
        // Of another run: nothing that happens in this one lifts it, so it is looked at again each time.
        const { why, held } = launched.beside;
        if (held) waiting = true;
        else refused.set(job.key, why);
        if (besides.get(job.key) !== why)
          tell({ is: "job", key: job.key, what: "refused", note: `not yet: ${why}` });
        besides.set(job.key, why);
      } else if (launched.is === "refused") {
        refusals.set(job.key, { version: folded.version, why: launched.why });
        refused.set(job.key, launched.why);
        tell({ is: "job", key: job.key, what: "refused", note: launched.why });
      } else {
        started(launched.folder);
        changed.push(`${job.key} was started`);
        tell({
          is: "job",
          key: job.key,
          what: "started",
          note: agent === null ? "check" : `agent ${agent.name}`,
        });
      }
    }
    return { changed, outside, soonest, waiting, refused };
  };
};
