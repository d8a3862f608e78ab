// Location of Cairn's folder in a repository of an older version, and its move to the proper place while unused.
import { join } from "node:path";
import { Fault } from "./core/refusal.ts";
import { asTyped } from "./core/shell-word.ts";
import { whileAlone } from "./ledger/sqlite/alone.ts";
import type { Home } from "./open-ledger.ts";
import { isFolder, isLink } from "./workspace/disk/look.ts";
import type { Located } from "./workspace/locate.ts";
import { finishMove, type Move, moveHome } from "./workspace/move-home.ts";
import { openWorkspace } from "./workspace/open-workspace.ts";
import { fixedBy, holdsRecord } from "./workspace/unmoved.ts";

export { unmoved } from "./workspace/unmoved.ts";

/** The current location. Fault HOME_TWICE if both exist: a job may have created either. */
const lying = ({ home, older }: Located): string => {
  if (older !== null && isLink(older) && !isFolder(older))
    throw new Fault(
      "HOME_AWAY",
      `${older} is a link, and what it names isn't there`,
      "bring that back, such as by mounting it; or remove the link to begin anew",
    );
  if (older === null || !holdsRecord(older)) return home;
  if (holdsRecord(home))
    throw new Fault(
      "HOME_TWICE",
      `${older} and ${home} both hold a record of this repository`,
      `look into both (\`ls -l\` tells when they were begun): a job or an older version of cairn may have made one of them. Then put that one aside, such as by: mv ${asTyped(older)} ${asTyped(`${older}-before`)}`,
    );
  return older;
};

/** Whether a runner or a job's host is active. */
const isUsed = async (home: string): Promise<boolean> => {
  const { runners, spool, processes } = await openWorkspace({ home });
  if (runners.all().length > 0) return true;
  return (await spool.list()).entries.some(
    ({ host }) => host?.is === "host" && processes.alive(host.process),
  );
};

const isMoved = (move: Move): boolean =>
  whileAlone(join(move.home, "ledger.db"), Date.now(), () => moveHome(move)) === "done";

/**
 * The location from now on, and the proper one.
 * @param moves whether to move it if possible
 * @param ledger the address of an explicitly named ledger; null: the default
 */
export const settled = async (
  located: Located,
  moves: boolean,
  ledger: string | null,
): Promise<Home> => {
  const { home: belongs, base, git } = located;
  const home = lying(located);
  if (git === null || !moves) return { home, belongs };
  const move = { home, belongs, base, git };
  try {
    if (home === belongs) finishMove(move);
    else if (fixedBy(move, ledger) === null && !(await isUsed(home)) && isMoved(move))
      return { home: belongs, belongs };
  } catch (error) {
    // Work continues at the current location, also if another process has just moved it. Ledger problems are reported when it is opened.
    if (!(error instanceof Error)) throw error;
  }
  return { home: isFolder(home) ? home : belongs, belongs };
};
