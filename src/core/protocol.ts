// Types of the port that each protocol implements for the runtime.
import type { Command, Event, Stamp } from "./command.ts";
import type { Ask, Facts, References } from "./facts.ts";
import type { Ends } from "./attempt-end.ts";
import type { Admitted, Adopted, Ailment, DropIn, Edit, Finding, Found } from "./dialect.ts";
import type { Job, Outcome } from "./job.ts";
import type { Library } from "./library.ts";
import type { Described, Message } from "./message.ts";
import type { News } from "./news.ts";
import type { Recheck } from "./recheck.ts";
import type { Refusal } from "./refusal.ts";
import type { Digest, Life, Path, Recorded, Time } from "./row.ts";
import type { Says } from "./says.ts";
import type { Survey } from "./survey.ts";
import type { Criterion, Ended, Role, View } from "./view.ts";

export type { Command, Event, Stamp } from "./command.ts";
export type { Ask, Facts, Named, References } from "./facts.ts";
export type { Change } from "./row.ts";
export type { Sender } from "./sender.ts";

/** What is recorded of a document: its digest, null where it was found gone, or the text itself. */
export type FreeDocument = { readonly digest: Digest | null } | { readonly text: string };

/** Documents by their paths from the root, or a command with its data as it stands. */
export type Rewrite =
  | { readonly documents: readonly Path[] }
  | { readonly command: string; readonly data: unknown };

export type Finals = { readonly jobs: readonly Job[]; readonly checks: readonly Recheck[] };

