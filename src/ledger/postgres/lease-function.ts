// SQL function of leases: grants by the server's clock, serialised with fenced appends.
import { mostFence } from "../ledger.ts";

/**
 * `grace`: until when nothing counts as lapsed, as a timestamp, or empty. After a server start, job hosts get time to renew before anyone takes over their leases;
 * `waits`: the same after an outage of the caller, in ms (contact.ts). A start older than any test clock has no effect. Result for `ask`: see LeaseAsk. The caller
 * draws `secret`, so that a `take` whose answer was lost is recognized. Plans must use the indexes, as they may be made on empty tables; `fence + 0` avoids a scan of
 * all grants of a run; the highest fence is read at the end of its index. Fences only grow: grants are never removed, the highest is the counter; only a restored run
 * has gaps.
 */
export const LEASE = `
  create or replace function $SCHEMA.clock() returns timestamptz language sql volatile set search_path = pg_catalog, pg_temp as 'select clock_timestamp()';

  create or replace function $SCHEMA.stamp(moment timestamptz) returns text language sql stable set search_path = pg_catalog, pg_temp
    as $body$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $body$;

  create or replace function $SCHEMA.grace(waits double precision) returns text language sql volatile security definer set search_path = pg_catalog, pg_temp as $body$
    select coalesce($SCHEMA.stamp(max(until)), '') from (
      select pg_postmaster_start_time() + interval '10 s' as until, $SCHEMA.clock() as now_is, pg_postmaster_start_time() as since
      union all select n + make_interval(secs => waits / 1000), n, n from (select $SCHEMA.clock() as n) as c where waits > 0
    ) as each where now_is >= since and now_is < until
  $body$;

  create or replace function $SCHEMA.lease(ask json) returns json
  language plpgsql security definer set search_path = pg_catalog, pg_temp
    set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off set jit = off as $body$
  declare
    asked_run text := ask->>'run'; asked_job text := ask->>'job'; asked_fence bigint := ask->>'fence';
    now_is timestamptz; until_then text; newest $SCHEMA.leases; found $SCHEMA.leases; next_fence bigint;
  begin
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'transactions of this role begin as "%", not as "read committed"', current_setting('transaction_isolation') using errcode = '25001';
    end if;
    if ask->>'do' <> 'end' and not coalesce((ask->>'ms')::double precision between 0 and 31536000000, false) then
      raise exception 'a lease lasts for 0 ms to a year' using errcode = '22023';
    end if;
    if not coalesce((ask->>'least')::bigint between 1 and ${mostFence}, true) then
      raise exception 'no fence is higher than ${mostFence}' using errcode = '22023';
    end if;
    if current_setting('synchronous_commit') = 'off' then perform set_config('synchronous_commit', 'on', true); end if;
    perform pg_advisory_xact_lock(hashtextextended($NAME || ' ' || asked_run, 0));
    now_is := $SCHEMA.clock();
    until_then := $SCHEMA.stamp(now_is + make_interval(secs => (ask->>'ms')::double precision / 1000));

    if ask->>'do' = 'take' then
      select * into newest from $SCHEMA.leases l where l.run = asked_run and l.job = asked_job order by l.fence + 0 desc limit 1;
      if newest.run is not null and not newest.over then
        if newest.token = newest.fence || '.' || (ask->>'secret') then return json_build_object('is', 'granted', 'lease', row_to_json(newest)); end if;
        if greatest(newest.until, $SCHEMA.grace((ask->>'waits')::double precision)) > $SCHEMA.stamp(now_is) collate "C" then return json_build_object('is', 'held', 'held', row_to_json(newest)); end if;
        update $SCHEMA.leases l set over = true where l.run = asked_run and l.fence = newest.fence;
      end if;
      select l.fence + 1 into next_fence from $SCHEMA.leases l where l.run = asked_run order by l.fence desc limit 1;
      next_fence := greatest(coalesce(next_fence, 1), coalesce((ask->>'least')::bigint, 1));
      insert into $SCHEMA.leases (run, fence, job, token, name, agent, conversation, until, host, over)
        values (asked_run, next_fence, asked_job, next_fence || '.' || (ask->>'secret'), ask->>'name', ask->>'agent', ask->>'conversation', until_then, ask->>'host', false)
        returning * into found;
      return json_build_object('is', 'granted', 'lease', row_to_json(found));
    end if;

    select * into found from $SCHEMA.leases l where l.run = asked_run and l.fence = asked_fence and l.token = ask->>'token';
    if found.run is null then return json_build_object('is', 'fenced', 'by', null); end if;
    select * into newest from $SCHEMA.leases l where l.run = asked_run and l.job = found.job order by l.fence + 0 desc limit 1;
    if newest.fence <> asked_fence then
      return json_build_object('is', 'fenced', 'by', case when newest.over then null else row_to_json(newest) end);
    end if;
    if ask->>'do' = 'end' then
      if not found.over then update $SCHEMA.leases l set over = true where l.run = asked_run and l.fence = asked_fence; end if;
      return json_build_object('is', 'ended');
    end if;
    if found.over then return json_build_object('is', 'fenced', 'by', null); end if;
    update $SCHEMA.leases l set until = until_then where l.run = asked_run and l.fence = asked_fence returning * into found;
    return json_build_object('is', 'granted', 'lease', row_to_json(found));
  end $body$;
`;
