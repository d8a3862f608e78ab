// Load process on a PostgreSQL ledger, random by seed: `load.ts URL WHO SEED ASKS LEASE_MS`.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../../src/core/refusal.ts";
import type { Draft, Lease } from "../../../src/core/row.ts";
import { openPostgres } from "../../../src/ledger/postgres.ts";
import { cardOf, drafts, holder } from "../../contract/stone.ts";
import { chanceOf } from "../../sim/chance.ts";
import type { Asked } from "./asked.ts";

const [url = "", who = "", seed = "0", asks = "0", mostMs = "500"] = process.argv.slice(2);
const chance = chanceOf(Number(seed)).fork(who);
/** Some give up at once, and ask again with the same id. */
const ledger = openPostgres({
  url,
  patience: chance.pick([100, 1_000, 60_000]),
  answer: 1_000,
  poll: 200,
});
const mostAgain = 400;
/** One for all, as a runner has it: a renewal for a shorter time that comes to the server late would shorten the lease. */
const leaseMs = chance.between(Number(mostMs) / 10, Number(mostMs));
/** Few, so that many want the same. */
const runs = ["r1", "r2"];
const jobs = ["a", "b"];

/** In ms; of no calendar, so that a process whose clock is wrong counts as the others do. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;
const say = (asked: Asked): void => void writeSync(1, `${JSON.stringify(asked)}\n`);

const isAway = (error: unknown): boolean =>
  error instanceof Fault && error.code.startsWith("LEDGER_");

const unknownIf = (error: unknown): null => {
  if (isAway(error)) return null;
  throw error;
};

const newest = new Map<string, Draft>();
let count = 0;
const heldNow = new Map<string, Lease>();

const append = async (lease: Lease | null): Promise<void> => {
  const run = lease?.run ?? chance.pick(runs);
  const rows = chance.between(1, 3);
  count += 1;
  const cause = `${who}-${count}`;
  const under = lease === null ? null : { job: lease.job, fence: lease.fence };
  const common = { op: "append", who, run, cause, rows, under } as const;
  const fences = under === null ? [] : [under];
  const from = now();
  for (let again = 0; ;) {
    const last = newest.get(run) ?? null;
    const asked = drafts(run, last, rows, cause, "x".repeat(chance.between(1, 400)));
    const terms = last === null ? { fences } : { fences, after: last.hash };
    const answer = await ledger
      .append(run, last?.version ?? 0, asked, cardOf(asked), terms)
      .catch(unknownIf);
    if (answer?.is === "lost") {
      // After a failover that lost events the run may not be there any more.
      if (answer.version === 0) newest.delete(run);
      const found = await ledger
        .read({ run, after: answer.version - 1, limit: 1 })
        .catch(unknownIf);
      if (found?.[0] !== undefined) newest.set(run, found[0]);
      continue;
    }
    if (answer?.is === "appended" || answer?.is === "repeated") {
      const version =
        answer.is === "appended" ? answer.version : (answer.rows.at(-1)?.version ?? 0);
      const at = answer.is === "appended" ? asked.at(-1) : answer.rows.at(-1);
      if (at !== undefined) newest.set(run, at);
      return say({ ...common, from, to: now(), answer: { is: "acknowledged", version } });
    }
    if (answer === null && again < mostAgain) {
      again += 1;
      continue;
    }
    if (answer?.is === "taken") throw new Error(`${run} is taken`);
    if (answer?.is === "fenced" && lease !== null) heldNow.delete(`${lease.run} ${lease.job}`);
    return say({
      ...common,
      from,
      to: now(),
      answer: { is: answer === null ? "unknown" : "fenced" },
    });
  }
};

const take = async (): Promise<void> => {
  const [run, job, ms] = [chance.pick(runs), chance.pick(jobs), leaseMs];
  const from = now();
  const answer = await ledger
    .lease({ do: "take", run, job, holder: holder(who), ms, host: who })
    .catch(unknownIf);
  const common = { op: "take", who, run, job, ms, from, to: now() } as const;
  if (answer?.is !== "granted")
    return say({ ...common, answer: { is: answer?.is === "held" ? "held" : "unknown" } });
  heldNow.set(`${run} ${job}`, answer.lease);
  say({
    ...common,
    answer: { is: "granted", fence: answer.lease.fence, until: Date.parse(answer.lease.until) },
  });
};

const renew = async ({ run, job, token, fence }: Lease): Promise<void> => {
  const [ms, from] = [leaseMs, now()];
  const answer = await ledger.lease({ do: "renew", run, token, ms }).catch(unknownIf);
  const common = { op: "renew", who, run, job, ms, from, to: now() } as const;
  if (answer?.is === "granted")
    return say({
      ...common,
      answer: { is: "granted", fence, until: Date.parse(answer.lease.until) },
    });
  if (answer !== null) heldNow.delete(`${run} ${job}`);
  say({ ...common, answer: { is: answer === null ? "unknown" : "fenced" } });
};

const end = async ({ run, job, token, fence }: Lease): Promise<void> => {
  heldNow.delete(`${run} ${job}`);
  const from = now();
  const answer = await ledger.lease({ do: "end", run, token }).catch(unknownIf);
  say({
    op: "end",
    who,
    run,
    job,
    fence,
    from,
    to: now(),
    answer: { is: answer === null ? "unknown" : answer.is === "ended" ? "ended" : "fenced" },
  });
};

/** With a lease in hand, also long after it lapsed. */
const held = (): Lease | null => (heldNow.size === 0 ? null : chance.pick([...heldNow.values()]));

const one = async (): Promise<void> => {
  const mine = held();
  const acts: (readonly [number, () => Promise<void>])[] = [
    [4, () => append(null)],
    [3, take],
  ];
  if (mine !== null)
    acts.push([4, () => append(mine)], [2, () => renew(mine)], [1, () => end(mine)]);
  await chance.weighed(acts)();
};

/** Reads all that comes, by seq, until it has read what ends the load, or that is there and nothing comes: a failover may have lost more than came since. */
const follow = async (): Promise<void> => {
  let seq = 0;
  for (let over = false; !over;) {
    const ends = (await ledger.runs({ run: "over" }).catch(unknownIf)) ?? [];
    const from = now();
    const rows = await ledger.read({ after: seq, limit: 50 }).catch(unknownIf);
    for (const row of rows ?? []) {
      say({ op: "seen", who, seq: row.seq, hash: row.hash, from, to: now() });
      seq = row.seq;
      over ||= row.run === "over";
    }
    over ||= rows?.length === 0 && ends.length > 0;
    if (!over && (rows?.length ?? 0) === 0) await sleep(5);
  }
};

writeSync(1, "ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
if (asks === "follow") await follow();
else
  for (let done = 0; done < Number(asks); done += 1) {
    // Several at once now and then, which share a call.
    if (chance.is(0.2)) await Promise.all([append(null), append(null), append(held())]);
    else await one();
    if (chance.is(0.1)) await sleep(chance.between(1, 60));
  }
await ledger.close();
// The client's socket to somebody silent would hold the process for as long as TCP is patient.
process.exit(0);
