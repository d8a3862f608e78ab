// Progress events of a run, read from the ledger.
import { newsIn } from "../../core/news.ts";
import { type Folded, recorded } from "../fold.ts";
import type { Driving } from "./driving.ts";

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
