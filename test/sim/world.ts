// Types and names of a simulated world, apart from its assembly.
import type { Job } from "../../src/core/job.ts";
import type { Command, Protocol } from "../../src/core/protocol.ts";
import type { Refusal } from "../../src/core/refusal.ts";
import type { Recorded } from "../../src/core/row.ts";
import type { RunnerParts } from "../../src/runtime/runner-parts.ts";
import type { System } from "../../src/runtime/system.ts";
import type { Chance } from "./chance.ts";
import type { Clockwork } from "./clockwork.ts";
import type { Disk } from "./disk.ts";
import type { Git } from "./git.ts";
import type { Ink } from "./ink.ts";
import type { LandingWatch } from "./landing-watch.ts";
import type { LedgerStore } from "./ledger.ts";
import type { Machine, Proc } from "./machine.ts";
import type { Projecting } from "./projecting.ts";
import type { SpoolStore } from "./spool.ts";
import type { Roughness } from "./roughness.ts";
import type { RunWatch } from "./run-watch.ts";
import type { Scene } from "./scene.ts";

export const root = "/repo";
export const session = "s";
export const folder = `/uw/shop/sessions/${session}`;

/** Who does a job that he claimed: what he leaves in the tree, and what he reports. */
export type ByHand = { readonly files: Readonly<Record<string, string>>; readonly report: unknown };

/** A protocol's stories: what people, editors and agents do in them, and what must hold when one is over. Members are methods, so that they may know their own states. */
export type Hands = {
  readonly protocol: Protocol;
  /** What starts a run, and what is said along with it. */
  readonly opening: { readonly data: unknown; readonly then?: readonly Command[] };
  /** Whether a refused start may be tried again later. */
  excuses?(refused: Refusal): boolean;
  readonly roles: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Where projected files lie: how their paths begin. */
  readonly files: string;
  /** What an editor makes of a file; `number` goes into an unknown key `edit`. */
  change(text: string, number: number, chance: Chance): string;
  /** Edits a file otherwise than by `change`. */
  edit?(chance: Chance): void;
  /** Whether this event takes an editor's change with that number in; by its unknown key, if not said. */
  took?(event: Recorded, number: number): boolean;
  /** What an event shows as the words of an entry that came from a file. */
  entries?(event: Recorded): readonly string[];
  /** The engine has written a file: its text is judged at once. */
  written?(path: string, text: string): void;
  /** Every how many seconds somebody looks for questions; 0: nobody does. */
  readonly answers: number;
  act(chance: Chance): Promise<unknown>;
  /** What somebody outside makes of a job; null: he claims no such job. */
  byHand(job: Job, isDone: boolean): ByHand | null;
  /** Begins something without a claim, once in two times; null: nobody does. */
  begin?(chance: Chance): Promise<unknown>;
  /** What somebody says who comes too late. */
  readonly late: { readonly report: unknown; readonly command: Command };
  /** What an option asks besides a note, as a person gives it. */
  fields(option: string): unknown;
  /** Options that are tried after all others. */
  readonly last?: readonly string[];
  /** An agent's program; its exit code. `well`: as it should. */
  agent(scene: Scene, well: boolean): Promise<number>;
  /** A check's program; its exit code. */
  check(scene: Scene, argv: readonly string[]): Promise<number>;
  /** Everybody does as he should: puts right what is in the way of a run. */
  mend?(): void;
  /** Does what waits for somebody outside; whether there was anything. */
  outside?(chance: Chance): Promise<boolean>;
  isGood(state: object): boolean;
  /** A file of the run's folder that is nobody's projection. */
  isFree(path: string): boolean;
  /** What must hold of each run in the end. */
  ends?(state: object, run: string): void | Promise<void>;
};

export type World<
  W extends RunWatch<object> = RunWatch<object>,
  R extends Roughness = Roughness,
> = {
  readonly story: R;
  readonly hands: Hands;
  readonly chance: Chance;
  readonly clockwork: Clockwork;
  readonly machine: Machine;
  readonly disk: Disk;
  readonly git: Git;
  readonly landing: LandingWatch;
  readonly projecting: Projecting;
  readonly spool: SpoolStore;
  readonly store: LedgerStore;
  readonly watch: W;
  readonly ink: Ink;
  readonly trail: readonly string[];
  note(text: string): void;
  /** The run that is driven; null: the one begun last. */
  focus: string | null;
  run(): string | null;
  /** The machine's clock, in ms since 1970: people set it. */
  clock: number;
  /** From here on everybody does as he should. */
  calm: boolean;
  /** Every call takes its millisecond and agents do as they should: the systematic pass. */
  readonly steady: boolean;
  /** Exits of hosts that are neither 0 nor killed, and what was wrong elsewhere. */
  broken: unknown;
  /** Remembers what must not be; the story ends there. */
  guard(act: () => void): void;
  open(proc: Proc): System;
  /** The folds of processes that drive. */
  readonly driving: Map<Proc, RunnerParts>;
  now(): string;
};
