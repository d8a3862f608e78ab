// Why: the one shape that all protocols have, so that the runtime drives a fifth without learning anything new.
import type { Check, Job, Outcome, Proof } from "./job.ts";
import type { Refusal } from "./refusal.ts";
import type { Digest, Life, Path, Recorded, Time } from "./row.ts";

/**
 * Who asks, as claimed. person: a call without a job's token. agent: one with it, or over MCP. file: a hand edit.
 * engine: the runtime itself. parent: the run that started this one. recovery: restore and the like.
 */
export type Sender = {
  readonly kind: "person" | "agent" | "file" | "engine" | "parent" | "recovery";
  readonly name: string;
  readonly agent?: string | null;
  readonly conversation?: string | null;
  readonly job?: string;
  readonly fence?: number;
};

/** Given by the runtime: its clock, never before the run's last event. */
export type Stamp = { readonly at: Time; readonly by: Sender };

/** What is asked, in the imperative. */
export type Command = { readonly type: string; readonly data: unknown };
/** What happened, in the past tense. */
export type Event = { readonly type: string; readonly data: unknown };

/** What a pure function wants to know of the world. */
export type Ask = {
  /** HEAD and the digest of the working tree. */
  readonly tree?: boolean;
  /** What changed since this tree. */
  readonly changed?: Digest;
  /** Texts of files: relative to the root, or absolute or with `~` below the run's place. */
  readonly files?: readonly Path[];
  /** Kept outputs. */
  readonly outputs?: readonly Digest[];
  /** Do these commits exist? */
  readonly commits?: readonly string[];
};

export type Change = { readonly path: Path; readonly how: "added" | "modified" | "deleted" };

/** What the engine read of the world; what was not asked for is empty or null. */
export type Facts = {
  readonly at: Time;
  /** The absolute path of the run's root. */
  readonly root: string;
  /** The absolute path of the run's folder; null: the run isn't there yet. */
  readonly folder: string | null;
  /** The folder name that stands for the repository (parent of the shared git directory); null without git. */
  readonly repo: string | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly tree: string | null;
  readonly changed: readonly Change[];
  readonly files: Readonly<Record<Path, { readonly digest: Digest; readonly text: string } | null>>;
  readonly outputs: Readonly<Record<Digest, string | null>>;
  readonly commits: Readonly<Record<string, boolean>>;
};

/** The part of a schema library's schema that the runtime uses; zod's schemas fit it. */
export type Schema = {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: unknown }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
      };
};

/** A shorter or handier way than its field's own flag to say something on the command line; fields without one get flags from the JSON Schema. */
export type Flag = {
  /** Without the dashes. */
  readonly name: string;
  readonly means: string;
  /** What stands for its value in help texts (`N`, `HINT`); null: it takes none. */
  readonly word: string | null;
  /** May be given several times. */
  readonly many?: boolean;
  /** The value is JSON, given as such, as `@FILE`, as a file's name or as `-`. */
  readonly json?: boolean;
  /** Where the value goes in the command's data: `["options", "mode"]`. */
  readonly field: readonly string[];
  /** What was given (texts, or JSON values) → the value; without it the one given, or all of them where `many`. */
  readonly read?: (given: readonly unknown[]) => unknown;
  /** What it says of other fields, unless they are given. */
  readonly also?: readonly { readonly field: readonly string[]; readonly value: unknown }[];
  /** The field is one of this command, which is sent together with the first. */
  readonly then?: string;
};

/** A kind of command. `when` is live and paused if not said. */
export type Message = {
  readonly type: string;
  /** One sentence for help texts and references. */
  readonly means: string;
  readonly schema: Schema;
  /** JSON Schema (2020-12) of what a sender may give: flags, tools and reference pages are made from it. */
  readonly json?: () => Readonly<Record<string, unknown>>;
  /** The fields that words fill where they follow the verb, in order. */
  readonly words?: readonly string[];
  readonly flags?: readonly Flag[];
  readonly who: readonly Sender["kind"][];
  readonly when?: readonly Life[];
  /** What the engine must read before the command is decided. */
  ask?(state: unknown, data: unknown): Ask;
  /** Puts facts into the fields that no sender may give (tree, head, digests): whatever a sender put there is replaced. */
  fill?(data: unknown, facts: Facts): unknown;
};

/** A shape that other programs may rely on, besides the commands': a file of the dialect, a report of an agent, an event. */
export type Described = {
  readonly name: string;
  readonly kind: "document" | "report" | "event";
  /** One sentence; empty where the name says it. */
  readonly means: string;
  /** JSON Schema (2020-12). */
  readonly schema: () => Readonly<Record<string, unknown>>;
};

/** How a run ended, as a parent run, the exit code and the page need it. */
export type Ended = { readonly good: boolean; readonly summary: string; readonly output: Path | null; readonly artifacts: readonly Path[] };

export type ViewNode = {
  readonly id: string;
  readonly label: string;
  readonly status: "open" | "ready" | "running" | "done" | "failed" | "waiting";
  readonly after: readonly string[];
  /** Why it waits, in words; null if it doesn't. */
  readonly why: string | null;
  readonly done: number;
  readonly of: number;
  /** What is being tried, what went wrong last: one short line, or null. */
  readonly note: string | null;
};

