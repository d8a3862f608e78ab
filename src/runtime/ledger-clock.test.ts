// Tests of the ledger's clock: machine offsets, clock changes and sleep.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ledgerClock } from "./ledger-clock.ts";

const begin = Date.parse("2026-01-08T12:00:00.000Z");
const hour = 3_600_000;

/** `set`: sets this machine's clock; `slept`: time that passes elsewhere during sleep. */
const machine = async (ahead: number) => {
  let passed = 0;
  let slept = 0;
  let set = ahead;
  let asked = 0;
  let takes = 0;
  const now = await ledgerClock(
    {
      now: async () => {
        asked += 1;
        passed += takes;
        return new Date(begin + passed + slept).toISOString();
      },
    },
    { elapsed: () => passed, local: () => begin + passed + slept + set },
  );
  const answered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    at: () => Date.parse(now()) - begin,
    asked: () => asked,
    answered,
    pass: (ms: number) => (passed += ms),
    sleep: (ms: number) => (slept += ms),
    set: (ms: number) => (set += ms),
    slow: (ms: number) => (takes = ms),
  };
};

test("how far this machine's clock is from the ledger's doesn't matter", async () => {
  for (const ahead of [0, hour, -hour]) {
    const { at, pass } = await machine(ahead);
    pass(5_000);
    assert.equal(at(), 5_000);
  }
});

test("a clock that is set in the middle stamps nothing: time goes on, and the ledger is asked anew", async () => {
  for (const by of [hour, -hour]) {
    const { at, pass, set, asked, answered } = await machine(0);
    pass(1_000);
    set(by);
    assert.equal(at(), 1_000);
    await answered();
    assert.equal(asked(), 2);
    pass(1_000);
    assert.equal(at(), 2_000);
    assert.equal(asked(), 2);
  }
});

test("after a sleep the ledger is asked anew", async () => {
  const { at, sleep, answered } = await machine(0);
  sleep(hour);
  at();
  await answered();
  assert.equal(at(), hour);
});

test("after a sleep a slow answer counts, too: it isn't earlier than that", async () => {
  const { at, sleep, slow, answered } = await machine(0);
  slow(10_000);
  sleep(hour);
  at();
  await answered();
  assert.equal(at(), hour + 10_000);
});

test("a slow answer moves nothing, and is not asked for at every look", async () => {
  const { at, pass, slow, asked, answered } = await machine(0);
  slow(10_000);
  pass(61_000);
  at();
  await answered();
  assert.equal(at(), 71_000);
  await answered();
  assert.equal(asked(), 2);
});
