// Tables of a ledger in PostgreSQL: tables writable only through functions, against rewritten history.
import { shelfBytes } from "../ledger.ts";
import { FORMAT } from "../format.ts";
import { APPEND } from "./append-function.ts";
import { LEASE } from "./lease-function.ts";

/** `$SCHEMA` is the project's schema, `$NAME` its name as a text. Texts compare by bytes. */
export const TABLES = `
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
