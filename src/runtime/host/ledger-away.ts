// What keeps a fenced job from its ledger: the paths to hide where it is a file, the password where it is on a server.
import { dirname } from "node:path";
import { isWithin } from "../../core/within.ts";

type Env = Readonly<Record<string, string>>;

const inFile = "sqlite:";

/**
 * A ledger in a file elsewhere: its folder, since its database makes and removes files beside it at any time. Where the job
 * needs that folder, the files that are there now.
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

/** Who has the password of a ledger on a server needs no door into it. */
export const withoutPassword = (env: Env, ledger: string): Env =>
  ledger.startsWith(inFile)
    ? env
    : Object.fromEntries(Object.entries(env).filter(([name]) => name !== "PGPASSWORD"));
