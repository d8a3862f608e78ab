// Queries of a project's rows, run cards, caches and contents: by index, in commit order, without locks.
import { asCard, asRow, number, text } from "../columns.ts";
import { type Ledger, type LedgerShelf, shelfBytes } from "../ledger.ts";
import type { Param } from "./line.ts";
import type { Schema } from "./schema.ts";

/** In ms: time for a slow line (2 Mbit/s) to carry a content in an encoding of twice the size. */
const carryingMs = Math.ceil((shelfBytes * 2 * 8) / 2_000);
const PLAIN_CLOCK = `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`;
const UNSAFE =
  "select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name";

type Term = readonly [text: string, value: Param | undefined];

/** Conditions on the values that are given; each `?` stands for its value. */
const filter = (conditions: readonly Term[]) => {
  const params: Param[] = [];
  const terms = conditions.flatMap(([text, value]) =>
    value === undefined ? [] : [text.replaceAll("?", `$${params.push(value)}`)],
  );
  return { where: terms.length === 0 ? "" : `where ${terms.join(" and ")}`, params };
};

export const openRows = ({
  ask,
  there,
  clock,
}: Schema): Required<Pick<Ledger, "id" | "now" | "read" | "newest" | "runs" | "undurable">> => ({
  id: async () => {
    if (!(await there())) return null;
    const [row] = await ask("select value from $SCHEMA.meta where key = 'id'");
    return row === undefined ? null : text(row, "value");
  },
  now: async () => {
    const now = await clock();
    if (now !== null) return now;
    const [row = {}] = await ask(PLAIN_CLOCK);
    return text(row, "now");
  },
  read: async ({ run, cause, after = 0, limit = 10_000 }) => {
    if (!(await there())) return [];
    const order = run === undefined ? "seq" : "version";
    const { where, params } = filter([
      [`${order} > ?`, after],
      ["run = ?", run],
      // The index rows_named only serves queries with its exact condition.
      ["cause = ? and left(cause, 1) <> '~'", cause],
    ]);
    const rest = `order by ${order} limit $${params.length + 1}`;
    const rows = await ask(`select * from $SCHEMA.rows ${where} ${rest}`, [...params, limit]);
    return rows.map(asRow);
  },
  newest: async () => {
    if (!(await there())) return 0;
    const [row] = await ask("select seq from $SCHEMA.rows order by seq desc limit 1");
    return row === undefined ? 0 : number(row, "seq");
  },
  runs: async ({ run, protocol, origin, parent, life } = {}) => {
    if (!(await there())) return [];
    const { where, params } = filter([
      ["run = ?", run],
      ["protocol = ?", protocol],
      ["origin = ?", origin],
      // A range served by the index of origins: `0` is the character after `/`.
      ["origin >= ? || '/' and origin < ? || '0'", parent],
    ]);
    const rows = await ask(`select * from $SCHEMA.cards ${where} order by first`, params);
    return rows.map(asCard).filter((card) => life === undefined || life.includes(card.life));
  },
  undurable: async () => (await ask(UNSAFE)).map((row) => text(row, "name")),
});

/** A cache that may be lost at any time. */
export const openSnapshots = ({ ask, hint, there }: Schema): Pick<Ledger, "snapshot" | "keep"> => ({
  snapshot: async (run, key) => {
    if (!(await there())) return null;
    const statement = "select version, text from $SCHEMA.snapshots where run = $1 and key = $2";
    const [row] = await ask(statement, [run, key]);
    return row === undefined ? null : { version: number(row, "version"), text: text(row, "text") };
  },
  keep: async (run, key, version, state) => {
    if (await there())
      await hint("select $SCHEMA.keep($1, $2, $3, $4)", [run, key, version, state]);
  },
});

/** Proofs and documents of events, readable on every machine. */
export const openShelf = ({ ask, there, make }: Schema): LedgerShelf => ({
  put: async (bytes) => {
    await make();
    await ask("select $SCHEMA.shelve($1)", [bytes]);
  },
  get: async (name) => {
    if (!(await there())) return null;
    const statement = "select bytes from $SCHEMA.kept where digest = $1";
    const [row] = await ask(statement, [name], carryingMs);
    const bytes = row?.["bytes"];
    return bytes instanceof Uint8Array ? bytes : null;
  },
});
