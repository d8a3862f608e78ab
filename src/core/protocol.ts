// Types of the port that each protocol implements for the runtime.
import type { Command, Event, Stamp } from "./command.ts";
import type { Ask, Facts, References } from "./facts.ts";
import type { Ends } from "./reports/attempt-end.ts";
import type { Admitted, Adopted, DropIn, Edit, Finding, Source } from "./run-files.ts";
import type { Job, Outcome } from "./job.ts";
import type { Library } from "./library.ts";
import type { Described, Message } from "./message.ts";
import type { News } from "./words/news.ts";
import type { Recheck } from "./checks/recheck.ts";
import type { Refusal } from "./refusal.ts";
import type { Digest, Life, Path, Recorded } from "./row.ts";
import type { Says } from "./reports/says.ts";
import type { Criterion, Ended, Role, View } from "./view.ts";

export type { Command, Event, Stamp } from "./command.ts";
export type { Ask, Facts, PathFacts, References } from "./facts.ts";
export type { Change } from "./row.ts";
export type { Sender } from "./sender.ts";

/** The recorded state of a document: its digest, null if it was found missing, or its text. */
export type FreeDocument = { readonly digest: Digest | null } | { readonly text: string };

/** Documents by path relative to the root, or a command with its current data. */
export type Rewrite =
  | { readonly documents: readonly Path[] }
  | { readonly command: string; readonly data: unknown };

export type Finals = { readonly jobs: readonly Job[]; readonly checks: readonly Recheck[] };

