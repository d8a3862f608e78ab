// Snapshots of runs in the database: a cache that may be lost at any time.
import { number, text } from "../columns.ts";
import type { Ledger } from "../ledger.ts";
import type { Line } from "./line.ts";
import { columnsOf, stored } from "./plain.ts";
import type { Schema } from "./schema.ts";

export type Snapshots = Pick<Ledger, "snapshot" | "keep">;

export const openSnapshots = (line: Pick<Line, "ask" | "hint">, schema: Schema): Snapshots => {
  const found = schema.text(
    "select version, text from $SCHEMA.snapshots where run = $1 and key = $2",
  );
  const kept = schema.text("select $SCHEMA.keep($1, $2, $3, $4)");
  return {
    snapshot: async (run, key) => {
      if (!(await schema.there())) return null;
      const [row] = await line.ask(() => ({ text: found, params: [stored(run), stored(key)] }));
      if (row === undefined) return null;
      const columns = columnsOf(row);
      return { version: number(columns, "version"), text: text(columns, "text") };
    },
    keep: async (run, key, version, state) => {
      if (await schema.there())
        await line.hint(kept, [stored(run), stored(key), version, stored(state)]);
    },
  };
};
