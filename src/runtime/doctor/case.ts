// Common reading of a run for all doctor kinds.
import { usualLeaseMs } from "../../core/patience.ts";
import type { Card } from "../../core/row.ts";
import { groundOf } from "../engine.ts";
import { readLog } from "../fold.ts";
import type { Driving } from "../runner/driving.ts";
import { look } from "../runner/look.ts";
import { createRoom } from "../runner/room.ts";
import type { Case } from "./kind.ts";

type Unmoved = "leaseMs" | "nested" | "tell" | "step" | "room";
export type DoctorParts = Omit<Driving, "run" | Unmoved> & {
  readonly write: (run: string) => Promise<void>;
};

/** A doctor drives no run, and stops nowhere. */
export const unmoved: Pick<Driving, Unmoved> = {
  leaseMs: usualLeaseMs,
  nested: () => Promise.reject(new Error("a doctor drives no run")),
  tell: () => undefined,
  step: () => undefined,
  room: createRoom(0),
};

const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let reading: Promise<T> | null = null;
  return () => (reading ??= read());
};

/** Reads the run afresh; null: it no longer exists. Faults: those of folding it. */
export const readCase = async (parts: DoctorParts, run: string): Promise<Case | null> => {
  const { engine, folds, write } = parts;
  const folded = await folds.newest(run);
  const card: Card | undefined = (await engine.ledger.runs({ run }))[0];
  const folder = folded === null ? null : groundOf(engine, folded).place;
  if (folded === null || card === undefined || folder === null) return null;
  const driving: Driving = { ...parts, ...unmoved, run };
  return {
    card,
    folded,
    folder,
    driving,
    write: () => write(run),
    look: once(async () => {
      const seen = await look(driving);
      if (seen === null) throw new Error(`run ${run} went away while it was looked at`);
      return seen;
    }),
    drift: once(() => engine.workspace.drift(run, folder, folded.protocol.dropIns)),
    log: once(() => readLog(engine, run, folded.version)),
  };
};
