// Check whether a ledger exists: an unreadable place is a fault, never "no runs yet".
import { lstatSync } from "node:fs";
import { errorText } from "../core/error-text.ts";
import { Fault } from "../core/refusal.ts";

const isEntry = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const why = errorText(error);
    throw new Fault(
      "LEDGER_UNREADABLE",
      `Whether there is a ledger ${path} can't be seen: ${why}.`,
      "Give yourself the right to enter and read that folder, or name another place by --ledger.",
      error,
    );
  }
};

/** Whether anything exists at a ledger's path. Broken links and orphaned logs count, so that opening reports them. Fault: LEDGER_UNREADABLE. */
export const isThere = (path: string): boolean => isEntry(path) || isEntry(`${path}-wal`);
