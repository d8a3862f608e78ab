// Content store in PostgreSQL: proofs and documents of events, readable on every machine.
import type { LedgerShelf } from "../ledger.ts";
import { shelfBytes } from "../ledger.ts";
import type { Line } from "./line.ts";
import { columnsOf } from "./plain.ts";
import type { Schema } from "./schema.ts";

/** In ms: time for a slow line (2 Mbit/s) to carry the bytes in an encoding of twice the size. */
const carrying = (bytes: number): number => Math.ceil((bytes * 2 * 8) / 2_000);

export const openShelf = (line: Line, schema: Schema): LedgerShelf => {
  const put = schema.text("select $SCHEMA.shelve($1)");
  const get = schema.text("select bytes from $SCHEMA.kept where digest = $1");
  return {
    put: async (bytes) => {
      await schema.make();
      await line.ask(() => ({ text: put, params: [bytes] }), carrying(bytes.length));
    },
    get: async (name) => {
      if (!(await schema.there())) return null;
      const [row] = await line.ask(() => ({ text: get, params: [name] }), carrying(shelfBytes));
      const bytes = row === undefined ? null : columnsOf(row)["bytes"];
      return bytes instanceof Uint8Array ? bytes : null;
    },
  };
};
