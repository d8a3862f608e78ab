// Constructors of commands on a run's work.
import { refuse, type Refusal } from "../../core/refusal.ts";
import { commandsOn, type Decided } from "../../kit/command.ts";
import type { WorkEvent } from "../events.ts";
import type { Candidate, Site } from "../site.ts";
import type { Judge } from "../trials.ts";

/** `isAuto`: the run asks nobody what has a usual answer. `fails`: it fails instead of asking what has none. */
export type SiteAndJudge = {
  readonly site: Site;
  readonly judge: Judge;
  readonly isAuto?: boolean;
  readonly fails?: boolean;
};

export const { answering, command, opener } = commandsOn<SiteAndJudge, WorkEvent>();

export const onCandidate = (
  site: Site,
  unit: string,
  then: (candidate: Candidate) => Decided<WorkEvent>,
): Decided<WorkEvent> => {
  const candidate = site.candidates[unit];
  return candidate === undefined
    ? refuse("WORK_UNKNOWN", `${unit} has no work that waits to land`)
    : then(candidate);
};

/** The head has moved since it was read. */
export const behind = (site: Site, onto: string): Refusal | null =>
  onto === site.head.commit
    ? null
    : refuse("HEAD_MOVED", `the run's head is ${site.head.commit} by now, not ${onto}`);
