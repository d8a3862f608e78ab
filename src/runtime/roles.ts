// Why: whom a run needs is asked before anybody is looked for, also by who must not pay for looking.
import type { Job } from "../core/job.ts";
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
