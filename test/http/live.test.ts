// Tests of the live feed: every event once after an absence, ten pages for the cost of one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exit, feed, numbers, page, soon, started, turn, until } from "./feed.ts";

test("who comes with an old seq gets all after it, in order and none twice, while others append", async () => {
  const { live, append, hint } = feed();
  append("r1", 3_500);
  const first = page(live, null);
  await until(() => live.newest() === 3_500, "the feed knows where now is");
  const late = page(live, 40);
  const middle = page(live, 3_400);
  for (let n = 0; n < 60; n += 1) {
    append(n % 2 === 0 ? "r1" : "r2", 30);
    hint();
    await turn();
  }
  const last = 3_500 + 60 * 30;
  await until(
    () => [first, late, middle].every(({ seqs }) => seqs.at(-1) === last),
    "all are up to date",
  );
  assert.deepEqual(late.seqs, numbers(41, last));
  assert.deepEqual(middle.seqs, numbers(3_401, last));
  assert.deepEqual(first.seqs, numbers(3_501, last));
  live.end();
});

test("a page that takes nothing keeps its place alone, and goes on from there in few pieces", async () => {
  const { live, append, hint } = feed();
  append("r1");
  const [slow, quick] = [page(live, 0), page(live, 0)];
  await until(() => quick.seqs.length === 1 && slow.seqs.length === 1, "both begin");
  slow.ready = false;
  for (let n = 0; n < 50; n += 1) {
    append("r1", 100);
    hint();
    await until(() => quick.seqs.length === 1 + (n + 1) * 100, "the quick one sees it");
  }
  assert.equal(slow.told.length, 1);
  slow.ready = true;
  slow.more();
  await until(() => slow.seqs.length === 5_001, "the slow one comes after");
  assert.deepEqual(slow.seqs, numbers(1, 5_001));
  assert.ok(slow.told.length <= 7, `told in ${slow.told.length} pieces`);
  live.end();
});

test("ten pages cost one reading of the ledger", async () => {
  const readingsOf = async (pages: number): Promise<number> => {
    const { live, append, hint, readings } = feed();
    const all = numbers(1, pages).map(() => page(live, null));
    await until(() => live.newest() === 0 && readings.length > 0, "it begins");
    for (let n = 1; n <= 20; n += 1) {
      append("r1");
      hint();
      await until(() => all.every(({ seqs }) => seqs.length === n), "all see it");
    }
    live.end();
    return readings.length;
  };
  assert.equal(await readingsOf(10), await readingsOf(1));
});

test("a lease that is taken, lapses or ends is a hint of its run and of the runs above it; one that is renewed is none", async () => {
  const own = feed({ child: "parent" });
  const only = page(own.live, null);
  await until(() => own.watched() > 0 && own.readings.length > 0, "it begins");
  const lease = {
    run: "child",
    job: "j1",
    holder: { name: "bo", agent: null, conversation: null },
    fence: 1,
    host: "here",
  };
  const look = async (): Promise<readonly (string | null)[]> => {
    only.hints.length = 0;
    await own.live.look();
    own.pass(200);
    await turn();
    return only.hints;
  };
  await look();
  const before = own.live.tickOf("parent");
  own.leases = [{ ...lease, until: "2026-01-08T12:00:45.000Z" }];
  assert.deepEqual(await look(), ["child", "parent"]);
  assert.notEqual(own.live.tickOf("parent"), before);
  own.leases = [{ ...lease, until: "2026-01-08T12:01:15.000Z" }];
  assert.deepEqual(await look(), []);
  own.pass(50_000);
  await soon(own, () => only.hints.length > 0, "it is renewed no more");
  only.hints.length = 0;
  own.pass(26_000);
  await soon(own, () => only.hints.length > 0, "it lapses");
  assert.deepEqual(only.hints, ["child", "parent"]);
  own.leases = [];
  assert.deepEqual(await look(), ["child", "parent"]);
  own.live.end();
});

test("a job whose program ended is a hint", async () => {
  const own = feed();
  own.spool = [{ run: "r1", fence: 1, exit: null }];
  const only = page(own.live, null);
  own.spoolHint();
  own.pass(500);
  await turn();
  assert.deepEqual(only.hints, []);
  own.spool = [{ run: "r1", fence: 1, exit }];
  for (let n = 0; n < 10; n += 1) own.spoolHint();
  await soon(own, () => only.hints.length > 0, "it is told");
  assert.deepEqual(only.hints, ["r1"]);
  own.live.end();
});

