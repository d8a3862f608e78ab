// Turns at a ledger whose files may be removed while it is open: they write it back, and say so.
import type { DatabaseSync } from "node:sqlite";
import { Fault } from "../../core/refusal.ts";
import type { Turns } from "./turns.ts";

export type Rescue = {
  readonly db: DatabaseSync;
  readonly path: string;
  /** The file has no name any more; one that was only moved has. */
  readonly isRemoved: () => boolean;
  /** Called when it is there again. */
  readonly made?: (() => void) | undefined;
};

/** The same turns, which write a ledger back that was removed, and say so. */
export const withRescue = (turns: Turns, { db, path, isRemoved, made }: Rescue): Turns => {
  let back: Promise<Fault> | null = null;
  const told = async (error: unknown): Promise<never> => {
    if (!(error instanceof Fault && error.code === "LEDGER_MOVED" && isRemoved())) throw error;
    back ??= import("./rescue.ts").then(({ writeBack }) => writeBack(db, path)).finally(made);
    throw await back;
  };
  return {
    write: (work) => turns.write(work).catch(told),
    read: (work) => turns.read(work).catch(told),
    end: async () => {
      await turns.end();
      await back;
    },
  };
};
