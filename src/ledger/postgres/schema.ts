// Schema of a project: its tables are made at once or not at all; other formats and servers are refused.
import { Fault } from "../../core/refusal.ts";
import { type Columns, number, text } from "../columns.ts";
import { FORMAT, otherFormat } from "../format.ts";
import { type ProjectNews, shelfBytes } from "../ledger.ts";
import { APPEND } from "./append-function.ts";
import { LEASE } from "./lease-function.ts";
import type { Line } from "./line.ts";

/** Older major versions are no longer maintained; all features used here exist since 14. */
const OLDEST = 14;

/** `$SCHEMA` is the project's schema, `$NAME` its name as a text. Texts compare by bytes. New functions are callable by everyone until revoked. */
const TABLES = `
  create table $SCHEMA.meta (key text collate "C" primary key, value text not null);
  create table $SCHEMA.rows (
    seq bigint primary key, run text collate "C" not null, version integer not null, cause text collate "C" not null, type text not null,
    at text not null check (at like '____-__-__T__:__:__.___Z' and at::timestamptz is not null), hash text not null, "by" text not null, data text not null, unique (run, version)
  );
  create table $SCHEMA.cards (
    run text collate "C" primary key, protocol text not null, origin text collate "C" unique, root text collate "C" not null, place text collate "C" not null,
    life text not null check (life in ('live', 'paused', 'over', 'archived')), phase text not null, version integer not null, head text not null, at text not null, good boolean, first bigint not null, unique (root, place)
  ) with (fillfactor = 50);
  create table $SCHEMA.leases (
    run text collate "C" not null, fence bigint not null, job text collate "C" not null, token text not null, name text not null, agent text,
    conversation text, until text collate "C" not null, host text not null, over boolean not null, primary key (run, fence)
  ) with (fillfactor = 70);
  create index leases_job on $SCHEMA.leases (run, job, fence);
  create index leases_held on $SCHEMA.leases (run, fence) where not over;
  create table $SCHEMA.snapshots (run text collate "C" not null, key text collate "C" not null, version integer not null, text text not null, primary key (run, key));
  create table $SCHEMA.kept (digest text collate "C" primary key, bytes bytea not null check (octet_length(bytes) <= ${shelfBytes}));
  create function $SCHEMA.keep(asked_run text, asked_key text, asked_version integer, asked_text text) returns void
    language sql security definer set search_path = pg_catalog, pg_temp as $body$
      insert into $SCHEMA.snapshots as s (run, key, version, text) 
        select asked_run, asked_key, asked_version, asked_text where exists (select from $SCHEMA.rows r where r.run = asked_run and r.version = asked_version)
      on conflict (run, key) do update set version = excluded.version, text = excluded.text where excluded.version >= s.version
    $body$;
  create function $SCHEMA.shelve(content bytea) returns void language sql security definer set search_path = pg_catalog, pg_temp
    as $body$ insert into $SCHEMA.kept (digest, bytes) values (encode(sha256(content), 'hex'), content) on conflict do nothing $body$;
  create index rows_named on $SCHEMA.rows (cause) where left(cause, 1) <> '~';
  insert into $SCHEMA.meta (key, value) values ('id', substr(md5(gen_random_uuid()::text), 1, 16)), ('format', '${FORMAT}');
  ${LEASE}
  ${APPEND}
  revoke all on all functions in schema $SCHEMA from public;
`;

/** One statement, which may be asked again: concurrent processes wait in it for each other, and then find the work done. An existing schema needs no right to create schemas. */
const MAKE = `do $make$ begin
  perform pg_advisory_xact_lock(hashtextextended($NAME, 0));
  if to_regclass('$SCHEMA.meta') is not null then return; end if;
  if to_regnamespace('$SCHEMA') is null then create schema $SCHEMA; end if;
  ${TABLES}
end $make$`;

const VERSION = "current_setting('server_version_num')::integer as version";
/** Checks the usual case together with the ledger's time to save a round trip. */
const USUAL = `select value as format, ${VERSION}, $SCHEMA.stamp($SCHEMA.clock()) as now from $SCHEMA.meta where key = 'format'`;
const MISSING = `select ${VERSION}, exists (select from pg_class where relnamespace = to_regnamespace('$SCHEMA')) as filled`;
const OTHER = "select value as format from $SCHEMA.meta where key = 'format'";
/** Other projects that this user may read. */
const OTHERS = `select n.nspname::text as name from pg_namespace n
  where (n.nspname = 'cairn' or starts_with(n.nspname::text, 'cairn_')) and n.nspname <> $NAME and has_schema_privilege(n.oid, 'usage')
    and exists (select from pg_class c where c.relnamespace = n.oid and c.relname = 'meta')
  order by 1 limit 21`;

