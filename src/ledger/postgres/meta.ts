// Queries of the ledger's id and time, and of server settings that may lose an acknowledged append.
import { text } from "../columns.ts";
import type { Ledger } from "../ledger.ts";
import type { Line } from "./line.ts";
import { columnsOf } from "./plain.ts";
import type { Schema } from "./schema.ts";

export type Meta = Required<Pick<Ledger, "id" | "now" | "undurable">>;

const plainClock = `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`;
const unsafe =
  "select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name";

export const openMeta = ({ ask }: Pick<Line, "ask">, schema: Schema): Meta => ({
  id: async () => {
    if (!(await schema.there())) return null;
    const id = schema.text("select value from $SCHEMA.meta where key = 'id'");
    const [row] = await ask(() => ({ text: id, params: [] }));
    return row === undefined ? null : text(columnsOf(row), "value");
  },
  now: async () => {
    const now = await schema.clock();
    if (now !== null) return now;
    const [row] = await ask(() => ({ text: plainClock, params: [] }));
    return text(columnsOf(row), "now");
  },
  undurable: async () => {
    const found = await ask(() => ({ text: unsafe, params: [] }));
    return found.map((row) => text(columnsOf(row), "name"));
  },
});