/** The plain data behind status, graph and page. */
export type View = {
  readonly title: string;
  readonly phase: string;
  readonly status: "running" | "waiting" | "paused" | "ended";
  /** Mode, iteration, wave and the like, to stand beside the title in this order. */
  readonly facts: readonly string[];
  readonly nodes: readonly ViewNode[];
  readonly evidence: { readonly have: number; readonly of: number };
  /** A short phrase each: "1 captured", "1 waived by ana". */
  readonly claims: readonly string[];
  readonly bypasses: readonly string[];
  readonly warnings: readonly string[];
  /** The hand edit that stands refused, in one line. */
  readonly refused: string | null;
};

/** A criterion as `cairn evidence` shows it. */
export type Criterion = {
  readonly unit: string;
  readonly number: number;
  readonly text: string;
  /** One of those that the view's evidence counts; false: the protocol's own word for the whole. */
  readonly counts: boolean;
  readonly status: "bare" | "unproved" | "captured" | "proved" | "failed" | "stale" | "waived";
  readonly check: string | null;
  readonly chosenBy: string | null;
  readonly proof: {
    readonly exit: number | null;
    readonly tree: string | null;
    readonly at: Time;
    readonly by: string;
    readonly digest: Digest | null;
    readonly excerpt: string;
  } | null;
  /** Did it hold before the work began? null: not known. */
  readonly before: boolean | null;
  /** What an agent said, labelled; proves nothing. */
  readonly claim: string | null;
  readonly waived: string | null;
};

/** A role that somebody must have. `unlike`: a role whose agent may not have it too. `otherwise`: what a person may do instead of configuring one. */
export type Role = { readonly name: string; readonly unlike?: string; readonly otherwise?: string };

export type Edit = {
  readonly path: Path;
  /** null: the file is gone. */
  readonly text: string | null;
  /** What was projected before, newest first. */
  readonly former: readonly { readonly version: number; readonly text: string }[];
};
export type Admitted = { readonly path: Path; readonly commands: readonly Command[]; readonly refused: Refusal | null };

export type Adopted = {
  readonly start: Command;
  readonly corrections: readonly string[];
  readonly quarantined: readonly { readonly path: Path; readonly text: string; readonly why: string }[];
};

/** Members are methods on purpose: a protocol of narrower messages then fits where any protocol is wanted. */
export type Protocol<S = unknown, C extends Command = Command, E extends Event = Event> = {
  readonly name: string;
  /** Tells this build of the rules from another; part of snapshots' keys. */
  readonly edition: string;
  /** Loads the schemas, which cost as much as Node's start: only when a command comes. */
  messages(): Promise<readonly Message[]>;
  /** Loads the schemas too. */
  described?(): Promise<readonly Described[]>;
  /** Fills what a command that names a place leaves out; `n`: how many such names were taken already; `config`: the protocol's section of cairn.config.json. */
  complete(command: C, facts: Facts, run: string, n: number, config: Readonly<Record<string, unknown>>): C;
  decide(state: S | null, command: C, stamp: Stamp): readonly E[] | Refusal;
  evolve(state: S | null, event: Recorded<E>): S;
  /** Which command a verb of the command line sends: `{ cancel: "Cancel" }`. */
  readonly verbs: Readonly<Record<string, string>>;
  /** The run's folder. */
  place(state: S): Path;
  /** The events that change the place. */
  readonly moves: readonly string[];
  /** What never counts in the run's tree digest. */
  ignores(state: S): readonly Path[];
  life(state: S): Life;
  phase(state: S): string;
  ended(state: S): Ended | null;
  view(state: S): View;
  /** An event in one line for people, without its name; the plain fields are shown where a protocol doesn't tell. */
  told?(event: Recorded<E>): string;
  /** Units in their order, each criterion with its proof; all of them, or one unit's. */
  evidence(state: S, log: readonly Recorded<E>[], unit?: string): readonly Criterion[];
  /** What `evidence --recheck` runs, and how its outcome is read; nothing of it is recorded. */
  rechecks(state: S, unit?: string): readonly { readonly unit: string; readonly number: number; readonly check: Check }[];
  judge(state: S, unit: string, number: number, proof: Proof): { readonly passed: boolean; readonly why: string };
  /** Roles of agents that the run may come to need: they are looked for before the first is launched. */
  roles?(state: S): readonly Role[];
  jobs(state: S): readonly Job[];
  /** What `brief` wants to know. */
  ask(state: S, job: Job): Ask;
  brief(state: S, job: Job, facts: Facts): string;
  /** What an outcome means. `refused`: what the last answer to the same outcome was refused with. */
  report(job: Job, outcome: Outcome, refused?: Refusal): readonly C[];
  /** Why a job's report can't be read, asked before it counts where its author can still correct it; null: it can. */
  misfit?(job: Job, report: unknown): Refusal | null;
  /** All files of the run, path from its place → text. */
  write(state: S, log: readonly Recorded<E>[]): Readonly<Record<Path, string>>;
  read(files: Readonly<Record<Path, string>>): Adopted | Refusal;
  admit(state: S, edits: readonly Edit[], facts: Facts, log: readonly Recorded<E>[]): readonly Admitted[];
  notice?(state: S): Ask;
  noticed?(state: S, facts: Facts): readonly C[];
};
