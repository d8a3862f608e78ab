// Leases in the file, decided in the same transactions as appends, so that no fenced holder slips in between.
import type { DatabaseSync } from "node:sqlite";
import type { Lease } from "../../core/row.ts";
import { fenceOf, grant, lapsed, nextFence, time } from "../grant.ts";
import type { Appended, Fence, LeaseAnswer, LeaseAsk } from "../ledger.ts";
import { asLease, type Columns, number, text } from "../columns.ts";

export type Leases = {
  /** Only inside a transaction. `now` in ms. */
  lease(ask: LeaseAsk, now: number): LeaseAnswer;
  /** The first fence that no longer holds; null: all hold. Lapsed ones hold: they are suspect, not over. */
  fenced(run: string, fences: readonly Fence[]): Appended | null;
  leases(run?: string): readonly Lease[];
};

export const openLeases = (db: DatabaseSync): Leases => {
  const newestOf = db.prepare(
    "select * from leases where run = ? and job = ? order by fence desc limit 1",
  );
  const byFence = db.prepare("select * from leases where run = ? and fence = ?");
  const lastFence = db.prepare("select max(fence) as fence from leases where run = ?");
  const insert = db.prepare(
    "insert into leases (run, fence, job, token, name, agent, conversation, until, host, over) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
  );
  const close = db.prepare("update leases set over = 1 where run = ? and fence = ?");
  const extend = db.prepare("update leases set until = ? where run = ? and fence = ?");
  const ofAll = db.prepare("select * from leases where over = 0 order by run, fence");
  const ofRun = db.prepare("select * from leases where over = 0 and run = ? order by fence");

  const isOver = (found: Columns): boolean => number(found, "over") === 1;
  const holding = (found: Columns | undefined): Lease | null =>
    found === undefined || isOver(found) ? null : asLease(found);

  const take = (ask: LeaseAsk & { readonly do: "take" }, now: number): LeaseAnswer => {
    const held = holding(newestOf.get(ask.run, ask.job));
    if (held !== null && !lapsed(held, now)) return { is: "held", held };
    const last = lastFence.get(ask.run)?.["fence"];
    const given = grant(ask, nextFence(ask, typeof last === "number" ? last : 0), now);
    if (held !== null) close.run(ask.run, held.fence);
    const { run, fence, job, token, holder, until, host } = given;
    const { name, agent, conversation } = holder;
    insert.run(run, fence, job, token, name, agent, conversation, until, host);
    return { is: "granted", lease: given };
  };

  return {
    lease: (ask, now) => {
      if (ask.do === "take") return take(ask, now);
      const fence = fenceOf(ask.token);
      const found = fence === null ? undefined : byFence.get(ask.run, fence);
      if (fence === null || found === undefined || text(found, "token") !== ask.token)
        return { is: "fenced", by: null };
      const newest = newestOf.get(ask.run, text(found, "job"));
      if (newest === undefined || number(newest, "fence") !== fence)
        return { is: "fenced", by: holding(newest) };
      if (ask.do === "end") {
        if (!isOver(found)) close.run(ask.run, fence);
        return { is: "ended" };
      }
      if (isOver(found)) return { is: "fenced", by: null };
      const until = time(now + ask.ms);
      extend.run(until, ask.run, fence);
      return { is: "granted", lease: { ...asLease(found), until } };
    },
    fenced: (run, fences) => {
      for (const { job, fence } of fences) {
        const newest = newestOf.get(run, job);
        if (newest === undefined || isOver(newest) || number(newest, "fence") !== fence)
          return { is: "fenced", job, by: holding(newest) };
      }
      return null;
    },
    leases: (run) => (run === undefined ? ofAll.all() : ofRun.all(run)).map(asLease),
  };
};
