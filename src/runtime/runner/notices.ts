// Notices of a runner: news of its run, changed programs, a ledger behind its anchor, a full disk.
import { newsIn } from "../../core/words/news.ts";
import { type Folded, type Folds, recorded } from "../fold.ts";
import type { Driving } from "./driving.ts";
import type { Engine } from "../engine.ts";
import { type Progress, warn } from "../run-options.ts";
import { createTroubles } from "./troubles.ts";

/** Reports every event once, starting after the first call. */
export const createEvents = ({
  engine,
  run,
  tell,
}: Driving): ((folded: Folded) => Promise<void>) => {
  let told: number | null = null;
  return async ({ protocol, state, version }) => {
    if (told !== null && version > told) {
      for (const row of await engine.ledger.read({ run, after: told })) {
        if (row.version > version) continue;
        const event = recorded(row);
        tell({ is: "event", event, news: newsIn(protocol, event, state) });
      }
    }
    told = Math.max(told ?? 0, version);
  };
};

/** Checks git and the agents' programs, and reports changes since the last check. */
export const tellPrograms = async (
  engine: Engine,
  tell: (progress: Progress) => void,
): Promise<void> => {
  const agents: Record<string, string> = {};
  for (const [name, config] of Object.entries(engine.config.agents)) {
    const found = await (await engine.driver(config.driver))?.find(config, 0);
    if (found) agents[name] = found.path;
  }
  for (const text of await engine.workspace.programs(engine.root, agents))
    tell({ is: "warning", text });
};

/** Reads only the last anchor, whatever the length of the run. */
export const tellBehind = async (
  engine: Engine,
  folds: Folds,
  run: string,
  tell: (progress: Progress) => void,
): Promise<void> => {
  const last = (await engine.workspace.anchors(run)).at(-1);
  const folded = await folds.newest(run);
  if (last === undefined || folded === null || last.version <= folded.version) return;
  if (last.ledger !== undefined && last.ledger !== (await engine.ledger.id())) return;
  const text = `TAIL_CUT: the ledger of run ${run} ends at event ${folded.version}, but event ${last.version} was anchored on ${last.at}`;
  warn(
    tell,
    `${text}: an older copy was put back, or its end was cut off. What came after is done again; to keep it, stop here and put the newer ledger back, or restore an export`,
  );
};

/** In ms. */
const everyMs = 2_000;

/** While the runner waits, checks periodically whether the disk is writable, and reports. */
export const createDiskWatch = (
  { workspace, now }: Engine,
  tell: (progress: Progress) => void,
): (() => Promise<void>) => {
  const time = (): number => Date.parse(now());
  const trouble = createTroubles((text) => tell({ is: "warning", text }), time, 0);
  let asked = Number.NEGATIVE_INFINITY;
  return async () => {
    if (time() - asked < everyMs) return;
    asked = time();
    const fault = await workspace.unwritable();
    const waits =
      "how jobs under way end can't be recorded, which is waited for (10 min, then they count as lost)";
    trouble(
      "disk",
      fault === null
        ? null
        : `${fault.code}: ${fault.message}: ${waits}. Mend that, and the run goes on by itself`,
    );
  };
};