/** Members are methods, so that protocols with narrower messages are assignable. */
export type Protocol<S = unknown, C extends Command = Command, E extends Event = Event> = {
  readonly name: string;
  /** Its commands. */
  readonly messages: readonly Message[];
  /** The schemas of its files, reports and events. */
  readonly described?: readonly Described[];
  /** Fills in missing fields of a command that opens a run. `n`: number of such names already taken; `config`: the protocol's section of cairn.config.json. */
  complete(
    command: Command,
    facts: Facts,
    run: string,
    n: number,
    config: Readonly<Record<string, unknown>>,
  ): Command;
  decide(state: S | null, command: C, stamp: Stamp): readonly E[] | Refusal;
  evolve(state: S | null, event: Recorded<E>): S;
  /** Maps verbs of the command line to commands: `{ cancel: "Cancel" }`. */
  readonly verbs: Readonly<Record<string, string>>;
  /** The run's folder. */
  place(state: S): Path;
  /** The events that change the place. */
  readonly moves: readonly string[];
  /** All files that a run may own in its folder, if others use the folder, too; default: the whole folder is the run's. `state`: null for any run. */
  owns?(state: S | null): readonly Path[];
  /** Paths excluded from the run's tree digest: its folder, or the parts of it that aren't work. A path segment `*` matches any name. */
  ignores(state: S): readonly Path[];
  life(state: S): Life;
  phase(state: S): string;
  ended(state: S): Ended | null;
  view(state: S): View;
  /** Conflicts between a run's assumptions and the outside world, shown among the view's warnings. */
  readonly remarks?: { ask(state: S): Ask; of(state: S, facts: Facts): readonly string[] };
  /** An event in one line for people, without its name; default: its plain fields. */
  eventLine?(event: Recorded<E>): string;
  /** News of an event for followers of a run; null if none. `state`: after the event, or a later one. */
  news?(event: Recorded<E>, state: S): News | null;
  /** How its events end attempts at jobs; loaded only when attempts are requested. */
  ends?(): Promise<Ends<E, S>>;
  /** The agent that does the job in an event's stamp, if the event names it: `worker/codex`. */
  doer?(event: Recorded<E>): string | null;
  /** Types of events that name kept outputs and commits; other events aren't parsed to verify or export a run. */
  readonly refers?: { readonly types: readonly string[]; of(event: Recorded<E>): References };
  /** Why the rules can't have made an event from the state before, as a phrase; null if they can. Checks claims of success and proof, to detect forged events: for `verify`, and loaded only then. */
  invariants?(): Promise<{ broken(before: S, event: Recorded<E>): string | null }>;
  /** Criteria of all units in order, or of one unit, with their proofs. */
  evidence(state: S, log: readonly Recorded<E>[], unit?: string): readonly Criterion[];
  /** For steps: whether a program or a nested run, and never a report, decides how this one ends. */
  endsByProgram?(state: S, unit: string): boolean;
  /** The checks that `evidence --recheck` runs. */
  rechecks(state: S, unit?: string): readonly Recheck[];
  /** Describes what a run started now would do, line by line. `agentFor`: the agent of a role; null if none. */
  preview?(state: S, agentFor: (role: string) => string | null): string;
  /** What a person may rewrite before answering a decision; null if nothing. */
  rewrites?(state: S, job: Job): Promise<Rewrite | null>;
  /** Words of the command line to start the same run again. */
  again?(state: S): string;
  /** Its jobs may be runs of other protocols. */
  readonly nests?: boolean;
  /** Roles that its runs may need, or their prefixes before a colon; default: the names of its reports. */
  readonly roleNames?: readonly string[];
  /** Roles that the run may need; checked before the first launch. */
  roles?(state: S): readonly Role[];
  jobs(state: S): readonly Job[];
  /** Whether a run asks no person what has a usual answer. If missing, it asks. */
  isAuto?(state: S): boolean;
  /** Events that end such a run without success, instead of a question. */
  fails?(reason: string): readonly E[];
  /** Whether a unit's work is proven and may land. */
  lands(state: S, unit: string): boolean;
  /** Checks to repeat on the final tree, because they ran on others: programs by their jobs, and other checks. If missing, the run's end already covers that tree. */
  finals?(state: S, tree: Digest): Finals;
  /** State fields to set because work begins on this tree, overriding what was recorded before. */
  based?(tree: Digest, state: S): Readonly<Record<string, unknown>>;
  /** Events that follow because a person dropped a unit's work, which therefore won't land and must not be done again. */
  dropped?(state: S, unit: string, reason: string, stamp: Stamp): readonly E[];
  /** The single unit that all jobs work on and that collects their work until it lands. If missing, each works on its subject. */
  readonly gathers?: string;
  /** The unit whose work an event reports as done; null if none. If a hand edit reports it, the user's checkout is taken first. */
  worked?(event: Recorded<E>): string | null;
  /** Keys of its section in the configuration; default: none. */
  readonly optionNames?: readonly string[];
  /** The option that lists required programs; defaults to the repository's checks if the configuration doesn't set it. */
  readonly checksOption?: string;
  /** An event that names the current state of the work, or that returns to a named state. */
  marks?(event: Recorded<E>): { readonly at: string } | { readonly back: string } | null;
  /** Facts that `brief` needs. */
  ask(state: S, job: Job): Ask;
  brief(state: S, job: Job, facts: Facts): string;
  /** Commands that follow from an outcome. `refused`: refusal of the previous ones for the same outcome. */
  report(job: Job, outcome: Outcome, refused?: Refusal): readonly C[];
  /** Why a job's report is invalid, checked while its author can still correct it; null if valid. */
  misfit?(job: Job, report: unknown): Refusal | null;
  /** All files of the run: text by path relative to its place. */
  write(state: S, log: readonly Recorded<E>[]): Readonly<Record<Path, string>>;
  /** Folders in its place that exist from its first file on, for files of others. */
  folders?(state: S): readonly Path[];
  /** Where to look for hand-made files, in addition to those of `write`. */
  readonly dropIns: readonly DropIn[];
  /** Files outside of a found folder that belong to it, as relative paths (`../../x`); passed to `read` and `check` among its files. */
  seeks?(found: Pick<Source, "folder" | "files">): Promise<readonly Path[]>;
  /** Adopts an existing folder; null if it isn't of this protocol. Changes no file. Loads its readers on demand. */
  read(found: Source): Promise<Adopted | Refusal | null>;
  /** Checks documents without a ledger, by path. `folder`: name of their complete folder; `around`: files of the folder around that, or around the folder in a single file's path. Null if none is of this protocol. Loads its rules on demand. */
  check(
    files: Readonly<Record<Path, string>>,
    folder?: string,
    around?: string,
  ): Promise<readonly Finding[] | null>;
  /** Facts that `admit` needs; default: those of `notice`. */
  admitting?(state: S, edits: readonly Edit[]): Ask;
  /** Translates edits to commands, on the newest state. Sent in sequence. Loads its readers on demand. */
  admit(
    state: S,
    edits: readonly Edit[],
    facts: Facts,
    log: readonly Recorded<E>[],
  ): Promise<readonly Admitted[]>;
  /** Whether a main file in a shared folder (run-folders.ts) is of this protocol: other programs may use its name, too. Loaded on demand. */
  isOurs?(): Promise<(text: string) => boolean>;
  /** Documents to play as runs; loaded on demand. */
  library?(): Promise<Library>;
  /** If missing, its agents communicate only by reports. */
  readonly says?: Says<C>;
  /** The recorded state of documents that agents or people write freely, named as in `notice`: other machines have those in the run's folder, too. */
  documents?(state: S): Readonly<Record<Path, FreeDocument>>;
  notice?(state: S): Ask;
  noticed?(state: S, facts: Facts): readonly C[];
};
