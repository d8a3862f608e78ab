// Follower of a cairn command's events, read from the ledger instead of its output.
import { resolve } from "node:path";
import { isSender } from "../../core/event-line.ts";
import { parsed } from "../../core/parsed.ts";
import { isRecord } from "../../core/record.ts";
import { isRefusal } from "../../core/refusal.ts";
import { changes } from "../changes.ts";
import { tellerOf } from "../tell.ts";
import type { Stage } from "./stage.ts";

export type FollowedEvent = {
  readonly run: string;
  /** The folder of the run's files. */
  readonly folder: string;
  readonly version: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The event in the words of its protocol. */
  readonly line: string;
};

/**
 * @param last the highest reported `seq` of the ledger.
 * @param ended settles when the command is over; its events are reported before this resolves.
 * @returns the highest `seq` now.
 */
export const follow = async (
  { root, env }: Stage,
  last: number,
  ended: Promise<unknown>,
  told: (event: FollowedEvent) => void,
): Promise<number> => {
  const over = new AbortController();
  const stop = (): void => over.abort();
  ended.then(stop, stop);
  const system = await (await import("../../open.ts")).open({ cwd: root, root, env });
  let at = last;
  const tell = async (): Promise<void> => {
    for (const row of await system.rowsAfter(at)) {
      at = row.seq;
      const { run, version, type, cause } = row;
      const [data, by, loaded] = [parsed(row.data), parsed(row.by), await system.load(run)];
      if (!isRecord(data) || !isSender(by) || isRefusal(loaded)) continue;
      const words = await tellerOf(system, loaded.card.protocol);
      const folder = resolve(root, loaded.card.place);
      told({
        run,
        folder,
        version,
        type,
        data,
        line: words({ type, data, version, at: row.at, by, cause }),
      });
    }
  };
  try {
    for await (const _ of changes(system, over.signal)) await tell();
    await tell();
    return at;
  } finally {
    await system.close();
  }
};
