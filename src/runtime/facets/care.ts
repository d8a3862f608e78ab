// System facet of record maintenance: update, verify, export, restore and repair.
import type { Path } from "../../core/row.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Doctored, Restored, TextLine, TrustFinding } from "../findings.ts";
import type { Projector } from "../projector.ts";
import type { Rechecked } from "../recheck.ts";
import { withFolded, type Parts, rootOf } from "./parts.ts";

export type Care = Pick<Projector, "scan" | "settle"> & {
  /** Changes nothing, and reads no edits. */
  verify(
    run?: string,
  ): Promise<{ readonly events: number; readonly findings: readonly TrustFinding[] }>;
  /** The run as lines of text, with or without its stored outputs. May throw LEDGER_DAMAGED midway: its chain is broken. */
  export(
    run: string,
    outputs: boolean,
  ): Promise<{ readonly events: number; readonly lines: AsyncIterable<string> } | Refusal>;
  /** Verifies an export, reading `lines` twice, and adds what is missing; never replaces anything. `dry`: only reports. */
  restore(lines: () => AsyncIterable<TextLine>, dry?: boolean): Promise<Restored | Refusal>;
  /** Looks for drift in one run, or in the whole ledger and around it; with `fix` repairs what can't lose data. Without it changes nothing. */
  doctor(run: string | null, fix: boolean): Promise<Doctored>;
  /** Folders of this working tree, relative to its root, that look like run folders but belong to no run of this ledger. `only`: of this protocol. */
  strays(only?: string): Promise<readonly Path[]>;
  /** Runs a unit's checks now and compares with their proofs; records nothing. */
  recheck(run: string, unit?: string): Promise<readonly Rechecked[] | Refusal>;
  /** Finishes pending work and releases everything. */
  close(): Promise<void>;
};

export const createCare = (parts: Parts): Care => {
  const { engine, folds, runner, projector } = parts;
  const { ledger, workspace } = engine;
  return {
    scan: projector.scan,
    verify: async (run) => (await import("../verify.ts")).verify(engine, run),
    export: async (...asked) => (await import("../export.ts")).exportOf(engine, ...asked),
    async restore(lines, dry = false) {
      const { restore } = await import("../restore.ts");
      const due = (run: string): void => {
        folds.forget(run);
        projector.due(run);
      };
      return restore(engine, { lines, dry, root: rootOf(engine), due });
    },
    async doctor(run, fix) {
      const write = async (one: string): Promise<void> => {
        projector.due(one);
        await projector.settle();
      };
      const { doctor } = await import("../doctor/doctor.ts");
      return doctor({ ...parts, write }, run, fix);
    },
    strays: async (only) =>
      (await import("../strays.ts")).straysOf(engine, await ledger.runs(), only),
    recheck: (run, unit) =>
      withFolded(parts, run, async (folded) =>
        (await import("../recheck.ts")).recheck(engine, run, folded, runner.check, unit),
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
