// What a protocol declares of its own on the model of work: kinds of units, plan, documents, words for agents.
import type { Job, Outcome } from "../core/job.ts";
import type { Described, Flag } from "../core/message.ts";
import type { Ask, Command, Facts, Protocol } from "../core/protocol.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";
import type { Beginning, CommandKind } from "../kit/command.ts";
import type { EventKind } from "../kit/event.ts";
import type { Fields, ObjectSchema, Schema } from "../kit/schema.ts";
import type { Draft, Stage, Unit, Chooser } from "./unit.ts";
import type { FoundRun } from "./adopted.ts";
import type { Options, OptionsInput } from "./options.ts";
import type { Issue, Plan, Work } from "./work.ts";

/** An agent that ended with a readable report, or with none where files may stand for it. */
export type Heard = Pick<
  Extract<Outcome, { is: "ended" }>,
  "report" | "hosted" | "exit" | "files" | "done"
>;
/** A report that isn't what its brief asks for. */
export type Misfit = {
  readonly misfits: readonly { readonly pointer: string; readonly text: string }[];
};
/** Data of a job of an agent: all that a report's meaning needs, which sees no state. */
export type WorkAbout = {
  readonly is: "work" | "judge";
  readonly unit: string;
  readonly kind: string;
  readonly auto: boolean;
  readonly criteria: readonly string[];
  /** Numbers of those without a check, from 1. */
  readonly bare: readonly number[];
  /** A document of its own that it writes, as in `Job.reads`; null if it has none. */
  readonly note: Path | null;
};
export type Report = {
  /** Its name among the schemas, and one sentence. */
  readonly name: string;
  readonly means: string;
  readonly shape: Schema;
  /** The commands that it means. */
  read(job: Job, about: WorkAbout, heard: Heard): readonly Command[] | Misfit;
  /** What stands for a missing report; null if nothing. `lost`: nobody knows how it ended. */
  silent?(about: WorkAbout, heard: Heard, lost: boolean): readonly Command[] | null;
};

export type Kind = {
  /** As people call it: `task`. */
  readonly noun: string;
  /** In the configuration. */
  readonly role: string;
  readonly course: readonly Stage[];
  /** It belongs to planning: it is due before the plan is approved. */
  readonly planning?: true;
  /** Its checks are those of all units on one tree; its failed verdict opens a round. */
  readonly whole?: true;
  /** Start of its work jobs' keys: `task-2`. */
  key(unit: string): string;
  /** Of a work job, in milliseconds. */
  readonly ms: number;
  tries(options: Options): number;
  tier?(unit: Unit): Job["tier"];
  /** In its own place, or only these files of the run's folder; default: nothing. */
  writes?(state: Work, unit: Unit): Job["writes"];
  /** The document of its own that it may write, relative to the run's folder. */
  note?(unit: Unit): Path;
  readonly report?: Report;
  ask?(state: Work, unit: Unit): Ask;
  brief?(state: Work, unit: Unit, facts: Facts, job: Job): string;
  /** Out of tries: what waits for it goes on. Default: a person is asked. */
  readonly goesOn?: true;
  /** It is done without a worker if all its checks held before. */
  heldIsDone?(unit: Unit): boolean;
  readonly judge?: {
    readonly role: string;
    readonly ms: number;
    readonly tier: NonNullable<Job["tier"]>;
    readonly report: Report;
    ask?(state: Work, unit: Unit): Ask;
    brief(state: Work, unit: Unit, facts: Facts, job: Job): string;
  };
};

export type Rules = Pick<Protocol<Work>, "decide" | "evolve">;
/** How units as given are read. `chosenBy`: of checks given with them. */
export type Reading = { readonly folder: Path; readonly chosenBy: Chooser };
export type ReadUnits = { readonly units: readonly Draft[]; readonly findings: readonly Refusal[] };
export type PlanReading = ReadUnits & { readonly decisions: Plan["decisions"] };

