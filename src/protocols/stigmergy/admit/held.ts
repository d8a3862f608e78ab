// Lease check of edits: only the holder changes a leased story or issue.
import type { Facts } from "../../../core/protocol.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { jobs } from "../jobs.ts";
import { aboutOf } from "../jobs/about.ts";
import { roleOf, unknown } from "../roster.ts";
import type { IssueId, State, StoryId } from "../state.ts";

export type Unit =
  | { readonly is: "story"; readonly id: StoryId }
  | { readonly is: "issue"; readonly id: IssueId };

export type Holders = {
  /** The role of the only lease; null if there is none, or more than one. */
  readonly only: string | null;
  /** Returns JOB_HELD or null. `agent`: who signs the edit; null if unsigned */
  refused(unit: Unit, agent: string | null): Refusal | null;
};

export const holdersOf = (state: State, { leases = [] }: Pick<Facts, "leases">): Holders => {
  const due = new Map(leases.length === 0 ? [] : jobs(state).map((job) => [job.key, job]));
  const held = leases.flatMap(({ key, role, holder }) => {
    const job = due.get(key);
    if (job === undefined) return [];
    const about = aboutOf(job);
    const unit =
      about.is === "issue"
        ? `issue:${about.issue}`
        : "story" in about
          ? `story:${about.story}`
          : null;
    return [{ unit, role: role ?? job.role, name: holder.name }];
  });
  return {
    only: held.length === 1 ? (held[0]?.role ?? null) : null,
    refused({ is, id }, agent) {
      const here = held.filter(({ unit }) => unit === `${is}:${id}`);
      if (
        here.length === 0 ||
        (agent === null || agent === unknown
          ? held.length === 1
          : here.some(({ role }) => role === roleOf(agent)))
      )
        return null;
      const who = here.map(({ role, name }) => `${role} (${name})`).join(", ");
      return refuse("JOB_HELD", `${is} ${id} is being worked on by ${who}`, {
        fits: "an entry signed with that role, or wait until it is done",
      });
    },
  };
};
