// SQL function of append: all checks and writes in one call, as a client may be cut off at any point.

/** Flat lists parse four times as fast as nested ones. */
const ASKS = `json_to_recordset(asks) as a (nr integer, run text, expected integer, after text, usual boolean, restored boolean, fenced boolean, named boolean, hash text,
        protocol text, origin text, root text, place text, life text, phase text, version integer, head text, at text, good boolean, rows json)`;
const ROWS = `(nr integer, version integer, run text, cause text, type text, at text, hash text, "by" text, data text)`;
const COLUMNS = `(seq, run, version, cause, type, at, hash, "by", data)`;
/** Rows of a named command, phrased to match the index rows_named. The run isn't compared by `=`: the planner would scan all rows of that run instead. */
const named = (cause: string, run?: string): string =>
  `r.cause = ${cause} and left(r.cause, 1) <> '~'${run === undefined ? "" : ` and r.run is not distinct from ${run}`}`;
/** How a run's card follows its append, and what makes that a usual one. */
const followed = (ask: string): string =>
  ["life", "phase", "version", "head", "at", "good"]
    .map((column) => `${column} = ${ask}.${column}`)
    .join(", ");
const fits = (ask: string): string =>
  `c.run = ${ask}.run and c.version = ${ask}.expected and (${ask}.after is null or c.head = ${ask}.after) and c.origin is not distinct from ${ask}.origin
        and c.root = ${ask}.root and c.place = ${ask}.place and c.protocol = ${ask}.protocol`;

/** Checks that written rows belong to the run, continue it without a gap, and match its card. The table's own constraint keeps versions unique. */
const whole = (ask: string): string => `count(*) = ${ask}.version - ${ask}.expected
        and bool_and(w.run = ${ask}.run and w.version > ${ask}.expected and w.version <= ${ask}.version) and bool_or(w.version = ${ask}.version and w.hash = ${ask}.head)`;
/** Never reached through the program, which checks first (../append.ts). */
const UNFIT = `raise exception 'rows and card of an append don''t go on from where their run stands: nothing was recorded' using errcode = '22023'`;

/**
 * `asks`: appends in order, each decided on the result of the ones before; an error rolls all back.
 * `news`, `fences`, `causes`: rows, fences and named command ids of all, each with the number
 * (`nr`) of its append. `usual`: the first append of an existing run in this call; unobstructed
 * ones are decided and written together in one statement (a single one in two simple statements,
 * which cost less). The others carry their rows. `again`: the same call was made before and its
 * answer was lost, so an append whose first row exists was done by it. Returns nothing for a
 * successful append. The lock serializes all appends of one project until commit, so numbers have
 * no gaps and later commits never have lower ones: a reader that follows them misses nothing,
 * however long another transaction of the database lasts. Appends and takeovers of a lease wait for
 * each other. A caller may record in any run, but can't leave gaps, rows without card or card
 * without rows, or change a run's protocol, root and origin: a stolen login can only add events
 * that are evident in the record. Plans are made once per connection, possibly on empty tables:
 * each must use the indexes.
 */
