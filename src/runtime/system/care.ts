// Part of the System: record maintenance: update, verify, export, restore and repair.
import type { Path } from "../../core/row.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Doctored, Restored, TextLine, Verified } from "../care/finding.ts";
import type { Projector } from "../files/projector.ts";
import type { Rechecked } from "../checks/recheck.ts";
import { withFolded, type Parts, rootOf } from "./parts.ts";

export type Care = Pick<Projector, "scan" | "settle"> & {
  /** Changes nothing, and reads no edits. */
  verify(run?: string): Promise<Verified>;
  /** The run as lines of text, with or without its stored outputs. May throw LEDGER_DAMAGED or EVENTS_UNREADABLE midway. */
  export(
    run: string,
    outputs: boolean,
  ): Promise<{ readonly events: number; readonly lines: AsyncIterable<string> } | Refusal>;
  /** Verifies an export, reading `lines` twice, and adds what is missing; never replaces anything. `dry`: only reports. */
  restore(lines: () => AsyncIterable<TextLine>, dry?: boolean): Promise<Restored | Refusal>;
  /** All that verify finds, and drift of jobs and surroundings, of one run or of the whole ledger; with `fix` mends what loses nothing. Without it changes nothing. */
  doctor(run: string | undefined, fix: boolean): Promise<Doctored>;
  /** Folders of this working tree, relative to its root, that look like run folders but belong to no run of this ledger. `only`: of this protocol. */
  strays(only?: string): Promise<readonly Path[]>;
  /** Runs a unit's checks now and compares with their proofs; records nothing. */
  recheck(run: string, unit?: string): Promise<readonly Rechecked[] | Refusal>;
  /** Finishes pending work and releases everything. */
  close(): Promise<void>;
};

export const createCare = (parts: Parts): Care => {
  const { engine, folds, projector } = parts;
  const { ledger, workspace } = engine;
  return {
    scan: projector.scan,
    verify: async (run) => (await import("../care/verify.ts")).verify(engine, run),
    export: async (...asked) => (await import("../care/export.ts")).exportOf(engine, ...asked),
    async restore(lines, dry = false) {
      const { restore } = await import("../care/restore.ts");
      const due = (run: string): void => {
        folds.forget(run);
        projector.due(run);
      };
      return restore(engine, { lines, dry, root: rootOf(engine), due });
    },
    doctor: async (run, fix) => (await import("../care/doctor.ts")).doctor(parts, run, fix),
    strays: async (only) =>
      (await import("../adoption/strays.ts")).straysOf(engine, await ledger.runs(), only),
    recheck: (run, unit) =>
      withFolded(parts, run, async (folded) =>
        (await import("../checks/recheck.ts")).recheck(engine, run, folded, unit),
      ),
    settle: projector.settle,
    async close() {
      try {
        await projector.settle();
        await workspace.close();
      } finally {
        await ledger.close();
      }
    },
  };
};
