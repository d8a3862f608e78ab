// History entries signed by a command's sender; an edit's own entry replaces them.
import type { Stamp } from "../../../core/protocol.ts";
import type { Path } from "../../../core/row.ts";
import { type Entry, entry, type GivenEntry, givenEntry, signer } from "../entries.ts";
import { jobs } from "../jobs.ts";
import { aboutOf, subjectOf } from "../jobs/about.ts";
import { authorOf } from "../reviewers.ts";
import type { Author, State } from "../state.ts";

/** Role of the sender's job; null if that job isn't due. */
export const roleIn = (state: State, { by }: Pick<Stamp, "by">): string | null =>
  by.job === undefined ? null : (jobs(state).find(({ key }) => key === by.job)?.role ?? null);

/** A job on the subject is due, and the sender speaks for it; the engine needs no lease for jobs without a holder. */
export const isDue = (state: State, { by }: Pick<Stamp, "by">, subject: string): boolean =>
  jobs(state).some(
    (job) =>
      (by.job === undefined ? by.kind === "engine" : job.key === by.job) &&
      subjectOf(aboutOf(job)) === subject,
  );

/** The name in an edit's entry counts only if no job was active whose holder could have made the edit. */
export const authorIn = (state: State, stamp: Stamp, given?: GivenEntry): Author =>
  authorOf(
    given === undefined || stamp.by.job !== undefined
      ? stamp
      : { by: { ...stamp.by, name: given.agent } },
    roleIn(state, stamp),
  );

export type Mark = {
  readonly signal: string;
  readonly summary: string;
  readonly files?: readonly Path[] | undefined;
  /** The entry of the edit. */
  readonly given?: GivenEntry | undefined;
};

type Said = {
  readonly changed?: readonly Path[] | undefined;
  readonly entry?: GivenEntry | undefined;
  readonly files_modified?: readonly Path[] | undefined;
};
/** The changed files as the engine saw them, else as reported; null if not reported. */
export const filesOf = ({
  changed,
  entry: given,
  files_modified: claimed,
}: Said): readonly Path[] | null => changed ?? given?.files ?? claimed ?? null;

/** The history entry of a sender's action. */
export const mark = (
  state: State,
  stamp: Stamp,
  { signal, summary, files = [], given }: Mark,
): Entry =>
  given === undefined
    ? entry(state, stamp, signer(stamp, roleIn(state, stamp)), signal, summary, files)
    : givenEntry(state, stamp, given, signal);
