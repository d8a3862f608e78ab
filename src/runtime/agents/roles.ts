// Roles and jobs that a run needs agents for, and whether someone sees to it already.
import type { Job } from "../../core/job.ts";
import type { Config } from "../config.ts";
import type { Engine } from "../engine.ts";
import type { Role } from "../../core/view.ts";
import type { Folded } from "../fold.ts";

export type Run = Pick<Folded, "protocol" | "state">;

/** The roles that this run may need: those of its protocol and those of due jobs. */
export const rolesOf = ({ protocol, state }: Run, jobs: readonly Job[]): readonly Role[] => {
  const named = protocol.roles?.(state) ?? [];
  const due = jobs
    .filter((job) => job.kind === "agent" && job.outside !== true && job.child === undefined)
    .map((job) => job.role);
  return [
    ...named,
    ...[...new Set(due)]
      .filter((name) => !named.some((role) => role.name === name))
      .map((name) => ({ name })),
  ];
};

/** Jobs that an agent or a check on this machine should begin. */
export const dueOf = ({ protocol, state }: Run): readonly Job[] =>
  protocol
    .jobs(state)
    .filter(
      ({ kind, child, why, begun }) =>
        kind !== "decision" && child === undefined && why === null && !begun,
    );

/** Whether no agent is needed now: an agent is at work, though perhaps unavailable here, an external worker is, or the run isn't live. */
export const isTended = async (
  engine: Engine,
  run: string,
  { protocol, state }: Run,
): Promise<boolean> =>
  protocol.life(state) !== "live" ||
  (await engine.ledger.leases(run)).length > 0 ||
  engine.workspace.runners.all().some((one) => one.run === run);

/** Neither the repository's nor the personal configuration names agents. */
export const isUnset = ({ agents, roles }: Pick<Config, "agents" | "roles">): boolean =>
  Object.keys(agents).length === 0 && Object.keys(roles).length === 0;

/** The first message of all that a newcomer may get: nothing else is said with it. */
export const noAgent = "No agent is set up. `cairn init` asks which one.";