export const APPEND = `
  create or replace function $SCHEMA.append(asks json, news json, fences json, causes json, again boolean) returns json
  language plpgsql security definer set search_path = pg_catalog, pg_temp
    set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $body$
  declare
    ask record; it record; head $SCHEMA.cards; held $SCHEMA.leases; newest bigint; version_now integer; where_run text; one json; answers json[] := '{}';
    done integer[] := '{}'; more integer[]; fit boolean;
  begin
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'transactions of this role begin as "%", not as "read committed"', current_setting('transaction_isolation') using errcode = '25001';
    end if;
    if current_setting('synchronous_commit') = 'off' then perform set_config('synchronous_commit', 'on', true); end if;
    if json_array_length(fences) > 0 then
      for it in select distinct f.run from json_to_recordset(fences) as f (run text) order by f.run loop
        perform pg_advisory_xact_lock_shared(hashtextextended($NAME || ' ' || it.run, 0));
      end loop;
    end if;
    perform pg_advisory_xact_lock(hashtextextended($NAME, 0));

    if json_array_length(asks) = 1 and not again then
      select * into ask from ${ASKS};
      if ask.usual and not ask.fenced and not ask.named then
        update $SCHEMA.cards c set ${followed("ask")} where ${fits("ask")};
        if found then
          with written as (
            insert into $SCHEMA.rows ${COLUMNS}
              select (select coalesce(max(r.seq), 0) from $SCHEMA.rows r) + n.version - ask.expected, n.run, n.version, n.cause, n.type, n.at, n.hash, n."by", n.data
              from json_to_recordset(news) as n ${ROWS}
            returning run, version, hash
          ) select ${whole("ask")} into fit from written w;
          if fit is not true then ${UNFIT}; end if;
          return '[]';
        end if;
      end if;
    end if;

    if again then
      select coalesce(array_agg(a.nr), '{}') into done from ${ASKS}
        join $SCHEMA.rows r on r.run = a.run and r.version = a.expected + 1 and r.hash = a.hash;
    end if;

    with gone_on as (
      update $SCHEMA.cards c set ${followed("a")}
      from ${ASKS}
      where a.usual and ${fits("a")} and not a.nr = any (done)
        and not (a.fenced and exists (
          select from json_to_recordset(fences) as f (nr integer, job text, fence bigint) where f.nr = a.nr and f.fence is distinct from (
            select case when l.over then null else l.fence end from $SCHEMA.leases l where l.run = a.run and l.job = f.job order by l.fence + 0 desc limit 1)))
        and not (a.named and exists (
          select from json_to_recordset(causes) as k (nr integer, cause text) join $SCHEMA.rows r on ${named("k.cause", "a.run")} where k.nr = a.nr))
      returning a.nr, a.run, a.expected, a.version, a.head
    ), written as (
      insert into $SCHEMA.rows ${COLUMNS}
      select (select coalesce(max(r.seq), 0) from $SCHEMA.rows r) + row_number() over (order by n.nr, n.version),
        n.run, n.version, n.cause, n.type, n.at, n.hash, n."by", n.data
      from json_to_recordset(news) as n ${ROWS} where n.nr = any (array(select g.nr from gone_on g))
      returning run, version, hash, seq
    ), every as (
      select count(s.nr) = 1 and count(s.seq) = max(s.ahead) - max(s.expected) and min(s.version) = max(s.expected) + 1 and max(s.version) = max(s.ahead)
          and min(s.seq - s.version) = max(s.seq - s.version) and (array_agg(s.hash order by s.version desc) filter (where s.seq > 0))[1] = max(s.head) as fits, max(s.nr) as nr
      from (
        select g.run, g.nr, g.expected, g.version as ahead, g.head, null::bigint as seq, null::integer as version, null as hash from gone_on g
        union all select w.run, null, null, null, null, w.seq, w.version, w.hash from written w
      ) as s group by s.run
    )
    select array_agg(e.nr), coalesce(bool_and(e.fits is true), true) into more, fit from every e;
    if not fit then ${UNFIT}; end if;
    done := done || more;
    if coalesce(cardinality(done), 0) = json_array_length(asks) then return '[]'; end if;

    select coalesce(max(seq), 0) into newest from $SCHEMA.rows;
    for ask in select * from ${ASKS} where not a.nr = any (done) order by a.nr loop
      one := null;
      if ask.named then
        for it in select k.cause from json_to_recordset(causes) as k (nr integer, cause text) where k.nr = ask.nr loop
          select r.run into where_run from $SCHEMA.rows r where ${named("it.cause", "ask.run")} limit 1;
          if where_run is null and ask.expected = 0 then
            select r.run into where_run from $SCHEMA.rows r where ${named("it.cause")} and r.version = 1 limit 1;
          end if;
          if where_run is not null and not (ask.restored and where_run = ask.run) then
            select json_build_object('nr', ask.nr, 'is', 'repeated', 'cause', it.cause, 'rows', json_agg(row_to_json(r) order by r.seq)) into one
              from $SCHEMA.rows r where ${named("it.cause", "where_run")};
            exit;
          end if;
        end loop;
      end if;

      if one is null then
        select * into head from $SCHEMA.cards c where c.run = ask.run;
        version_now := coalesce(head.version, 0);
        if version_now <> ask.expected or head.head is distinct from coalesce(ask.after, head.head) then one := json_build_object('nr', ask.nr, 'is', 'lost', 'version', version_now); end if;
      end if;

      if one is null and ask.fenced then
        for it in select * from json_to_recordset(fences) as f (nr integer, job text, fence bigint) where f.nr = ask.nr loop
          select * into held from $SCHEMA.leases l where l.run = ask.run and l.job = it.job order by l.fence + 0 desc limit 1;
          if held is null or held.over or held.fence <> it.fence then
            one := json_build_object('nr', ask.nr, 'is', 'fenced', 'job', it.job, 'by', case when held is null or held.over then null else row_to_json(held) end);
            exit;
          end if;
        end loop;
      end if;

      if one is null and (head.version is null or head.origin is distinct from ask.origin or head.root <> ask.root or head.place <> ask.place) then
        select json_build_object('nr', ask.nr, 'is', 'taken', 'what', 'origin', 'run', c.run) into one from $SCHEMA.cards c
          where c.origin = ask.origin and c.run <> ask.run;
        if one is null then
          select json_build_object('nr', ask.nr, 'is', 'taken', 'what', 'place', 'run', c.run) into one from $SCHEMA.cards c
            where c.root = ask.root and c.place = ask.place and c.run <> ask.run;
        end if;
      end if;

      if one is null then
        with written as (
          insert into $SCHEMA.rows ${COLUMNS}
            select newest + n.version - ask.expected, n.run, n.version, n.cause, n.type, n.at, n.hash, n."by", n.data
            from json_to_recordset(coalesce(ask.rows, news)) as n ${ROWS} where n.nr = ask.nr
          returning run, version, hash
        ) select ${whole("ask")} into fit from written w;
        if fit is not true or (head.run is not null and (head.protocol, head.root) is distinct from (ask.protocol, ask.root)) or (head.run is not null and head.origin is distinct from ask.origin) then
          ${UNFIT};
        end if;
        insert into $SCHEMA.cards as c (run, protocol, origin, root, place, life, phase, version, head, at, good, first)
          values (ask.run, ask.protocol, ask.origin, ask.root, ask.place, ask.life, ask.phase, ask.version, ask.head, ask.at, ask.good, newest + 1)
          on conflict (run) do update set place = excluded.place, life = excluded.life, phase = excluded.phase, version = excluded.version, head = excluded.head, at = excluded.at, good = excluded.good;
        newest := newest + ask.version - ask.expected;
      else
        answers := answers || one;
      end if;
    end loop;
    return array_to_json(answers);
  end $body$;
`;
