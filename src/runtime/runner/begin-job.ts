// Beginning of one due job: remaining obstacles, else its launch.
import type { Job } from "../../core/job.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { spentElsewhere } from "../budget.ts";
import { isEarlier } from "../claims/claimable.ts";
import { createOlderText } from "../tried.ts";
import type { Adopter } from "./adopt.ts";
import type { Agent } from "./agents.ts";
import type { Driving } from "./driving.ts";
import { launch } from "./launch.ts";
import type { Look } from "./look.ts";
import type { Refusals } from "./refusals.ts";

/** waits: no room, or another job must end first. later: at a certain time. moved: the run has advanced, so look again. */
export type Tried =
  | { readonly is: "begun" | "waits" }
  | { readonly is: "later"; readonly ms: number }
  | { readonly is: "refused"; readonly why: string }
  | { readonly is: "moved"; readonly did: string };

/** `now`: by this machine's clock. */
export type Moment = {
  readonly seen: Look;
  readonly live: readonly SpoolEntry[];
  readonly now: string;
};
export type BeginJob = (moment: Moment, job: Job, agent: Agent | null) => Promise<Tried>;

const waits: Tried = { is: "waits" };

/** Agents of jobs that are no longer due may change the tree until they are stopped. */
const hasUnwanted = ({ seen, live }: Moment): boolean =>
  live.some(
    ({ job: { agent, job } }) => agent !== null && !seen.jobs.some(({ key }) => key === job.key),
  );

export const createBeginJob = (
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
