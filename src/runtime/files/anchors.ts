// Anchors: heads of runs written outside of the database, and now and then into git.
import { isOver } from "../../core/over.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";

/** Minimum interval in ms between anchors of one run in git while a process keeps writing. */
const gitEveryMs = 10_000;

export type Anchors = {
  /** Records that the files of this version are on disk. */
  put(run: string, folded: Folded): Promise<void>;
  /** Writes pending anchors to git. Git errors block nothing else: `verify` reports what git doesn't cover. */
  settle(): Promise<void>;
};

export const createAnchors = (engine: Engine, elapsed: () => number): Anchors => {
  const { workspace, ledger } = engine;
  const due = new Map<string, { readonly folded: Folded; readonly since: number }>();
  const give = async (run: string, folded: Folded, always: boolean): Promise<void> => {
    due.delete(run);
    await workspace.anchorInGit(groundOf(engine, folded), run, always);
  };
  let known: Promise<string | null> | null = null;
  const idOf = async (): Promise<string | null> => {
    const id = await ledger.id();
    if (id !== null) await workspace.noteLedger(id, engine.url);
    return id;
  };
  return {
    async put(run, folded) {
      known ??= idOf();
      const { version, head, at } = folded;
      const id = await known;
      await workspace.anchor(run, {
        version,
        head,
        at: at ?? engine.now(),
        ...(id === null ? {} : { ledger: id }),
      });
      const since = due.get(run)?.since ?? elapsed();
      due.set(run, { folded, since });
      if (isOver(folded.protocol.life(folded.state))) await give(run, folded, true);
      else if (elapsed() - since >= gitEveryMs) await give(run, folded, false);
    },
    async settle() {
      for (const [run, { folded }] of due) await give(run, folded, false);
    },
  };
};
