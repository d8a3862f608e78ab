// Isolation of a sandboxed job from its ledger: hidden paths of a file, or the removed password of a server.
import { dirname } from "node:path";
import { isWithin } from "../../core/within.ts";

type Env = Readonly<Record<string, string>>;

const inFile = "sqlite:";

/**
 * Hides a ledger file: its whole folder, since the database creates and removes files beside it; if
 * the job needs that folder, the current files.
 */
export const ledgerIn = (
  url: string,
  home: string,
  ground: string,
  needed: readonly string[],
): readonly string[] => {
  const file = url.slice(inFile.length);
  if (!url.startsWith(inFile) || isWithin(home, file)) return [];
  const folder = dirname(file);
  const isNeeded = isWithin(ground, folder) || needed.some((path) => isWithin(folder, path));
  return isNeeded ? ["", "-wal", "-shm"].map((end) => `${file}${end}`) : [folder];
};

/** With the password of a server a job could bypass the door. */
export const withoutPassword = (env: Env, ledger: string): Env =>
  ledger.startsWith(inFile)
    ? env
    : Object.fromEntries(Object.entries(env).filter(([name]) => name !== "PGPASSWORD"));
