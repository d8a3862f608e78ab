// Types and names of a simulated world, apart from its assembly.
import type { Recorded } from "../../src/core/row.ts";
import type { RunnerParts } from "../../src/runtime/runner-parts.ts";
import type { System } from "../../src/runtime/system.ts";
import type { Chance } from "./chance.ts";
import type { Clockwork } from "./clockwork.ts";
import type { Disk } from "./disk.ts";
import type { Git } from "./git.ts";
import type { LandingWatch } from "./landing-watch.ts";
import type { LedgerStore } from "./ledger.ts";
import type { Machine, Proc } from "./machine.ts";
import type { Projecting } from "./projecting.ts";
import type { SpoolStore } from "./spool.ts";
import type { Roughness } from "./roughness.ts";
import type { Scene } from "./scene.ts";
import type { Watch } from "./watch.ts";

export const root = "/repo";
export const session = "s";
export const folder = `/uw/shop/sessions/${session}`;

/** What people, editors and agents do in a story of this protocol. */
export type Hands = {
  /** Where projected files lie: how their paths begin. */
  readonly files: string;
  /** What an editor makes of a file; `number` goes into an unknown key `edit`. */
  change(text: string, number: number, chance: Chance): string;
  /** Whether this event takes an editor's change with that number in; by its unknown key, if not said. */
  took?(event: Recorded, number: number): boolean;
  /** The engine has written a file: its text is judged at once. */
  written?(path: string, text: string): void;
  /** A projected file is about to be deleted from outside. */
  gone?(path: string): void;
  /** Every how many seconds somebody looks for questions; 0: nobody does. */
  readonly answers: number;
  act(chance: Chance): Promise<unknown>;
  claim(chance: Chance): Promise<unknown>;
  straggle(chance: Chance): Promise<unknown>;
  /** What an option asks besides a note, as a person gives it. */
  fields(option: string): unknown;
  /** Options that are tried after all others. */
  readonly last?: readonly string[];
  /** An agent's program; its exit code. */
  agent(scene: Scene): Promise<number>;
  /** A check's program; its exit code. */
  check(scene: Scene, argv: readonly string[]): Promise<number>;
};

export type World = {
  readonly story: Roughness;
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
  readonly watch: Watch;
  readonly trail: readonly string[];
  note(text: string): void;
  /** The first run, once there is one. */
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
