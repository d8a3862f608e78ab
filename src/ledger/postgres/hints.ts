// The watchers of a database, told of another machine's writes within milliseconds by the server's notes, within a second without them.
import { createWatchers } from "../watchers.ts";
import type { Line } from "./line.ts";
import { columnsOf } from "./plain.ts";
import type { Schema } from "./schema.ts";

export type Hints = {
  watch(hint: () => void): () => void;
  /** This process wrote: its own watchers hear it at once, others by a note. */
  tell(): void;
  end(): void;
};

/** In ms: who writes without pause says so no oftener than this; the first note goes at once. */
const BETWEEN = 5;

/**
 * A note is sent after the commit, on its own: within the transaction it would make all that commit in the whole cluster stand in line.
 * The server writes a note down as it does a row; nobody needs to wait until it has synced that.
 * It may get lost with its sender, so every `poll` ms what was last written is asked for.
 */
export const openHints = (line: Line, schema: Schema, channel: string, poll: number): Hints => {
  const note = "select set_config('synchronous_commit', 'off', true), pg_notify($1, '')";
  const last = schema.text(
    "select coalesce((select max(seq) from $SCHEMA.rows), 0) as seq, (select coalesce(sum(fence), 0)::text || ' ' || coalesce(max(until), '') from $SCHEMA.leases where not over) as held",
  );
  let seen: string | null = null;
  let looking = false;
  let noting = false;
  let owed = false;

  const listen = (): Promise<void> => line.listen(channel, watchers.call);
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    const [found] = (await line.hint(last, [])) ?? [];
    looking = false;
    // Without an answer the server is away, or there are no tables yet.
    if (found === undefined) return;
    await listen();
    const { seq, held } = columnsOf(found);
    const stamp = `${String(seq)} ${String(held)}`;
    if (seen !== null && stamp !== seen) watchers.call();
    seen = stamp;
  };
  const send = async (): Promise<void> => {
    owed = true;
    if (noting) return;
    noting = true;
    while (owed) {
      owed = false;
      await line.hint(note, [channel]);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN).unref());
    }
    noting = false;
  };
  const watchers = createWatchers({
    ms: poll,
    begin: () => {
      void listen();
      void look();
    },
    look: () => void look(),
    rest: () => {
      seen = null;
    },
  });
  return {
    watch: watchers.add,
    tell: () => {
      watchers.call();
      void send();
    },
    end: () => {
      if (owed) void line.hint(note, [channel]);
      owed = false;
      watchers.clear();
    },
  };
};
