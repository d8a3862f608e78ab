// Roles and jobs that a run needs agents for, and whether someone sees to it already.
import type { Job } from "../core/job.ts";
import type { Engine } from "./engine.ts";
import type { Role } from "../core/view.ts";
import type { Folded } from "./fold.ts";

export type Run = Pick<Folded, "protocol" | "state">;

/** The roles whose agents this run may need: those that its protocol names and those of the jobs that are due. */
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

/** Jobs that an agent or a check of this machine should begin. */
export const dueOf = ({ protocol, state }: Run): readonly Job[] =>
  protocol
    .jobs(state)
    .filter(
      ({ kind, child, why, begun }) =>
        kind !== "decision" && child === undefined && why === null && !begun,
    );

/** Whoever is at work was found, maybe where other programs are at hand than here; and where somebody outside is, nobody waits for an agent. Nor does a run that isn't live. */
export const isTended = async (
  engine: Engine,
  run: string,
  { protocol, state }: Run,
): Promise<boolean> =>
  protocol.life(state) !== "live" ||
  (await engine.ledger.leases(run)).length > 0 ||
  engine.workspace.runners.all().some((one) => one.run === run);