/** What makes a plan, where a person approves one. */
export type Planner = {
  /** As `--plan` and ProposePlan take it. */
  readonly shape: ObjectSchema;
  /** A unit in SetUnits: only its id must be there. */
  readonly unit: ObjectSchema;
  read(plan: unknown, how: Reading): PlanReading;
  /** @param before the unit that it changes; undefined for a new one */
  readUnit(given: unknown, before: Draft | undefined, how: Reading): ReadUnits;
  /** What a person may change of a unit that failed, in the same words. */
  readonly changes: ObjectSchema;
  /** The units at hand in its words, for a person to read or rewrite. */
  written(units: readonly Unit[], decisions: Plan["decisions"]): object;
  rules(state: Work, units: readonly Draft[]): readonly Refusal[];
  warnings(state: Work, units: readonly Draft[]): readonly string[];
  /** Documents that an approval covers. */
  readonly documents: readonly Path[];
};

/** Members of the port that each dialect says itself. */
type OfPort = Pick<
  Protocol<Work>,
  "name" | "phase" | "place" | "ignores" | "write" | "read" | "check"
> &
  Partial<Pick<Protocol<Work>, "dropIns">>;
/** Members are methods, as in Protocol. */
export type Dialect = OfPort & {
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly start: {
    readonly purpose: string;
    /** For the command's help. */
    readonly means: string;
    readonly fields: Fields;
    readonly flags: readonly Flag[];
    /** Keys of its section in the configuration besides the options'. */
    readonly optionNames: readonly string[];
    /** The data with what is configured or follows from the place. */
    completes(data: object, beginning: Beginning): object;
    /** The first units and its own data, or why it can't begin. `data`: the goal, and these fields as they fit. */
    begin(data: { readonly goal: string }, run: string): Begun | Refusal;
    /** The data of a start again, from that of the run's own. */
    again(begun: Pick<Begun, "units" | "more">): {
      readonly data: object;
      readonly switches: readonly string[];
    };
  };
  /** Options that a person may set; default: those of units side by side. */
  readonly options?: OptionsInput;
  /** Of a folder that was found. */
  readonly adopting?: {
    /** Options that differ from the usual ones, unless others are given. */
    options?(found: FoundRun): Partial<Options>;
    /** With what follows from the place. */
    completes?(found: FoundRun, beginning: Beginning): FoundRun;
  };
  /** Units go through their course one at a time, in their order. */
  readonly inSeries?: true;
  /** Missing where a document is the plan: an edit of it is approved by its author. */
  readonly plan?: Planner;
  /** Units of the next round, for these issues. */
  rework?(state: Work, issues: readonly Issue[]): readonly Draft[];
  /** The file that says how it ended. */
  output(state: Work): Path;
  /** Documents that agents or people write freely, relative to the run's folder. */
  documents?(state: Work): readonly Path[];
  /** @param rules to try edits on a copy of the state */
  admit(
    rules: Rules,
    ...asked: Parameters<Protocol<Work>["admit"]>
  ): ReturnType<Protocol<Work>["admit"]>;
  /** Of its files. */
  readonly schemas: readonly Described[];
  readonly commands: readonly CommandKind<Work>[];
  readonly events: readonly EventKind<Work>[];
  /** Display names of groups of units, such as waves: by unit. */
  groups?(state: Work): ReadonlyMap<string, string>;
  /** Facts beside the title: `wave 2 of 3`. */
  facts?(state: Work): readonly string[];
  /** Sentences on its own state that a person should know. */
  warnings?(state: Work): readonly string[];
  /** Another name of the run that people use. */
  called?(state: Work): string;
  /** Members of the port that few dialects need, above those of the model. */
  readonly also?: Partial<Protocol<Work>>;
};
/** A dialect with a plan. */
export type Planning = Dialect & { readonly plan: Planner };
export const isPlanning = (dialect: Dialect): dialect is Planning => dialect.plan !== undefined;
export type Begun = {
  readonly units: readonly Draft[];
  /** Options that differ from the usual ones, unless others are given. */
  readonly options: Partial<Options>;
  readonly more: Readonly<Record<string, unknown>>;
  /** The start is the plan: revision 1, approved by its sender. */
  readonly approved: boolean;
};

/** @throws for a unit of another protocol, which only a bug can cause */
export const kindOf = ({ kinds, name }: Dialect, { kind }: Pick<Unit, "kind">): Kind => {
  const found = kinds[kind];
  if (found === undefined) throw new TypeError(`${name} has no units of the kind ${kind}`);
  return found;
};
