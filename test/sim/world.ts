// Why: what there is in a story is named in one place, apart from how it is put together, so that its parts may know each other.
import type { RunnerParts } from "../../src/runtime/runner-parts.ts";
import type { System } from "../../src/runtime/system.ts";
import type { Chance } from "./chance.ts";
import type { Clockwork } from "./clockwork.ts";
import type { Disk } from "./disk.ts";
import type { LedgerStore } from "./ledger.ts";
import type { Machine, Proc } from "./machine.ts";
import type { Projecting } from "./projecting.ts";
import type { SpoolStore } from "./spool.ts";
import type { Story } from "./story.ts";
import type { Watch } from "./watch.ts";

export const root = "/repo";
export const session = "s";
export const folder = `/uw/shop/sessions/${session}`;

export type World = {
  readonly story: Story;
  readonly chance: Chance;
  readonly clockwork: Clockwork;
  readonly machine: Machine;
  readonly disk: Disk;
  readonly projecting: Projecting;
  readonly spool: SpoolStore;
  readonly store: LedgerStore;
  readonly watch: Watch;
  readonly trail: readonly string[];
  note(text: string): void;
  /** The run, once there is one. */
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
