// Schema of a project: its tables are created atomically.
import { Fault } from "../../core/refusal.ts";
import { type ProjectNews, shelfBytes } from "../ledger.ts";
import { type Ask, installed, type Installed, timeIn } from "./formats.ts";
import type { Line } from "./line.ts";
import { FORMAT } from "../format.ts";
import { APPEND } from "./append-function.ts";
import { LEASE } from "./lease-function.ts";

/** `$SCHEMA` is the project's schema, `$NAME` its name as a text. Texts compare by bytes. */
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
`;

export type Schema = {
  /** SQL with the placeholders `$SCHEMA` and `$NAME` filled in. */
  text(of: string): string;
  /** Whether the tables exist; a positive answer is cached. */
  there(): Promise<boolean>;
  /** The ledger's time as text; null: no tables. */
  clock(): Promise<string | null>;
  /** Creates missing tables. */
  make(): Promise<void>;
};

const bring = async (ask: Ask, { schema }: Installed): Promise<void> => {
  // For an existing schema this would require a right that only creators of schemas need.
  if (!schema) await ask("create schema $SCHEMA");
  await ask(TABLES);
  // New functions are callable by everyone until revoked.
  await ask("revoke all on all functions in schema $SCHEMA from public");
};

/** `name` contains only lower-case letters, digits and `_` (address.ts). */
export const openSchema = (
  line: Line,
  name: string,
  shown: string,
  tell: (is: ProjectNews["is"]) => Promise<void> = async () => {},
): Schema => {
  const project = { name, shown };
  const text = (of: string): string =>
    of.replaceAll("$SCHEMA", `"${name}"`).replaceAll("$NAME", `'${name}'`);
  const asked: Ask = (of) => line.ask(() => ({ text: text(of), params: [] }));
  let ready: Promise<void> | null = null;
  /** Whether the tables were seen. */
  let seen = false;

  /** Checks for the usual case together with the ledger's time to save a round trip. null: missing. */
  const glance = async (): Promise<string | null> => {
    try {
      const now = await timeIn(asked, project);
      seen ||= now !== null;
      return now;
    } catch (error) {
      if (error instanceof Fault) throw error;
      return null;
    }
  };

  const prepare = async (): Promise<void> => {
    if (!seen) await glance();
    if (seen || (await installed(asked, project)).tables) return;
    let made = false;
    await line.together(async (ask) => {
      const within: Ask = (of) => ask(text(of));
      // Concurrent processes wait here and then find the work done.
      await within("select pg_advisory_xact_lock(hashtextextended($NAME, 0))");
      const now = await installed(within, project);
      if (!now.tables) await bring(within, now);
      made = !now.tables;
    });
    if (made) await tell("made");
  };

  const make = (): Promise<void> =>
    (ready ??= prepare().catch((error: unknown) => {
      ready = null;
      throw error;
    }));

  return {
    text,
    make,
    there: async () => {
      if (ready !== null || seen || (await glance()) !== null) return true;
      const { tables } = await installed(asked, project);
      if (!tables) await tell("missing");
      seen ||= tables;
      return tables;
    },
    clock: glance,
  };
};
