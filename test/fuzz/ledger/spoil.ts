// Corruption of a ledger file for fuzzing: any value in any column, any byte anywhere.
import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** Numbers, so that a failing case shrinks to the smallest change. */
export type Change = readonly [
  how: number,
  table: number,
  row: number,
  column: number,
  value: number,
];
/** `shape`: the tables' own definitions are put back after the change, so that nothing warns of it. */
export type Spoil = {
  readonly changes: readonly Change[];
  readonly bytes: readonly (readonly [number, number])[];
  readonly shape: boolean;
};

const tables: readonly (readonly [string, readonly string[]])[] = [
  ["rows", ["former", "version", "seq", "run", "cause", "type", "at", "hash", "by", "data"]],
  [
    "cards",
    [
      "last",
      "version",
      "run",
      "protocol",
      "origin",
      "root",
      "place",
      "life",
      "phase",
      "head",
      "at",
      "good",
    ],
  ],
  ["milestones", ["seq", "version", "run"]],
  [
    "leases",
    ["fence", "over", "run", "job", "token", "name", "agent", "conversation", "until", "host"],
  ],
  ["snapshots", ["version", "run", "key", "text"]],
  ["meta", ["key", "value"]],
];

/** As SQL. OTHER: the same column of another row, which makes a circle of what points to rows. */
const values: readonly string[] = [
  "OTHER",
  "OTHER",
  "OTHER",
  "null",
  "-1",
  "0",
  "1",
  "2",
  "1.5",
  "9e999",
  "-9e999",
  "9007199254740991",
  "9007199254740992",
  "9223372036854775807",
  "-9223372036854775808",
  "''",
  "'x'",
  "'live'",
  "'over'",
  "'1'",
  "'RunCompleted'",
  "'player'",
  "'nothing'",
  "x''",
  "x'00ff'",
  "zeroblob(1000000)",
  "cast(x'fffe00' as text)",
  "hex(zeroblob(500000))",
  "'{}'",
  "'null'",
  "'[1'",
  `'{"kind":1,"name":[]}'`,
  "replace(hex(zeroblob(3000)), '0', '[')",
  `'{"__proto__":{"a":1}}'`,
  "'../../../../etc'",
  "'/dev/zero'",
  "'a' || char(0) || 'b'",
  "'9999-99-99T99:99:99.999Z'",
  "'2026-01-08T12:00:00.000Z'",
  "'+275760-09-13T00:00:00.001Z'",
  `'{"head":"","at":"","state":{}}'`,
  `'{"head":1,"at":null,"state":[]}'`,
];

const pick = <T>(from: readonly T[], n: number, otherwise: T): T =>
  from[n % from.length] ?? otherwise;
const quoted = (name: string): string => `"${name}"`;

/** The change as SQL; what a unique index forbids isn't done. */
const statement = ([how, table, row, column, value]: Change): string => {
  const [name, columns] = pick(tables, table, ["rows", ["former"]]);
  const target = quoted(pick(columns, column, "run"));
  const key =
    name === "rows" ? "seq" : (columns.find((one) => one === "run" || one === "key") ?? "run");
  const nth = (n: number, what: string): string =>
    `(select ${what} from ${name} order by ${quoted(key)} limit 1 offset ${n} % max(1, (select count(*) from ${name})))`;
  const where =
    name === "rows"
      ? `seq = ${nth(row, "seq")}`
      : `(${columns.map(quoted).join(", ")}) is ${nth(row, columns.map(quoted).join(", "))}`;
  if (how === 0) return `delete from ${name} where ${where}`;
  if (how === 1) {
    const others = columns.filter((one) => one !== "seq" || name !== "rows").map(quoted);
    const changed = others.map((one) =>
      one === target ? pick(values, value, "null").replace("OTHER", nth(value, target)) : one,
    );
    return `insert into ${name} (${others.join(", ")}) select ${changed.join(", ")} from ${name} where ${where}`;
  }
  if (how === 2)
    return `update ${name} set ${target} = ${pick(values, value, "null").replace("OTHER", nth(value, target))}`;
  return `update ${name} set ${target} = ${pick(values, value, "null").replace("OTHER", nth(value * 7 + 1, target))} where ${where}`;
};

const loosened = "replace(replace(sql, ' not null', ''), 'strict', '')";
/** Opens the file anew: a connection keeps the shape that it has read. */
const shaped = (path: string, work: (db: DatabaseSync) => void): void => {
  const db = new DatabaseSync(path, { timeout: 1_000, defensive: false });
  try {
    db.exec("pragma writable_schema = on");
    work(db);
  } finally {
    db.close();
  }
};

const chained = `run, version, cause, type, at, hash, "by", data`;
const listed = "run, protocol, place, life, phase, version, head, good";
const order =
  "select group_concat(run || ' ' || version) as said from (select run, version from TABLE order by run, seq)";

/** Does the record say anything else than that of `original`, where a chain, a card or an anchor tells? */
const differs = (path: string, original: string): boolean => {
  let found = false;
  shaped(path, (db) => {
    db.prepare("attach ? as o").run(original);
    const some = (sql: string): boolean =>
      db.prepare(`select exists(${sql}) as is_there`).get()?.["is_there"] === 1;
    const parts = (table: string, columns: string): boolean =>
      some(`select ${columns} from main.${table} except select ${columns} from o.${table}`) ||
      some(`select ${columns} from o.${table} except select ${columns} from main.${table}`) ||
      some(
        `select 1 where (select count(*) from main.${table}) <> (select count(*) from o.${table})`,
      );
    const said = (table: string): unknown =>
      db.prepare(order.replace("TABLE", table)).get()?.["said"];
    found =
      parts("rows", chained) || parts("cards", listed) || said("main.rows") !== said("o.rows");
  });
  return found;
};

/** Spoils the file; true: `verify` must find it. false: it may. */
export const spoil = (
  path: string,
  original: string,
  { changes, bytes, shape }: Spoil,
): boolean => {
  if (changes.length > 0) {
    shaped(path, (db) =>
      db.exec(
        `create temp table shape as select name, sql from sqlite_schema; update sqlite_schema set sql = ${loosened}`,
      ),
    );
    shaped(path, (db) => {
      for (const change of changes) {
        try {
          db.exec(statement(change));
        } catch (error) {
          if (
            !(error instanceof Error && /constraint|too big|datatype mismatch/i.test(error.message))
          )
            throw error;
        }
      }
    });
    if (shape)
      shaped(path, (db) => {
        db.prepare("attach ? as o").run(original);
        db.exec(
          "update main.sqlite_schema set sql = (select o.sql from o.sqlite_schema as o where o.name = sqlite_schema.name)",
        );
      });
  }
  const found = changes.length > 0 && differs(path, original);
  if (bytes.length === 0) return found;
  const file = readFileSync(path);
  for (const [at, what] of bytes) file[at % file.length] = what;
  writeFileSync(path, file);
  return false;
};