/** Members are methods on purpose: a protocol of narrower messages then fits where any protocol is wanted. */
export type Protocol<S = unknown, C extends Command = Command, E extends Event = Event> = {
  readonly name: string;
  /** Tells this build of the rules from another; part of snapshots' keys. */
  readonly edition: string;
  /** Its commands. */
  readonly messages: readonly Message[];
  /** The shapes of its files, reports and events. */
  readonly described?: readonly Described[];
  /** Fills what a command that names a place leaves out; `n`: how many such names were taken already; `config`: the protocol's section of cairn.config.json. */
  complete(
    command: C,
    facts: Facts,
    run: string,
    n: number,
    config: Readonly<Record<string, unknown>>,
  ): C;
  decide(state: S | null, command: C, stamp: Stamp): readonly E[] | Refusal;
  evolve(state: S | null, event: Recorded<E>): S;
  /** Which command a verb of the command line sends: `{ cancel: "Cancel" }`. */
  readonly verbs: Readonly<Record<string, string>>;
  /** The run's folder. */
  place(state: S): Path;
  /** The events that change the place. */
  readonly moves: readonly string[];
  /** All files that a run may ever have in its folder, where others keep theirs there, too; not said: the whole folder is the run's. null: of any run. */
  owns?(state: S | null): readonly Path[];
  /** The other place to which a hand may carry the run's whole folder, and what that asks. */
  carried?(state: S): { readonly to: Path; readonly command: C };
  /** What never counts in the run's tree digest: its folder, or what of it is no work. A name `*` in a path stands for any. */
  ignores(state: S): readonly Path[];
  life(state: S): Life;
  phase(state: S): string;
  ended(state: S): Ended | null;
  view(state: S): View;
  /** What the world around a run says against what the run goes by, for whoever looks at it: shown among the view's warnings. */
  readonly remarks?: { ask(state: S): Ask; of(state: S, facts: Facts): readonly string[] };
  /** An event in one line for people, without its name; the plain fields are shown where a protocol doesn't tell. */
  eventLine?(event: Recorded<E>): string;
  /** What people who follow a run are told of an event; null: nothing. `state`: after it, or a later one. */
  news?(event: Recorded<E>, state: S): News | null;
  /** What its events say of how attempts at jobs ended; loaded only for who asks after attempts. */
  ends?(): Promise<Ends<E, S>>;
  /** Who does the job that an event's stamp names, where the event says so; `worker/codex`. */
  doer?(event: Recorded<E>): string | null;
  /** Which types of events name kept outputs and commits; those of other types are not even parsed to verify or export a run. */
  readonly refers?: { readonly types: readonly string[]; of(event: Recorded<E>): References };
  /** Why the rules can't have made an event from the state before it, a phrase; null: they can. What events say of success and proof is asked, so that one forged whole shows: for `verify`, and loaded only then. */
  invariants?(): Promise<{ broken(before: S, event: Recorded<E>): string | null }>;
  /** Units in their order, each criterion with its proof; all of them, or one unit's. */
  evidence(state: S, log: readonly Recorded<E>[], unit?: string): readonly Criterion[];
  /** Where units are steps: whether a program, or a run of its own, and nobody's word decides how this one ends. */
  endsByProgram?(state: S, unit: string): boolean;
  /** What `evidence --recheck` runs. */
  rechecks(state: S, unit?: string): readonly Recheck[];
  /** What a run that would begin now would do, in lines for people. `agentFor`: the agent of a role; null: nobody has it. */
  preview?(state: S, agentFor: (role: string) => string | null): string;
  /** What a person may rewrite of what a decision asks about, before answering it; null: nothing. */
  rewrites?(state: S, job: Job): Promise<Rewrite | null>;
  /** Words of the command line that begin the same anew. */
  again?(state: S): string;
  /** Its jobs may be runs of other protocols. */
  readonly nests?: boolean;
  /** Roles that its runs may need, or what stands before the colon of them; the names of its reports if not said. */
  readonly roleNames?: readonly string[];
  /** Roles of agents that the run may come to need: they are looked for before the first is launched. */
  roles?(state: S): readonly Role[];
  jobs(state: S): readonly Job[];
  /** Whether what a unit's jobs left is proved, so that it may land. Not said: its jobs work in the checkout itself. */
  lands?(state: S, unit: string): boolean;
  /** What is to be shown once more where all its work came to, on that tree, since it was shown on others: programs by the jobs that ran them, and checks. Not said: its end rests on that very tree. */
  finals?(state: S, tree: Digest): Finals;
  /** What its state says from then on that the work begins on this tree, whatever was measured of the checkout before. */
  based?(tree: Digest, state: S): Readonly<Record<string, unknown>>;
  /** The one unit that all its jobs work on and look at, which gathers what they leave until it lands. Not said: each works on its subject. */
  readonly gathers?: string;
  /** The unit whose work an event says is done; null: none. Where an edit of the run's files says so, what lies in its user's checkout is taken first. */
  worked?(event: Recorded<E>): string | null;
  /** The option by which it is told of programs that must pass: the repository's checks, where the configuration gives it none of its own. */
  readonly checksOption?: string;
  /** An event at which the work as it stands gets a name, or goes back to where it stood at one. */
  marks?(event: Recorded<E>): { readonly at: string } | { readonly back: string } | null;
  /** What `brief` wants to know. */
  ask(state: S, job: Job): Ask;
  brief(state: S, job: Job, facts: Facts): string;
  /** What an outcome means. `refused`: what the last answer to the same outcome was refused with. */
  report(job: Job, outcome: Outcome, refused?: Refusal): readonly C[];
  /** Why a job's report can't be read, asked before it counts where its author can still correct it; null: it can. */
  misfit?(job: Job, report: unknown): Refusal | null;
  /** All files of the run, path from its place → text. */
  write(state: S, log: readonly Recorded<E>[]): Readonly<Record<Path, string>>;
  /** Folders in its place that are there from its first file on, for what others make in them. */
  folders?(state: S): readonly Path[];
  /** Where hand-made files are looked for, besides those of `write`. */
  readonly dropIns: readonly DropIn[];
  /** Files outside of a found folder that belong to it, as they lie from there (`../../x`): they are handed to `read` and `check` among its files. */
  seeks?(found: Pick<Found, "folder" | "files">): Promise<readonly Path[]>;
  /** Takes over a folder that was made elsewhere; null: it is none of this protocol's. Changes no file. Loads its readers, which nothing else needs. */
  read(found: Found): Promise<Adopted | Refusal | null>;
  /** Judges documents without a ledger, by path; `folder`: the name of theirs, where they are a whole one; `around`: of the folder around that, or around the one that a single file's path names. null: none of them is of this protocol. Loads the rules for that. */
  check(
    files: Readonly<Record<Path, string>>,
    folder?: string,
    around?: string,
  ): Promise<readonly Finding[] | null>;
  /** What `admit` wants to know of the world; not said: what `notice` asks. */
  admitting?(state: S, edits: readonly Edit[]): Ask;
  /** What edits mean, on the newest state. Sent one after the other. Loads the readers of edits, which most commands do without. */
  admit(
    state: S,
    edits: readonly Edit[],
    facts: Facts,
    log: readonly Recorded<E>[],
  ): Promise<readonly Admitted[]>;
  /** What is lawful and yet likely a mistake, or misleads: for `doctor`. `strays`: files that were found where `straysIn` looks. */
  ails?(
    state: S,
    around: {
      readonly agentFor: (role: string) => string | null;
      readonly strays: readonly Path[];
      readonly at: Time;
      readonly log: readonly Recorded<E>[];
    },
  ): readonly Ailment[] | Promise<readonly Ailment[]>;
  /** Where files lie that somebody may have meant for this run, from its folder. */
  readonly straysIn?: readonly DropIn[];
  /** What lies around its runs in a working tree and isn't as it should be: for `doctor`, and loaded only then. */
  survey?(): Promise<Survey<S>>;
  /** Documents that its runs are played from; loaded only when one is asked for. */
  library?(): Promise<Library>;
  /** What the world says against the record, as commands that take back what was proved: sent by whoever goes on with a run before anything begins, told by `doctor` and `verify`. `words`: what one takes back, and why, a phrase each. */
  readonly recover?: {
    ask(state: S): Ask;
    of(state: S, facts: Facts): readonly C[];
    words(command: C): readonly string[];
  };
  /** Not said: its agents say all in their reports. */
  readonly says?: Says<C>;
  /** Documents that agents or people wrote freely, as they are recorded, named as `notice` names them: other machines have them, too, where they lie in the run's folder. */
  documents?(state: S): Readonly<Record<Path, FreeDocument>>;
  notice?(state: S): Ask;
  noticed?(state: S, facts: Facts): readonly C[];
};