test("a runner that began or ended, in whichever terminal, is a hint", async () => {
  const own = feed();
  const only = page(own.live, null);
  await turn();
  own.runners = [{ run: "r1", process: { pid: 7, start: "x" }, since: "2026-01-08T12:00:00.000Z" }];
  own.pass(2_000);
  await soon(own, () => only.hints.length === 1, "it is told");
  own.runners = [];
  own.pass(2_000);
  await soon(own, () => only.hints.length === 2, "its end is told");
  assert.deepEqual(only.hints, ["r1", "r1"]);
  own.live.end();
});

test("files of the runs that somebody looks at are looked after while a page is open, and nobody's else", async () => {
  const own = feed();
  own.live.looksAt("r1");
  own.pass(10_000);
  await turn();
  assert.deepEqual(own.scanned, []);
  const only = page(own.live, null, "r2");
  own.pass(2_000);
  await until(() => own.scanned.length === 2, "both are");
  assert.deepEqual(own.scanned, ["r1", "r2"]);
  only.end();
  assert.equal(own.watched(), 0, "nothing is watched for nobody");
  own.pass(10_000);
  await turn();
  assert.equal(own.scanned.length, 2);
  assert.equal(own.live.tickOf("r1"), null);
});

test("a place beyond the ledger's end is one of another ledger: the page is told to look at everything anew", async () => {
  const { live, append, hint } = feed();
  append("r1", 5);
  const lost = page(live, 900);
  await until(() => lost.hints.length > 0, "it is told");
  assert.deepEqual(lost.hints, [null]);
  append("r1", 1);
  hint();
  await until(() => lost.seqs.length > 0, "it goes on");
  assert.deepEqual(lost.seqs, [6]);
  live.end();
});

test("a ledger that can't be read is told once, with what to do; one that can be again asks all to look anew", async () => {
  const own = feed();
  own.append("r1");
  const only = page(own.live, 0);
  await until(() => only.seqs.length === 1, "it begins");
  await own.live.look();
  own.away = true;
  for (let n = 0; n < 3; n += 1) await own.live.look();
  const trouble = {
    since: new Date(started).toISOString(),
    code: "LEDGER_MOVED",
    text: "it is away",
    hint: "put it back",
  };
  assert.deepEqual(only.troubles, [trouble]);
  const late = page(own.live, null);
  assert.deepEqual(late.troubles, [trouble], "who comes meanwhile is told at once");
  own.append("r1");
  own.away = false;
  await own.live.look();
  await soon(
    own,
    () => only.hints.length > 0 && only.seqs.length === 2,
    "it is told that it is back",
  );
  assert.deepEqual(
    [only.troubles, late.troubles],
    [
      [trouble, null],
      [trouble, null],
    ],
  );
  assert.deepEqual([only.hints, only.seqs], [[null], [1, 2]]);
  own.live.end();
});

test("a server that doesn't answer is told while the ledger still waits for it, and with since when", async () => {
  const own = feed();
  own.append("r1");
  const only = page(own.live, 0);
  await until(() => only.seqs.length === 1, "it begins");
  own.silent = true;
  own.outage = { since: started - 3_000, why: "connect ECONNREFUSED" };
  own.pass(1_000);
  const [trouble] = only.troubles;
  assert.deepEqual(
    [trouble?.since, trouble?.code],
    [new Date(started - 3_000).toISOString(), "LEDGER_AWAY"],
  );
  assert.match(trouble?.text ?? "", /doesn't answer \(connect ECONNREFUSED\)/u);
  own.outage = { since: started - 2_998, why: "the database system is starting up" };
  own.pass(1_000);
  assert.match(only.troubles[1]?.text ?? "", /starting up/u);
  assert.equal(only.troubles[1]?.since, trouble?.since, "it is the same outage");
  own.outage = null;
  own.silent = false;
  own.pass(1_000);
  assert.equal(only.troubles.at(-1), null);
  await soon(own, () => only.hints.length > 0, "what was asked in vain is asked again");
  own.live.end();
});

test("who comes while the ledger can't be read is told of all once it can be", async () => {
  const own = feed();
  own.append("r1", 3);
  own.away = true;
  const [old, fresh] = [page(own.live, 1), page(own.live, null)];
  await own.live.look();
  await turn();
  assert.deepEqual([old.seqs, fresh.seqs], [[], []]);
  own.away = false;
  await own.live.look();
  own.append("r1");
  own.hint();
  await until(() => old.seqs.length === 3 && fresh.seqs.length === 1, "both go on");
  assert.deepEqual([old.seqs, fresh.seqs], [[2, 3, 4], [4]]);
  own.live.end();
});