export type Schema = Pick<Line, "ask" | "hint"> & {
  /** Whether the tables exist; a positive answer is cached. */
  there(): Promise<boolean>;
  /** The ledger's time as text; null: no tables. */
  clock(): Promise<string | null>;
  /** Creates missing tables. */
  make(): Promise<void>;
};

/** The project's name in the address; null: the project without a name. */
const projectOf = (schema: string): string | null =>
  schema === "cairn" ? null : schema.replace(/^cairn_/u, "");

const otherTables = (format: unknown, name: string, shown: string): Fault =>
  typeof format === "string" && /^[1-9]\d*$/u.test(format)
    ? otherFormat(shown, Number(format))
    : new Fault(
        "LEDGER_FOREIGN",
        `The schema ${name} of ${shown} holds tables, but no ledger of Cairn. It was left as it is.`,
        "Name another project by ?project=NAME.",
      );

/** Tells once each that the project is missing, and that it was created. */
const teller = (
  hint: Line["hint"],
  name: string,
  tell?: (news: ProjectNews) => void,
): ((is: ProjectNews["is"]) => Promise<void>) => {
  const history = new Set<ProjectNews["is"]>();
  return async (is) => {
    if (tell === undefined || history.has(is)) return;
    history.add(is);
    const others = ((await hint(OTHERS)) ?? []).map((row) => projectOf(text(row, "name")));
    tell({ is, name: projectOf(name), others });
  };
};

const checkServer = (row: Columns, shown: string): void => {
  const version = number(row, "version");
  if (version < OLDEST * 10_000)
    throw new Fault(
      "LEDGER_UNSUPPORTED",
      `The server of ${shown} is PostgreSQL ${Math.floor(version / 10_000)}; a ledger needs ${OLDEST} or later.`,
      "Use a newer server, or keep the ledger in SQLite.",
    );
};

/** `name` contains only lower-case letters, digits and `_` (address.ts). Statements may name `$SCHEMA`. */
export const openSchema = (
  line: Pick<Line, "ask" | "hint">,
  name: string,
  shown: string,
  project?: (news: ProjectNews) => void,
): Schema => {
  const texts = new Map<string, string>();
  const textOf = (of: string): string => {
    const text =
      texts.get(of) ?? of.replaceAll("$SCHEMA", `"${name}"`).replaceAll("$NAME", `'${name}'`);
    texts.set(of, text);
    return text;
  };
  const ask: Line["ask"] = (of, ...rest) => line.ask(textOf(of), ...rest);
  const hint: Line["hint"] = (of, ...rest) => line.hint(textOf(of), ...rest);
  const tell = teller(hint, name, project);
  let ready: Promise<void> | null = null;
  /** Whether the tables are there. */
  let present = false;

  /** Whatever is wrong with the tables is found by the next look. */
  const glance = (of: string): Promise<readonly Columns[]> =>
    ask(of).catch((error: unknown) => {
      if (error instanceof Fault) throw error;
      return [];
    });
  const clock = async (): Promise<string | null> => {
    let [usual] = await glance(USUAL);
    if (usual === undefined) {
      const [server = {}] = await ask(MISSING);
      checkServer(server, shown);
      if (server["filled"] !== true) return null;
      const [other = {}] = await glance(OTHER);
      if (other["format"] !== String(FORMAT)) throw otherTables(other["format"], name, shown);
      // Another process made them just now.
      [usual] = await ask(USUAL);
    }
    const row = usual ?? {};
    checkServer(row, shown);
    if (row["format"] !== String(FORMAT)) throw otherTables(row["format"], name, shown);
    present = true;
    return text(row, "now");
  };
  const prepare = async (): Promise<void> => {
    if (present || (await clock()) !== null) return;
    await ask(MAKE);
    present = true;
    await tell("made");
  };

  return {
    ask,
    hint,
    clock,
    make: () =>
      (ready ??= prepare().catch((error: unknown) => {
        ready = null;
        throw error;
      })),
    there: async () => {
      // A failure is for the one who makes them.
      await ready?.catch(() => {});
      if (present || (await clock()) !== null) return true;
      await tell("missing");
      return false;
    },
  };
};
