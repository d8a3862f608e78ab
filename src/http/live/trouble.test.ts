// Tests of the ledger server's trouble: a full server differs from a silent one.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outage } from "../../runtime/system.ts";
import { createSeenTrouble } from "./trouble.ts";

test("a server that lets nobody more in is told as full, one that is silent as silent", () => {
  const told = (more: Partial<Outage>): readonly (string | undefined)[] => {
    const seen = createSeenTrouble(
      { outage: () => ({ since: 0, why: "so it is", ...more }) },
      () => 0,
    ).now();
    return [seen?.code, seen?.text, seen?.hint];
  };
  assert.deepEqual(told({}), [
    "LEDGER_AWAY",
    "the ledger's server doesn't answer (so it is)",
    "See whether it runs and can be reached from here.",
  ]);
  assert.deepEqual(told({ full: true }), [
    "LEDGER_AWAY",
    "the ledger's server has no connection left (so it is)",
    "It runs: let fewer programs use it at once, or raise its max_connections, or the limit of its user or database.",
  ]);
});
