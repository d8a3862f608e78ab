// Why: on a server all checks and writes of an append are one call, so that nobody who is cut off in the middle leaves a lock or a half behind.

/**
 * `asked`: appends in their order. Each is decided on what the ones before it left; an error takes all of them back.
 * `again`: the same call was made before and its answer was lost, so an append whose first row stands there already was done by it.
 *
 * The lock makes all appends of one project stand in one line until they are committed. So numbers have no gaps, and what commits later
 * never has a lower one: a reader that follows them misses nothing, however long another transaction of the database lasts.
 * A lease that is taken over in the same moment waits for the append that still counted, or the other way round.
 */
export const APPEND = `
  create function $SCHEMA.append(asked json, again boolean) returns json
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
  declare
    ask record; it record; head $SCHEMA.cards; held $SCHEMA.leases; newest bigint; version_now integer; where_run text; one json; answers json[] := '{}';
  begin
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'transactions of this role begin as "%", not as "read committed"', current_setting('transaction_isolation') using errcode = '25001';
    end if;
    if current_setting('synchronous_commit') = 'off' then perform set_config('synchronous_commit', 'on', true); end if;
    for it in
      select distinct run from json_to_recordset(asked) as a (run text, fences json) where json_array_length(fences) > 0 order by run
    loop
      perform pg_advisory_xact_lock_shared(hashtextextended($NAME || ' ' || it.run, 0));
    end loop;
    perform pg_advisory_xact_lock(hashtextextended($NAME, 0));
    select coalesce(max(seq), 0) into newest from $SCHEMA.rows;

    for ask in
      select * from json_to_recordset(asked) as a (run text, expected integer, causes json, restored boolean, fences json, rows json, card json)
    loop
      one := null;
      if again then
        select json_build_object('is', 'appended', 'version', (ask.card->>'version')::integer) into one from $SCHEMA.rows r
          where r.run = ask.run and r.version = ask.expected + 1 and r.hash = ask.rows->0->>'hash';
      end if;

      if one is null then
        for it in select value from json_array_elements_text(ask.causes) loop
          select r.run into where_run from $SCHEMA.rows r where r.cause = it.value and left(r.cause, 1) <> '~' and r.run = ask.run limit 1;
          if where_run is null and ask.expected = 0 then
            select r.run into where_run from $SCHEMA.rows r where r.cause = it.value and left(r.cause, 1) <> '~' and r.version = 1 limit 1;
          end if;
          if where_run is not null and not (ask.restored and where_run = ask.run) then
            select json_build_object('is', 'repeated', 'cause', it.value, 'rows', json_agg(row_to_json(r) order by r.seq)) into one
              from $SCHEMA.rows r where r.cause = it.value and left(r.cause, 1) <> '~' and r.run = where_run;
            exit;
          end if;
        end loop;
      end if;

      if one is null then
        select * into head from $SCHEMA.cards c where c.run = ask.run;
        version_now := coalesce(head.version, 0);
        if version_now <> ask.expected then one := json_build_object('is', 'lost', 'version', version_now); end if;
      end if;

      if one is null then
        for it in select * from json_to_recordset(ask.fences) as f (job text, fence bigint) loop
          select * into held from $SCHEMA.leases l where l.run = ask.run and l.job = it.job order by l.fence desc limit 1;
          if held is null or held.over or held.fence <> it.fence then
            one := json_build_object('is', 'fenced', 'job', it.job, 'by', case when held is null or held.over then null else row_to_json(held) end);
            exit;
          end if;
        end loop;
      end if;

      if one is null and (head.version is null or head.origin is distinct from ask.card->>'origin'
          or head.root <> ask.card->>'root' or head.place <> ask.card->>'place') then
        select json_build_object('is', 'taken', 'what', 'origin', 'run', c.run) into one from $SCHEMA.cards c
          where c.origin = ask.card->>'origin' and c.run <> ask.run;
        if one is null then
          select json_build_object('is', 'taken', 'what', 'place', 'run', c.run) into one from $SCHEMA.cards c
            where c.root = ask.card->>'root' and c.place = ask.card->>'place' and c.run <> ask.run;
        end if;
      end if;

      if one is null then
        insert into $SCHEMA.rows (seq, run, version, cause, type, at, hash, "by", data)
          select newest + r.version - ask.expected, ask.run, r.version, r.cause, r.type, r.at, r.hash, r."by", r.data
          from json_to_recordset(ask.rows) as r (version integer, cause text, type text, at text, hash text, "by" text, data text);
        insert into $SCHEMA.cards as c (run, protocol, origin, root, place, life, phase, version, head, at, good, first)
          select ask.run, n.protocol, n.origin, n.root, n.place, n.life, n.phase, n.version, n.head, n.at, n.good, newest + 1
          from json_to_record(ask.card) as n (
            protocol text, origin text, root text, place text, life text, phase text, version integer, head text, at text, good boolean)
          on conflict (run) do update set protocol = excluded.protocol, origin = excluded.origin, root = excluded.root, place = excluded.place,
            life = excluded.life, phase = excluded.phase, version = excluded.version, head = excluded.head, at = excluded.at, good = excluded.good;
        newest := newest + json_array_length(ask.rows);
        one := json_build_object('is', 'appended', 'version', (ask.card->>'version')::integer);
      end if;
      answers := answers || one;
    end loop;
    return array_to_json(answers);
  end $body$;
`;
