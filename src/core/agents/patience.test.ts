// Tests of the timeouts from environment variables: each alone, wrong numbers, limits of leases.
import assert from "node:assert/strict";
import { test } from "node:test";
import { leaseBy, patienceBy } from "./patience.ts";

test("each of the two counts without the other", () => {
  const usual = { everyMs: 5_000, retriesMs: 60_000, silenceMs: 900_000 };
  assert.deepEqual(patienceBy({}), { patience: usual, odd: [] });
  assert.deepEqual(patienceBy({ CAIRN_SILENCE_S: "120", CAIRN_PATIENCE_S: "" }), {
    patience: { ...usual, silenceMs: 120_000 },
    odd: [],
  });
  assert.deepEqual(patienceBy({ CAIRN_PATIENCE_S: " 4 " }), {
    patience: { ...usual, everyMs: 1_000, retriesMs: 4_000 },
    odd: [],
  });
  assert.equal(patienceBy({ CAIRN_SILENCE_S: "4" }).patience.everyMs, 1_000);
});

test("what is no number of seconds is told, and changes nothing", () => {
  for (const wrong of ["15min", "0", "-3", "1e400", "NaN", "1,5"]) {
    const { patience, odd } = patienceBy({ CAIRN_SILENCE_S: wrong });
    assert.equal(patience.silenceMs, 900_000, wrong);
    assert.deepEqual(odd, [
      "CAIRN_SILENCE_S is no number of seconds above 0, so the usual 900 count",
    ]);
  }
});

test("a lease lasts as long as is said, within what timers and the ledger bear", () => {
  assert.deepEqual(leaseBy({}), { leaseMs: 60_000, odd: [] });
  assert.deepEqual(leaseBy({ CAIRN_LEASE_S: "2.5" }), { leaseMs: 2_500, odd: [] });
  assert.equal(leaseBy({ CAIRN_LEASE_S: "0.001" }).leaseMs, 300);
  assert.equal(leaseBy({ CAIRN_LEASE_S: "1e9" }).leaseMs, 86_400_000);
  assert.deepEqual(leaseBy({ CAIRN_LEASE_S: "soon" }).odd, [
    "CAIRN_LEASE_S is no number of seconds above 0, so the usual 60 count",
  ]);
});
