// Queries of rows and run cards on PostgreSQL: by index, in commit order, without locks.
import type { Card, Row } from "../../core/row.ts";
import { asCard, asRow } from "../columns.ts";
import type { RowFilter, RunFilter } from "../ledger.ts";
import type { Line } from "./line.ts";
import type { Param } from "./prepared.ts";
import { columnsOf, stored } from "./plain.ts";
import type { Schema } from "./schema.ts";

export type Rows = {
  read(what: RowFilter): Promise<readonly Row[]>;
  cards(filter: RunFilter): Promise<readonly Card[]>;
};

export const openRows = (line: Line, schema: Schema): Rows => {
  const all = schema.text("select * from $SCHEMA.rows where seq > $1 order by seq limit $2");
  const ofRun = schema.text(
    "select * from $SCHEMA.rows where run = $3 and version > $1 order by version limit $2",
  );
  // The index rows_named only serves queries with its exact condition.
  const caused = schema.text(
    "select * from $SCHEMA.rows where cause = $4 and left(cause, 1) <> '~' and run = $3 and version > $1 order by version limit $2",
  );
  return {
    read: async ({ run, cause, after = 0, limit = 10_000 }) => {
      if (!(await schema.there())) return [];
      const found = await line.ask(() => {
        const bounds = [after, limit];
        if (run === undefined) return { text: all, params: bounds };
        if (cause === undefined) return { text: ofRun, params: [...bounds, stored(run)] };
        return { text: caused, params: [...bounds, stored(run), stored(cause)] };
      });
      return found.map((row) => asRow(columnsOf(row)));
    },
    cards: async ({ run, protocol, origin, parent, life }) => {
      if (!(await schema.there())) return [];
      const terms: string[] = [];
      const params: Param[] = [];
      const want = (term: string, value: string | undefined): void => {
        if (value === undefined) return;
        params.push(stored(value));
        terms.push(term.replaceAll("?", `$${params.length}`));
      };
      want("run = ?", run);
      want("protocol = ?", protocol);
      want("origin = ?", origin);
      // A range served by the index of origins: `0` is the character after `/`.
      want(`origin >= ? || '/' and origin < ? || '0'`, parent);
      const where = terms.length === 0 ? "" : ` where ${terms.join(" and ")}`;
      const found = await line.ask(() => ({
        text: schema.text(`select * from $SCHEMA.cards${where} order by first`),
        params,
      }));
      return found
        .map((row) => asCard(columnsOf(row)))
        .filter((card) => life === undefined || life.includes(card.life));
    },
  };
};
