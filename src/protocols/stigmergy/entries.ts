// History entries of the stigmergy state file: one per event, with time and signer.
import type { Entries } from "../../kit/document/extras.ts";
import type { Stamp } from "../../core/protocol.ts";
import type { Path, Time } from "../../core/row.ts";
import { filesLimit, summaryLimit } from "./limits.ts";
import { roleOf, saul, unknown, user } from "./roster.ts";
import { plain } from "./spelling.ts";
import type { State, Story } from "./state.ts";
import { timeIn } from "./times.ts";

/**
 * As stored in an event. `at`: as the file shows it; `claimed`: the author's own time if different. `on`: for an edit, how many
 * history entries its author had read without a gap, to recognise a copy that continues from there.
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

/** As an edit provides it. `signal`: null if missing. */
export type GivenEntry = {
  readonly agent: string;
  readonly signal?: string | null | undefined;
  readonly summary: string;
  readonly files?: readonly Path[] | undefined;
  readonly claimed?: string | null | undefined;
  readonly on?: number | undefined;
  readonly extras?: Entries | undefined;
};

/** Strictly later than the last entry; a claimed time is kept if it is between that and now. */
export const entryTime = (last: Time, now: Time, claimed?: string | null): Time => {
  const said = claimed === undefined || claimed === null ? null : timeIn(claimed);
  if (said !== null && said > last && said <= now) return said;
  return now > last ? now : new Date(Date.parse(last) + 1).toISOString();
};

/** Signals reserved for the events that own them; from other authors they are claims. */
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
/** Punctuation between letters is ignored too, because a reader would still see the verdict. */
const bare = (signal: string): string => plain(signal).replace(/[^\p{L}\p{N}]/gu, "");
const bareVerdicts: ReadonlySet<string> = new Set(verdicts.map(bare));
const claimedSignal = (signal: string): string =>
  bareVerdicts.has(bare(signal)) ? `CLAIMED_${signal}` : signal;

const cutSummary = (summary: string): string =>
  summary.length <= summaryLimit ? summary : `${summary.slice(0, summaryLimit - 1)}…`;

/** Total characters of an entry's stored paths. */
export const pathsSize = (files: readonly Path[]): number =>
  files.slice(0, filesLimit).reduce((sum, path) => sum + path.length, 0);

/** The first paths up to the limit, and how many were omitted. */
const cutFiles = (
  files: readonly Path[],
): { readonly files: readonly Path[]; readonly more: string } => ({
  files: files.slice(0, filesLimit),
  more: files.length <= filesLimit ? "" : ` (and ${files.length - filesLimit} more files)`,
});

/** An entry of the engine; paths sorted without duplicates. */
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

/** Text for a start that an edit implies without an entry of its own. */
export const impliedBeginning = ({ id, title }: Pick<Story, "id" | "title">): string =>
  `Story ${id} "${title}": work begins.`;

/** An edit's own text. `earned`: signal of the event that stores the entry. Any other verdict is marked as a claim. */
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

/** Who signs: `user` for a person, the claimed role for an edit. `role`: of the job in question. */
export const signer = ({ by }: Pick<Stamp, "by">, role: string | null): string => {
  if (by.kind === "person" || by.kind === "parent") return user;
  if (by.kind === "engine" || by.kind === "recovery") return role ?? saul;
  const named = role ?? roleOf(by.name) ?? unknown;
  return named === user ? unknown : named;
};
