// History entries of the stigmergy state file: one per event, with time and signer.
import type { Entries } from "../../core/extras.ts";
import type { Stamp } from "../../core/protocol.ts";
import type { Path, Time } from "../../core/row.ts";
import { filesLimit, summaryLimit } from "./limits.ts";
import { roleOf, saul, unknown, user } from "./roster.ts";
import { plain } from "./spelling.ts";
import type { State, Story } from "./state.ts";
import { timeIn } from "./times.ts";

/**
 * As an event keeps it. `at`: as the file shows it; `claimed`: what its author wrote, where that is another. `on`: of an edit's,
 * how many entries of the history its author had read without a gap: by that a copy that goes on from it is known again.
 */
export type Entry = {
  readonly at: Time;
  readonly agent: string;
  readonly signal: string;
  readonly summary: string;
  readonly files: readonly Path[];
  readonly claimed?: string | undefined;
  readonly on?: number | undefined;
  readonly extras?: Entries | undefined;
};

/** As an edit gives it. `signal` null: none was given. */
export type GivenEntry = {
  readonly agent: string;
  readonly signal?: string | null | undefined;
  readonly summary: string;
  readonly files?: readonly Path[] | undefined;
  readonly claimed?: string | null | undefined;
  readonly on?: number | undefined;
  readonly extras?: Entries | undefined;
};

/** Strictly later than the last one; a claimed time is kept where it lies between that and now. */
export const entryTime = (last: Time, now: Time, claimed?: string | null): Time => {
  const said = claimed === undefined || claimed === null ? null : timeIn(claimed);
  if (said !== null && said > last && said <= now) return said;
  return now > last ? now : new Date(Date.parse(last) + 1).toISOString();
};

/** Signals that only the events say that own them; written by others they are claims (specification, section 2, "Verdict signals"). */
const verdicts: readonly string[] = [
  "BRIEF_APPROVED",
  "EXECUTION_APPROVED",
  "STORY_APPROVED",
  "STORY_QA_PASSED",
  "STORY_VERIFIED_BY_PO",
  "STORY_COMPLETE",
  "EPIC_COMPLETE",
  "PROJECT_COMPLETE",
  "INPUT_PROVIDED",
  "BYPASS",
  "CODE_APPROVED_BY_QA",
  "EPIC_VERIFIED",
  "MILESTONE_APPROVED",
];
/** Nor do signs between its letters make another word of it: a reader would take it for the verdict. */
const bare = (signal: string): string => plain(signal).replace(/[^\p{L}\p{N}]/gu, "");
const bareVerdicts: ReadonlySet<string> = new Set(verdicts.map(bare));
const claimedSignal = (signal: string): string =>
  bareVerdicts.has(bare(signal)) ? `CLAIMED_${signal}` : signal;

const cutSummary = (summary: string): string =>
  summary.length <= summaryLimit ? summary : `${summary.slice(0, summaryLimit - 1)}…`;

/** Characters of the paths that an entry keeps. */
export const pathsSize = (files: readonly Path[]): number =>
  files.slice(0, filesLimit).reduce((sum, path) => sum + path.length, 0);

/** At most so many paths, and how many more there were. */
const cutFiles = (
  files: readonly Path[],
): { readonly files: readonly Path[]; readonly more: string } => ({
  files: files.slice(0, filesLimit),
  more: files.length <= filesLimit ? "" : ` (and ${files.length - filesLimit} more files)`,
});

/** The engine's own: paths sorted, each once. */
export const entry = (
  { lastAt }: Pick<State, "lastAt">,
  { at }: Pick<Stamp, "at">,
  agent: string,
  signal: string,
  summary: string,
  paths: readonly Path[] = [],
): Entry => {
  const { files, more } = cutFiles([...new Set(paths)].sort((a, b) => (a < b ? -1 : 1)));
  return {
    at: entryTime(lastAt, at),
    agent,
    signal,
    summary: cutSummary(`${summary}${more}`),
    files,
  };
};

/** What is told of a beginning that an edit implies, where it has no entry of its own for that. */
export const impliedBeginning = ({ id, title }: Pick<Story, "id" | "title">): string =>
  `Story ${id} "${title}": work begins.`;

/** An edit's own words; `earned`: the signal of the event whose entry it becomes. Another's verdict is marked as a claim. */
export const givenEntry = (
  { lastAt }: Pick<State, "lastAt">,
  { at }: Pick<Stamp, "at">,
  given: GivenEntry,
  earned: string | null = null,
): Entry => {
  const signal = given.signal ?? earned ?? "NOTE";
  const { files, more } = cutFiles(given.files ?? []);
  const written = entryTime(lastAt, at, given.claimed);
  const claimed = given.claimed ?? null;
  return {
    at: written,
    agent: given.agent,
    signal: signal === earned ? signal : claimedSignal(signal),
    summary: cutSummary(`${given.summary}${more}`),
    files,
    ...(claimed === null || claimed === written ? {} : { claimed }),
    ...(given.on === undefined ? {} : { on: given.on }),
    ...(given.extras === undefined || given.extras.length === 0 ? {} : { extras: given.extras }),
  };
};

/** Whose mark it is: a person's is `user`, an edit's the role that it speaks for; `role`: of the job that it is about. */
export const signer = ({ by }: Pick<Stamp, "by">, role: string | null): string => {
  if (by.kind === "person" || by.kind === "parent") return user;
  if (by.kind === "engine" || by.kind === "recovery") return role ?? saul;
  const named = role ?? roleOf(by.name) ?? unknown;
  return named === user ? unknown : named;
};
