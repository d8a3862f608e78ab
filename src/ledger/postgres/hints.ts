// Watchers of a database: by notifications within milliseconds, by polling within a second.
import { createWatchers } from "../watchers.ts";
import type { Line } from "./line.ts";
import type { Schema } from "./schema.ts";

export type Hints = {
  watch(hint: () => void): () => void;
  /** Reports a write of this process: to its own watchers at once, to others by notification. */
  tell(): void;
  end(): void;
};

/** Minimum interval in ms between notifications of a busy writer; the first goes at once. */
const BETWEEN = 5;

const NOTE = "select set_config('synchronous_commit', 'off', true), pg_notify($1, '')";
const LAST =
  "select coalesce((select max(seq) from $SCHEMA.rows), 0) as seq, (select coalesce(sum(fence), 0)::text || ' ' || coalesce(max(until), '') from $SCHEMA.leases where not over) as held";

/**
 * Sends the notification after the commit: inside the transaction it would serialize all commits of
 * the cluster. The server logs notifications like rows; nothing needs to wait for that sync. One
 * may get lost with its sender, so the last write is polled every `poll` ms.
 */
export const openHints = (
  { hint }: Pick<Schema, "hint">,
  { listen }: Pick<Line, "listen">,
  channel: string,
  poll: number,
): Hints => {
  let last: string | null = null;
  let looking = false;
  let noting = false;
  let owed = false;

  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    const [row] = (await hint(LAST)) ?? [];
    looking = false;
    // No answer: the server is unreachable, or has no tables yet.
    if (row === undefined) return;
    await listen(channel, watchers.call);
    const stamp = `${String(row["seq"])} ${String(row["held"])}`;
    if (last !== null && stamp !== last) watchers.call();
    last = stamp;
  };
  const send = async (): Promise<void> => {
    owed = true;
    if (noting) return;
    noting = true;
    while (owed) {
      owed = false;
      await hint(NOTE, [channel]);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN).unref());
    }
    noting = false;
  };
  const watchers = createWatchers({
    ms: poll,
    begin: () => {
      void listen(channel, watchers.call);
      void look();
    },
    look: () => void look(),
    rest: () => {
      last = null;
    },
  });
  return {
    watch: watchers.add,
    tell: () => {
      watchers.call();
      void send();
    },
    end: () => {
      if (owed) void hint(NOTE, [channel]);
      owed = false;
      watchers.clear();
    },
  };
};
